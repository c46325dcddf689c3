#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_LANE_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_LANE_H

#include <stdint.h>

#include "specs/syntax/formula.h"

struct memory;
struct strategy;

/*
 * What is left to be shown in each state of the path that a strategy forces: the subformula of the node from
 * which the path's next step is taken, the least if there are several; in the last state, of the node at
 * which the path ends. Begins as zeros.
 */
struct strategy_lane {
    uint64_t states; /* states of the path */
    uint32_t *shown; /* [states]: states of the observer */
    char **texts;    /* [observer]: the texts of the subformulas that occur, for people; NULL for others */
    uint32_t observer;
    int holds; /* the strategy shows that the formula holds; otherwise it refutes the formula */
};

/* strategy_path_find must have found the path. Returns 0, or -1 when memory runs out. The caller frees the
 * lane, even after a failure. */
int strategy_lane_make(const struct strategy *strategy, const formula_text *formula, struct memory *memory,
                       struct strategy_lane *lane);
void strategy_lane_free(struct memory *memory, struct strategy_lane *lane);
/* The text in a state of the path. */
const char *strategy_lane_text(const struct strategy_lane *lane, uint64_t state);

#endif
