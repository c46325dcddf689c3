/* Draws formulas with data from the top down, and prints them. */
#include "tests/random/random_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/testing.h"

enum { A_ENUM, B_NAT, C_BOOL_ENUM, U_OPEN, E_PLAIN, L_LIST, S_SET, T_TREE, ACTIONS };

static const char *const action_names[ACTIONS] = {"a", "b", "c", "u", "e", "l", "s", "t"};
static const enum data_test_sort action_sorts[ACTIONS][2] = {
    {TEST_ENUM, TEST_SORTS},  {TEST_NAT, TEST_SORTS},  {TEST_BOOL, TEST_ENUM}, {TEST_OPEN, TEST_SORTS},
    {TEST_SORTS, TEST_SORTS}, {TEST_LIST, TEST_SORTS}, {TEST_SET, TEST_SORTS}, {TEST_TREE, TEST_SORTS}};
static const int action_of[TEST_SORTS] = {C_BOOL_ENUM, A_ENUM, B_NAT, U_OPEN, L_LIST, S_SET, T_TREE};
static const char *const sort_names[TEST_SORTS] = {"Bool", "D", "Nat", "Open", "List(Nat)", "Set(Nat)", "T"};
/* Constants of the sorts with numbers in their values; and for each sort, values of others. */
static const char *const constants[TEST_SORTS][4] = {
    [TEST_LIST] = {"[]", "[0]", "[1]", "[1,0]"},
    [TEST_SET] = {"{}", "{0}", "{1}", "{1,0}"},
    [TEST_TREE] = {"leaf", "node(0,leaf)", "node(1,leaf)", "node(0,node(1,leaf))"}};
static const char *const foreign[TEST_SORTS][6] = {
    [TEST_BOOL] = {"1", "k0", "[true]", "{true}", "leaf", "tree"},
    [TEST_ENUM] = {"2", "true", "[k0]", "{k0}", "leaf", "k3"},
    [TEST_NAT] = {"-1", "1/2", "true", "[0]", "{1}", "k1"},
    [TEST_LIST] = {"2", "[-1]", "[1,true]", "{0}", "[[0]]", "[k0]"},
    [TEST_SET] = {"2", "{-1}", "{0,1/2}", "[0]", "{0:1}", "{k1}"},
    [TEST_TREE] = {"node(-1,leaf)", "node(0,node(true,leaf))", "node(0)", "tree", "node(0,k0)", "3"}};
/* Few names, so that variables hide others. */
static const char *const variable_names[TEST_SORTS][2] = {{"p", "q"}, {"d", "x"}, {"n", "x"}, {"o", "d"},
                                                          {"r", "x"}, {"q", "d"}, {"n", "y"}};

struct variable {
    enum data_test_sort sort;
    const char *name;
};

struct fixpoint {
    int has_parameter;
    enum data_test_sort sort;
};

/* Where a part is drawn. */
struct drawing {
    struct random_data_formula *made;
    uint64_t *random;
    struct variable variable[TEST_DEPTH];
    int variables;
    struct fixpoint fixpoint[TEST_DEPTH];
    int fixpoints, first_fixpoint; /* those before the first stand under a negation */
};

static unsigned draw(struct drawing *drawing, unsigned bound) {
    return random_draw(drawing->random, bound);
}

static struct data_test *new_node(struct drawing *drawing, enum data_test_kind kind) {
    struct random_data_formula *made = drawing->made;
    struct data_test *node = &made->node[made->nodes++];
    *node = (struct data_test){.kind = kind, .other = -1};
    made->kinds[kind]++;
    return node;
}

static int is_full(const struct drawing *drawing) {
    return drawing->made->nodes + 60 > RANDOM_DATA_NODES || drawing->variables + 4 > (int)TEST_DEPTH ||
           drawing->fixpoints + 2 > (int)TEST_DEPTH;
}

/* --- data --- */

/* A variable of the sort that no other one hides, or -1. */
static int draw_variable(struct drawing *drawing, enum data_test_sort sort) {
    int candidate[TEST_DEPTH], count = 0;
    for (int i = 0; i < drawing->variables; i++) {
        int hidden = drawing->variable[i].sort != sort;
        for (int k = i + 1; k < drawing->variables; k++) {
            hidden |= strcmp(drawing->variable[k].name, drawing->variable[i].name) == 0;
        }
        if (!hidden) {
            candidate[count++] = i;
        }
    }
    return count == 0 ? -1 : candidate[draw(drawing, (unsigned)count)];
}

/* Constants of an open sort must occur in labels: otherwise their values are not known. */
static int known_values(enum data_test_sort sort) {
    return sort == TEST_NAT ? 5 : sort == TEST_ENUM ? 3 : sort >= TEST_LIST ? 4 : 2;
}

static const struct data_test *draw_data(struct drawing *drawing, enum data_test_sort sort) {
    int variable = draw_variable(drawing, sort);
    if (variable < 0 || draw(drawing, 8) == 0) {
        struct data_test *node = new_node(drawing, DT_CONSTANT);
        node->sort = sort;
        node->value = (int)draw(drawing, (unsigned)known_values(sort));
        return node;
    }
    struct data_test *node = new_node(drawing, DT_VARIABLE);
    node->sort = sort;
    node->index = variable;
    node->name = drawing->variable[variable].name;
    if (sort == TEST_NAT && draw(drawing, 12) == 0) {
        struct data_test *sum = new_node(drawing, DT_ADD);
        sum->left = node;
        sum->value = 1;
        drawing->made->adds = 1;
        return sum;
    }
    return node;
}

/* A value of a parameter: none of sums, so that it has finitely many. */
static const struct data_test *draw_parameter(struct drawing *drawing, enum data_test_sort sort) {
    int adds = drawing->made->adds;
    const struct data_test *data = draw_data(drawing, sort);
    drawing->made->adds = adds;
    return data->kind == DT_ADD ? data->left : data;
}

static void push_variable(struct drawing *drawing, struct data_test *node, enum data_test_sort sort) {
    node->sort = sort;
    node->index = drawing->variables;
    node->name = variable_names[sort][draw(drawing, 2)];
    drawing->variable[drawing->variables++] = (struct variable){sort, node->name};
}

/* Often the sort of a variable that is there, so that variables are compared with each other. */
static enum data_test_sort draw_sort(struct drawing *drawing) {
    static const enum data_test_sort sorts[] = {TEST_BOOL, TEST_ENUM, TEST_ENUM, TEST_NAT, TEST_NAT,
                                                TEST_NAT,  TEST_OPEN, TEST_LIST, TEST_SET, TEST_TREE};
    if (drawing->variables > 0 && draw(drawing, 2) == 0) {
        return drawing->variable[draw(drawing, (unsigned)drawing->variables)].sort;
    }
    return sorts[draw(drawing, LENGTH(sorts))];
}

typedef const struct data_test *draw_part(struct drawing *drawing, int depth);

static const struct data_test *draw_quantified(struct drawing *drawing, enum data_test_kind kind,
                                               draw_part *draw_inner, int depth) {
    struct data_test *node = new_node(drawing, kind);
    push_variable(drawing, node, draw_sort(drawing));
    node->left = draw_inner(drawing, depth);
    drawing->variables--;
    return node;
}

static const struct data_test *draw_operator(struct drawing *drawing, draw_part *draw_operand, int depth) {
    struct data_test *node = new_node(drawing, DT_NOT + draw(drawing, 4));
    node->left = draw_operand(drawing, depth);
    node->right = node->kind == DT_NOT ? NULL : draw_operand(drawing, depth);
    return node;
}

static const struct data_test *draw_truth(struct drawing *drawing, int depth) {
    unsigned choice = draw(drawing, depth == 0 ? 6 : 10);
    struct data_test *node;
    if (choice == 0) {
        node = new_node(drawing, DT_TRUTH);
        node->left = draw_data(drawing, TEST_BOOL);
        return node;
    }
    if (choice < 6) {
        enum data_test_sort sort = choice < 3 ? TEST_NAT : draw_sort(drawing);
        int ordered = sort == TEST_NAT && draw(drawing, 2);
        node = new_node(drawing, ordered ? DT_LESS + draw(drawing, 2) : DT_EQUAL + draw(drawing, 2));
        node->left = draw_data(drawing, sort);
        node->right = draw_data(drawing, sort);
        return node;
    }
    if (choice == 9 && !is_full(drawing)) {
        return draw_quantified(drawing, DT_FORALL + draw(drawing, 2), draw_truth, depth - 1);
    }
    return draw_operator(drawing, draw_truth, depth - 1);
}

static const struct data_test *draw_value(struct drawing *drawing) {
    struct data_test *node = new_node(drawing, DT_VALUE);
    node->left = draw_truth(drawing, 2);
    return node;
}

/* --- actions and regular expressions --- */

static const struct data_test *draw_label(struct drawing *drawing) {
    struct data_test *node = new_node(drawing, DT_LABEL);
    node->action = (int)draw(drawing, ACTIONS);
    if (drawing->variables > 0 && draw(drawing, 4) > 0) { /* one that shows a variable */
        enum data_test_sort sort = drawing->variable[draw(drawing, (unsigned)drawing->variables)].sort;
        node->action = action_of[sort];
    }
    const enum data_test_sort *sorts = action_sorts[node->action];
    node->left = sorts[0] == TEST_SORTS ? NULL : draw_data(drawing, sorts[0]);
    node->right = sorts[1] == TEST_SORTS ? NULL : draw_data(drawing, sorts[1]);
    if (node->action <= B_NAT && draw(drawing, 4) == 0) {
        node->other = node->action == A_ENUM ? B_NAT : A_ENUM;
        node->third = draw_data(drawing, action_sorts[node->other][0]);
    }
    return node;
}

static const struct data_test *draw_action(struct drawing *drawing, int depth) {
    unsigned choice = draw(drawing, depth == 0 || is_full(drawing) ? 5 : 10);
    if (choice < 4) {
        return draw_label(drawing);
    }
    if (choice == 4) {
        return draw(drawing, 2) ? new_node(drawing, DT_TRUE) : draw_value(drawing);
    }
    if (choice < 9) {
        return draw_quantified(drawing, DT_FORALL + (choice != 5), draw_action, depth - 1);
    }
    return draw_operator(drawing, draw_action, depth - 1);
}

static const struct data_test *draw_regular(struct drawing *drawing, int depth) {
    unsigned choice = draw(drawing, depth == 0 ? 1 : 6);
    struct data_test *node = new_node(drawing, choice < 4 ? DT_ACTION : choice == 4 ? DT_STAR : DT_THEN);
    node->left = node->kind == DT_ACTION ? draw_action(drawing, 2) : draw_regular(drawing, depth - 1);
    node->right = node->kind == DT_THEN ? draw_regular(drawing, depth - 1) : NULL;
    return node;
}

/* --- formulas --- */

static const struct data_test *draw_formula(struct drawing *drawing, int depth);

static const struct data_test *draw_fixpoint(struct drawing *drawing, int depth) {
    struct data_test *node = new_node(drawing, DT_MU + draw(drawing, 2));
    struct fixpoint *fixpoint = &drawing->fixpoint[drawing->fixpoints];
    node->action = drawing->fixpoints;
    node->value = draw(drawing, 3) > 0;
    *fixpoint = (struct fixpoint){node->value, draw_sort(drawing)};
    node->sort = fixpoint->sort;
    node->left = node->value ? draw_parameter(drawing, node->sort) : NULL;
    if (node->value) {
        push_variable(drawing, node, node->sort);
    } else {
        node->index = TEST_DEPTH - 1;
    }
    drawing->fixpoints++;
    node->right = draw_formula(drawing, depth - 1);
    drawing->fixpoints--;
    drawing->variables -= node->value;
    return node;
}

static const struct data_test *draw_negated(struct drawing *drawing, int depth) {
    int first = drawing->first_fixpoint;
    drawing->first_fixpoint = drawing->fixpoints;
    const struct data_test *formula = draw_formula(drawing, depth);
    drawing->first_fixpoint = first;
    return formula;
}

static const struct data_test *draw_leaf(struct drawing *drawing) {
    int choices = drawing->fixpoints - drawing->first_fixpoint;
    if (choices > 0 && draw(drawing, 5) > 0) {
        struct data_test *node = new_node(drawing, DT_CALL);
        node->action = drawing->first_fixpoint + (int)draw(drawing, (unsigned)choices);
        const struct fixpoint *fixpoint = &drawing->fixpoint[node->action];
        node->left = NULL;
        if (fixpoint->has_parameter) {
            node->left = draw_parameter(drawing, fixpoint->sort);
        }
        return node;
    }
    return draw(drawing, 2) == 0 ? new_node(drawing, DT_TRUE + draw(drawing, 2)) : draw_value(drawing);
}

static const struct data_test *draw_formula(struct drawing *drawing, int depth) {
    unsigned choice = drawing->fixpoints + drawing->variables < 2 ? 5 + draw(drawing, 7) : draw(drawing, 16);
    struct data_test *node;
    if (depth == 0 || is_full(drawing)) {
        return draw_leaf(drawing);
    }
    if (choice < 5) {
        node = new_node(drawing, DT_DIAMOND + draw(drawing, 2));
        node->left = draw_regular(drawing, 2);
        node->right = draw_formula(drawing, depth - 1);
        return node;
    }
    if (choice < 10) {
        return draw_quantified(drawing, DT_FORALL + draw(drawing, 2), draw_formula, depth - 1);
    }
    if (choice < 12) {
        return draw_fixpoint(drawing, depth);
    }
    node = new_node(drawing, DT_NOT + draw(drawing, 4));
    int negates = node->kind == DT_NOT || node->kind == DT_IMPLIES;
    node->left = negates ? draw_negated(drawing, depth - 1) : draw_formula(drawing, depth - 1);
    node->right = node->kind == DT_NOT ? NULL : draw_formula(drawing, depth - 1);
    return node;
}

/* --- text --- */

struct printing {
    char *text;
    size_t size;
    int roundabout; /* constants are written with functions whose names are declared for several sorts */
};

static void print_constant(struct printing *printing, enum data_test_sort sort, int value) {
    if (sort == TEST_BOOL) {
        text_append(printing->text, printing->size, "%s", value ? "true" : "false");
    } else if (sort >= TEST_LIST) {
        text_append(printing->text, printing->size, "%s", constants[sort][value]);
    } else if (printing->roundabout && sort == TEST_ENUM) {
        text_append(printing->text, printing->size, value == 1 ? "f(g(k%d))" : "(h(x) whr x = k%d end)",
                    value);
    } else if (printing->roundabout && sort == TEST_NAT) {
        text_append(printing->text, printing->size, value == 1 ? "f(h(%d))" : "h(%d)", value);
    } else {
        text_append(printing->text, printing->size, "%s%d",
                    sort == TEST_NAT    ? ""
                    : sort == TEST_ENUM ? "k"
                                        : "w",
                    value);
    }
}

static void print_node(struct printing *printing, const struct data_test *node);

static void print_pair(struct printing *printing, const struct data_test *node, const char *sign) {
    text_append(printing->text, printing->size, "(");
    print_node(printing, node->left);
    text_append(printing->text, printing->size, "%s", sign);
    print_node(printing, node->right);
    text_append(printing->text, printing->size, ")");
}

static void print_label(struct printing *printing, const struct data_test *node) {
    text_append(printing->text, printing->size, "%s%s", action_names[node->action],
                node->left != NULL ? "(" : "");
    if (node->left != NULL) {
        print_node(printing, node->left);
        if (node->right != NULL) {
            text_append(printing->text, printing->size, ", ");
            print_node(printing, node->right);
        }
        text_append(printing->text, printing->size, ")");
    }
    if (node->other >= 0) {
        text_append(printing->text, printing->size, "|%s(", action_names[node->other]);
        print_node(printing, node->third);
        text_append(printing->text, printing->size, ")");
    }
}

static void print_fixpoint(struct printing *printing, const struct data_test *node) {
    text_append(printing->text, printing->size, "(%s X%d", node->kind == DT_MU ? "mu" : "nu", node->action);
    if (node->value) {
        text_append(printing->text, printing->size, "(%s: %s = ", node->name, sort_names[node->sort]);
        print_node(printing, node->left);
        text_append(printing->text, printing->size, ")");
    }
    text_append(printing->text, printing->size, " . ");
    print_node(printing, node->right);
    text_append(printing->text, printing->size, ")");
}

static void print_node(struct printing *printing, const struct data_test *node) {
    static const char *const signs[DT_THEN + 1] = {
        [DT_EQUAL] = " == ", [DT_DIFFERENT] = " != ", [DT_LESS] = " < ",     [DT_LEAST] = " <= ",
        [DT_AND] = " && ",   [DT_OR] = " || ",        [DT_IMPLIES] = " => ", [DT_THEN] = " . "};
    switch (node->kind) {
    case DT_CONSTANT:
        print_constant(printing, node->sort, node->value);
        return;
    case DT_VARIABLE:
        text_append(printing->text, printing->size, "%s", node->name);
        return;
    case DT_ADD:
        text_append(printing->text, printing->size, "(");
        print_node(printing, node->left);
        text_append(printing->text, printing->size, " + %d)", node->value);
        return;
    case DT_TRUE:
    case DT_FALSE:
        text_append(printing->text, printing->size, "%s", node->kind == DT_TRUE ? "true" : "false");
        return;
    case DT_NOT:
        text_append(printing->text, printing->size, "!");
        __attribute__((fallthrough));
    case DT_TRUTH:
    case DT_ACTION:
        text_append(printing->text, printing->size, "(");
        print_node(printing, node->left);
        text_append(printing->text, printing->size, ")");
        return;
    case DT_FORALL:
    case DT_EXISTS:
        text_append(printing->text, printing->size, "(%s %s: %s . ",
                    node->kind == DT_FORALL ? "forall" : "exists", node->name, sort_names[node->sort]);
        print_node(printing, node->left);
        text_append(printing->text, printing->size, ")");
        return;
    case DT_VALUE:
        text_append(printing->text, printing->size, "val(");
        print_node(printing, node->left);
        text_append(printing->text, printing->size, ")");
        return;
    case DT_DIAMOND:
    case DT_BOX:
        text_append(printing->text, printing->size, node->kind == DT_BOX ? "[" : "<");
        print_node(printing, node->left);
        text_append(printing->text, printing->size, node->kind == DT_BOX ? "] (" : "> (");
        print_node(printing, node->right);
        text_append(printing->text, printing->size, ")");
        return;
    case DT_MU:
    case DT_NU:
        print_fixpoint(printing, node);
        return;
    case DT_CALL:
        text_append(printing->text, printing->size, "X%d%s", node->action, node->left != NULL ? "(" : "");
        if (node->left != NULL) {
            print_node(printing, node->left);
            text_append(printing->text, printing->size, ")");
        }
        return;
    case DT_LABEL:
        print_label(printing, node);
        return;
    case DT_STAR:
        text_append(printing->text, printing->size, "(");
        print_node(printing, node->left);
        text_append(printing->text, printing->size, ")*");
        return;
    default:
        print_pair(printing, node, signs[node->kind]);
        return;
    }
}

/* --- graphs --- */

static void draw_edge(struct drawing *drawing, struct data_test_label *label) {
    *label = (struct data_test_label){.action = (int)draw(drawing, ACTIONS + 1) - 1, .other = -1};
    for (int i = 0; label->action >= 0 && i < 2; i++) {
        enum data_test_sort sort = action_sorts[label->action][i];
        label->argument[i] =
            sort == TEST_SORTS ? 0 : (int)draw(drawing, sort == TEST_NAT ? 4 : (unsigned)known_values(sort));
        if (sort != TEST_SORTS && sort != TEST_OPEN && draw(drawing, 10) == 0) {
            label->argument[i] = -1 - (int)draw(drawing, LENGTH(foreign[sort]));
            drawing->made->foreign = 1;
        }
    }
    if (label->action == A_ENUM && draw(drawing, 3) == 0) {
        label->other = B_NAT;
        label->other_argument = (int)draw(drawing, 4);
    }
}

static void print_edge(struct printing *printing, const struct data_test_label *label) {
    if (label->action < 0) {
        text_append(printing->text, printing->size, "i");
        return;
    }
    const enum data_test_sort *sorts = action_sorts[label->action];
    text_append(printing->text, printing->size, "%s", action_names[label->action]);
    for (int i = 0; i < 2 && sorts[i] != TEST_SORTS; i++) {
        text_append(printing->text, printing->size, i == 0 ? "(" : ",");
        if (label->argument[i] < 0) {
            text_append(printing->text, printing->size, "%s", foreign[sorts[i]][-1 - label->argument[i]]);
        } else {
            print_constant(printing, sorts[i], label->argument[i]);
        }
    }
    text_append(printing->text, printing->size, sorts[0] == TEST_SORTS ? "" : ")");
    if (label->other >= 0) {
        text_append(printing->text, printing->size, "|%s(%d)", action_names[label->other],
                    label->other_argument);
    }
}

static void draw_lts(struct drawing *drawing) {
    struct random_data_formula *made = drawing->made;
    struct data_test_lts *lts = &made->lts;
    struct printing printing = {made->aut, sizeof made->aut, 0};
    made->aut[0] = '\0';
    lts->states = 2 + draw(drawing, TEST_STATES - 1);
    lts->edges = 6 + draw(drawing, TEST_EDGES - 5);
    text_append(printing.text, printing.size, "des (0, %u, %u)\n", lts->edges, lts->states);
    for (uint32_t i = 0; i < lts->edges; i++) {
        lts->edge[i].from = i < 2 ? 0 : draw(drawing, lts->states);
        lts->edge[i].to = draw(drawing, lts->states);
        draw_edge(drawing, &lts->edge[i].label);
        if (i < 2) { /* the constants of the open sort occur */
            lts->edge[i].label = (struct data_test_label){U_OPEN, {(int)i, 0}, -1, 0};
        }
        text_append(printing.text, printing.size, "(%u, \"", lts->edge[i].from);
        print_edge(&printing, &lts->edge[i].label);
        text_append(printing.text, printing.size, "\", %u)\n", lts->edge[i].to);
    }
}

void random_data_formula_make(struct random_data_formula *made, uint64_t *random) {
    struct drawing drawing = {.made = made, .random = random};
    struct printing printing = {made->text, sizeof made->text, 0};
    made->text[0] = '\0';
    made->nodes = 0;
    made->adds = made->foreign = 0;
    memset(made->kinds, 0, sizeof made->kinds);
    draw_lts(&drawing);
    made->formula = draw_formula(&drawing, 7);
    text_append(printing.text, printing.size,
                "sort D = struct k0 | k1 | k2; T = struct leaf | node(Nat, T);\n");
    printing.roundabout = *random % 3 == 0;
    if (printing.roundabout) { /* f and h give back what they are given */
        text_append(printing.text, printing.size,
                    "sort E = struct g(f: D)?is | e(f: D, o: Bool)?is; F = struct j(f: Bool)?is;\n"
                    "map f: Nat -> Nat; h: D -> D; h: Nat -> Nat; h: E -> E; u: Nat -> Nat -> Bool;\n"
                    "var d: D; n: Nat; e: E;\n"
                    "eqn f(n) = n; h(e) = e; h(d) = d; h(n) = n; u(0) = lambda m: Nat . m == 1;\n");
    }
    text_append(printing.text, printing.size, "form ");
    print_node(&printing, made->formula);
    text_append(printing.text, printing.size, ";\n");
}
