/* Draws formulas with numbers from the top down, and prints them. */
#include "tests/random/random_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/testing.h"

enum { N_PLAIN, L_LIST, S_SET, B_BAG, E_NONE, ACTIONS };

static const char action_names[] = "nlsbe";
static const char *const sort_names[NT_SORTS] = {"Pos", "Nat", "Int", "Real"};

struct variable {
    enum number_kind kind;
    enum number_test_sort sort;
    int is_free; /* neither guarded nor a fixpoint's */
};

/* Where a part is drawn. */
struct drawing {
    struct random_number_formula *made;
    uint64_t *random;
    number pool[6]; /* of constants and labels */
    struct variable variable[NUMBER_VARIABLES];
    unsigned variables, free;
};

static unsigned draw(struct drawing *drawing, unsigned bound) {
    return random_draw(drawing->random, bound);
}

static struct number_test *new_node(struct drawing *drawing, enum number_test_kind kind) {
    struct random_number_formula *made = drawing->made;
    if (made->nodes == RANDOM_NUMBER_NODES) {
        abort();
    }
    struct number_test *node = &made->node[made->nodes++];
    *node = (struct number_test){.kind = kind};
    made->kinds[kind]++;
    return node;
}

static int is_full(const struct drawing *drawing) {
    return drawing->made->nodes + 80 > RANDOM_NUMBER_NODES;
}

/* --- constants --- */

static void add_critical(struct drawing *drawing, number value) {
    struct number_lts *lts = &drawing->made->lts;
    drawing->made->is_large |= value / NUMBER_UNIT > INT64_MAX || value / NUMBER_UNIT < INT64_MIN;
    for (unsigned i = 0; i < lts->criticals; i++) {
        if (lts->critical[i] == value) {
            return;
        }
    }
    lts->critical[lts->criticals++] = value;
}

static number draw_fresh_number(struct drawing *drawing) {
    static const unsigned powers[] = {31, 32, 63, 64, 100};
    number value = draw(drawing, 4) == 0 ? 0 : (number)1 << powers[draw(drawing, 5)];
    value = (value + draw(drawing, 4) - 2) * NUMBER_UNIT;
    if (draw(drawing, 6) == 0) { /* a fraction */
        value += NUMBER_UNIT / (2 + (int)draw(drawing, 2));
    }
    return draw(drawing, 3) == 0 ? -value : value;
}

static number draw_number(struct drawing *drawing) {
    return drawing->pool[draw(drawing, 6)];
}

static struct number_value draw_collection(struct drawing *drawing, enum number_kind kind) {
    struct number_value value = {.kind = kind, .count = draw(drawing, 3)};
    for (unsigned i = 0; i < value.count; i++) {
        value.item[i] = draw_number(drawing);
        value.times[i] = 1 + draw(drawing, 2);
    }
    if (kind == NUMBER_SET || kind == NUMBER_BAG) {
        number_normalise(&value);
    }
    return value;
}

static const struct number_test *constant(struct drawing *drawing, struct number_value value) {
    struct number_test *node = new_node(drawing, NT_CONSTANT);
    node->constant = value;
    for (unsigned i = 0; i < value.count; i++) {
        add_critical(drawing, value.item[i]);
    }
    return node;
}

static const struct number_test *number_constant(struct drawing *drawing, number value) {
    return constant(drawing, (struct number_value){.count = 1, .item = {value}});
}

static const struct number_test *draw_constant(struct drawing *drawing) {
    return number_constant(drawing, draw_number(drawing));
}

/* --- terms --- */

/* A variable of the kind, free ones only if asked for; -1: there is none. */
static int draw_variable(struct drawing *drawing, enum number_kind kind, int may_be_free) {
    int candidate[NUMBER_VARIABLES], count = 0;
    for (unsigned i = 0; i < drawing->variables; i++) {
        if (drawing->variable[i].kind == kind && (may_be_free || !drawing->variable[i].is_free)) {
            candidate[count++] = (int)i;
        }
    }
    return count == 0 ? -1 : candidate[draw(drawing, (unsigned)count)];
}

static const struct number_test *variable_node(struct drawing *drawing, int variable) {
    struct number_test *node = new_node(drawing, NT_VARIABLE);
    node->index = (unsigned)variable;
    return node;
}

static struct number_test *pair(struct drawing *drawing, enum number_test_kind kind,
                                const struct number_test *left, const struct number_test *right) {
    struct number_test *node = new_node(drawing, kind);
    node->left = left;
    node->right = right;
    return node;
}

/* A list, set or bag. */
static const struct number_test *draw_whole(struct drawing *drawing, enum number_kind kind, int depth) {
    int variable = draw_variable(drawing, kind, 0);
    if (depth > 0 && draw(drawing, 3) == 0) {
        enum number_test_kind sign = kind == NUMBER_LIST ? NT_ADD : NT_ADD + draw(drawing, 3);
        const struct number_test *left = draw_whole(drawing, kind, 0);
        struct number_test *node = pair(drawing, sign, left, draw_whole(drawing, kind, 0));
        node->of = kind;
        return node;
    }
    return variable >= 0 && draw(drawing, 3) > 0 ? variable_node(drawing, variable)
                                                 : constant(drawing, draw_collection(drawing, kind));
}

/* A number, or a variable with a small offset: what free variables may be compared with. */
static const struct number_test *draw_linear(struct drawing *drawing) {
    int variable = draw_variable(drawing, NUMBER_PLAIN, 1);
    if (variable < 0 || draw(drawing, 3) == 0) {
        return draw_constant(drawing);
    }
    const struct number_test *node = variable_node(drawing, variable);
    return draw(drawing, 4) == 0 ? pair(drawing, NT_ADD + draw(drawing, 2), node,
                                        number_constant(drawing, (number)NUMBER_OFFSET * NUMBER_UNIT))
                                 : node;
}

/* Arithmetic on constants and on variables that are not free. */
static const struct number_test *draw_arithmetic(struct drawing *drawing, int depth) {
    int variable = draw_variable(drawing, NUMBER_PLAIN, 0);
    unsigned choice = draw(drawing, depth == 0 ? 2 : 10);
    const struct number_test *left, *right;
    if (choice < 2) {
        return choice == 0 && variable >= 0 ? variable_node(drawing, variable) : draw_constant(drawing);
    }
    if (choice == 2) {
        return pair(drawing, NT_SIZE, draw_whole(drawing, NUMBER_LIST + draw(drawing, 3), 1), NULL);
    }
    if (choice == 3) {
        struct number_value list = draw_collection(drawing, NUMBER_LIST);
        list.item[list.count++] = draw_number(drawing);
        return pair(drawing, NT_HEAD, constant(drawing, list), NULL);
    }
    if (choice == 4) {
        left = draw_constant(drawing);
        return pair(drawing, NT_COUNT, left, draw_whole(drawing, NUMBER_BAG, 1));
    }
    left = draw_arithmetic(drawing, depth - 1);
    if (choice == 5) {
        return pair(drawing, NT_ABS + draw(drawing, 2), left, NULL);
    }
    if (choice == 6) {
        return pair(drawing, NT_MULTIPLY, left,
                    number_constant(drawing, (number)draw(drawing, 4) * NUMBER_UNIT));
    }
    if (choice == 7) {
        left = number_constant(drawing, (draw_number(drawing) / NUMBER_UNIT) * NUMBER_UNIT);
        right = number_constant(drawing, (number)(1 + draw(drawing, 4)) * NUMBER_UNIT);
        return pair(drawing, NT_DIV + draw(drawing, 2), left, right);
    }
    right = draw_arithmetic(drawing, depth - 1);
    return pair(drawing, choice == 8 ? NT_MAX + draw(drawing, 2) : NT_ADD + draw(drawing, 2), left, right);
}

/* --- truth values --- */

static void push(struct drawing *drawing, struct number_test *node, struct variable variable) {
    node->index = drawing->variables;
    node->sort = variable.sort;
    node->of = variable.kind;
    node->is_guarded = !variable.is_free;
    drawing->variable[drawing->variables++] = variable;
    drawing->free += (unsigned)variable.is_free;
}

static void pop(struct drawing *drawing) {
    drawing->free -= (unsigned)drawing->variable[--drawing->variables].is_free;
}

static int may_push(const struct drawing *drawing, int free) {
    return !is_full(drawing) && drawing->variables < NUMBER_VARIABLES && (!free || drawing->free < 2);
}

static enum number_test_sort draw_sort(struct drawing *drawing) {
    /* the second free variable is no Real: there would be too many to try */
    return (enum number_test_sort)draw(drawing, drawing->free > 0 ? NT_REAL : NT_SORTS);
}

static const struct number_test *draw_truth(struct drawing *drawing, int depth);

static const struct number_test *draw_comparison(struct drawing *drawing) {
    enum number_test_kind kind = NT_EQUAL + draw(drawing, 6);
    unsigned choice = draw(drawing, 8);
    const struct number_test *left;
    if (choice < 4) {
        left = draw_linear(drawing);
        return pair(drawing, kind, left, draw_linear(drawing));
    }
    if (choice < 6) {
        left = draw_arithmetic(drawing, 2);
        return pair(drawing, kind, left, draw_arithmetic(drawing, 2));
    }
    enum number_kind of = NUMBER_LIST + draw(drawing, 3);
    if (choice == 6) {
        left = draw_whole(drawing, of, 1);
        return pair(drawing, kind, left, draw_whole(drawing, of, 1));
    }
    left = draw_linear(drawing);
    return pair(drawing, NT_IN, left, constant(drawing, draw_collection(drawing, of)));
}

static const struct number_test *draw_operator(struct drawing *drawing, int depth,
                                               const struct number_test *(*inner)(struct drawing *, int)) {
    struct number_test *node = new_node(drawing, NT_NOT + draw(drawing, 4));
    node->left = inner(drawing, depth - 1);
    node->right = node->kind == NT_NOT ? NULL : inner(drawing, depth - 1);
    return node;
}

static const struct number_test *draw_quantified(struct drawing *drawing, int depth,
                                                 const struct number_test *(*inner)(struct drawing *, int)) {
    struct number_test *node = new_node(drawing, NT_FORALL + draw(drawing, 2));
    push(drawing, node, (struct variable){NUMBER_PLAIN, draw_sort(drawing), 1});
    node->left = inner(drawing, depth - 1);
    pop(drawing);
    return node;
}

static const struct number_test *draw_truth(struct drawing *drawing, int depth) {
    unsigned choice = draw(drawing, 8);
    if (depth == 0 || choice < 4 || is_full(drawing)) {
        return draw_comparison(drawing);
    }
    return choice == 4 && may_push(drawing, 1) ? draw_quantified(drawing, depth, draw_truth)
                                               : draw_operator(drawing, depth, draw_truth);
}

/* --- formulas --- */

static const struct number_test *draw_formula(struct drawing *drawing, int depth);

static const struct number_test *draw_argument(struct drawing *drawing, int name) {
    return name == E_NONE    ? NULL
           : name == N_PLAIN ? draw(drawing, 3) == 0 ? draw_arithmetic(drawing, 1) : draw_linear(drawing)
                             : draw_whole(drawing, NUMBER_PLAIN + (unsigned)name, 1);
}

static const struct number_test *draw_modality(struct drawing *drawing, int depth) {
    struct number_test *node = new_node(drawing, NT_DIAMOND + draw(drawing, 2));
    node->action.name = draw(drawing, 2) ? N_PLAIN : (int)draw(drawing, ACTIONS);
    node->action.is_after_all = draw(drawing, 3) == 0;
    node->action.is_negated = draw(drawing, 5) == 0;
    node->action.argument = draw_argument(drawing, node->action.name);
    node->left = draw_formula(drawing, depth - 1);
    return node;
}

/* exists x. <a(x)> F or forall x. [a(x)] F */
static const struct number_test *draw_guarded(struct drawing *drawing, int depth) {
    int name = draw(drawing, 2) ? N_PLAIN : 1 + (int)draw(drawing, 3), all = (int)draw(drawing, 2);
    struct number_test *node = new_node(drawing, all ? NT_FORALL : NT_EXISTS);
    push(drawing, node, (struct variable){NUMBER_PLAIN + (unsigned)name, draw(drawing, NT_SORTS), 0});
    if (name != N_PLAIN) {
        node->sort = drawing->variable[drawing->variables - 1].sort = NT_REAL;
    }
    struct number_test *inner = new_node(drawing, all ? NT_BOX : NT_DIAMOND);
    inner->action.name = name;
    inner->action.is_after_all = draw(drawing, 2) == 0;
    inner->action.argument = variable_node(drawing, (int)drawing->variables - 1);
    inner->left = draw_formula(drawing, depth - 1);
    node->left = inner;
    pop(drawing);
    return node;
}

static const struct number_test *draw_fixpoint(struct drawing *drawing, int depth) {
    struct number_test *node = new_node(drawing, NT_MU + draw(drawing, 2));
    number first = draw_number(drawing) / NUMBER_UNIT * NUMBER_UNIT;
    node->steps = 1 + draw(drawing, 2);
    node->constant = (struct number_value){.count = 1, .item = {first}};
    for (unsigned i = 0; i <= node->steps; i++) {
        add_critical(drawing, first + (number)i * NUMBER_UNIT);
    }
    push(drawing, node, (struct variable){NUMBER_PLAIN, NT_INT, 0});
    node->left = draw_formula(drawing, depth - 1);
    pop(drawing);
    return node;
}

static const struct number_test *draw_formula(struct drawing *drawing, int depth) {
    unsigned choice = draw(drawing, 12);
    if (depth == 0 || choice == 0 || is_full(drawing)) {
        struct number_test *node =
            new_node(drawing, draw(drawing, 6) ? NT_VALUE : NT_TRUE + draw(drawing, 2));
        node->left = node->kind == NT_VALUE ? draw_truth(drawing, 2) : NULL;
        return node;
    }
    return choice < 4                            ? draw_modality(drawing, depth)
           : choice < 6 && may_push(drawing, 0)  ? draw_guarded(drawing, depth)
           : choice < 8 && may_push(drawing, 1)  ? draw_quantified(drawing, depth, draw_formula)
           : choice == 8 && may_push(drawing, 0) ? draw_fixpoint(drawing, depth)
                                                 : draw_operator(drawing, depth, draw_formula);
}

/* --- text --- */

struct printing {
    struct drawing *drawing;
    char *text;
    size_t size;
    int is_label;
};

static void print_natural(struct printing *printing, number value) {
    char digits[64];
    unsigned at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + (int)(value % 10));
    } while ((value /= 10) > 0);
    text_append(printing->text, printing->size, "%s", digits + at);
}

/* The number as mCRL2 writes values. */
static void print_plain(struct printing *printing, number value) {
    int below = value % NUMBER_UNIT == 0 ? 1 : value % (NUMBER_UNIT / 2) == 0 ? 2 : 3;
    text_append(printing->text, printing->size, "%s", value < 0 ? "-" : "");
    print_natural(printing, (value < 0 ? -value : value) * below / NUMBER_UNIT);
    if (below > 1) {
        text_append(printing->text, printing->size, " / %d", below);
    }
}

/* The number as a term. */
static void print_number(struct printing *printing, number value) {
    static const char *const around[][2] = {{"", ""},
                                            {"succ(pred(", "))"},
                                            {"-(-(", "))"},
                                            {"head([", ", 1])"},
                                            {"if(1 < 2, ", ", 0)"},
                                            {"max(", ", -exp(2, 101))"},
                                            {"(3 * (", ") / 3)"},
                                            {"(", " + 0)"},
                                            {"(", " - 7 + 7)"}};
    unsigned choice = draw(printing->drawing, 20), power = 100;
    number whole = value / NUMBER_UNIT;
    if (choice < 8 || (printing->is_label && choice > 10)) {
        choice = 0;
    }
    if (choice >= 18 && !printing->is_label && value % NUMBER_UNIT == 0 && whole > 1) {
        while ((number)1 << power > whole) {
            power--;
        }
        text_append(printing->text, printing->size, "(exp(2, %u) + ", power);
        print_natural(printing, whole - ((number)1 << power));
        text_append(printing->text, printing->size, ")");
        return;
    }
    if (choice == 17 && value >= 0) {
        text_append(printing->text, printing->size, "(00");
        print_plain(printing, value);
        text_append(printing->text, printing->size, ")");
        return;
    }
    choice = choice == 0 || choice >= 17 ? 0 : choice - 8;
    text_append(printing->text, printing->size, "(%s", around[choice][0]);
    print_plain(printing, value);
    text_append(printing->text, printing->size, "%s)", around[choice][1]);
}

static void print_items(struct printing *printing, const struct number_value *value, int plain) {
    static const char begins[] = "([{{", ends[] = ")]}}";
    text_append(printing->text, printing->size, "%c%s", begins[value->kind],
                value->count == 0 && value->kind == NUMBER_BAG ? ":" : "");
    for (unsigned i = 0; i < value->count; i++) {
        unsigned at = value->kind != NUMBER_LIST && !plain ? value->count - 1 - i : i;
        text_append(printing->text, printing->size, "%s", i == 0 ? "" : ", ");
        if (plain) {
            print_plain(printing, value->item[at]);
        } else {
            print_number(printing, value->item[at]);
        }
        if (value->kind == NUMBER_BAG) {
            text_append(printing->text, printing->size, ": %u", value->times[at]);
        }
    }
    text_append(printing->text, printing->size, "%c", ends[value->kind]);
}

static void print_constant(struct printing *printing, const struct number_value *value) {
    if (value->kind == NUMBER_PLAIN) {
        print_number(printing, value->item[0]);
        return;
    }
    int twice = value->kind != NUMBER_LIST && value->count > 0 && draw(printing->drawing, 4) == 0;
    text_append(printing->text, printing->size, "%s", twice ? "(" : "");
    print_items(printing, value, 0);
    if (twice && value->kind == NUMBER_SET) {
        text_append(printing->text, printing->size, " + ");
        print_items(printing, value, 0);
    }
    text_append(printing->text, printing->size, "%s",
                !twice                      ? ""
                : value->kind == NUMBER_SET ? ")"
                                            : " + {:} + {3: 0})");
}

static void print_node(struct printing *printing, const struct number_test *node);

static void print_infix(struct printing *printing, const struct number_test *node, const char *sign) {
    text_append(printing->text, printing->size, "(");
    print_node(printing, node->left);
    text_append(printing->text, printing->size, " %s ", sign);
    print_node(printing, node->right);
    text_append(printing->text, printing->size, ")");
}

static void print_call(struct printing *printing, const struct number_test *node, const char *name) {
    text_append(printing->text, printing->size, "%s(", name);
    print_node(printing, node->left);
    if (node->right != NULL) {
        text_append(printing->text, printing->size, ", ");
        print_node(printing, node->right);
    }
    text_append(printing->text, printing->size, ")");
}

static void print_modality(struct printing *printing, const struct number_test *node) {
    int box = node->kind == NT_BOX;
    text_append(printing->text, printing->size, "%s%s%s%c", box ? "[" : "<",
                node->action.is_after_all ? "true* . " : "", node->action.is_negated ? "!" : "",
                action_names[node->action.name]);
    if (node->action.argument != NULL) {
        text_append(printing->text, printing->size, "(");
        print_node(printing, node->action.argument);
        text_append(printing->text, printing->size, ")");
    }
    text_append(printing->text, printing->size, "%s (", box ? "]" : ">");
    print_node(printing, node->left);
    text_append(printing->text, printing->size, ")");
}

static void print_fixpoint(struct printing *printing, const struct number_test *node) {
    number first = node->constant.item[0], last = first + (number)node->steps * NUMBER_UNIT;
    int mu = node->kind == NT_MU;
    text_append(printing->text, printing->size, "(%s X%u(x%u: Int = ", mu ? "mu" : "nu", node->index,
                node->index);
    print_number(printing, first);
    text_append(printing->text, printing->size, ") . ((");
    print_node(printing, node->left);
    text_append(printing->text, printing->size, ") %s (val(x%u %s ", mu ? "||" : "&&", node->index,
                mu ? "!=" : "==");
    print_number(printing, last);
    text_append(printing->text, printing->size, ") %s X%u(x%u + 1))))", mu ? "&& <e>" : "|| [e]", node->index,
                node->index);
}

static void print_node(struct printing *printing, const struct number_test *node) {
    static const char *const signs[NT_KINDS] = {
        [NT_ADD] = "+",      [NT_SUBTRACT] = "-", [NT_MULTIPLY] = "*",   [NT_DIV] = "div",
        [NT_MOD] = "mod",    [NT_EQUAL] = "==",   [NT_DIFFERENT] = "!=", [NT_LESS] = "<",
        [NT_AT_MOST] = "<=", [NT_MORE] = ">",     [NT_AT_LEAST] = ">=",  [NT_IN] = "in",
        [NT_AND] = "&&",     [NT_OR] = "||",      [NT_IMPLIES] = "=>"};
    static const char *const kinds[] = {"", "List", "Set", "Bag"};
    switch (node->kind) {
    case NT_CONSTANT:
        print_constant(printing, &node->constant);
        return;
    case NT_VARIABLE:
        text_append(printing->text, printing->size, "x%u", node->index);
        return;
    case NT_NEGATE:
    case NT_SIZE:
    case NT_NOT:
        print_call(printing, node, node->kind == NT_NEGATE ? "-" : node->kind == NT_SIZE ? "#" : "!");
        return;
    case NT_MAX:
    case NT_MIN:
    case NT_ABS:
        print_call(printing, node, node->kind == NT_MAX ? "max" : node->kind == NT_MIN ? "min" : "abs");
        return;
    case NT_HEAD:
    case NT_COUNT:
        print_call(printing, node, node->kind == NT_HEAD ? "head" : "count");
        return;
    case NT_VALUE:
        print_call(printing, node, "val");
        return;
    case NT_TRUE:
    case NT_FALSE:
        text_append(printing->text, printing->size, "%s", node->kind == NT_TRUE ? "true" : "false");
        return;
    case NT_FORALL:
    case NT_EXISTS:
        text_append(printing->text, printing->size, "(%s x%u: %s%s%s%s . ",
                    node->kind == NT_FORALL ? "forall" : "exists", node->index, kinds[node->of],
                    node->of == NUMBER_PLAIN ? "" : "(", sort_names[node->sort],
                    node->of == NUMBER_PLAIN ? "" : ")");
        print_node(printing, node->left);
        text_append(printing->text, printing->size, ")");
        return;
    case NT_DIAMOND:
    case NT_BOX:
        print_modality(printing, node);
        return;
    case NT_MU:
    case NT_NU:
        print_fixpoint(printing, node);
        return;
    default:
        print_infix(printing, node, node->of == NUMBER_LIST ? "++" : signs[node->kind]);
        return;
    }
}

/* --- graphs --- */

static void draw_lts(struct drawing *drawing) {
    struct random_number_formula *made = drawing->made;
    struct number_lts *lts = &made->lts;
    struct printing printing = {drawing, made->aut, sizeof made->aut, 1};
    made->aut[0] = '\0';
    *lts = (struct number_lts){.states = 2 + draw(drawing, NUMBER_STATES - 1),
                               .edges = 4 + draw(drawing, NUMBER_EDGES - 3),
                               .plain_name = E_NONE};
    text_append(printing.text, printing.size, "des (0, %u, %u)\n", lts->edges, lts->states);
    for (uint32_t i = 0; i < lts->edges; i++) {
        int name = draw(drawing, 2) ? N_PLAIN : (int)draw(drawing, ACTIONS);
        lts->edge[i].from = i < 2 ? 0 : draw(drawing, lts->states);
        lts->edge[i].to = draw(drawing, lts->states);
        lts->edge[i].name = name;
        lts->edge[i].value = name == N_PLAIN
                                 ? (struct number_value){.count = 1, .item = {draw_number(drawing)}}
                             : name == E_NONE ? (struct number_value){.count = 0}
                                              : draw_collection(drawing, NUMBER_PLAIN + (unsigned)name);
        for (unsigned k = 0; k < lts->edge[i].value.count; k++) {
            add_critical(drawing, lts->edge[i].value.item[k]);
        }
        text_append(printing.text, printing.size, "(%u, \"%c", lts->edge[i].from, action_names[name]);
        if (name != E_NONE) {
            int plain = draw(drawing, 4) > 0;
            text_append(printing.text, printing.size, "(");
            if (name == N_PLAIN && plain) {
                print_plain(&printing, lts->edge[i].value.item[0]);
            } else if (name == N_PLAIN) {
                print_number(&printing, lts->edge[i].value.item[0]);
            } else {
                print_items(&printing, &lts->edge[i].value, plain);
            }
            text_append(printing.text, printing.size, ")");
        }
        text_append(printing.text, printing.size, "\", %u)\n", lts->edge[i].to);
    }
}

void random_number_formula_make(struct random_number_formula *made, uint64_t *random) {
    struct drawing drawing = {.made = made, .random = random};
    struct printing printing = {&drawing, made->text, sizeof made->text, 0};
    made->text[0] = '\0';
    made->nodes = 0;
    made->is_large = 0;
    memset(made->kinds, 0, sizeof made->kinds);
    for (unsigned i = 0; i < LENGTH(drawing.pool); i++) { /* often neighbours */
        drawing.pool[i] =
            i > 0 && draw(&drawing, 3) == 0 ? drawing.pool[i - 1] + NUMBER_UNIT : draw_fresh_number(&drawing);
    }
    draw_lts(&drawing);
    made->formula = draw_formula(&drawing, 5);
    print_node(&printing, made->formula);
    text_append(printing.text, printing.size, "\n");
}
