#ifndef HEDDLE_BENCH_MEMORY_RATE_H
#define HEDDLE_BENCH_MEMORY_RATE_H

#include <stdint.h>

struct error;
struct run;

/* Operations a second of this machine's memory; medians of BENCH_REPEATS. 0, or -1 with *error filled. */

/* Prefetched random 8-byte reads of a block of `bytes` bytes, by each of `threads` (at most 64) threads at
 * once: of the slowest thread. */
int memory_read_rate(const struct run *run, uint64_t bytes, unsigned threads, double *rate,
                     struct error *error);
/* Find-or-put of `count` keys, each occurring `duplication` times, into a table that grows; one thread. */
int memory_put_rate(const struct run *run, uint64_t count, uint32_t duplication, double *rate,
                    struct error *error);

#endif
