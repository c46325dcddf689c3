#ifndef HEDDLE_CHECKER_CHECK_FORMULA_H
#define HEDDLE_CHECKER_CHECK_FORMULA_H

#include "base/error.h"
#include "checker/check.h"
#include "explorer/model/model.h"
#include "parity/game/game_part.h"
#include "space/game.h"
#include "specs/automata/formula_observer.h"

struct backend;
struct exploration;
struct network;
struct run;

struct check_formula_options {
    struct explore_options explore; /* limits and layout; check_formula sets the rest */
    uint32_t words;                 /* words of a state vector (explorer/model/model.h) */
    struct solve_options solve;
    int keep;               /* keep what evidence needs, in the memory that holds the game .. */
    int forget_if_holds;    /* .. unless the formula holds */
    const char *write_game; /* output file for the game, in the format .pg; or NULL */
    int keep_apart;         /* for tests, of several ranks: small games are solved by all together, too */
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
    struct space_game solved; /* with the whole solution, and the states of its vertices: the local states of
                                 the processes, then the observer's state */
    model *model;             /* from which the game was generated */
};

/*
 * Decides whether a formula holds in the network's initial state. It searches the product of the network and
 * the formula's observer, makes a parity game of the product and solves the game. All steps run where the
 * search ran: on a GPU or on the host. If a GPU fails or has too little memory under "auto", the host takes
 * over, and search.effort.fallback gives the reason. The function itself never fails: if the formula cannot
 * be decided, the verdict is UNDECIDED. The caller frees the result with check_formula_free; formula and
 * network must outlive it.
 *
 * With run->ranks, a collective function, and the game stays in parts (parity/ranks/rank_game.h): verdict and
 * counts are those of one process. Nothing is kept or written then; keep_error says so.
 */
void check_formula(const struct backend *backend, const struct network *network,
                   const struct formula *formula, const struct check_formula_options *options,
                   const struct run *run, struct check_formula *result);
void check_formula_free(struct check_formula *result);
/* Frees everything except the observer, and releases the GPU. */
void check_formula_drop_game(struct check_formula *result);

/* The solved game that was kept, for parts of it (parity/game/game_part.h). */
struct solved_game check_formula_solved(const struct check_formula *result);

#endif
