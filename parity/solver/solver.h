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

/* The sides on which a solver runs: host, GPU, or both. */
#define SOLVE_ON_HOST 1u
#define SOLVE_ON_DEVICE 2u
#define SOLVE_ON_BOTH (SOLVE_ON_HOST | SOLVE_ON_DEVICE)

/*
 * All solvers. ROW(member of enum solver, name, sides, what solves on the host: parity/solve.c).
 * AUTO: the solver that measured best; with a GPU, both sides at once (solve_auto.h).
 * ATTRACTOR: games without alternation: attractors from the highest priority down, linear work
 * (parity/attractor/).
 * PROMOTION: priority promotion (Benerecetti, Dell'Erba, Mogavero 2016; parity/promotion/).
 * TANGLES: tangle learning (van Dijk 2018; parity/tangles/).
 * REGIONS: promotion for many vertices at once, with a search of every region for won vertices
 * (parity/regions/).
 * SPM: small progress measures (Jurdzinski 2000; Bootsma 2013; parity/measures/).
 */
#define SOLVER_LIST(ROW)                                                                                     \
    ROW(AUTO, "auto", SOLVE_ON_BOTH, attract)                                                                \
    ROW(ATTRACTOR, "attractor", SOLVE_ON_BOTH, attract)                                                      \
    ROW(PROMOTION, "promotion", SOLVE_ON_HOST, promote)                                                      \
    ROW(TANGLES, "tangles", SOLVE_ON_HOST, promote)                                                          \
    ROW(REGIONS, "regions", SOLVE_ON_DEVICE, NULL)                                                           \
    ROW(SPM, "spm", SOLVE_ON_BOTH, measure)

#define SOLVER_MEMBER(member, name, sides, host) SOLVER_##member,
enum solver { SOLVER_LIST(SOLVER_MEMBER) SOLVERS };

/* The names as the choices of an option: "auto|attractor|..". */
#define SOLVER_CHOICE(member, name, sides, host) "|" name
#define SOLVER_CHOICES (&(SOLVER_LIST(SOLVER_CHOICE))[1])

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

const char *solver_name(enum solver solver);
unsigned solver_sides(enum solver solver); /* SOLVE_ON_ bits */

#ifdef __cplusplus
}
#endif
#endif
