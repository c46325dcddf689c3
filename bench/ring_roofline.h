#ifndef HEDDLE_BENCH_RING_ROOFLINE_H
#define HEDDLE_BENCH_RING_ROOFLINE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;

/* The results of the hand-coded search; seconds: of the search without its preparation, median. */
struct ring_roofline {
    uint64_t states, transitions, levels;
    double seconds, load;
};

/*
 * Searches the token ring of `nodes` nodes (2 to 21: a state is one word) on GPU run->device with
 * hand-written successors: the upper bound to compare the search of networks with. cached: with a cache of
 * keys seen lately in shared memory. 0, or -1 with *error filled.
 */
int ring_roofline_run(unsigned nodes, int cached, const struct run *run, struct ring_roofline *result,
                      struct error *error);

#ifdef __cplusplus
}
#endif
#endif
