/* Solves a copy of a game whose vertices are in another order (Bootsma, section 7.2). */
#include "parity/measures/spm_reorder.h"

#include "base/error.h"
#include "base/memory.h"
#include "parity/measures/spm.h"

struct reordering {
    const struct game *game;
    struct solving solving; /* allocates memory */
    struct game_store copy;
    struct solution solution; /* the solution of the copy */
    uint32_t *order;          /* the game's vertices */
    uint32_t *place;          /* positions of the vertices in the order */
};

static int wants_order(const struct solve_options *options) {
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
                      const struct solve_task *task) {
    uint64_t n = task->game->vertices;
    struct memory *memory = task->run->memory;
    struct solve_options plain = *task->options;
    struct solve_task of_copy = *task;
    plain.spm.order = SPM_ORDER_INPUT;
    of_copy.game = &reordering->copy.game;
    of_copy.options = &plain;
    of_copy.solution = &reordering->solution;
    if (game_store_create(&reordering->copy, n, task->game->edges, memory, task->error) != 0) {
        return -1;
    }
    int result = -1;
    if (spm_order_vertices(&reordering->solving, task->options->spm.order, reordering->place,
                           reordering->order) == 0 &&
        solution_create(&reordering->solution, n, memory, task->error) == 0) {
        copy_game(reordering);
        result = solve(&of_copy);
    }
    if (result == 0) {
        number_back(reordering, task->solution);
    }
    solution_free(&reordering->solution, n, memory);
    game_store_free(&reordering->copy);
    return result;
}

int spm_solve_in_order(spm_solve_function *solve, const struct solve_task *task) {
    if (!wants_order(task->options)) {
        return solve(task);
    }
    struct solve_report of_order = {0};
    uint64_t vertices = task->game->vertices, bytes = 2 * vertices * sizeof(uint32_t);
    struct reordering reordering = {.game = task->game,
                                    .solving = {.game = task->game,
                                                .options = task->options,
                                                .run = task->run,
                                                .report = &of_order,
                                                .error = task->error}};
    reordering.order = memory_allocate(task->run->memory, bytes);
    if (reordering.order == NULL) {
        return error_set(task->error, ERROR_MEMORY, "not enough memory to order %llu vertices",
                         (unsigned long long)vertices);
    }
    reordering.place = reordering.order + vertices;
    int result = solve_copy(&reordering, solve, task);
    memory_free(task->run->memory, reordering.order, bytes);
    return result;
}
