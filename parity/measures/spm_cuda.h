#ifndef HEDDLE_PARITY_MEASURES_SPM_CUDA_H
#define HEDDLE_PARITY_MEASURES_SPM_CUDA_H

#include "base/device/device.h"
#include "parity/regions/region_cuda.h"
#include "parity/measures/spm_rounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* SOLVER_SPM of solve_cuda (parity/solve.h). *report is filled but for time and memory. */
int spm_cuda_solve(struct device *device, const struct game *game, const struct solve_options *options,
                   const struct run *run, struct solution *solution, struct solve_report *report,
                   struct error *error);

#ifdef __cplusplus
}
#endif
#endif
