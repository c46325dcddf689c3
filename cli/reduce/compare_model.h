#ifndef HEDDLE_CLI_REDUCE_COMPARE_MODEL_H
#define HEDDLE_CLI_REDUCE_COMPARE_MODEL_H

#include "cli/reduce/compare.h"

/* Whether an operand is a Markov model. */
int compare_has_models(const struct compare_work *work);
/* Compares two Markov models, of the same kind, by probabilistic equivalence: fills comparison.related and
 * the sizes. 0, or -1 with job->error (ERROR_USAGE: they are of different kinds). */
int compare_models(struct compare_work *work);

#endif
