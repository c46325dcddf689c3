#ifndef HEDDLE_PARITY_SOLVER_SOLVER_H
#define HEDDLE_PARITY_SOLVER_SOLVER_H

/* What every solver of parity games is given, and what it reports. */
#include "parity/game/game.h"
#include "parity/solver/spm_options.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;

enum solver {
    SOLVER_AUTO,      /* what measures best; with a GPU, both sides at once (solve_auto.h) */
    SOLVER_ATTRACTOR, /* games without alternation: attractors from the highest priority down, linear work
                         (parity/attractor/) */
    SOLVER_PROMOTION, /* priority promotion (Benerecetti, Dell'Erba, Mogavero 2016), on the host
                         (parity/promotion/) */
    SOLVER_REGIONS,   /* the same for many vertices at once, all regions searched for what is won in them, on
                         a GPU (parity/regions/) */
    SOLVER_SPM        /* small progress measures (Jurdzinski 2000; Bootsma 2013), on the host, on a GPU, or on
                         both (parity/measures/) */
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

/* How a game was solved. */
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

/* A game to be solved, and what becomes of it. */
struct solve_task {
    const struct game *game;
    const struct solve_options *options;
    const struct run *run;
    struct solution *solution;   /* arrays of the caller's */
    struct solve_report *report; /* filled, whatever comes of it */
    struct error *error;
};

const char *solver_name(enum solver solver); /* "auto", "attractor", "promotion", "regions", "spm" */

#ifdef __cplusplus
}
#endif
#endif
