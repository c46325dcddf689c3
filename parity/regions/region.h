#ifndef HEDDLE_PARITY_REGIONS_REGION_H
#define HEDDLE_PARITY_REGIONS_REGION_H

/*
 * Solving a parity game by regions, for a side that does a step for many vertices at once (region_core.h): a
 * GPU, or a host that imitates one in tests.
 *
 * Priority promotion (Benerecetti, Dell'Erba, Mogavero: "Solving Parity Games via Priority Promotion", 2016).
 * From the highest level down, what has the level is a region with all that its player attracts to it, taken
 * out of the subgame for the levels below. A region that the opponent can only leave to regions above is
 * promoted to the lowest of those, and all below begins again. Here every region is also searched for what
 * cannot be left at all when its player does as the region's strategy says, wherever else the region is open:
 * that is won for good, whatever the number of places where it happens, and leaves the game with all that is
 * attracted to it.
 *
 * Regions lie in one queue, the highest first. Work is proportional to what goes into regions, plus a few
 * launches a level.
 */
#include "base/steps/steps.h"
#include "parity/game/game_levels.h"
#include "parity/regions/region_core.h"
#include "parity/solver/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

struct region_solver;

/* What a side does beside base/steps. */
struct region_side {
    const step_function *steps; /* by enum region_step, but for REGION_LINE_STEPS */
    /* One of REGION_LINE_STEPS for its line, until head, end and tail are one; solver->counters are what they
     * are on the side afterwards. 0, or -1 with the error filled. */
    int (*drain)(struct region_solver *solver, enum region_step step);
};

/* A region: queue[begin ..] up to the next one. */
struct region_frame {
    uint64_t begin;
    uint64_t group; /* the level: group 0 is the highest */
};

struct region_solver {
    struct steps steps;
    struct region_view view; /* its arrays lie on the side and are the caller's, as all else */
    const struct region_side *side;
    struct solve_report *report;
    struct game_levels levels;
    uint64_t longs; /* vertices with long rows, in that line */
    uint64_t left;  /* vertices that are not decided */
    struct region_counters counters;
    struct region_frame *frames; /* room for one a group */
    uint64_t frame_count;
    uint64_t first_group; /* all above are decided */
};

/* Copies the side's counters to solver->counters, and back. 0, or -1 with the error filled. */
int region_read(struct region_solver *solver);
int region_write(struct region_solver *solver);

/*
 * For a solver whose steps, view, groups and room are filled, every place the base's: solves the game, the
 * solution being in view.winner and view.strategy. 0, or -1 with the error filled: ERROR_USAGE (ATTRACTOR
 * where an edge leads to a lower level; PROMOTION), ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int region_solve(struct region_solver *solver, const struct solve_options *options);

#ifdef __cplusplus
}
#endif
#endif
