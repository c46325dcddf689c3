#ifndef HEDDLE_BENCH_ATTRACTOR_PASS_H
#define HEDDLE_BENCH_ATTRACTOR_PASS_H

#include "parity/game/game.h"

struct error;
struct run;

/*
 * What every solver of parity games does at least once, as a measure for what else they do: the edges turned
 * around, then attractors from the highest priority down, each for the player whose priority it is, in what
 * the ones before have left. One thread of the host; each edge is looked at once. 0 with *seconds,
 * or -1 with *error filled (ERROR_MEMORY).
 */
int attractor_pass(const struct game *game, const struct run *run, double *seconds, struct error *error);

#endif
