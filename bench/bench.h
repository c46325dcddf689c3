#ifndef HEDDLE_BENCH_BENCH_H
#define HEDDLE_BENCH_BENCH_H

#include <stdint.h>

#define BENCH_REPEATS 5u

/* Medians of BENCH_REPEATS runs each. Rates are per second. */

/* Prefetched random 8-byte reads of a block of `bytes` bytes, by each of `threads` threads at once: of one
 * thread. */
double bench_read_rate(uint64_t bytes, unsigned threads);
/* Find-or-put of `count` keys, each occurring `duplication` times, into a table that grows; one thread. */
double bench_put_rate(uint64_t count, unsigned duplication);

struct bench_exploration {
    uint64_t states, transitions, deadlocks, edges, table_bytes;
    double seconds;       /* median, search alone */
    double bytes_a_state; /* peak of accounted memory */
};

/* Explores the network in `path`; with `keep` all levels are kept. Ends the program on errors. */
struct bench_exploration bench_explore(const char *path, unsigned threads, int keep, unsigned repeats);

/* Writes the network's graph as AUT and reads it again. Megabytes per second of each. */
void bench_aut(const char *path, double *write_rate, double *read_rate, double *megabytes);

/* Prints what a trace to a deadlock and the graph of a network take on the GPU. Ends the program on errors. */
void bench_graph(const char *path);

/* Sorts in place; returns the middle one. */
double bench_median(double *values, unsigned count);

#endif
