/* The engine on a GPU for games in host memory. */
#include "parity/engine_cuda.h"

#ifdef HEDDLE_CUDA

#include <stddef.h>

#include "base/device.h"
#include "base/error.h"
#include "base/run.h"

static int available(const char **reason) {
    return device_count(reason) > 0;
}

int solve_cuda_fetch(struct device *device, const struct game *game, const struct solve_options *options,
                     const struct run *run, struct solution *solution, struct solve_report *report,
                     struct error *error) {
    uint64_t strategy_bytes = game->vertices * sizeof *solution->strategy;
    struct solution there = {device_allocate(device, game->vertices, error), NULL};
    int result = -1;
    if (there.winner != NULL) {
        there.strategy = device_allocate(device, strategy_bytes, error);
    }
    if (there.strategy != NULL) {
        result = solve_cuda(device, game, options, run, &there, report, error);
    }
    if (result == 0 && (device_download(solution->winner, there.winner, game->vertices, error) != 0 ||
                        device_download(solution->strategy, there.strategy, strategy_bytes, error) != 0)) {
        result = -1;
    }
    device_free(device, there.winner, game->vertices);
    device_free(device, there.strategy, strategy_bytes);
    return result;
}

static int solve(const struct game *game, const struct solve_options *options, const struct run *run,
                 struct solution *solution, struct solve_report *report, struct error *error) {
    struct game_device copy = {0};
    int result = -1;
    *report = (struct solve_report){.solver = options->solver, .engine = "cuda"};
    struct device *device = device_open((int)run->device, run->device_bytes, error);
    if (device != NULL && game_device_create(device, game, &copy, error) == 0) {
        result = solve_cuda_fetch(device, &copy.game, options, run, solution, report, error);
    }
    game_device_free(&copy);
    device_close(device);
    return result;
}

const struct solve_engine solve_engine_cuda = {"cuda", 1, available, solve};

#endif
