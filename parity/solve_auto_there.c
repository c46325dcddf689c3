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
 * that is the GPU's alone, so that what is quick there leaves the host in peace. */
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
    if (solve_cpu(copy, work->options, run, &work->solution, report, error) != 0) {
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
               : solve_cuda_keep(work->device, work->game, work->options, run, &work->solution, report,
                                 error);
}

/* Of a solution on the GPU: the winner of the start, and all of it where that is wanted. */
static int fetch(const struct there_work *there, unsigned wanted, const struct run *run, enum player *winner,
                 struct solution *solution, struct error *error) {
    uint64_t vertices = there->game->vertices;
    uint8_t of_start;
    if (device_download(&of_start, there->solution.winner + there->game->start, 1, error) != 0) {
        return -1;
    }
    *winner = (enum player)of_start;
    if ((wanted >> *winner & 1) == 0 || solution_create(solution, vertices, run->memory, error) != 0) {
        return 0; /* who wins is known */
    }
    if (solution_device_download(&there->solution, vertices, solution, error) != 0) {
        solution_free(solution, vertices, run->memory);
        return -1;
    }
    return 0;
}

/* --- both --- */

static const struct solve_side *solve_on_sides(struct there_work *here, struct there_work *there,
                                               const struct run *run, const struct solve_side sides[2],
                                               struct solve_report *report, struct error *error) {
    unsigned wanted = solver_sides(here->options->solver);
    if (wanted == (SOLVE_ON_HOST | SOLVE_ON_DEVICE)) {
        return solve_race(&sides[0], &sides[1], run, report, error);
    }
    if (wanted == SOLVE_ON_HOST) {
        return solve_here(here, run, report, error) == 0 ? &sides[0] : NULL;
    }
    return solve_there(there, run, report, error) == 0 ? &sides[1] : NULL;
}

int solve_auto_there(struct device *device, const struct game *game, const struct game *copy,
                     const struct solve_options *options, const struct run *run, enum player *winner,
                     unsigned wanted, struct solution *solution, struct solve_report *report,
                     struct error *error) {
    struct there_work here = {device, game, copy, options, {NULL, NULL}}, there = here;
    const struct solve_side sides[2] = {{solve_here, &here, host_delay(game)}, {solve_there, &there, 0}};
    *solution = (struct solution){NULL, NULL};
    *report = (struct solve_report){.solver = options->solver, .engine = "cpu"};
    struct solve_options sharing = *options;
    struct spm_exchange exchange;
    spm_exchange_open(&exchange, game->vertices, run->memory);
    sharing.spm.exchange = solve_exchanges(options) ? &exchange : NULL;
    here.options = there.options = &sharing;
    /* The host's copy is made beside the GPU's work: the game must be there whole by now. */
    const struct solve_side *first =
        device_finish(error) == 0 ? solve_on_sides(&here, &there, run, sides, report, error) : NULL;
    spm_exchange_close(&exchange);
    int failed = first == NULL;
    if (first == &sides[1]) {
        failed = fetch(&there, wanted, run, winner, solution, error) != 0;
    } else if (!failed) {
        *winner = (enum player)here.solution.winner[game->start];
        if (wanted >> *winner & 1) {
            *solution = here.solution;
            here.solution = (struct solution){NULL, NULL};
        }
    }
    solution_free(&here.solution, game->vertices, run->memory);
    solution_device_free(device, game->vertices, &there.solution);
    return failed ? -1 : 0;
}

#endif
