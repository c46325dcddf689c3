#ifndef HEDDLE_TESTS_SUPPORT_REGION_HOST_H
#define HEDDLE_TESTS_SUPPORT_REGION_HOST_H

#include <stdint.h>

#include "parity/solve.h"

/*
 * Solves a game in host memory by the regions that a GPU solves by (parity/regions/region.h), the steps done
 * here: the items of each in an order drawn from the seed, by one thread or, when threads is above 1, by
 * several at once; some rows by several lanes. Otherwise like solve_cuda. Aborts when memory runs out.
 */
int region_host_solve(const struct solve_task *task, uint64_t seed, unsigned threads);

#endif
