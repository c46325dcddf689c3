#ifndef HEDDLE_PARITY_SOLVE_GENERATED_H
#define HEDDLE_PARITY_SOLVE_GENERATED_H

#include "parity/game/game_generate.h"
#include "parity/solve.h"

/*
 * Solves a generated game without moving it if possible: on its GPU and, where the solver runs on both sides,
 * on the host at the same time (solve_auto_there); or on the host if it is not on a GPU. A game on the host
 * is copied to a GPU only for a solver that runs only on GPUs. Where a GPU's memory does not suffice, or its
 * solver refuses the game, the host solves it, if it can.
 *
 * task->game is ignored. *winner: the winner of the initial vertex. *task->solution: of the whole game, on
 * generated->device, or on the host if the game is no longer on a device; the caller frees it with
 * generated_game_free_solution. It is filled if `wanted` has bit 1 << PLAYER_EVEN or 1 << PLAYER_ODD for the
 * player who wins the game, and memory suffices; else it has NULLs. The game may be on the host, too, when
 * this returns. Returns 0, or -1 with *task->error filled and nothing to free: as solve_cpu and solve_cuda.
 */
int solve_generated(struct generated_game *generated, const struct solve_task *task, enum player *winner,
                    unsigned wanted);
/* Moves a game, its states and a whole solution to host memory. 0, or -1 with *error filled. */
int solve_generated_fetch(struct generated_game *generated, struct solution *solution, const struct run *run,
                          struct error *error);
#endif
