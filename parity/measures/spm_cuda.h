#ifndef HEDDLE_PARITY_MEASURES_SPM_CUDA_H
#define HEDDLE_PARITY_MEASURES_SPM_CUDA_H

#include "parity/measures/spm_rounds.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * SPM of solve_cuda (parity/solve.h), for a game of some vertices on steps->device. *report is filled but for
 * time and memory.
 */
int spm_solve_game(const struct steps *steps, const struct game *game, const struct solve_options *options,
                   struct solution *solution, struct solve_report *report);

#ifdef __cplusplus
}
#endif
#endif
