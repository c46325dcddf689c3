#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_EXACT_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_EXACT_H

#include <gmp.h>
#include <stdint.h>

#include "frontend/prism/syntax/prism_tree.h"

/*
 * The number that an expression stands for, without rounding: 0.1 is 1/10. Ints, conditions, logarithms and
 * powers that are no fraction are as prism_evaluate computes them, with the same `state`. If such a power is
 * too small for a double, only its sign is right. 0, or -1 if there is no such number, or it is very long.
 */
int prism_exact(const struct prism_model *model, const struct prism_expression *expression,
                const int32_t *state, mpq_t number);

/* The number that a decimal stands for: [+-] digits, a point, an exponent. 0, or -1 if it is very long. */
int prism_exact_decimal(const char *text, mpq_t number);

#endif
