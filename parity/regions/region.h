#ifndef HEDDLE_PARITY_REGIONS_REGION_H
#define HEDDLE_PARITY_REGIONS_REGION_H

/*
 * Solving a parity game by regions, for a side that runs a step for many vertices at once (region_core.h): a
 * GPU, or a host that imitates one in tests.
 *
 * Priority promotion (Benerecetti, Dell'Erba, Mogavero: "Solving Parity Games via Priority Promotion", 2016).
 * From the highest level down, the vertices of a level and all vertices that its player attracts to them form
 * a region, which is removed from the subgame for the levels below. A region that the opponent can only leave
 * to regions above is promoted to the lowest of those, and all levels below begin again. In addition, every
 * region is searched for vertices from which the opponent cannot leave it at all when the player follows the
 * region's strategy, even if the region is open elsewhere: these vertices are won, however many such places
 * there are, and leave the game with all vertices that they attract.
 *
 * Regions lie in one queue, the highest first. Work is proportional to the number of vertices added to
 * regions, plus a few launches a level; attractors without sources take at most `effort` more.
 */
#include "base/steps/steps.h"
#include "parity/game/game_levels.h"
#include "parity/regions/region_core.h"
#include "parity/solver/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

struct region_solver;

/* Functions of a side that base/steps does not have. */
struct region_side {
    const step_function *steps; /* by enum region_step, except for REGION_LINE_STEPS */
    /* Runs one of REGION_LINE_STEPS on its line until head, end and tail are equal; then copies the side's
     * counters to solver->counters. Returns 0, or -1 with the error filled. */
    int (*drain)(struct region_solver *solver, enum region_step step);
    /* Makes view.sources and view.sources_begin of the edges from vertices that are not decided. Returns 1, 0
     * if there is too little memory, or -1 with the error filled. */
    int (*find_sources)(struct region_solver *solver);
};

/* A region: queue[begin ..] up to the next region. */
struct region_frame {
    uint64_t begin;
    uint64_t group; /* the level: group 0 is the highest */
};

struct region_solver {
    struct steps steps;
    struct region_view view; /* the caller owns its arrays, which are on the side, and all else */
    const struct region_side *side;
    struct solve_report *report;
    struct game_levels levels;
    /* Work without sources, in edges that are looked at: what may still be spent (UINT64_MAX: any amount),
     * and what a round costs beside its edges. */
    uint64_t effort, round_cost;
    uint64_t edges; /* of the game */
    uint64_t longs; /* number of vertices with long rows, in that line */
    uint64_t left;  /* number of undecided vertices */
    struct region_counters counters;
    struct region_frame *frames; /* regions, with room for one a group */
    uint64_t frame_count;
    uint64_t first_group; /* all groups above are decided */
};

/* Copy the side's counters to solver->counters, and back. Return 0, or -1 with the error filled. */
int region_read(struct region_solver *solver);
int region_write(struct region_solver *solver);

/*
 * Solves the game; steps, view, groups and room of the solver are filled, and every vertex has its base
 * place. The solution is in view.winner and view.strategy. Returns 0, or -1 with the error filled:
 * ERROR_USAGE (ATTRACTOR where an edge leads to a lower level; PROMOTION, TANGLES), ERROR_INTERRUPTED,
 * ERROR_DEVICE.
 */
int region_solve(struct region_solver *solver, const struct solve_options *options);

/*
 * Runs REGIONS, ATTRACTOR or AUTO for solve_cuda (parity/solve.h), for a game with at least one vertex on
 * steps->device. Fills *task->report except for time and memory (region_cuda.cu).
 */
int region_solve_game(const struct steps *steps, const struct solve_task *task);
/* The most bytes that region_solve_game takes on the GPU in addition to game and solution. Without 12 a
 * vertex and 4 an edge of them it is slower. */
uint64_t region_game_bytes(const struct game *game);

#ifdef __cplusplus
}
#endif
#endif
