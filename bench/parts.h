#ifndef HEDDLE_BENCH_PARTS_H
#define HEDDLE_BENCH_PARTS_H

#include "bench/bench.h"

struct error;

/* A benchmark of heddle bench. */
struct benchmark {
    const char *name;
    int (*run)(struct bench *bench);
    const char *const *parts; /* NULL-terminated */
    int of_cpu;               /* measures the CPU alone */
};

extern const struct benchmark benchmarks[];
extern const unsigned benchmark_count;

/* By name; NULL where there is none. */
const struct benchmark *benchmark_find(const char *name);

/* A part of a benchmark as `heddle bench all` runs it. */
struct bench_part {
    const struct benchmark *benchmark;
    const char *name;
    double seconds; /* a rough estimate for this kind of machine, to compare parts */
};

#define BENCH_MOST_PARTS 64u

/*
 * The parts of all benchmarks that `only` names, in order: a list of benchmarks and of parts as "scc" or
 * "explore/ring", with commas between; NULL stands for all of them. Parts that need a GPU at full size are
 * left out without one, unless they are named. Returns how many there are in
 * parts[BENCH_MOST_PARTS], or -1 with *error filled (ERROR_USAGE) for a name that there is not.
 */
int bench_parts_choose(const char *only, unsigned size, struct bench_part *parts, struct error *error);

#endif
