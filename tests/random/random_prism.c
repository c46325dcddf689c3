/* Random PRISM models: typed expressions with few parentheses, commands that mostly keep to the ranges. */
#include "tests/random/random_prism.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/testing.h"

#define VARIABLES 12
#define MODULES 4

struct drawn_variable {
    char name[12];
    int is_bool, low, high;
    int module; /* -1: global */
};

struct drawing {
    struct random_prism *random;
    uint64_t state;
    char *text;
    size_t size, used;
    struct drawn_variable variables[VARIABLES];
    unsigned variable_count, module_count, action_count, formula_count;
    int kind; /* 0 dtmc, 1 mdp, 2 ctmc */
    int has_given, is_double_formula[4];
    int readable; /* variables that expressions may read: all, or none in constants */
    unsigned char seen[RANDOM_PRISM_COUNT];
};

const char *random_prism_name(enum random_prism_construct construct) {
    static const char *const names[] = {
#define ONE(name) #name,
        RANDOM_PRISM_CONSTRUCTS(ONE)
#undef ONE
    };
    return names[construct];
}

static void put(struct drawing *drawing, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct drawing *drawing, const char *format, ...) {
    va_list arguments;
    if (drawing->size - drawing->used < 400) {
        drawing->size = 2 * drawing->size + 4096;
        drawing->text = test_present(realloc(drawing->text, drawing->size));
    }
    va_start(arguments, format);
    drawing->used += (size_t)vsnprintf(drawing->text + drawing->used, 400, format, arguments);
    va_end(arguments);
}

static uint32_t draw(struct drawing *drawing, uint32_t bound) {
    return random_draw(&drawing->state, bound);
}

static void note(struct drawing *drawing, enum random_prism_construct construct) {
    drawing->seen[construct] = 1;
}

/* --- expressions --- */

/* How tightly operators bind, as in the grammar. */
enum {
    CONDITIONAL = 1,
    IMPLIES,
    EQUIVALENT,
    OR,
    AND,
    NOT,
    EQUALITY,
    RELATION,
    SUM,
    PRODUCT,
    POWER,
    MINUS,
    ATOM
};

static void put_int(struct drawing *drawing, unsigned depth, int least);
static void put_double(struct drawing *drawing, unsigned depth, int least);
static void put_bool(struct drawing *drawing, unsigned depth, int least);

/* A parenthesis if the operator binds less tightly than its place asks for, and sometimes otherwise. */
static int open_operator(struct drawing *drawing, int strength, int least) {
    int closed = strength < least || draw(drawing, 8) == 0 || drawing->random->for_storm;
    put(drawing, "%s", closed ? "(" : "");
    return closed;
}

static void close_operator(struct drawing *drawing, int closed) {
    put(drawing, "%s", closed ? ")" : "");
}

static const struct drawn_variable *draw_variable(struct drawing *drawing, int is_bool) {
    unsigned from = draw(drawing, drawing->variable_count + 1);
    for (unsigned i = 0; i < drawing->variable_count && drawing->readable; i++) {
        const struct drawn_variable *one = &drawing->variables[(from + i) % drawing->variable_count];
        if (one->is_bool == is_bool) {
            return one;
        }
    }
    return NULL;
}

static void put_pair(struct drawing *drawing, const char *between, int strength, int least, int is_double,
                     unsigned depth) {
    int closed = open_operator(drawing, strength, least);
    void (*left)(struct drawing *, unsigned, int) = is_double && draw(drawing, 3) ? put_double : put_int;
    void (*right)(struct drawing *, unsigned, int) =
        is_double && (left == put_int || draw(drawing, 2)) ? put_double : put_int;
    left(drawing, depth - 1, strength);
    put(drawing, "%s", between);
    right(drawing, depth - 1, strength + 1);
    close_operator(drawing, closed);
}

static void put_least_or_most(struct drawing *drawing, unsigned depth, int is_double) {
    int most = draw(drawing, 2), func = draw(drawing, 6) == 0 && !drawing->random->for_storm;
    note(drawing, most ? RANDOM_PRISM_max : RANDOM_PRISM_min);
    if (func) {
        note(drawing, RANDOM_PRISM_func);
    }
    put(drawing, func ? "func(%s, " : "%s(", most ? "max" : "min");
    unsigned count = 1 + draw(drawing, 3) + drawing->random->for_storm;
    for (unsigned i = 0; i < count; i++) {
        put(drawing, "%s", i == 0 ? "" : ", ");
        if (is_double && (i == 0 || draw(drawing, 2))) {
            put_double(drawing, depth - 1, CONDITIONAL);
        } else {
            put_int(drawing, depth - 1, CONDITIONAL);
        }
    }
    put(drawing, ")");
}

static void put_conditional(struct drawing *drawing, unsigned depth, int least,
                            void (*part)(struct drawing *, unsigned, int)) {
    int closed = open_operator(drawing, CONDITIONAL, least);
    note(drawing, RANDOM_PRISM_conditional);
    put_bool(drawing, depth - 1, IMPLIES);
    put(drawing, " ? ");
    part(drawing, depth - 1, IMPLIES);
    put(drawing, " : ");
    part(drawing, depth - 1, CONDITIONAL);
    close_operator(drawing, closed);
}

static void put_int_atom(struct drawing *drawing) {
    const struct drawn_variable *variable = draw_variable(drawing, 0);
    unsigned choice = draw(drawing, 8);
    if (choice < 5 && variable != NULL) {
        put(drawing, "%s", variable->name);
    } else if (choice == 5 && drawing->readable) {
        put(drawing, "two");
    } else if (choice == 6 && drawing->has_given && drawing->readable) {
        put(drawing, "given");
    } else {
        put(drawing, "%u", draw(drawing, 4));
    }
}

/* Storm's mod of a negative number may be the divisor. */
static void put_dividend(struct drawing *drawing, unsigned depth) {
    put(drawing, drawing->random->for_storm ? "mod(max(0, " : "mod(");
    put_int(drawing, depth, CONDITIONAL);
    put(drawing, drawing->random->for_storm ? ")" : "");
}

static void put_int(struct drawing *drawing, unsigned depth, int least) {
    int closed;
    if (depth == 0) {
        put_int_atom(drawing);
        return;
    }
    switch (draw(drawing, 13)) {
    case 0:
        note(drawing, RANDOM_PRISM_plus);
        put_pair(drawing, "+", SUM, least, 0, depth);
        return;
    case 1:
        note(drawing, RANDOM_PRISM_minus);
        put_pair(drawing, " - ", SUM, least, 0, depth);
        return;
    case 2:
        note(drawing, RANDOM_PRISM_times);
        put_pair(drawing, "*", PRODUCT, least, 0, depth);
        return;
    case 3:
        note(drawing, RANDOM_PRISM_power);
        if (draw(drawing, 2)) {
            put(drawing, "pow(");
            put_int(drawing, 0, CONDITIONAL);
            put(drawing, ", %u)", draw(drawing, 3));
            return;
        }
        closed = open_operator(drawing, POWER, least);
        put_int(drawing, 0, MINUS);
        put(drawing, "^%u", draw(drawing, 4));
        close_operator(drawing, closed);
        return;
    case 4:
        note(drawing, RANDOM_PRISM_negate);
        closed = open_operator(drawing, MINUS, least >= POWER && drawing->random->for_storm ? ATOM : least);
        put(drawing, "-");
        put_int(drawing, depth - 1, MINUS);
        close_operator(drawing, closed);
        return;
    case 5:
        put_least_or_most(drawing, depth, 0);
        return;
    case 6:
    case 7: {
        static const char *const names[] = {"floor", "ceil", "round"};
        static const enum random_prism_construct constructs[] = {RANDOM_PRISM_floor, RANDOM_PRISM_ceil,
                                                                 RANDOM_PRISM_round};
        unsigned which = draw(drawing, 3);
        note(drawing, constructs[which]);
        put(drawing, "%s(", names[which]);
        put_double(drawing, depth - 1, CONDITIONAL);
        put(drawing, ")");
        return;
    }
    case 8:
        note(drawing, RANDOM_PRISM_mod);
        put_dividend(drawing, depth - 1);
        put(drawing, ", %u)", 1 + draw(drawing, 4));
        return;
    case 9:
        put_conditional(drawing, depth, least, put_int);
        return;
    default:
        put_int_atom(drawing);
    }
}

static void put_double_atom(struct drawing *drawing) {
    static const char *const literals[] = {"0.5", "1.5", "2.0", "3.75", "1e-1", ".25", "007"};
    unsigned formula = draw(drawing, drawing->formula_count + 2);
    if (formula < drawing->formula_count && drawing->readable && drawing->is_double_formula[formula]) {
        put(drawing, "f%u", formula);
    } else if (draw(drawing, 4) == 0 && drawing->readable) {
        put(drawing, "half");
    } else {
        put(drawing, "%s", literals[draw(drawing, drawing->random->for_storm ? 4 : 7)]);
    }
}

static void put_double(struct drawing *drawing, unsigned depth, int least) {
    int closed;
    if (depth == 0) {
        put_double_atom(drawing);
        return;
    }
    switch (draw(drawing, 11)) {
    case 0:
        note(drawing, RANDOM_PRISM_plus);
        put_pair(drawing, " + ", SUM, least, 1, depth);
        return;
    case 1:
        note(drawing, RANDOM_PRISM_minus);
        put_pair(drawing, "-", SUM, least, 1, depth);
        return;
    case 2:
        note(drawing, RANDOM_PRISM_times);
        put_pair(drawing, " * ", PRODUCT, least, 1, depth);
        return;
    case 3:
    case 4:
        note(drawing, RANDOM_PRISM_divide);
        closed = open_operator(drawing, PRODUCT, least);
        put_int(drawing, depth - 1, PRODUCT);
        put(drawing, "/%u", 1 + draw(drawing, 4));
        close_operator(drawing, closed);
        return;
    case 5:
        note(drawing, RANDOM_PRISM_negate);
        closed = open_operator(drawing, MINUS, least >= POWER && drawing->random->for_storm ? ATOM : least);
        put(drawing, "-");
        put_double(drawing, depth - 1, MINUS);
        close_operator(drawing, closed);
        return;
    case 6:
        put_least_or_most(drawing, depth, 1);
        return;
    case 7:
        note(drawing, RANDOM_PRISM_log);
        put(drawing, "log(1+(");
        put_int(drawing, drawing->random->for_storm ? 0 : depth - 1, CONDITIONAL); /* Storm loses (-x)^2 */
        put(drawing, ")^2, %u)", 2 + draw(drawing, 3));
        note(drawing, RANDOM_PRISM_power);
        return;
    case 8:
        put_conditional(drawing, depth, least, put_double);
        return;
    default:
        put_double_atom(drawing);
    }
}

static void put_comparison(struct drawing *drawing, unsigned depth, int least) {
    static const char *const names[] = {"=", "!=", "<", "<=", ">", ">="};
    static const enum random_prism_construct constructs[] = {RANDOM_PRISM_equal, RANDOM_PRISM_unequal,
                                                             RANDOM_PRISM_less,  RANDOM_PRISM_at_most,
                                                             RANDOM_PRISM_more,  RANDOM_PRISM_at_least};
    unsigned which = draw(drawing, 6);
    int closed = open_operator(drawing, which < 2 ? EQUALITY : RELATION, least);
    note(drawing, constructs[which]);
    if (draw(drawing, 5) == 0) {
        put_double(drawing, depth - 1, SUM);
    } else {
        put_int(drawing, depth - 1, SUM);
    }
    put(drawing, "%s", names[which]);
    put_int(drawing, depth - 1, SUM);
    close_operator(drawing, closed);
}

static void put_bool_pair(struct drawing *drawing, const char *between, int strength, int least,
                          unsigned depth) {
    int closed = open_operator(drawing, strength, least), right = strength == IMPLIES;
    put_bool(drawing, depth - 1, right ? strength + 1 : strength);
    put(drawing, " %s ", between);
    put_bool(drawing, depth - 1, right ? strength : strength + 1);
    close_operator(drawing, closed);
}

static void put_bool_atom(struct drawing *drawing) {
    const struct drawn_variable *variable = draw_variable(drawing, 1);
    unsigned formula = draw(drawing, drawing->formula_count + 1);
    if (variable != NULL && draw(drawing, 3)) {
        put(drawing, "%s", variable->name);
    } else if (formula < drawing->formula_count && drawing->readable &&
               !drawing->is_double_formula[formula]) {
        put(drawing, "f%u", formula);
    } else if (drawing->random->for_storm) { /* which takes `true => a` for true */
        put(drawing, "(two%s2)", draw(drawing, 4) ? "=" : "!=");
    } else {
        put(drawing, "%s", draw(drawing, 4) ? "true" : "false");
    }
}

static void put_bool(struct drawing *drawing, unsigned depth, int least) {
    int closed;
    if (depth == 0) {
        put_bool_atom(drawing);
        return;
    }
    switch (draw(drawing, 12)) {
    case 0:
        note(drawing, RANDOM_PRISM_conjunction);
        put_bool_pair(drawing, "&", AND, least, depth);
        return;
    case 1:
        note(drawing, RANDOM_PRISM_disjunction);
        put_bool_pair(drawing, "|", OR, least, depth);
        return;
    case 2:
        note(drawing, RANDOM_PRISM_implies);
        put_bool_pair(drawing, "=>", IMPLIES, least, depth);
        return;
    case 3:
        note(drawing, RANDOM_PRISM_equivalent);
        put_bool_pair(drawing, drawing->random->for_storm ? "=" : "<=>", EQUIVALENT, least, depth);
        return;
    case 4:
        note(drawing, RANDOM_PRISM_negation);
        closed = open_operator(drawing, NOT, least);
        put(drawing, "!");
        put_bool(drawing, depth - 1, drawing->random->for_storm ? ATOM : NOT);
        close_operator(drawing, closed);
        return;
    case 5:
        if (!drawing->random->for_storm) {
            put_conditional(drawing, depth, least, put_bool);
            return;
        }
        put_comparison(drawing, depth, least);
        return;
    case 6:
        put_bool_atom(drawing);
        return;
    default:
        put_comparison(drawing, depth, least);
    }
}

/* --- declarations --- */

static void add_variable(struct drawing *drawing, int module) {
    struct drawn_variable *one = &drawing->variables[drawing->variable_count];
    snprintf(one->name, sizeof one->name, "%c%u", module < 0 ? 'g' : 'x', drawing->variable_count++);
    one->module = module;
    one->is_bool = draw(drawing, 4) == 0;
    one->low = one->is_bool ? 0 : (int)draw(drawing, 3) - 1;
    /* Storm goes wrong where a variable of one value is assigned. */
    one->high = one->is_bool ? 1 : one->low + (int)draw(drawing, 4);
    one->high += !one->is_bool && one->high == one->low && drawing->random->for_storm;
}

static void put_declaration(struct drawing *drawing, const struct drawn_variable *one, int with_init) {
    if (one->is_bool) {
        note(drawing, RANDOM_PRISM_bool_variable);
        put(drawing, "%s : bool", one->name);
    } else {
        put(drawing, "%s : [%d..%d]", one->name, one->low, one->high);
    }
    if (one->low < 0) {
        note(drawing, RANDOM_PRISM_negative_range);
    }
    if (with_init && draw(drawing, 2)) {
        int value = one->low + (int)draw(drawing, (uint32_t)(one->high - one->low) + 1);
        put(drawing, " init ");
        put(drawing, one->is_bool ? "%s" : "", value ? "true" : "false");
        put(drawing, one->is_bool ? "%s" : "%s%d", "", value);
    }
    put(drawing, ";\n");
}

/* A value that is in the range, or, rarely, may be beyond it. */
static void put_value(struct drawing *drawing, const struct drawn_variable *one) {
    if (one->is_bool) {
        put_bool(drawing, draw(drawing, 3), CONDITIONAL);
        return;
    }
    switch (draw(drawing, 40) == 0 && !drawing->random->for_storm ? 4 : draw(drawing, 4)) {
    case 0:
        put(drawing, "%d", one->low + (int)draw(drawing, (uint32_t)(one->high - one->low) + 1));
        return;
    case 1:
        put(drawing, "min(%d, max(%d, ", one->high, one->low);
        put_int(drawing, 2, CONDITIONAL);
        put(drawing, "))");
        return;
    case 2:
        put(drawing, "%s<%d ? %s+1 : %d", one->name, one->high, one->name, one->low);
        return;
    case 3:
        put_dividend(drawing, 2);
        put(drawing, ", %d)%s%d", one->high - one->low + 1, one->low < 0 ? "" : "+", one->low);
        return;
    default:
        put_int(drawing, 1, CONDITIONAL);
    }
}

/* Assigns some of the module's variables, and perhaps a global one. */
static void put_update(struct drawing *drawing, int module, int may_write_global) {
    unsigned written = 0;
    for (unsigned i = 0; i < drawing->variable_count; i++) {
        const struct drawn_variable *one = &drawing->variables[i];
        if ((one->module == module || (one->module < 0 && may_write_global)) && draw(drawing, 2)) {
            put(drawing, "%s(%s'=", written++ == 0 ? "" : " & ", one->name);
            put_value(drawing, one);
            put(drawing, ")");
        }
    }
    put(drawing, "%s", written == 0 ? "true" : "");
}

static void put_updates(struct drawing *drawing, int module, int may_write_global) {
    unsigned count = draw(drawing, 4), weights[3];
    static const char *const rates[] = {"1.5", "two", "half+0.25", "3", "0.1"};
    if (count == 0) {
        put_update(drawing, module, may_write_global);
        return;
    }
    if (count == 2 && drawing->kind != 2 && draw(drawing, 2)) {
        put(drawing, "half : ");
        put_update(drawing, module, may_write_global);
        put(drawing, " + 1-half : ");
        put_update(drawing, module, may_write_global);
        return;
    }
    unsigned total = 0;
    for (unsigned i = 0; i < count; i++) {
        weights[i] = i == 0 ? 1 + draw(drawing, 3) : draw(drawing, 4);
        total += weights[i];
        if (weights[i] == 0) {
            note(drawing, RANDOM_PRISM_zero_weight);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        put(drawing, "%s", i == 0 ? "" : " + ");
        if (drawing->kind == 2 && weights[i] > 0) {
            put(drawing, "%s : ", rates[draw(drawing, 5)]);
        } else {
            put(drawing, "%u/%u : ", weights[i], total);
        }
        put_update(drawing, module, may_write_global);
    }
}

static void put_command(struct drawing *drawing, int module) {
    unsigned action = draw(drawing, drawing->action_count + 2);
    int labelled = action < drawing->action_count;
    /* With an action, module 0 alone writes globals. */
    int writes = !labelled || module == 0;
    if (labelled) {
        note(drawing, RANDOM_PRISM_action);
        put(drawing, "\t[a%u] ", action);
        if (writes && drawing->variables[0].module < 0) {
            note(drawing, RANDOM_PRISM_global_in_action);
        }
    } else {
        put(drawing, "\t[] ");
    }
    put_bool(drawing, draw(drawing, 3), IMPLIES);
    put(drawing, " -> ");
    put_updates(drawing, module, writes);
    put(drawing, ";\n");
}

static void put_module(struct drawing *drawing, int module, int with_init) {
    put(drawing, "module m%d\n", module);
    for (unsigned i = 0; i < drawing->variable_count; i++) {
        if (drawing->variables[i].module == module) {
            put(drawing, "\t");
            put_declaration(drawing, &drawing->variables[i], with_init);
        }
    }
    unsigned commands = 2 + draw(drawing, 5);
    for (unsigned i = 0; i < commands; i++) {
        put_command(drawing, module);
    }
    put(drawing, "endmodule\n\n");
}

/* A copy of module 1 (which writes no globals with an action); its variables, with `r` before their names. */
static void put_renamed(struct drawing *drawing) {
    unsigned count = 0;
    note(drawing, RANDOM_PRISM_renamed);
    put(drawing, "module copy = m1 [ ");
    for (unsigned i = 0; i < drawing->variable_count; i++) {
        if (drawing->variables[i].module == 1) {
            put(drawing, "%s%s=r%s", count++ == 0 ? "" : ", ", drawing->variables[i].name,
                drawing->variables[i].name);
        }
    }
    if (draw(drawing, 2)) {
        put(drawing, ", a0=a1");
    }
    put(drawing, " ] endmodule\n\n");
}

static void put_formulas(struct drawing *drawing) {
    unsigned count = draw(drawing, 4);
    for (unsigned i = 0; i < count; i++) {
        int is_double = (int)draw(drawing, 2);
        note(drawing, RANDOM_PRISM_formula);
        put(drawing, "formula f%u = ", i);
        if (is_double) {
            put_double(drawing, 2, CONDITIONAL);
        } else {
            put_bool(drawing, 2, CONDITIONAL);
        }
        put(drawing, ";\n");
        drawing->is_double_formula[i] = is_double;
        drawing->formula_count = i + 1;
    }
}

static void put_rewards(struct drawing *drawing) {
    unsigned structures = draw(drawing, 3);
    for (unsigned i = 0; i < structures; i++) {
        unsigned items = 1 + draw(drawing, 3);
        put(drawing, "rewards \"r%u\"\n", i);
        for (unsigned j = 0; j < items; j++) {
            unsigned kind = draw(drawing, 3);
            note(drawing, kind == 0   ? RANDOM_PRISM_state_reward
                          : kind == 1 ? RANDOM_PRISM_unlabelled_reward
                                      : RANDOM_PRISM_action_reward);
            if (kind == 2) {
                put(drawing, "\t[a%u] ", draw(drawing, drawing->action_count));
            } else {
                put(drawing, kind == 1 ? "\t[] " : "\t");
            }
            put_bool(drawing, 2, IMPLIES);
            put(drawing, " : max(0, ");
            put_double(drawing, 2, CONDITIONAL);
            put(drawing, ");\n");
        }
        put(drawing, "endrewards\n\n");
    }
}

static void put_labels(struct drawing *drawing) {
    unsigned labels = draw(drawing, 3);
    for (unsigned i = 0; i < labels; i++) {
        note(drawing, RANDOM_PRISM_label);
        put(drawing, "label \"l%u\" = ", i);
        put_bool(drawing, 2, CONDITIONAL);
        put(drawing, ";\n");
    }
}

static void put_operand(struct drawing *drawing, unsigned module, int is_copy) {
    unsigned action = draw(drawing, drawing->action_count);
    put(drawing, is_copy ? "copy" : "m%u", module);
    switch (draw(drawing, 6)) {
    case 0:
        note(drawing, RANDOM_PRISM_hidden);
        put(drawing, "/{a%u}", action);
        return;
    case 1:
        note(drawing, RANDOM_PRISM_renamed_action);
        put(drawing, "{a%u<-b%u}", action, draw(drawing, 2));
        return;
    default:
        return;
    }
}

/* Modules one after the other, with an operator before each but the first; parentheses around what is before
 * it. */
static void put_system(struct drawing *drawing, int has_copy) {
    unsigned operands = drawing->module_count + (unsigned)has_copy;
    int named = draw(drawing, 3) == 0;
    note(drawing, RANDOM_PRISM_system);
    put(drawing, "system (");
    for (unsigned i = 2; i < operands; i++) {
        put(drawing, "(");
    }
    for (unsigned i = 0; i < operands; i++) {
        switch (i == 0 ? 3 : draw(drawing, 3)) {
        case 0:
            put(drawing, " || ");
            break;
        case 1:
            note(drawing, RANDOM_PRISM_interleaved);
            put(drawing, " ||| ");
            break;
        case 2:
            note(drawing, RANDOM_PRISM_synchronised);
            put(drawing, " |[a%u]| ", draw(drawing, drawing->action_count));
            break;
        }
        if (i == 0 && named) {
            note(drawing, RANDOM_PRISM_named_system);
            put(drawing, "\"first\"");
        } else {
            put_operand(drawing, i, i == drawing->module_count);
        }
        put(drawing, i > 0 && i + 1 < operands ? ")" : "");
    }
    put(drawing, ") %s all endsystem\n", draw(drawing, 2) ? "||" : "|||");
    if (named) {
        put(drawing, "system \"first\" m0 endsystem\n");
    }
}

static void put_initial(struct drawing *drawing) {
    note(drawing, RANDOM_PRISM_init);
    put(drawing, "init ");
    put_bool(drawing, 2, CONDITIONAL);
    put(drawing, " endinit\n");
}

char *random_prism_model(struct random_prism *random, uint64_t seed, char *given) {
    static const char *const kinds[] = {"dtmc", "mdp", "ctmc"};
    struct drawing drawing = {.random = random, .state = seed, .readable = 1};
    drawing.kind = (int)draw(&drawing, 3);
    drawing.module_count = 2 + draw(&drawing, 2);
    drawing.action_count = 1 + draw(&drawing, 3);
    drawing.has_given = draw(&drawing, 3) == 0;
    unsigned globals = draw(&drawing, 2);
    int with_init = draw(&drawing, 4) == 0, with_copy = draw(&drawing, 3) == 0;
    int with_system = draw(&drawing, 3) == 0 && !random->for_storm && globals == 0;
    note(&drawing, drawing.kind == 0   ? RANDOM_PRISM_dtmc
                   : drawing.kind == 1 ? RANDOM_PRISM_mdp
                                       : RANDOM_PRISM_ctmc);
    note(&drawing, RANDOM_PRISM_constant);
    put(&drawing, "%s\n\n%s", kinds[drawing.kind],
        random->for_storm ? "const int two = 2;\nconst double half = 1/two;\n"
                          : "const double half = 1/two;\nconst two = 2;\n");
    *given = '\0';
    if (drawing.has_given) {
        note(&drawing, RANDOM_PRISM_given);
        put(&drawing, "const int given;\n");
        snprintf(given, 64, "given=%u", draw(&drawing, 4));
    }
    for (unsigned i = 0; i < globals; i++) {
        note(&drawing, RANDOM_PRISM_global);
        add_variable(&drawing, -1);
    }
    for (unsigned i = 0; i < drawing.module_count; i++) {
        unsigned count = 1 + draw(&drawing, 2);
        for (unsigned j = 0; j < count; j++) {
            add_variable(&drawing, (int)i);
        }
    }
    put_formulas(&drawing);
    for (unsigned i = 0; i < globals; i++) {
        put(&drawing, "global ");
        put_declaration(&drawing, &drawing.variables[i], !with_init);
    }
    put(&drawing, "\n");
    /* Every action occurs, for rewards and systems. */
    put(&drawing, "module all\n");
    for (unsigned i = 0; i < drawing.action_count; i++) {
        put(&drawing, "\t[a%u] true -> true;\n", i);
    }
    put(&drawing, "endmodule\n\n");
    for (unsigned i = 0; i < drawing.module_count; i++) {
        put_module(&drawing, (int)i, !with_init);
    }
    if (with_copy) {
        put_renamed(&drawing);
    }
    put_labels(&drawing);
    put_rewards(&drawing);
    if (with_init) {
        put_initial(&drawing);
    }
    if (with_system) {
        put_system(&drawing, with_copy);
    }
    for (unsigned i = 0; i < RANDOM_PRISM_COUNT; i++) {
        random->drawn[i] += drawing.seen[i];
    }
    return drawing.text;
}
