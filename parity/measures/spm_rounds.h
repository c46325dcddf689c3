#ifndef HEDDLE_PARITY_MEASURES_SPM_ROUNDS_H
#define HEDDLE_PARITY_MEASURES_SPM_ROUNDS_H

/*
 * Small progress measures for a side that runs a step for many vertices at once (spm_rounds_core.h): a GPU,
 * or a host that imitates one in tests (Bootsma 2013; Jurdzinski 2000).
 *
 * The measures of a player are lifted in rounds until each is at least what its edges require; the player
 * wins the vertices below the top. With shortcuts, rounds first use rows with shortcuts and then, with the
 * resulting measures, the game's own rows: the least measures of the game satisfy the shortcuts, so the
 * measures with shortcuts are nowhere above them, and further lifting ends at the same measures, which give
 * the strategies.
 */
#include "base/steps/steps.h"
#include "parity/solver/solver.h"
#include "parity/measures/spm_rounds_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct spm_rounds;

/* The functions of a side in addition to base/steps. */
struct spm_rounds_side {
    const step_function *steps; /* by enum spm_step */
    /* Replaces each of `count` words by the sum of those before it. Returns 0, or -1 with the error filled.
     */
    int (*sum)(struct spm_rounds *rounds, uint64_t *words, uint64_t count);
};

/* A player's measures. */
struct spm_rounds_climber {
    int is_open;
    int over_shortcuts; /* lifting along these edges is not finished */
    int begins;         /* every vertex may need lifting */
    uint64_t layout_key;
    double next_exchange; /* time of the next exchange with another side, by run_clock */
    uint32_t words, components;
    void *block;
};

#define SPM_ROUNDS_BLOCKS 32u

struct spm_rounds {
    struct steps steps;
    struct spm_view view; /* the caller fills its vertices, plain rows, owner, winner and strategy */
    const struct spm_rounds_side *side;
    struct solve_report *report;
    const struct spm_options *options;
    const uint32_t *level_size; /* on the host: number of vertices of each level */
    uint32_t levels;
    int split;                 /* a round has two kernels */
    struct spm_rows shortcuts; /* rows with shortcuts; the game's own without shortcuts */
    uint64_t undecided;
    uint32_t round;
    struct spm_counters counters;
    struct spm_rounds_climber climber[2];
    struct {
        void *memory;
        uint64_t bytes;
    } blocks[SPM_ROUNDS_BLOCKS]; /* blocks that are allocated */
};

/*
 * For rounds whose view has vertices, rows, owner, solution and labels (labels made by the caller, none
 * decided): solves the game. `keep_loops`: does not decide loops first. Returns 0, or -1 with *error filled:
 * ERROR_MEMORY (also where measures are too long), ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int spm_rounds_solve(struct spm_rounds *rounds, int keep_loops);

/*
 * Runs SPM for solve_cuda (parity/solve.h), for a game with at least one vertex on steps->device. Fills
 * *task->report except for time and memory (spm_cuda.cu).
 */
int spm_solve_game(const struct steps *steps, const struct solve_task *task);

#ifdef __cplusplus
}
#endif
#endif
