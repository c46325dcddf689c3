#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_PATH_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_PATH_H

#include <stdint.h>

#include "base/array.h"
#include "checker/strategy/strategy_moves.h"
#include "parity/game/game_part.h"

struct error;
struct run;

/*
 * Finds a shortest path that the winner of a game can force (checker/strategy/strategy_path.h): with it, the
 * loser never chooses between two transitions of the network before it has lost, or before the play repeats
 * itself.
 *
 * The search goes over sets of vertices, breadth first: those at which plays can be after the same steps. It
 * replaces the vertices at which the observer moves alone (of the loser by all successors, of the winner by
 * one), until all of them move with the network; then it takes one transition with all of them. Vertices at
 * which the loser has lost are dropped, and a set without vertices is the end of a path. Sets of one vertex
 * that were only reached by such sets are visited once, and their cycles are searched for lassos. All others
 * keep the winner's moves before them, with which later moves must agree; a set that occurs again on the way
 * to itself is a lasso. If there are such sets, a second search treats all sets so. As there may be very
 * many, it looks at FORMULA_PATH_SETS of them at most, and like the first at no vertex beyond the part of the
 * game. Sets may have as many vertices as the part; so the work on them is limited, too.
 */
#define FORMULA_PATH_SETS 20000u
#define FORMULA_PATH_WALKS 50000u   /* most vertices whose transitions are derived from the network's tree */
#define FORMULA_PATH_WORK 50000000u /* most vertices of sets that are looked at */

/* A move of the winner on the path. */
struct path_choice {
    uint32_t vertex, target;
    uint32_t label; /* number; STRATEGY_NO_LABEL: any that leads there */
};

struct formula_path {
    struct memory *memory;
    int found;
    int is_final;   /* a larger part of the game has no shorter path */
    uint64_t steps; /* FOUND: transitions until the loser has lost, or until the lasso returns */
    GROWING(struct path_choice) choices; /* sorted by vertex; each once */
    GROWING(uint32_t) vertices;          /* of the path, where the loser has not lost; sorted */
};

/* The moves must be open. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_INPUT.
 * The caller frees the path with formula_path_free, even after an error. */
int formula_path_find(const struct game_part *part, struct strategy_moves *moves, const struct run *run,
                      struct formula_path *path, struct error *error);
void formula_path_free(struct formula_path *path); /* zeros are allowed */
/* Whether a vertex is one of the path's. */
int formula_path_has(const struct formula_path *path, uint32_t vertex);
/* The winner's move at a vertex; NULL if the path does not say. */
const struct path_choice *formula_path_choice(const struct formula_path *path, uint32_t vertex);

#endif
