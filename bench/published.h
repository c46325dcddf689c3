#ifndef HEDDLE_BENCH_PUBLISHED_H
#define HEDDLE_BENCH_PUBLISHED_H

#include <stdint.h>

#include "bench/network_shape.h"

/* What GPUexplore 2.0 took for a network. */
struct published_time {
    double seconds;      /* on a GTX Titan X, as published (Cassee, Neele, Wijs 2017, Table 1) */
    double seconds_h200; /* of the search alone on an H200; -1 unknown */
};

/* NULL when nothing is known of that size. */
const struct published_time *published_time_of(enum network_kind kind, uint32_t size);

#endif
