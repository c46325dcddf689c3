/* The engines that solve games in host memory. The engine of GPUs copies the game, and the solution back. */
#include <stddef.h>

#include "base/device/device.h"
#include "base/device/device_start.h"
#include "base/error.h"
#include "base/run.h"
#include "parity/measures/spm_reorder.h"
#include "parity/solve.h"

static int always_available(const char **reason) {
    *reason = NULL;
    return 1;
}

static const struct solve_engine cpu = {"cpu", 0, always_available, solve_cpu, NULL, NULL};

#ifdef HEDDLE_CUDA

static int gpu_available(const char **reason) {
    return device_count(reason) > 0;
}

static int gpu_warm_up(unsigned number, struct error *error) {
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

static int solve_copy_on_gpu(const struct solve_task *task) {
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

static int solve_on_gpu(const struct solve_task *task) {
    return spm_solve_in_order(solve_copy_on_gpu, task);
}

static const struct solve_engine cuda = {"cuda",     1, gpu_available, solve_on_gpu, &device_start_process,
                                         gpu_warm_up};

const struct solve_engine *const solve_engines[] = {&cpu, &cuda, NULL};
#else
const struct solve_engine *const solve_engines[] = {&cpu, NULL};
#endif
