/* The engine on a GPU for games in host memory. */
#include "parity/engine_cuda.h"

#ifdef HEDDLE_CUDA

#include <stddef.h>

#include "base/device/device.h"
#include "base/device/device_start.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/measures/spm_reorder.h"

static int available(const char **reason) {
    return device_count(reason) > 0;
}

static int warm_up(unsigned number, struct error *error) {
    return device_warm_up((int)number, error);
}

int solve_cuda_keep(struct device *device, const struct game *game, const struct solve_options *options,
                    const struct run *run, struct solution *there, struct solve_report *report,
                    struct error *error) {
    if (solution_device_create(device, game->vertices, there, error) != 0) {
        return -1;
    }
    if (solve_cuda(device, game, options, run, there, report, error) != 0) {
        solution_device_free(device, game->vertices, there);
        return -1;
    }
    return 0;
}

static int solve_as_it_is(const struct game *game, const struct solve_options *options, const struct run *run,
                          struct solution *solution, struct solve_report *report, struct error *error) {
    struct game_device copy = {0};
    struct solution there = {NULL, NULL};
    int result = -1;
    *report = (struct solve_report){.solver = options->solver, .engine = "cuda"};
    struct device *device = device_open((int)run->device, run->device_bytes, error);
    if (device != NULL && game_device_create(device, game, &copy, error) == 0 &&
        solve_cuda_keep(device, &copy.game, options, run, &there, report, error) == 0) {
        result = solution_device_download(&there, game->vertices, solution, error);
        solution_device_free(device, game->vertices, &there);
    }
    game_device_free(&copy);
    device_close(device);
    return result;
}

static int solve_in_order(const struct game *game, const struct solve_options *options, const struct run *run,
                          struct solution *solution, struct solve_report *report, struct error *error) {
    return spm_wants_order(options)
               ? spm_solve_reordered(solve_as_it_is, game, options, run, solution, report, error)
               : solve_as_it_is(game, options, run, solution, report, error);
}

const struct solve_engine solve_engine_cuda = {"cuda", 1, available, solve_in_order, &device_start_process,
                                               warm_up};

#endif
