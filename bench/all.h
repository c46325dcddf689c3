#ifndef HEDDLE_BENCH_ALL_H
#define HEDDLE_BENCH_ALL_H

#include "bench/parts.h"
#include "bench/record.h"

/* All benchmarks, part by part. What stops a part does not stop the others. */
struct bench_all {
    const struct bench_part *parts;
    unsigned count;
    struct record
        *record; /* gets all tables, and at last one of the parts: "parts", of the benchmark "all" */
    void (*say)(void *context, const char *text); /* what happens, in one line each */
    void *context;
    unsigned cut, failed, left_out; /* parts that ended early, that failed, that were not begun */
};

/*
 * Runs them with `bench` (its run, backend, quick and sink; `only` is not looked at), then makes the tables
 * that put published numbers beside ours. Where there is a deadline a part may take the share of the time
 * that is left which is its share of the parts that are left; a part that takes more, or more memory than
 * there is, is cut short, and its tables stay as far as they came. The stop flag ends the whole. 0, or -1
 * with *bench->error filled where even the tables at the end could not be made.
 */
int bench_all_run(struct bench *bench, struct bench_all *all);

/* What is to be said of the sizes: NULL where they are the published ones. */
const char *bench_all_scale(unsigned size);

#endif
