/* Games whose vertices are put in another order before they are solved (Bootsma, section 7.2). */
#include "parity/measures/spm_reorder.h"

#include "base/error.h"
#include "base/memory.h"
#include "parity/measures/spm.h"

struct reordering {
    const struct game *game;
    struct solving solving; /* what memory is taken with */
    struct game_store copy;
    struct solution solution; /* of the copy */
    uint32_t *order;          /* of the game's vertices */
    uint32_t *place;          /* of each, in it */
};

int spm_wants_order(const struct solve_options *options) {
    return options->solver == SOLVER_SPM && options->spm.order != SPM_ORDER_BEST &&
           options->spm.order != SPM_ORDER_INPUT && options->spm.exchange == NULL;
}

static void copy_game(struct reordering *reordering) {
    const struct game *game = reordering->game;
    struct game_store *copy = &reordering->copy;
    uint64_t edges = 0;
    for (uint64_t i = 0; i < game->vertices; i++) {
        reordering->place[reordering->order[i]] = (uint32_t)i;
    }
    for (uint64_t i = 0; i < game->vertices; i++) {
        uint32_t vertex = reordering->order[i];
        copy->owner[i] = game->owner[vertex];
        copy->priority[i] = game->priority[vertex];
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            copy->targets[edges++] = reordering->place[game->targets[edge]];
        }
        copy->offsets[i + 1] = edges;
    }
    copy->game.edges = edges;
    copy->game.start = game->vertices == 0 ? 0 : reordering->place[game->start];
}

static void number_back(const struct reordering *reordering, struct solution *solution) {
    for (uint64_t i = 0; i < reordering->game->vertices; i++) {
        uint32_t vertex = reordering->order[i], to = reordering->solution.strategy[i];
        solution->winner[vertex] = reordering->solution.winner[i];
        solution->strategy[vertex] = to == SOLUTION_NONE ? SOLUTION_NONE : reordering->order[to];
    }
}

static int solve_copy(struct reordering *reordering, spm_solve_function *solve,
                      const struct solve_options *options, const struct run *run, struct solution *solution,
                      struct solve_report *report, struct error *error) {
    uint64_t n = reordering->game->vertices;
    struct solve_options plain = *options;
    plain.spm.order = SPM_ORDER_INPUT;
    if (game_store_create(&reordering->copy, n, reordering->game->edges, run->memory, error) != 0) {
        return -1;
    }
    int result = -1;
    if (spm_order_vertices(&reordering->solving, options->spm.order, reordering->place, reordering->order) ==
            0 &&
        solution_create(&reordering->solution, n, run->memory, error) == 0) {
        copy_game(reordering);
        result = solve(&reordering->copy.game, &plain, run, &reordering->solution, report, error);
    }
    if (result == 0) {
        number_back(reordering, solution);
    }
    solution_free(&reordering->solution, n, run->memory);
    game_store_free(&reordering->copy);
    return result;
}

int spm_solve_reordered(spm_solve_function *solve, const struct game *game,
                        const struct solve_options *options, const struct run *run, struct solution *solution,
                        struct solve_report *report, struct error *error) {
    struct solve_report of_order = {0};
    struct reordering reordering = {
        .game = game,
        .solving = {.game = game, .options = options, .run = run, .report = &of_order, .error = error}};
    uint64_t bytes = 2 * game->vertices * sizeof *reordering.order;
    reordering.order = memory_allocate(run->memory, bytes);
    if (reordering.order == NULL) {
        return error_set(error, ERROR_MEMORY, "not enough memory to order %llu vertices",
                         (unsigned long long)game->vertices);
    }
    reordering.place = reordering.order + game->vertices;
    int result = solve_copy(&reordering, solve, options, run, solution, report, error);
    memory_free(run->memory, reordering.order, bytes);
    return result;
}
