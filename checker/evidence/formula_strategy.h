#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_STRATEGY_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_STRATEGY_H

#include <stdint.h>

#include "base/index.h"
#include "parity/game/game.h"

struct error;
struct memory;
struct run;

/*
 * A winning strategy that comes soon to where the game is decided, made of any winning strategy: for
 * evidence that is short. It looks at what the winner can reach from the start, the nearest first, and at no
 * more than FORMULA_STRATEGY_VERTICES of it.
 *
 * The core of what it looked at: parts that the winner need not leave, for sure of winning there. These are
 * (1) closed parts of the given strategy's graph, dead ends of the loser among them (strongly connected
 * components that no edge leaves), and (2) for each priority of the winner's parity, a cycle through a
 * vertex of that priority, with vertices of no higher one where the loser has no choice: such that it and the
 * way to it are short. Elsewhere the winner moves so as to come to the core as soon as possible, whatever the
 * loser does (its attractor, by rank); and where he cannot force that, as the given strategy says.
 *
 * A play that enters the attractor reaches the core, and stays in a part of it that is won; one that never
 * does follows the given strategy for ever. So the strategy wins wherever the given one does.
 */
#define FORMULA_STRATEGY_VERTICES ((uint64_t)4 << 20)

struct formula_strategy {
    struct memory *memory;
    const struct solution *solution; /* borrowed */
    uint64_t count;                  /* vertices that were looked at */
    uint32_t *vertices;              /* in the order of their distance */
    uint32_t *choice;                /* the winner's successor there: a vertex; or SOLUTION_NONE */
    uint64_t capacity;
    struct index index; /* of vertices */
};

/* The winner is the start's. 0, or -1 with *error filled and nothing to free: ERROR_MEMORY,
 * ERROR_INTERRUPTED. */
int formula_strategy_make(const struct game *game, const struct solution *solution, uint64_t most_vertices,
                          const struct run *run, struct formula_strategy *strategy, struct error *error);
void formula_strategy_free(struct formula_strategy *strategy); /* of zeros is allowed */

/* The successor that the winner chooses at one of its vertices, or SOLUTION_NONE. */
uint32_t formula_strategy_choice(const struct formula_strategy *strategy, uint32_t vertex);

#endif
