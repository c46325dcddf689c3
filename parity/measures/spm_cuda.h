#ifndef HEDDLE_PARITY_MEASURES_SPM_CUDA_H
#define HEDDLE_PARITY_MEASURES_SPM_CUDA_H

#include "parity/measures/spm_rounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Runs SPM for solve_cuda (parity/solve.h), for a game with at least one vertex on steps->device. Fills
 * *task->report except for time and memory.
 */
int spm_solve_game(const struct steps *steps, const struct solve_task *task);

#ifdef __cplusplus
}
#endif
#endif
