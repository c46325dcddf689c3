#ifndef HEDDLE_TESTS_SUPPORT_SPM_HOST_H
#define HEDDLE_TESTS_SUPPORT_SPM_HOST_H

#include "parity/solve.h"

/*
 * Solves a game by small progress measures in rounds, with the steps of a GPU done on the host, items in any
 * order that `seed` draws. As solve_cuda with SOLVER_SPM, but that game and solution are on the host;
 * report->lifts, rounds and preprocessed are filled.
 */
int spm_host_solve(const struct solve_task *task, uint64_t seed);

/* The same in the order of the game, by a GPU that fails after the given number of copies: ERROR_DEVICE. */
int spm_host_solve_until(const struct solve_task *task, uint64_t copies);

/* Draws the options that a GPU uses. */
void spm_host_draw(uint64_t *random, struct spm_options *options);

#endif
