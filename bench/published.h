#ifndef HEDDLE_BENCH_PUBLISHED_H
#define HEDDLE_BENCH_PUBLISHED_H

#include <stdint.h>

#include "bench/network_shape.h"

/* Seconds that GPUexplore 2.0 took for a network. */
struct published_time {
    double seconds;      /* on a GTX Titan X, as published (Cassee, Neele, Wijs 2017, Table 1) */
    double seconds_h200; /* the time of the search alone on an H200; -1 unknown */
};

/* NULL when nothing is known of that size. */
const struct published_time *published_time_of(enum network_kind kind, uint32_t size);

/* The seconds that Oink took to solve a game, without reading it, on a core of an EPYC machine; counters on
 * one of a Xeon. -1: unknown; PUBLISHED_OVER: more than a minute. */
#define PUBLISHED_OVER 1e9
struct published_solving {
    double recursive, promotion;
    double tangles;  /* tangle learning; counters: the best one of its variants */
    double measures; /* small progress measures */
};

/* By the game's name in the table of `heddle bench parity`; NULL if it was not measured. */
const struct published_solving *published_solving_of(const char *game, int shuffled);

#endif
