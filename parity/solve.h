#ifndef HEDDLE_PARITY_SOLVE_H
#define HEDDLE_PARITY_SOLVE_H

#include "parity/game/game.h"
#include "parity/measures/spm_options.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device_start;

enum solver {
    SOLVER_AUTO,      /* what measures best; with a GPU, both sides at once (solve_auto.h) */
    SOLVER_ATTRACTOR, /* games whose priorities can be made never to fall along an edge: attractors from the
                         highest priority down, linear work */
    SOLVER_PROMOTION, /* priority promotion (Benerecetti, Dell'Erba, Mogavero 2016), on the host */
    SOLVER_REGIONS,   /* the same for many vertices at once, all regions searched for what is won in them
                         (parity/regions/region.h), on a GPU */
    SOLVER_SPM        /* small progress measures (Jurdzinski 2000), on the host or on a GPU */
};

#define SOLVERS 5

/* Begins as zeros, which are the defaults: all preprocessing. */
struct solve_options {
    enum solver solver;
    int keep_loops;      /* do not decide self-loops first */
    int keep_cycles;     /* do not decide cycles that one player controls first */
    int keep_priorities; /* do not compress priorities */
    int keep_whole;      /* do not take strongly connected components one by one */
    /* PROMOTION on the host decides such cycles and takes components only when some work on the whole game
     * did not solve it; this lets it do so at once. */
    int preprocess_first;
    struct spm_options spm; /* of SPM */
};

/* Filled by the functions below, whatever they return. */
struct solve_report {
    enum solver solver;    /* that did it; what AUTO chose */
    const char *engine;    /* "cpu", "cuda" */
    double seconds;        /* of solving, preprocessing included, reading and copying not */
    uint64_t rounds;       /* attractors computed */
    uint64_t promotions;   /* of PROMOTION */
    uint64_t lifts;        /* of SPM: how often a measure was raised */
    uint64_t preprocessed; /* vertices that preprocessing alone decided, but for those of PROMOTION that only
                              lead to others */
    uint64_t bytes;        /* most memory taken beside game and solution, on its own side */
};

const char *solver_name(enum solver solver); /* "auto", "attractor", "promotion", "regions", "spm" */

/*
 * Solves a game in host memory, on the host. 0, or -1 with *error filled: ERROR_USAGE (ATTRACTOR on a game
 * that alternates; REGIONS), ERROR_MEMORY (for SPM also where its measures are too long), ERROR_INTERRUPTED
 * (run->stop, run->deadline); the solution means nothing then.
 */
int solve_cpu(const struct game *game, const struct solve_options *options, const struct run *run,
              struct solution *solution, struct solve_report *report, struct error *error);

/*
 * The same of a game in a GPU's memory, whose solution lies there, too (arrays of the caller's, winner a byte
 * and strategy 4 bytes a vertex). PROMOTION is ERROR_USAGE. ATTRACTOR is for games whose priorities
 * do not fall along any edge as they are, but among neighbouring ones of the same parity; AUTO is ATTRACTOR
 * for those, and else REGIONS. Of the preprocessing, only loops are decided first; priorities are always
 * compressed. It is whole rows and many vertices at a time that a GPU is good for: a game that is solved in a
 * million thin steps is the host's. -1 with *error filled also for ERROR_DEVICE, and ERROR_LIMIT when there
 * are 2^30 priorities or a vertex with 2^32 incoming edges.
 */
int solve_cuda(struct device *device, const struct game *game, const struct solve_options *options,
               const struct run *run, struct solution *solution, struct solve_report *report,
               struct error *error);
/* Bytes that it takes on the GPU beside game and solution. */
uint64_t solve_cuda_bytes(const struct game *game);

/* Where games in host memory are solved: what goes in and out is on the host. Tests iterate over them. */
struct solve_engine {
    const char *name; /* "cpu", "cuda" */
    int on_device;
    int (*available)(const char **reason);
    int (*solve)(const struct game *game, const struct solve_options *options, const struct run *run,
                 struct solution *solution, struct solve_report *report, struct error *error);
    /* For drivers that take their time to start: what makes it ready beforehand (base/device/device_start.h),
     * and how. NULLs where there is nothing to start. */
    struct device_start *start;
    int (*warm_up)(unsigned number, struct error *error);
};

extern const struct solve_engine *const solve_engines[]; /* NULL-terminated; the CPU first */

#ifdef __cplusplus
}
#endif
#endif
