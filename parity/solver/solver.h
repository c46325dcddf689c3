#ifndef HEDDLE_PARITY_SOLVER_SOLVER_H
#define HEDDLE_PARITY_SOLVER_SOLVER_H

/* The arguments and reports of every solver of parity games. */
#include "parity/game/game.h"
#include "parity/solver/spm_options.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;

enum solver {
    SOLVER_AUTO,      /* the solver that measured best; with a GPU, both sides at once (solve_auto.h) */
    SOLVER_ATTRACTOR, /* games without alternation: attractors from the highest priority down, linear work
                         (parity/attractor/) */
    SOLVER_PROMOTION, /* priority promotion (Benerecetti, Dell'Erba, Mogavero 2016), on the host
                         (parity/promotion/) */
    SOLVER_TANGLES,   /* tangle learning (van Dijk 2018), on the host (parity/tangles/) */
    SOLVER_REGIONS, /* promotion for many vertices at once, with a search of every region for won vertices, on
                       a GPU (parity/regions/) */
    SOLVER_SPM      /* small progress measures (Jurdzinski 2000; Bootsma 2013), on the host, on a GPU, or on
                       both (parity/measures/) */
};

#define SOLVERS 6

/* Begins as zeros, which are the defaults: all preprocessing. */
struct solve_options {
    enum solver solver;
    int keep_loops;      /* do not decide self-loops first */
    int keep_cycles;     /* do not decide cycles that one player controls first */
    int keep_priorities; /* do not compress priorities */
    int keep_whole;      /* do not take strongly connected components one by one */
    /* By default, PROMOTION on the host decides such cycles and solves by components only after limited work
     * on the whole game did not solve it; with this it does so from the start. */
    int preprocess_first;
    struct spm_options spm; /* options of SPM */
};

/* How a game was solved. */
struct solve_report {
    enum solver solver;    /* the solver that ran; what AUTO chose */
    const char *engine;    /* name of the engine: "cpu", "cuda" */
    double seconds;        /* time of solving, with preprocessing, without reading and copying */
    uint64_t rounds;       /* attractors computed */
    uint64_t promotions;   /* number of promotions, for PROMOTION and TANGLES */
    uint64_t tangles;      /* number of tangles learned, for TANGLES */
    uint64_t lifts;        /* number of times that a measure was raised, for SPM */
    uint64_t preprocessed; /* vertices that preprocessing alone decided; with PROMOTION and TANGLES, without
                              vertices that only lead to others */
    uint64_t bytes;        /* peak memory on the solver's side, without game and solution */
};

/* A game to be solved, and the result. */
struct solve_task {
    const struct game *game;
    const struct solve_options *options;
    const struct run *run;
    struct solution *solution;   /* the caller's arrays */
    struct solve_report *report; /* filled in any case */
    struct error *error;
};

const char *
solver_name(enum solver solver); /* "auto", "attractor", "promotion", "tangles", "regions", "spm" */

#ifdef __cplusplus
}
#endif
#endif
