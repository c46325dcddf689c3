/* The choice of a solver on a GPU; time and memory in the report. */
#include "parity/solve.h"

#ifdef HEDDLE_CUDA

#include "base/run.h"
#include "parity/measures/spm_rounds.h"
#include "parity/regions/region.h"

uint64_t solve_cuda_bytes(const struct game *game) {
    return region_game_bytes(game);
}

int solve_cuda(struct device *device, const struct solve_task *task) {
    const struct steps steps = {.side = &steps_cuda_side,
                                .memory = &device->memory,
                                .device = device,
                                .run = task->run,
                                .error = task->error,
                                .task = "solving the game"};
    struct solve_report *report = task->report;
    enum solver solver = task->options->solver;
    struct memory *memory = &device->memory;
    uint64_t before = memory->used, peak = memory->peak;
    double begin = run_clock();
    *report =
        (struct solve_report){.solver = solver == SOLVER_AUTO ? SOLVER_ATTRACTOR : solver, .engine = "cuda"};
    memory->peak = before;
    int result = task->game->vertices == 0 ? 0
                 : solver == SOLVER_SPM    ? spm_solve_game(&steps, task)
                                           : region_solve_game(&steps, task);
    report->bytes = memory->peak - before;
    memory->peak = memory->peak > peak ? memory->peak : peak;
    report->seconds = run_clock() - begin;
    return result;
}

#endif
