/*
 * Both sides at once for a game that lies on a GPU: the host solves a copy of it. The solution stays on the
 * side that found it until it is known whether it is wanted.
 */
#include "parity/solve_auto.h"

#ifdef HEDDLE_CUDA

#include <stddef.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/engine_cuda.h"
#include "parity/solve_race.h"
#include "parity/measures/spm_exchange.h"

/* What the host takes at the very least: a byte to be downloaded; a vertex or an edge to be solved. A part of
 * that is the GPU's alone, so that games that are quick there do not trouble the host. */
#define BYTE_SECONDS 2e-11
#define ITEM_SECONDS 4e-9
#define ALONE 0.15

/* A side and its solution, which lies there; NULLs as long as there is none. */
struct there_work {
    struct device *device;
    const struct game *game; /* on the GPU */
    const struct game *copy; /* on the host; or NULL */
    const struct solve_options *options;
    struct solution solution;
};

static double host_delay(const struct game *game) {
    double vertices = (double)game->vertices, edges = (double)game->edges;
    double bytes = vertices * (sizeof *game->offsets + sizeof *game->owner + sizeof *game->priority) +
                   edges * sizeof *game->targets;
    return ALONE * (bytes * BYTE_SECONDS + (vertices + edges) * ITEM_SECONDS);
}

/* --- the host --- */

static int download(const struct there_work *work, struct game_store *store, const struct run *run,
                    struct error *error) {
    const struct game *there = work->game;
    uint64_t n = there->vertices;
    const struct device_copy copies[] = {
        {store->offsets, there->offsets, (n + 1) * sizeof *store->offsets},
        {store->targets, there->targets, there->edges * sizeof *store->targets},
        {store->owner, there->owner, n * sizeof *store->owner},
        {store->priority, there->priority, n * sizeof *store->priority}};
    store->game.edges = there->edges;
    store->game.start = there->start;
    return device_download_beside(work->device, copies, sizeof copies / sizeof *copies, run, error);
}

static int solve_copy(struct there_work *work, const struct game *copy, const struct run *run,
                      struct solve_report *report, struct error *error) {
    if (solution_create(&work->solution, copy->vertices, run->memory, error) != 0) {
        return -1;
    }
    if (solve_cpu(&(struct solve_task){copy, work->options, run, &work->solution, report, error}) != 0) {
        solution_free(&work->solution, copy->vertices, run->memory);
        return -1;
    }
    return 0;
}

static int solve_here(void *context, const struct run *run, struct solve_report *report,
                      struct error *error) {
    struct there_work *work = context;
    struct game_store store;
    if (work->copy != NULL) {
        return solve_copy(work, work->copy, run, report, error);
    }
    if (game_store_create(&store, work->game->vertices, work->game->edges, run->memory, error) != 0) {
        return -1;
    }
    int result = download(work, &store, run, error);
    if (result == 0) {
        result = solve_copy(work, &store.game, run, report, error);
    }
    game_store_free(&store);
    return result;
}

/* --- the GPU --- */

static int solve_there(void *context, const struct run *run, struct solve_report *report,
                       struct error *error) {
    struct there_work *work = context;
    return device_warm_up(work->device->number, error) != 0
               ? -1
               : solve_cuda_keep(work->device, &(struct solve_task){work->game, work->options, run,
                                                                    &work->solution, report, error});
}

/* Of a solution on the GPU: the winner of the start, and all of it where that is wanted. */
static int fetch_solution(const struct there_work *there, const struct solve_task *task, enum player *winner,
                          unsigned wanted) {
    uint64_t vertices = task->game->vertices;
    uint8_t of_start;
    if (device_download(&of_start, there->solution.winner + task->game->start, 1, task->error) != 0) {
        return -1;
    }
    *winner = (enum player)of_start;
    if ((wanted >> *winner & 1) == 0 ||
        solution_create(task->solution, vertices, task->run->memory, task->error) != 0) {
        return 0; /* the winner is known */
    }
    if (solution_device_download(&there->solution, vertices, task->solution, task->error) != 0) {
        solution_free(task->solution, vertices, task->run->memory);
        return -1;
    }
    return 0;
}

/* --- both --- */

static const struct solve_side *solve_on_sides(const struct solve_side sides[2],
                                               const struct solve_task *task) {
    unsigned wanted = solver_sides(task->options->solver);
    if (wanted == (SOLVE_ON_HOST | SOLVE_ON_DEVICE)) {
        return solve_race(&sides[0], &sides[1], task->run, task->report, task->error);
    }
    const struct solve_side *side = &sides[wanted == SOLVE_ON_HOST ? 0 : 1];
    return side->solve(side->context, task->run, task->report, task->error) == 0 ? side : NULL;
}

int solve_auto_there(struct device *device, const struct solve_task *task, const struct game *copy,
                     enum player *winner, unsigned wanted) {
    const struct game *game = task->game;
    struct memory *memory = task->run->memory;
    struct solve_options sharing = *task->options;
    struct spm_exchange exchange;
    struct there_work here = {device, game, copy, &sharing, {NULL, NULL}}, there = here;
    const struct solve_side sides[2] = {{solve_here, &here, host_delay(game)}, {solve_there, &there, 0}};
    *task->solution = (struct solution){NULL, NULL};
    *task->report = (struct solve_report){.solver = sharing.solver, .engine = "cpu"};
    spm_exchange_open(&exchange, game->vertices, memory);
    sharing.spm.exchange = solve_exchanges(task->options) ? &exchange : NULL;
    /* The host's copy is made beside the GPU's work: the game must be there whole by now. */
    const struct solve_side *first = device_finish(task->error) == 0 ? solve_on_sides(sides, task) : NULL;
    spm_exchange_close(&exchange);
    int failed = first == NULL;
    if (first == &sides[1]) {
        failed = fetch_solution(&there, task, winner, wanted) != 0;
    } else if (!failed) {
        *winner = (enum player)here.solution.winner[game->start];
        if (wanted >> *winner & 1) {
            *task->solution = here.solution;
            here.solution = (struct solution){NULL, NULL};
        }
    }
    solution_free(&here.solution, game->vertices, memory);
    solution_device_free(device, game->vertices, &there.solution);
    return failed ? -1 : 0;
}

#endif
