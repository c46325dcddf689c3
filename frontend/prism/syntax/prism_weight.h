#ifndef HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_WEIGHT_H
#define HEDDLE_FRONTEND_PRISM_SYNTAX_PRISM_WEIGHT_H

/*
 * Probabilities, rates and rewards are doubles, but a possible branch must not vanish because its double is
 * 0, as that of 1e-200*1e-200 is, or that of 1-p for p = 0.99999999999999999999. The reader decides for each
 * weight whether this can happen (enum prism_weight_kind). If it can, a double of 0 is an error.
 */
#include "frontend/prism/syntax/prism_evaluate.h"

/*
 * The value in a state, as prism_evaluate finds it; 1 for no expression. 0, or -1 with *failure filled: as
 * there, or the weight's double is 0, but not surely its number.
 */
int prism_weight_value(const struct prism_model *model, const struct prism_weight *weight,
                       const int32_t *state, double *value, struct prism_failure *failure);

#endif
