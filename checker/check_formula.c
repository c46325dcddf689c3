/* Decides a formula by a parity game: searches the product of network and observer, makes a game of it, and
 * solves the game. */
#include "checker/check_formula.h"

#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "checker/label_texts.h"
#include "checker/check_internal.h"
#include "explorer/backend.h"
#include "explorer/model/network.h"
#include "frontend/formats/game_write.h"
#include "parity/solve_generated.h"

struct playing {
    const struct backend *backend;
    const struct network *network;
    const struct check_formula_options *options;
    const struct run *run;
    struct check_formula *result;
};

/* Tells the other ranks, if there are any, that the search does not begin here. */
static void miss_search(const struct playing *playing) {
    if (playing->run->ranks != NULL) {
        ranks_meet(playing->run->ranks, RANKS_SEARCH, 0, 1, &playing->result->why);
    }
}

/* --- the observer --- */

static int make_observer(struct playing *playing, const struct formula *formula) {
    struct check_formula *result = playing->result;
    struct memory *memory = playing->run->memory;
    struct label_texts labels;
    if (label_texts_make(playing->network, memory, &labels, &result->why) != 0) {
        return -1;
    }
    int has_root = playing->network->initial_count > 1;
    int failed = (has_root ? formula_observer_make_root : formula_observer_make)(
                     formula, &labels, &result->observer, playing->run, &result->why) != 0;
    label_texts_free(&labels, memory);
    if (failed) {
        result->observer = (struct formula_observer){.memory = NULL};
        return -1;
    }
    result->figures.alternation_depth = result->observer.alternation_depth;
    return 0;
}

/* --- the search --- */

/* Explores the product; *model: of it. NULL if the search could not begin; the result has the reason. */
static struct exploration *explore_product(struct playing *playing, model **model) {
    struct check_formula *result = playing->result;
    const struct check_formula_options *options = playing->options;
    const struct model_options layout = {.words = options->words, .observer = &result->observer.observer};
    struct explore_options explore = options->explore;
    explore.keep_levels = 1;
    explore.may_forget = 0;
    explore.watched = NULL;
    explore.decided = NULL;
    explore.graph_follows = 1;
    explore.may_join = 1;
    explore.partial_order = 0; /* games are about all states */
    *model = model_compile(playing->network, &layout, playing->run, &result->why);
    if (*model == NULL) {
        miss_search(playing);
        return NULL;
    }
    return playing->backend->explore(*model, &explore, playing->run, &result->why);
}

/* Makes the game of the product; several ranks also solve it. Returns 0 or -1. */
static int make_game(struct playing *playing, struct exploration *found) {
    struct check_formula *result = playing->result;
    const struct check_formula_options *options = playing->options;
    return playing->run->ranks != NULL ? check_formula_ranks(found, options, playing->run, result)
                                       : game_generate(playing->backend, found, options->keep, &result->game,
                                                       playing->run, &result->why);
}

/* Makes the game of the network and the observer. Returns 0, or -1 if that fails; the result has the reason.
 */
static int generate(struct playing *playing) {
    struct check_formula *result = playing->result;
    model *model;
    struct exploration *found = explore_product(playing, &model);
    int failed = found == NULL;
    if (found != NULL) {
        double begun = run_clock();
        result->why.code = ERROR_NONE;
        check_search_take_counts(&result->search, found);
        failed = found->result.outcome != EXPLORE_DONE || make_game(playing, found) != 0;
        result->figures.generate_seconds = run_clock() - begun - result->figures.solve_seconds;
        check_search_take_engine(&result->search, found);
        exploration_free(found);
    }
    if (failed || !playing->options->keep || playing->run->ranks != NULL) {
        model_free(model);
        model = NULL;
    }
    result->model = model;
    return failed ? -1 : 0;
}

/* --- the game --- */

static void write_game(struct playing *playing) {
    struct check_formula *result = playing->result;
    struct error *error = &result->figures.write_error;
    int failed = generated_game_fetch(&result->game, playing->run, error) != 0;
    const struct game_store store = {.game = result->game.host};
    result->figures.written =
        !failed && game_write(&store, playing->options->write_game, playing->run, error) == 0;
}

/* The set of winners for which evidence needs the solution of the whole game. */
static unsigned wanted(const struct check_formula_options *options) {
    unsigned even = options->keep && !options->forget_if_holds, odd = options->keep != 0;
    return even << PLAYER_EVEN | odd << PLAYER_ODD;
}

/* Keeps game, states and solution where they are, if they could be kept. */
static void keep(struct check_formula *result) {
    result->kept = result->solution.winner != NULL && result->game.states != NULL;
    if (!result->kept) {
        error_memory(&result->keep_error, "to keep the solution of the game");
    }
}

/* Updates the peak of memory after solving. */
static void take_peak(struct playing *playing) {
    struct check_formula *result = playing->result;
    if (result->game.device != NULL) {
        result->search.effort.memory_peak = memory_peak(&result->game.device->memory);
    } else if (!result->search.effort.on_device) {
        result->search.effort.memory_peak = memory_peak(playing->run->memory);
    }
}

static int solve(struct playing *playing) {
    struct check_formula *result = playing->result;
    const struct check_formula_options *options = playing->options;
    enum player winner;
    double begun = run_clock();
    const struct solve_task task = {.options = &options->solve,
                                    .run = playing->run,
                                    .solution = &result->solution,
                                    .report = &result->figures.solve,
                                    .error = &result->why};
    int failed = solve_generated(&result->game, &task, &winner, wanted(options));
    result->figures.solve_seconds = run_clock() - begun;
    take_peak(playing);
    if (failed) {
        return -1;
    }
    result->verdict = winner == PLAYER_EVEN ? VERDICT_HOLDS : VERDICT_VIOLATED;
    return 0;
}

static int play(struct playing *playing) {
    struct check_formula *result = playing->result;
    if (generate(playing) != 0) {
        return -1;
    }
    if (playing->run->ranks != NULL) {
        return 0;
    }
    result->figures.vertices = result->game.vertices;
    result->figures.edges = result->game.edges;
    result->figures.priorities = result->game.priorities;
    if (playing->options->write_game != NULL && !result->figures.written) {
        write_game(playing);
    }
    if (solve(playing) != 0) {
        return -1;
    }
    if (wanted(playing->options) >> (result->verdict == VERDICT_HOLDS ? PLAYER_EVEN : PLAYER_ODD) & 1) {
        keep(result);
    }
    return 0;
}

void check_formula_drop_game(struct check_formula *result) {
    generated_game_free_solution(&result->game, &result->solution);
    generated_game_free(&result->game);
    model_free(result->model);
    result->model = NULL;
}

/* Repeats search and game on the host after a GPU failed later than in the search. */
static int play_again(struct playing *playing) {
    struct check_formula *result = playing->result;
    struct error why = result->why;
    check_formula_drop_game(result);
    result->why.code = ERROR_NONE;
    playing->backend = backends[0];
    int failed = play(playing);
    result->search.effort.fallback = why;
    return failed;
}

void check_formula(const struct backend *backend, const struct network *network,
                   const struct formula *formula, const struct check_formula_options *options,
                   const struct run *run, struct check_formula *result) {
    struct playing playing = {backend, network, options, run, result};
    *result = (struct check_formula){.verdict = VERDICT_UNDECIDED};
    result->search.result.outcome = EXPLORE_FULL; /* until the search has begun */
    result->search.product = 1;
    if (run->ranks != NULL && backend->on_device) { /* so it is for all of them */
        error_set(&result->why, ERROR_USAGE,
                  "several processes solve parity games on CPUs alone: use --device cpu");
        return;
    }
    if (make_observer(&playing, formula) != 0) {
        miss_search(&playing);
        return;
    }
    int failed = play(&playing);
    if (failed && result->why.code == ERROR_DEVICE && !backend->on_device) {
        failed = play_again(&playing);
    }
    if (!failed) {
        result->why.code = ERROR_NONE; /* an earlier failure, as of a GPU, did not affect the result */
    }
    if (!result->kept) {
        check_formula_drop_game(result);
        formula_observer_free(&result->observer);
        result->observer = (struct formula_observer){.memory = NULL};
    }
}

struct solved_game check_formula_solved(const struct check_formula *result) {
    const struct generated_game *game = &result->game;
    return (struct solved_game){.game = game->device != NULL ? game->there : game->host,
                                .solution = result->solution,
                                .states = game->states,
                                .device = game->device};
}

int check_formula_fetch(struct check_formula *result, const struct run *run, struct error *error) {
    struct generated_game *game = &result->game;
    struct solution solution = {NULL, NULL};
    if (game->device == NULL) {
        return 0;
    }
#ifdef HEDDLE_CUDA
    if (generated_game_fetch(game, run, error) != 0 ||
        solution_create(&solution, game->vertices, run->memory, error) != 0) {
        return -1;
    }
    if (solution_device_download(&result->solution, game->vertices, &solution, error) != 0) {
        solution_free(&solution, game->vertices, run->memory);
        return -1;
    }
    generated_game_free_solution(game, &result->solution);
#endif
    if (generated_game_leave_device(game, run, error) != 0) {
        solution_free(&solution, game->vertices, run->memory);
        return -1;
    }
    result->solution = solution;
    return 0;
}

void check_formula_free(struct check_formula *result) {
    check_formula_drop_game(result);
    if (result->kept) {
        formula_observer_free(&result->observer);
    }
    *result = (struct check_formula){.verdict = VERDICT_UNDECIDED};
}
