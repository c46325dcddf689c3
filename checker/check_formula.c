/* Decides a formula by a parity game: searches the product of network and observer, makes a game of it, and
 * solves the game. */
#include "checker/check_formula.h"

#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "checker/label_texts.h"
#include "checker/check_internal.h"
#include "explorer/model/network.h"
#include "frontend/formats/game_write.h"

struct playing {
    const struct backend *backend;
    const struct network *network;
    const struct check_formula_options *options;
    const struct run *run;
    struct check_formula *result;
};

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

/* --- search and game --- */

/* What a search of the product looks like. */
static struct space_request request_of(const struct playing *playing) {
    const struct check_formula_options *options = playing->options;
    struct explore_options explore = options->explore;
    explore.keep_levels = 1;
    explore.may_forget = 0;
    explore.watched = NULL;
    explore.decided = NULL;
    explore.graph_follows = 1;
    explore.may_join = 1;
    explore.partial_order = 0; /* games are about all states */
    return (struct space_request){
        .backend = playing->backend,
        .network = playing->network,
        .layout = {.words = options->words, .observer = &playing->result->observer.observer},
        .explore = explore};
}

/* The callback space_game_task.made. */
static void write_game(void *context, struct generated_game *game) {
    struct playing *playing = context;
    struct check_game *figures = &playing->result->figures;
    struct error *error = &figures->write_error;
    if (playing->options->write_game == NULL || figures->written) {
        return;
    }
    const int failed = generated_game_fetch(game, playing->run, error) != 0;
    const struct game_store store = {.game = game->host};
    figures->written = !failed && game_write(&store, playing->options->write_game, playing->run, error) == 0;
}

/* The set of winners for which evidence needs the solution of the whole game. */
static unsigned wanted(const struct check_formula_options *options) {
    unsigned even = options->keep && !options->forget_if_holds, odd = options->keep != 0;
    return even << PLAYER_EVEN | odd << PLAYER_ODD;
}

/* Keeps game, states and solution where they are, if they could be kept; and the model. */
static void keep(struct check_formula *result, struct space *space) {
    const struct space_game *solved = &result->solved;
    if (solved->figures.by_ranks) {
        error_set(&result->keep_error, ERROR_LIMIT,
                  "several processes make no evidence from a parity game: start one process");
        return;
    }
    result->kept = solved->solution.winner != NULL && solved->game.states != NULL;
    if (!result->kept) {
        error_memory(&result->keep_error, "to keep the solution of the game");
        return;
    }
    result->model = space->owned;
    space->owned = NULL;
}

/* Returns 0, or -1 with the result's reason. */
static int play(struct playing *playing, struct space *space) {
    struct check_formula *result = playing->result;
    const struct check_formula_options *options = playing->options;
    const struct space_game_task task = {.solve = &options->solve,
                                         .keep = options->keep,
                                         .wanted = wanted(options),
                                         .made = write_game,
                                         .context = playing,
                                         .keep_apart = options->keep_apart};
    if (space->exploration->result.outcome != EXPLORE_DONE) {
        return -1;
    }
    const int failed = space_game(space, &task, playing->run, &result->solved, &result->why);
    result->figures.made = result->solved.figures;
    if (failed) {
        return -1;
    }
    result->verdict = result->solved.winner == PLAYER_EVEN ? VERDICT_HOLDS : VERDICT_VIOLATED;
    if (task.wanted >> result->solved.winner & 1) {
        keep(result, space);
    }
    return 0;
}

/* Searches the product, and plays the game. Returns 0, or -1 with the result's reason. */
static int search(struct playing *playing, int missing) {
    struct check_formula *result = playing->result;
    struct space_request request = {.failed = 1};
    struct space space;
    if (!missing) {
        request = request_of(playing);
    }
    if (space_open(&space, &request, playing->run, &result->why) != 0) {
        return -1;
    }
    result->why.code = ERROR_NONE;
    check_search_take_counts(&result->search, space.exploration);
    const int failed = play(playing, &space);
    check_search_take_engine(&result->search, space.exploration);
    space_close(&space);
    return failed;
}

void check_formula_drop_game(struct check_formula *result) {
    space_game_free(&result->solved);
    model_free(result->model);
    result->model = NULL;
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
                  "several processes cannot solve parity games on GPUs: use --device cpu");
        return;
    }
    const int missing = make_observer(&playing, formula) != 0;
    if (search(&playing, missing) == 0) {
        result->why.code = ERROR_NONE; /* an earlier failure, as of a GPU, did not affect the result */
    }
    if (!result->kept) {
        check_formula_drop_game(result);
        formula_observer_free(&result->observer);
        result->observer = (struct formula_observer){.memory = NULL};
    }
}

struct solved_game check_formula_solved(const struct check_formula *result) {
    const struct generated_game *game = &result->solved.game;
    return (struct solved_game){.game = game->device != NULL ? game->there : game->host,
                                .solution = result->solved.solution,
                                .states = game->states,
                                .device = game->device};
}

void check_formula_free(struct check_formula *result) {
    check_formula_drop_game(result);
    if (result->kept) {
        formula_observer_free(&result->observer);
    }
    *result = (struct check_formula){.verdict = VERDICT_UNDECIDED};
}
