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

int solve_cuda_keep(struct device *device, const struct solve_task *task) {
    uint64_t vertices = task->game->vertices;
    if (solution_device_create(device, vertices, task->solution, task->error) != 0) {
        return -1;
    }
    if (solve_cuda(device, task) != 0) {
        solution_device_free(device, vertices, task->solution);
        return -1;
    }
    return 0;
}

static int solve_as_it_is(const struct solve_task *task) {
    struct game_device copy = {0};
    struct solution solution = {NULL, NULL};
    struct solve_task there = *task;
    uint64_t vertices = task->game->vertices;
    int result = -1;
    *task->report = (struct solve_report){.solver = task->options->solver, .engine = "cuda"};
    struct device *device = device_open((int)task->run->device, task->run->device_bytes, task->error);
    there.game = &copy.game;
    there.solution = &solution;
    if (device != NULL && game_device_create(device, task->game, &copy, task->error) == 0 &&
        solve_cuda_keep(device, &there) == 0) {
        result = solution_device_download(&solution, vertices, task->solution, task->error);
        solution_device_free(device, vertices, &solution);
    }
    game_device_free(&copy);
    device_close(device);
    return result;
}

static int solve_in_order(const struct solve_task *task) {
    return spm_wants_order(task->options) ? spm_solve_reordered(solve_as_it_is, task) : solve_as_it_is(task);
}

const struct solve_engine solve_engine_cuda = {"cuda", 1, available, solve_in_order, &device_start_process,
                                               warm_up};

#endif
