#ifndef HEDDLE_BENCH_PARTS_H
#define HEDDLE_BENCH_PARTS_H

#include "bench/bench.h"

struct error;

extern const struct benchmark *const benchmarks[];

/* By name; NULL with *error filled (ERROR_USAGE) if there is none. */
const struct benchmark *benchmark_find(const char *name, struct error *error);

/* A part that is to run. */
struct bench_choice {
    const struct benchmark *benchmark;
    const struct bench_part *part;
    double seconds; /* expected, to compare parts */
};

#define BENCH_MOST_PARTS 64u

/*
 * The parts that `only` names, in order: a list, with commas between, of parts of the benchmark, or, if that
 * is NULL, of benchmarks and of parts as "explore/ring". NULL stands for all of them. Large parts are left
 * out at smaller sizes, unless they are named. Returns how many there are in parts[BENCH_MOST_PARTS], or -1
 * with *error filled (ERROR_USAGE) for a name that does not exist.
 */
int bench_parts_choose(const struct benchmark *benchmark, const char *only, unsigned size,
                       struct bench_choice *parts, struct error *error);

#endif
