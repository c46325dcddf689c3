/*
 * Solves a game that is in a GPU's memory on both sides at once: the host solves a copy of it. The solution
 * stays on the side that found it.
 */
#include "parity/solve_auto.h"

#ifdef HEDDLE_CUDA

#include <stddef.h>

#include "base/array.h"
#include "base/device/device.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/solve_race.h"
#include "parity/measures/spm_exchange.h"

/* The least time that the host needs: to download a byte, and to solve a vertex or an edge. The GPU works
 * alone for a part of this time, so that the host need not begin with games that are fast on the GPU. */
#define BYTE_SECONDS 2e-11
#define ITEM_SECONDS 4e-9
#define ALONE 0.15

/* The work of a side, and its solution in the side's memory: NULLs as long as there is none. */
struct there_work {
    struct device *device;
    const struct game *copy; /* a copy of the game on the host; or NULL */
    struct solution solution;
};

static double host_delay(const struct game *game) {
    double vertices = (double)game->vertices, edges = (double)game->edges;
    double bytes = vertices * (sizeof *game->offsets + sizeof *game->owner + sizeof *game->priority) +
                   edges * sizeof *game->targets;
    return ALONE * (bytes * BYTE_SECONDS + (vertices + edges) * ITEM_SECONDS);
}

/* --- the host --- */

static int download(struct device *device, const struct solve_task *task, struct game_store *store) {
    const struct game *there = task->game;
    uint64_t n = there->vertices;
    const struct device_copy copies[] = {
        {store->offsets, there->offsets, (n + 1) * sizeof *store->offsets},
        {store->targets, there->targets, there->edges * sizeof *store->targets},
        {store->owner, there->owner, n * sizeof *store->owner},
        {store->priority, there->priority, n * sizeof *store->priority}};
    store->game.edges = there->edges;
    store->game.start = there->start;
    return device_download_beside(device, copies, LENGTH(copies), task->run, task->error);
}

static int solve_copy(struct there_work *work, const struct game *copy, const struct solve_task *task) {
    struct solve_task here = *task;
    here.game = copy;
    here.solution = &work->solution;
    if (solution_create(&work->solution, copy->vertices, task->run->memory, task->error) != 0) {
        return -1;
    }
    if (solve_cpu(&here) != 0) {
        solution_free(&work->solution, copy->vertices, task->run->memory);
        return -1;
    }
    return 0;
}

static int solve_on_host(void *context, const struct solve_task *task) {
    struct there_work *work = context;
    const struct game *game = task->game;
    struct game_store store;
    if (work->copy != NULL) {
        return solve_copy(work, work->copy, task);
    }
    if (game_store_create(&store, game->vertices, game->edges, task->run->memory, task->error) != 0) {
        return -1;
    }
    int result = download(work->device, task, &store);
    if (result == 0) {
        result = solve_copy(work, &store.game, task);
    }
    game_store_free(&store);
    return result;
}

/* --- the GPU --- */

static int solve_on_gpu(void *context, const struct solve_task *task) {
    struct there_work *work = context;
    struct solve_task there = *task;
    there.solution = &work->solution;
    return device_warm_up(work->device->number, task->error) != 0 ? -1
                                                                  : solve_cuda_keep(work->device, &there);
}

/* --- both sides --- */

static const struct solve_side *solve_on_sides(const struct solve_side sides[2],
                                               const struct solve_task *task) {
    unsigned wanted = solver_sides(task->options->solver);
    if (wanted == (SOLVE_ON_HOST | SOLVE_ON_DEVICE)) {
        return solve_race(&sides[0], &sides[1], task);
    }
    const struct solve_side *side = &sides[wanted == SOLVE_ON_HOST ? 0 : 1];
    return side->solve(side->context, task) == 0 ? side : NULL;
}

int solve_auto_there(struct device *device, const struct solve_task *task, const struct game *copy,
                     struct there_answer *answer) {
    const struct game *game = task->game;
    struct memory *memory = task->run->memory;
    struct solve_options options = *task->options;
    struct solve_task together = *task;
    struct spm_exchange exchange;
    struct there_work here = {device, copy, {NULL, NULL}}, there = here;
    const struct solve_side sides[2] = {{solve_on_host, &here, host_delay(game)}, {solve_on_gpu, &there, 0}};
    uint8_t winner = PLAYER_ODD;
    *task->report = (struct solve_report){.solver = options.solver, .engine = "cpu"};
    spm_exchange_open(&exchange, game->vertices, memory);
    options.spm.exchange = solve_exchanges(task->options) ? &exchange : NULL;
    together.options = &options;
    /* The host downloads the game while the GPU works: it must be complete before. */
    const struct solve_side *first =
        device_finish(task->error) == 0 ? solve_on_sides(sides, &together) : NULL;
    spm_exchange_close(&exchange);
    int failed = first == NULL;
    *answer = (struct there_answer){.on_device = first == &sides[1]};
    if (answer->on_device) {
        failed = device_download(&winner, there.solution.winner + game->start, 1, task->error) != 0;
    } else if (!failed) {
        winner = here.solution.winner[game->start];
    }
    answer->winner = (enum player)winner;
    if (!failed) {
        struct solution *found = answer->on_device ? &there.solution : &here.solution;
        answer->solution = *found;
        *found = (struct solution){NULL, NULL};
    }
    solution_free(&here.solution, game->vertices, memory);
    solution_device_free(device, game->vertices, &there.solution);
    return failed ? -1 : 0;
}

#endif
