#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_BOUNDS_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_BOUNDS_H

#include "frontend/prism/syntax/prism_tree.h"

/* What is known of the doubles of an expression, and of the numbers that they stand for, in all states. */
struct prism_bounds {
    double most;  /* no double or number is farther from 0 */
    double error; /* no double is farther from its number */
    double units; /* the numbers are multiples of 1 / units; infinite: nothing is known */
    double least; /* where the number is not 0, its double is at least so far from 0; 0: nothing is known */
    int is_positive; /* neither is negative */
};

/* Of an expression whose constants have values. */
struct prism_bounds prism_bounds_of(const struct prism_model *model,
                                    const struct prism_expression *expression);

#endif
