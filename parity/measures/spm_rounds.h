#ifndef HEDDLE_PARITY_MEASURES_SPM_ROUNDS_H
#define HEDDLE_PARITY_MEASURES_SPM_ROUNDS_H

/*
 * Small progress measures for a side that does a step for many vertices at once (spm_rounds_core.h): a GPU,
 * or a host that imitates one in tests (Bootsma 2013; Jurdzinski 2000).
 *
 * Measures of a player are lifted in rounds until none is below what the edges ask for; then what is below
 * the top is hers. With shortcuts, rounds go over rows with shortcuts first and then, from where that ended,
 * over the game's own: the least measures of the game have all that shortcuts ask for, so those with
 * shortcuts are nowhere above them, and lifting on ends at the same measures, which give the strategies.
 */
#include "base/steps/steps.h"
#include "parity/solver/solver.h"
#include "parity/measures/spm_rounds_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct spm_rounds;

/* What a side does beside base/steps. */
struct spm_rounds_side {
    const step_function *steps; /* by enum spm_step */
    /* Replaces each of `count` words by the sum of those before it. 0, or -1 with the error filled. */
    int (*sum)(struct spm_rounds *rounds, uint64_t *words, uint64_t count);
};

/* A player's measures. */
struct spm_rounds_climber {
    int is_open;
    int over_shortcuts; /* is still lifted along them */
    int begins;         /* everything may have to be lifted */
    uint64_t layout_key;
    double next_exchange; /* with another side, by run_clock */
    uint32_t words, components;
    void *block;
};

#define SPM_ROUNDS_BLOCKS 32u

struct spm_rounds {
    struct steps steps;
    struct spm_view view; /* of it, vertices, the plain rows, owner, winner and strategy are the caller's */
    const struct spm_rounds_side *side;
    struct solve_report *report;
    const struct spm_options *options;
    const uint32_t *level_size; /* on the host: vertices of each level */
    uint32_t levels;
    int split;                 /* rounds have two kernels */
    struct spm_rows shortcuts; /* rows with them; the game's where there are to be none */
    uint64_t undecided;
    uint32_t round;
    struct spm_counters counters;
    struct spm_rounds_climber climber[2];
    struct {
        void *memory;
        uint64_t bytes;
    } blocks[SPM_ROUNDS_BLOCKS]; /* that are taken */
};

/*
 * For rounds whose view has vertices, rows, owner, solution and labels (labels made by the caller, none
 * decided): solves the game. `keep_loops`: loops are not decided first. 0, or -1 with *error filled:
 * ERROR_MEMORY (also where measures are too long), ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int spm_rounds_solve(struct spm_rounds *rounds, int keep_loops);

#ifdef __cplusplus
}
#endif
#endif
