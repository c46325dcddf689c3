#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_EVALUATE_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_EVALUATE_H

#include <stdint.h>

#include "frontend/prism/syntax/prism_tree.h"

/* What went wrong, and where. */
struct prism_failure {
    const struct prism_expression *expression;
    char text[160];
};

/*
 * The value of an expression in a state (an array of the values of the variables; NULL if it reads none), on
 * the tree itself, as PRISM defines it: ints of 32 bits, doubles of IEEE 754; `&`, `|`, `=>` and `?:`
 * evaluate no operand that they do not need. Parts that are folded have their values already. Every constant
 * in it has a value. 0, or -1 with *failure filled: an int beyond 32 bits, a negative exponent of ints, a
 * remainder by 0 or less.
 */
int prism_evaluate(const struct prism_model *model, const struct prism_expression *expression,
                   const int32_t *state, struct prism_value *value, struct prism_failure *failure);

/* Widens an int to a double. */
double prism_value_number(const struct prism_value *value);

#endif
