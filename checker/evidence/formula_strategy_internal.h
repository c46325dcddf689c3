#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_STRATEGY_INTERNAL_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_STRATEGY_INTERNAL_H

#include "checker/evidence/formula_strategy.h"

#define STRATEGY_NONE INDEX_NONE

/* The part of the game that is looked at, vertices by their indices in it. */
struct strategy_work {
    const struct game *game;
    const struct solution *solution;
    const struct run *run;
    struct memory *memory;
    struct error *error;
    struct formula_strategy *strategy;
    enum player winner;
    uint64_t most_vertices;
    uint64_t count, edges; /* of the part */
    uint64_t *offsets;     /* count + 1 */
    uint32_t *targets;     /* what the winner wins, inside the part */
    uint8_t *open;         /* count: the loser, or the given strategy, can leave the part there */
    uint32_t *distance;    /* count: steps from the start */
    uint64_t offset_capacity, edge_capacity, open_capacity, distance_capacity;
    /* The core. */
    uint32_t *seed; /* count: how large the part of the core is that the vertex is in; STRATEGY_NONE: none */
    uint32_t *next; /* count: the successor on a cycle of the core, or STRATEGY_NONE */
};

int strategy_memory(const struct strategy_work *work);
/* The player who moves at an index, and the index to which the given strategy leads from a vertex of the
 * winner's: STRATEGY_NONE when it is outside. */
int strategy_wins(const struct strategy_work *work, uint32_t index);
uint32_t strategy_given(const struct strategy_work *work, uint32_t index);

/* Fills seed and next (checker/evidence/formula_strategy_core.c). 0, or -1 with *work->error filled. */
int strategy_find_core(struct strategy_work *work);

#endif
