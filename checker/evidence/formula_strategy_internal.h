#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_STRATEGY_INTERNAL_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_STRATEGY_INTERNAL_H

#include "checker/evidence/formula_strategy.h"

#define STRATEGY_NONE UINT32_MAX

/* The place of a vertex in the core. */
struct core_place {
    uint32_t seed; /* size of the part of the core with the vertex; STRATEGY_NONE: outside the core */
    uint32_t next; /* the successor on a cycle of the core, or STRATEGY_NONE */
};

/* The examined part of the game. Vertices are named by their indices in it. */
struct strategy_work {
    const struct game *game;
    const struct solution *solution;
    const struct run *run;
    struct memory *memory;
    struct error *error;
    struct formula_strategy *strategy;
    enum player winner;
    uint64_t most_vertices;
    uint64_t count, edges; /* size of the part */
    uint64_t *offsets;     /* count + 1 */
    uint32_t *targets;     /* edges that the winner wins, inside the part */
    uint8_t *open;      /* count: whether the loser, or the given strategy, can leave the part at a vertex */
    uint32_t *distance; /* count: steps from the start */
    uint64_t offset_capacity, edge_capacity, open_capacity, distance_capacity;
    struct core_place *core; /* count */
};

int strategy_memory(const struct strategy_work *work);
/* Whether the winner moves at an index; and the index to which the given strategy leads from a vertex of
 * the winner: STRATEGY_NONE if it is outside the part. */
int strategy_wins(const struct strategy_work *work, uint32_t index);
uint32_t strategy_given(const struct strategy_work *work, uint32_t index);

/* Fills seed and next (checker/evidence/formula_strategy_core.c). Returns 0, or -1 with *work->error
 * filled. */
int strategy_find_core(struct strategy_work *work);

#endif
