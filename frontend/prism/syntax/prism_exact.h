#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_EXACT_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_EXACT_H

#include <gmp.h>
#include <stdint.h>

#include "base/arena.h"
#include "frontend/prism/syntax/prism_tree.h"

/*
 * The number that an expression stands for, without rounding: 0.1 is 1/10. Ints, conditions, logarithms and
 * powers that are no fraction are as prism_evaluate computes them, with the same `state`. 0, or -1 if there
 * is no such number, it is very long or takes very long, or it is such a logarithm or power and may be too
 * small for a double.
 */
int prism_exact(const struct prism_model *model, const struct prism_expression *expression,
                const int32_t *state, mpq_t number);

/* About how long it takes to add something to the number, or to multiply it. */
uint64_t prism_exact_work(const mpq_t number);

/* The number that a decimal stands for: [+-] digits, a point, an exponent. 0, or -1 if it is very long. */
int prism_exact_decimal(const char *text, mpq_t number);

/* The nearest double, of two the even one; infinite beyond the range. */
double prism_exact_double(const mpq_t number);

/* The value of a constant that has one: a double is the one nearest to its number. */
struct prism_value prism_constant_value(const struct prism_constant *constant);

/* A number in an arena. */
struct prism_fraction {
    mpq_t number; /* to read alone */
};
/* A copy, or NULL when memory runs out. */
const struct prism_fraction *prism_fraction_keep(arena *arena, const mpq_t number);

#endif
