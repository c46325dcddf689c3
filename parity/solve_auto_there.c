/* Both sides at once for a game that lies on a GPU: the host solves a copy of it. */
#include "parity/solve_auto.h"

#ifdef HEDDLE_CUDA

#include <stddef.h>

#include "base/device.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/engine_cuda.h"

struct work {
    struct device *device;
    const struct game *game; /* on the GPU */
    const struct solve_options *options;
};

static int download(const struct game *there, struct game_store *store, struct error *error) {
    uint64_t n = there->vertices;
    store->game.edges = there->edges;
    store->game.start = there->start;
    return device_download(store->offsets, there->offsets, (n + 1) * sizeof *store->offsets, error) != 0 ||
                   device_download(store->targets, there->targets, there->edges * sizeof *store->targets,
                                   error) != 0 ||
                   device_download(store->owner, there->owner, n * sizeof *store->owner, error) != 0 ||
                   device_download(store->priority, there->priority, n * sizeof *store->priority, error) != 0
               ? -1
               : 0;
}

/* On this thread, which has not used the GPU before. */
static int solve_here(void *context, const struct run *run, struct solution *solution,
                      struct solve_report *report, struct error *error) {
    const struct work *work = context;
    struct game_store store;
    if (device_warm_up(work->device->number, error) != 0 ||
        game_store_create(&store, work->game->vertices, work->game->edges, run->memory, error) != 0) {
        return -1;
    }
    int result = download(work->game, &store, error);
    if (result == 0) {
        result = solve_cpu(&store.game, work->options, run, solution, report, error);
    }
    game_store_free(&store);
    return result;
}

static int solve_there(void *context, const struct run *run, struct solution *solution,
                       struct solve_report *report, struct error *error) {
    const struct work *work = context;
    return device_warm_up(work->device->number, error) != 0
               ? -1
               : solve_cuda_fetch(work->device, work->game, work->options, run, solution, report, error);
}

int solve_auto_there(struct device *device, const struct game *game, const struct solve_options *options,
                     const struct run *run, struct solution *solution, struct solve_report *report,
                     struct error *error) {
    struct work work = {device, game, options};
    struct solve_side host = {solve_here, &work, 0}, there = {solve_there, &work, 0};
    *report = (struct solve_report){.solver = options->solver, .engine = "cpu"};
    if (options->solver == SOLVER_PROMOTION || options->solver == SOLVER_SPM) {
        return solve_here(&work, run, solution, report, error);
    }
    if (options->solver == SOLVER_REGIONS) {
        return solve_there(&work, run, solution, report, error);
    }
    return solve_race(&host, &there, game->vertices, run, solution, report, error);
}

#endif
