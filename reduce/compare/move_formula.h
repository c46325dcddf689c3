#ifndef HEDDLE_REDUCE_COMPARE_MOVE_FORMULA_H
#define HEDDLE_REDUCE_COMPARE_MOVE_FORMULA_H

#include "reduce/lump/moves.h"

struct error;
struct run;

/* The most nodes of a formula, and rounds in which its moves differ. */
#define MOVE_FORMULA_MOST_NODES 10000u

/*
 * A formula of least depth that some initial state of input *holds_in (1 or 2) satisfies, and no initial
 * state of the other one: of the rounds in which blocks parted (reduce/compare/move_rounds.h). Where each
 * input has one initial state, it is no negation. It has been evaluated on all states. Its texts are those of
 * `moves`, which must outlive it. 0, or -1 with *error filled: ERROR_LIMIT (too many nodes, or it takes too
 * long), ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_USAGE (equivalent inputs). Free *formula in any case.
 */
int move_formula_make(const struct moves *moves, const struct run *run, struct measured_formula *formula,
                      int *holds_in, struct error *error);

#endif
