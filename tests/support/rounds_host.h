#ifndef HEDDLE_TESTS_SUPPORT_ROUNDS_HOST_H
#define HEDDLE_TESTS_SUPPORT_ROUNDS_HOST_H

#include <stdint.h>

#include "reduce/rounds/rounds.h"

/*
 * Refines a graph in host memory by the rounds that a GPU refines by (reduce/rounds/rounds.h), the steps done
 * here: the items of each in an order drawn from the seed, by one thread or, when threads is above 1, by
 * several at once; some rows by several lanes. Now and then there is no memory for the sources of edges.
 * Otherwise like rounds_cuda; hiding changes the graph's labels. Memory comes from run->memory.
 */
int rounds_host(const struct rounds_task *task, uint64_t seed, unsigned threads, const struct run *run,
                struct rounds_result *result, struct error *error);

#endif
