/* Solving parity games on a GPU: which solver does it, and what is the same for all of them. */
#include "parity/solve.h"

#ifdef HEDDLE_CUDA

#include "base/run.h"
#include "parity/measures/spm_cuda.h"
#include "parity/regions/region_cuda.h"

uint64_t solve_cuda_bytes(const struct game *game) {
    return region_game_bytes(game);
}

int solve_cuda(struct device *device, const struct game *game, const struct solve_options *options,
               const struct run *run, struct solution *solution, struct solve_report *report,
               struct error *error) {
    const struct steps steps = {.side = &steps_cuda_side,
                                .memory = &device->memory,
                                .device = device,
                                .run = run,
                                .error = error,
                                .task = "solving the game"};
    struct memory *memory = &device->memory;
    uint64_t before = memory->used, peak = memory->peak;
    double begin = run_clock();
    *report = (struct solve_report){
        .solver = options->solver == SOLVER_AUTO ? SOLVER_ATTRACTOR : options->solver, .engine = "cuda"};
    memory->peak = before;
    int result = game->vertices == 0             ? 0
                 : options->solver == SOLVER_SPM ? spm_solve_game(&steps, game, options, solution, report)
                                                 : region_solve_game(&steps, game, options, solution, report);
    report->bytes = memory->peak - before;
    memory->peak = memory->peak > peak ? memory->peak : peak;
    report->seconds = run_clock() - begin;
    return result;
}

#endif
