#ifndef HEDDLE_PARITY_SOLVE_GENERATED_H
#define HEDDLE_PARITY_SOLVE_GENERATED_H

#include "parity/game/game_generate.h"
#include "parity/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Solves a generated game where it is: on its GPU and, where the solver runs on both sides, on the host at
 * the same time (solve_auto_there); or on the host if it is not on a GPU. A game on the host goes to a GPU
 * only for a solver of GPUs alone. Where a GPU's memory does not suffice, or its solver refuses the game, the
 * host solves it, if it can.
 *
 * task->game is not looked at. *winner: who wins the initial vertex. *task->solution: of the whole game, on
 * the host, for the caller to free (solution_free); NULLs, unless it is wanted: bit 1 << PLAYER_EVEN or 1 <<
 * PLAYER_ODD of `wanted` says so for games that the player wins, and there is memory for it. The game may be
 * on the host, too, when this returns. 0, or -1 with *task->error filled and nothing to free: as solve_cpu
 * and solve_cuda.
 */
int solve_generated(struct generated_game *generated, const struct solve_task *task, enum player *winner,
                    unsigned wanted);

#ifdef __cplusplus
}
#endif
#endif
