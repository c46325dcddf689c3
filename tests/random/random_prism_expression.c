/* Random expressions of PRISM: typed, with few parentheses. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/random/random_prism_internal.h"
#include "tests/support/testing.h"

void drawing_put(struct drawing *drawing, const char *format, ...) {
    va_list arguments;
    if (drawing->size - drawing->used < 400) {
        drawing->size = 2 * drawing->size + 4096;
        drawing->text = test_present(realloc(drawing->text, drawing->size));
    }
    va_start(arguments, format);
    drawing->used += (size_t)vsnprintf(drawing->text + drawing->used, 400, format, arguments);
    va_end(arguments);
}

uint32_t drawing_draw(struct drawing *drawing, uint32_t bound) {
    return random_draw(&drawing->state, bound);
}

void drawing_note(struct drawing *drawing, enum random_prism_construct construct) {
    drawing->seen[construct] = 1;
}

/* A parenthesis if the operator binds less tightly than its place asks for, and sometimes otherwise. */
static int open_operator(struct drawing *drawing, int strength, int least) {
    int closed = strength < least || drawing_draw(drawing, 8) == 0 || drawing->random->for_storm;
    drawing_put(drawing, "%s", closed ? "(" : "");
    return closed;
}

static void close_operator(struct drawing *drawing, int closed) {
    drawing_put(drawing, "%s", closed ? ")" : "");
}

static const struct drawn_variable *draw_variable(struct drawing *drawing, int is_bool) {
    unsigned from = drawing_draw(drawing, drawing->variable_count + 1);
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
    void (*left)(struct drawing *, unsigned, int) =
        is_double && drawing_draw(drawing, 3) ? drawing_put_double : drawing_put_int;
    void (*right)(struct drawing *, unsigned, int) =
        is_double && (left == drawing_put_int || drawing_draw(drawing, 2)) ? drawing_put_double
                                                                           : drawing_put_int;
    left(drawing, depth - 1, strength);
    drawing_put(drawing, "%s", between);
    right(drawing, depth - 1, strength + 1);
    close_operator(drawing, closed);
}

static void put_least_or_most(struct drawing *drawing, unsigned depth, int is_double) {
    int most = drawing_draw(drawing, 2), func = drawing_draw(drawing, 6) == 0 && !drawing->random->for_storm;
    drawing_note(drawing, most ? RANDOM_PRISM_max : RANDOM_PRISM_min);
    if (func) {
        drawing_note(drawing, RANDOM_PRISM_func);
    }
    drawing_put(drawing, func ? "func(%s, " : "%s(", most ? "max" : "min");
    unsigned count = 1 + drawing_draw(drawing, 3) + drawing->random->for_storm;
    for (unsigned i = 0; i < count; i++) {
        drawing_put(drawing, "%s", i == 0 ? "" : ", ");
        if (is_double && (i == 0 || drawing_draw(drawing, 2))) {
            drawing_put_double(drawing, depth - 1, CONDITIONAL);
        } else {
            drawing_put_int(drawing, depth - 1, CONDITIONAL);
        }
    }
    drawing_put(drawing, ")");
}

static void put_conditional(struct drawing *drawing, unsigned depth, int least,
                            void (*part)(struct drawing *, unsigned, int)) {
    int closed = open_operator(drawing, CONDITIONAL, least);
    drawing_note(drawing, RANDOM_PRISM_conditional);
    drawing_put_bool(drawing, depth - 1, IMPLIES);
    drawing_put(drawing, " ? ");
    part(drawing, depth - 1, IMPLIES);
    drawing_put(drawing, " : ");
    part(drawing, depth - 1, CONDITIONAL);
    close_operator(drawing, closed);
}

void drawing_put_number(struct drawing *drawing, int number) {
    drawing_put(drawing, "%d", number);
}

static void put_int_atom(struct drawing *drawing) {
    static const int limits[] = {INT_MAX, INT_MIN, INT_MAX - 1, 65536, 46341, 46340};
    const struct drawn_variable *variable = draw_variable(drawing, 0);
    unsigned choice = drawing_draw(drawing, drawing->has_limits ? 9 : 8);
    if (choice == 8) {
        drawing_note(drawing, RANDOM_PRISM_limit);
        drawing_put_number(drawing, limits[drawing_draw(drawing, 6)]);
        return;
    }
    if (choice < 5 && variable != NULL) {
        drawing_put(drawing, "%s", variable->name);
    } else if (choice == 5 && drawing->readable) {
        drawing_put(drawing, "two");
    } else if (choice == 6 && drawing->has_given && drawing->readable) {
        drawing_put(drawing, "given");
    } else {
        drawing_put(drawing, "%u", drawing_draw(drawing, 4));
    }
}

/* Storm's mod of a negative number may be the divisor. */
void drawing_put_dividend(struct drawing *drawing, unsigned depth) {
    drawing_put(drawing, drawing->random->for_storm ? "mod(max(0, " : "mod(");
    drawing_put_int(drawing, depth, CONDITIONAL);
    drawing_put(drawing, drawing->random->for_storm ? ")" : "");
}

void drawing_put_int(struct drawing *drawing, unsigned depth, int least) {
    int closed;
    if (depth == 0) {
        put_int_atom(drawing);
        return;
    }
    switch (drawing_draw(drawing, 13)) {
    case 0:
        drawing_note(drawing, RANDOM_PRISM_plus);
        put_pair(drawing, "+", SUM, least, 0, depth);
        return;
    case 1:
        drawing_note(drawing, RANDOM_PRISM_minus);
        put_pair(drawing, " - ", SUM, least, 0, depth);
        return;
    case 2:
        drawing_note(drawing, RANDOM_PRISM_times);
        put_pair(drawing, "*", PRODUCT, least, 0, depth);
        return;
    case 3:
        drawing_note(drawing, RANDOM_PRISM_power);
        if (drawing_draw(drawing, 2)) {
            drawing_put(drawing, "pow(");
            drawing_put_int(drawing, 0, CONDITIONAL);
            drawing_put(drawing, ", %u)", drawing_draw(drawing, 3));
            return;
        }
        closed = open_operator(drawing, POWER, least);
        drawing_put_int(drawing, 0, MINUS);
        drawing_put(drawing, "^%u", drawing_draw(drawing, 4));
        close_operator(drawing, closed);
        return;
    case 4:
        drawing_note(drawing, RANDOM_PRISM_negate);
        closed = open_operator(drawing, MINUS, least >= POWER && drawing->random->for_storm ? ATOM : least);
        drawing_put(drawing, "-");
        drawing_put_int(drawing, depth - 1, MINUS);
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
        unsigned which = drawing_draw(drawing, 3);
        drawing_note(drawing, constructs[which]);
        drawing_put(drawing, "%s(", names[which]);
        drawing_put_double(drawing, depth - 1, CONDITIONAL);
        drawing_put(drawing, ")");
        return;
    }
    case 8:
        drawing_note(drawing, RANDOM_PRISM_mod);
        drawing_put_dividend(drawing, depth - 1);
        drawing_put(drawing, ", %u)", 1 + drawing_draw(drawing, 4));
        return;
    case 9:
        put_conditional(drawing, depth, least, drawing_put_int);
        return;
    default:
        put_int_atom(drawing);
    }
}

static void put_double_atom(struct drawing *drawing) {
    static const char *const literals[] = {"0.5", "1.5", "2.0", "3.75", "1e-1", ".25", "007"};
    unsigned formula = drawing_draw(drawing, drawing->formula_count + 2);
    if (formula < drawing->formula_count && drawing->readable && drawing->is_double_formula[formula]) {
        drawing_put(drawing, "f%u", formula);
    } else if (drawing_draw(drawing, 4) == 0 && drawing->readable) {
        drawing_put(drawing, drawing->has_given && drawing_draw(drawing, 2) ? "scale" : "half");
    } else {
        drawing_put(drawing, "%s", literals[drawing_draw(drawing, drawing->random->for_storm ? 4 : 7)]);
    }
}

void drawing_put_double(struct drawing *drawing, unsigned depth, int least) {
    int closed;
    if (depth == 0) {
        put_double_atom(drawing);
        return;
    }
    switch (drawing_draw(drawing, 11)) {
    case 0:
        drawing_note(drawing, RANDOM_PRISM_plus);
        put_pair(drawing, " + ", SUM, least, 1, depth);
        return;
    case 1:
        drawing_note(drawing, RANDOM_PRISM_minus);
        put_pair(drawing, "-", SUM, least, 1, depth);
        return;
    case 2:
        drawing_note(drawing, RANDOM_PRISM_times);
        put_pair(drawing, " * ", PRODUCT, least, 1, depth);
        return;
    case 3:
    case 4:
        drawing_note(drawing, RANDOM_PRISM_divide);
        closed = open_operator(drawing, PRODUCT, least);
        drawing_put_int(drawing, depth - 1, PRODUCT);
        drawing_put(drawing, "/%u", 1 + drawing_draw(drawing, 4));
        close_operator(drawing, closed);
        return;
    case 5:
        drawing_note(drawing, RANDOM_PRISM_negate);
        closed = open_operator(drawing, MINUS, least >= POWER && drawing->random->for_storm ? ATOM : least);
        drawing_put(drawing, "-");
        drawing_put_double(drawing, depth - 1, MINUS);
        close_operator(drawing, closed);
        return;
    case 6:
        put_least_or_most(drawing, depth, 1);
        return;
    case 7:
        drawing_note(drawing, RANDOM_PRISM_log);
        drawing_put(drawing, "log(1+(");
        drawing_put_int(drawing, drawing->random->for_storm ? 0 : depth - 1,
                        CONDITIONAL); /* Storm loses (-x)^2 */
        drawing_put(drawing, ")^2, %u)", 2 + drawing_draw(drawing, 3));
        drawing_note(drawing, RANDOM_PRISM_power);
        return;
    case 8:
        put_conditional(drawing, depth, least, drawing_put_double);
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
    unsigned which = drawing_draw(drawing, 6);
    int closed = open_operator(drawing, which < 2 ? EQUALITY : RELATION, least);
    drawing_note(drawing, constructs[which]);
    if (drawing_draw(drawing, 5) == 0) {
        drawing_put_double(drawing, depth - 1, SUM);
    } else {
        drawing_put_int(drawing, depth - 1, SUM);
    }
    drawing_put(drawing, "%s", names[which]);
    drawing_put_int(drawing, depth - 1, SUM);
    close_operator(drawing, closed);
}

static void put_bool_pair(struct drawing *drawing, const char *between, int strength, int least,
                          unsigned depth) {
    int closed = open_operator(drawing, strength, least), right = strength == IMPLIES;
    drawing_put_bool(drawing, depth - 1, right ? strength + 1 : strength);
    drawing_put(drawing, " %s ", between);
    drawing_put_bool(drawing, depth - 1, right ? strength : strength + 1);
    close_operator(drawing, closed);
}

static void put_bool_atom(struct drawing *drawing) {
    const struct drawn_variable *variable = draw_variable(drawing, 1);
    unsigned formula = drawing_draw(drawing, drawing->formula_count + 1);
    if (variable != NULL && drawing_draw(drawing, 3)) {
        drawing_put(drawing, "%s", variable->name);
    } else if (formula < drawing->formula_count && drawing->readable &&
               !drawing->is_double_formula[formula]) {
        drawing_put(drawing, "f%u", formula);
    } else if (drawing->has_given && drawing->readable && drawing_draw(drawing, 2)) {
        drawing_put(drawing, "flag");
    } else if (drawing->random->for_storm) { /* which takes `true => a` for true */
        drawing_put(drawing, "(two%s2)", drawing_draw(drawing, 4) ? "=" : "!=");
    } else {
        drawing_put(drawing, "%s", drawing_draw(drawing, 4) ? "true" : "false");
    }
}

void drawing_put_bool(struct drawing *drawing, unsigned depth, int least) {
    int closed;
    if (depth == 0) {
        put_bool_atom(drawing);
        return;
    }
    switch (drawing_draw(drawing, 12)) {
    case 0:
        drawing_note(drawing, RANDOM_PRISM_conjunction);
        put_bool_pair(drawing, "&", AND, least, depth);
        return;
    case 1:
        drawing_note(drawing, RANDOM_PRISM_disjunction);
        put_bool_pair(drawing, "|", OR, least, depth);
        return;
    case 2:
        drawing_note(drawing, RANDOM_PRISM_implies);
        put_bool_pair(drawing, "=>", IMPLIES, least, depth);
        return;
    case 3:
        drawing_note(drawing, RANDOM_PRISM_equivalent);
        put_bool_pair(drawing, drawing->random->for_storm ? "=" : "<=>", EQUIVALENT, least, depth);
        return;
    case 4:
        drawing_note(drawing, RANDOM_PRISM_negation);
        closed = open_operator(drawing, NOT, least);
        drawing_put(drawing, "!");
        drawing_put_bool(drawing, depth - 1, drawing->random->for_storm ? ATOM : NOT);
        close_operator(drawing, closed);
        return;
    case 5:
        if (!drawing->random->for_storm) {
            put_conditional(drawing, depth, least, drawing_put_bool);
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

/* One condition on a variable, as fast paths know them. */
static void put_test(struct drawing *drawing) {
    static const char *const operators[] = {"=", "=", "!=", "<", "<=", ">", ">="};
    const struct drawn_variable *variable = draw_variable(drawing, drawing_draw(drawing, 4) == 0);
    if (variable == NULL) {
        drawing_put(drawing, "true");
        return;
    }
    drawing_note(drawing, RANDOM_PRISM_test);
    if (variable->is_bool) {
        drawing_put(drawing, "%s%s", drawing_draw(drawing, 2) ? "!" : "", variable->name);
        return;
    }
    const char *operator= operators[drawing_draw(drawing, 7)];
    int number = variable->is_wide ? (drawing_draw(drawing, 2) ? variable->low : variable->high)
                                   : variable->low + (int)drawing_draw(drawing, 5);
    int negated = drawing_draw(drawing, 8) == 0, reversed = drawing_draw(drawing, 4) == 0;
    drawing_put(drawing, "%s%s", negated ? "!(" : "", reversed ? "" : variable->name);
    drawing_put(drawing, "%s", reversed ? "" : operator);
    drawing_put_number(drawing, number);
    drawing_put(drawing, "%s%s%s", reversed ? operator: "", reversed ? variable->name : "",
                negated ? ")" : "");
}

void drawing_put_tests(struct drawing *drawing) {
    unsigned count = 1 + drawing_draw(drawing, 3);
    for (unsigned i = 0; i < count; i++) {
        drawing_put(drawing, "%s", i == 0 ? "" : " & ");
        put_test(drawing);
    }
    if (drawing_draw(drawing, 6) == 0) {
        drawing_put(drawing, " & ");
        drawing_put_bool(drawing, 2, NOT);
    }
}
