#ifndef HEDDLE_BENCH_PARITY_PUBLISHED_H
#define HEDDLE_BENCH_PARITY_PUBLISHED_H

#include "bench/parity_conclusion.h"

/* What Bootsma (Speeding up the small progress measures algorithm for parity games using the GPU, 2013)
 * concludes in chapter 8, in the order of the tables of heddle bench parity. */
extern const struct parity_conclusion parity_published[];
extern const unsigned parity_published_count;

#endif
