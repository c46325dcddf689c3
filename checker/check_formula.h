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
    struct explore_options explore; /* limits and layout; check_formula sets the rest */
    uint32_t words;                 /* words of a state vector (explorer/model/model.h) */
    struct solve_options solve;
    int keep;               /* keep on the host what evidence needs .. */
    int forget_if_holds;    /* .. unless the formula holds */
    const char *write_game; /* output file for the game, in the format .pg; or NULL */
};

/* The result of checking a formula. While the verdict is UNDECIDED, `why` gives the reason; if its code is
 * ERROR_NONE, search.result.outcome does (a limit, memory, interruption). Fields of steps that were not
 * reached are zero. */
struct check_formula {
    enum verdict verdict;
    struct error why;
    struct check_search search; /* the search of the product of network and observer */

    struct check_game figures;

    /* The rest is filled if options.keep requests it, the verdict is known, and keep_error has code
     * ERROR_NONE (otherwise memory ran out). */
    int kept;
    struct error keep_error;
    struct formula_observer observer;
    struct generated_game game; /* in game.host */
    struct solution solution;   /* for all vertices of the game, on the host */
    struct graph_states *
        states; /* the states of the vertices: the local states of the processes, then the observer's state */
};

/*
 * Decides whether a formula holds in the network's initial state. It searches the product of the network and
 * the formula's observer, makes a parity game of the product and solves the game. All steps run where the
 * search ran: on a GPU or on the host. If a GPU fails or has too little memory under "auto", the host takes
 * over, and search.effort.fallback gives the reason. The function itself never fails: if the formula cannot
 * be decided, the verdict is UNDECIDED. The caller frees the result with check_formula_free and the same
 * run's memory; formula and network must outlive it.
 */
void check_formula(const struct backend *backend, const struct network *network,
                   const struct formula *formula, const struct check_formula_options *options,
                   const struct run *run, struct check_formula *result);
void check_formula_free(struct check_formula *result, const struct run *run);

#endif
