#ifndef HEDDLE_CHECKER_CHECK_FORMULA_H
#define HEDDLE_CHECKER_CHECK_FORMULA_H

#include "base/error.h"
#include "checker/check.h"
#include "parity/game/game_generate.h"
#include "parity/solve.h"
#include "specs/automata/formula_observer.h"

struct backend;
struct graph_states;
struct network;
struct run;

struct check_formula_options {
    struct explore_options explore; /* limits and layout; the rest is set by check_formula */
    uint32_t words;                 /* of a state vector (explorer/model/model.h) */
    struct solve_options solve;
    int keep;               /* keep what evidence needs, on the host; */
    int forget_if_holds;    /* but where the formula holds */
    const char *write_game; /* file for the game, in the format .pg; or NULL */
};

/*
 * What came of a formula. While the verdict is UNDECIDED, `why` says why, or, where its code is ERROR_NONE,
 * search.outcome does (a limit, memory, interruption): what was not reached is zero.
 */
struct check_formula {
    enum verdict verdict;
    struct error why;
    struct check_search search; /* of the product of network and observer */

    uint64_t observer_states;
    uint32_t alternation_depth;          /* struct formula_observer */
    uint64_t vertices, edges;            /* of the game */
    uint32_t priorities;                 /* different ones that occur in it */
    struct solve_report solve;           /* of the solver that answered; solver_name(solve.solver) */
    double observer_seconds;             /* of making the observer, search.seconds of the search; */
    double generate_seconds;             /* of making the game of what was found, */
    double solve_seconds, write_seconds; /* of solving it, and of writing it to a file */
    int game_written;
    struct error write_error; /* why the file was not written; code ERROR_NONE: it was, or none was wanted */

    /* Where options want it kept, the verdict is known, and keep_error has code ERROR_NONE (memory): */
    int kept;
    struct error keep_error;
    struct formula_observer observer;
    struct generated_game game;  /* in game.host */
    struct solution solution;    /* of all its vertices, on the host */
    struct graph_states *states; /* the vertices': local states of the components, then the observer's */
};

/*
 * Decides whether a formula holds in the network's initial state: searches the product of the network and the
 * formula's observer, makes the parity game of it and solves that, all where the search ends up: on a GPU or
 * on the host. A GPU that fails or has too little memory under "auto" leaves the work to the host, and
 * search.fallback says why. Nothing fails outright: what cannot be decided is UNDECIDED. The caller frees the
 * result with check_formula_free and the same run's memory; formula and network must outlive it.
 */
void check_formula(const struct backend *backend, const struct network *network,
                   const struct formula *formula, const struct check_formula_options *options,
                   const struct run *run, struct check_formula *result);
void check_formula_free(struct check_formula *result, const struct run *run);

#endif
