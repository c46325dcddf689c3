#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_STRATEGY_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_STRATEGY_H

#include <stdint.h>

#include "parity/game/game.h"

struct error;
struct memory;
struct run;

/*
 * Makes a winning strategy that decides the game in few steps from any given winning strategy, so that
 * evidence is short. It examines the vertices that the winner can reach from the start, nearest first, and at
 * most FORMULA_STRATEGY_VERTICES of them. The game may be a part (parity/game/game_part.h): vertices beyond
 * it are not examined.
 *
 * The core of the examined part consists of parts in which the winner can stay for ever and surely win. These
 * are (1) closed parts of the given strategy's graph (strongly connected components that no edge leaves),
 * including dead ends of the loser, and (2) for each priority of the winner's parity a cycle through a vertex
 * of that priority on which the loser has no choice and no vertex has a higher priority, chosen such that the
 * cycle and the path to it are short. Outside the core the winner moves such that the play reaches the core
 * as soon as possible, whatever the loser does (its attractor, by rank). Where the winner cannot force that,
 * the given strategy is used.
 *
 * A play that enters the attractor reaches the core, and stays in a part of it that the winner wins. A play
 * that never enters it follows the given strategy for ever. So the strategy wins wherever the given one does.
 */
#define FORMULA_STRATEGY_VERTICES ((uint64_t)4 << 20)

struct formula_strategy {
    struct memory *memory;
    uint64_t count;     /* number of vertices examined */
    uint32_t *vertices; /* ordered by distance from the start */
    uint32_t *choice;   /* the winner's successor at each vertex: a vertex, or SOLUTION_NONE */
    uint64_t capacity;
    uint32_t rank;     /* most steps from the start to the core, and in it; SOLUTION_NONE if not forced */
    uint64_t distance; /* steps to the nearest vertex that was not examined; UINT64_MAX: there is none */
    uint64_t game_vertices;
    /* game_vertices: 1 + where a vertex stands in `vertices`, or 0. Only pages that are written take memory
     * of the machine; a hash index is slower here, as neighbours in the game have near numbers. */
    uint32_t *numbers;
};

/* Makes the strategy of the winner of the game's start. Returns 0, or -1 with *error filled and nothing to
 * free: ERROR_MEMORY, ERROR_INTERRUPTED. */
int formula_strategy_make(const struct game *game, const struct solution *solution, uint64_t most_vertices,
                          const struct run *run, struct formula_strategy *strategy, struct error *error);
void formula_strategy_free(struct formula_strategy *strategy); /* a zeroed strategy is allowed */

/* Whether examining more vertices could give a shorter strategy. */
int formula_strategy_is_final(const struct formula_strategy *strategy);
/* The successor that the winner chooses at one of its vertices; SOLUTION_NONE if it was not examined. */
uint32_t formula_strategy_choice(const struct formula_strategy *strategy, uint32_t vertex);

#endif
