#ifndef HEDDLE_BENCH_ATTRACTOR_PASS_H
#define HEDDLE_BENCH_ATTRACTOR_PASS_H

#include "parity/game/game.h"

struct error;
struct run;

/*
 * The least that every solver of parity games must do, as a yardstick for solving times: reverse the edges,
 * then compute attractors from the highest priority down, each for the player of that priority, in the
 * vertices that the earlier ones left. On one thread of the host; each edge is visited once. 0 with *seconds,
 * or -1 with *error filled (ERROR_MEMORY).
 */
int attractor_pass(const struct game *game, const struct run *run, double *seconds, struct error *error);

#endif
