#ifndef HEDDLE_BENCH_ALL_H
#define HEDDLE_BENCH_ALL_H

#include "bench/parts.h"
#include "bench/record.h"

/* All benchmarks, part by part. An error in one part does not stop the others. */
struct bench_all {
    const struct bench_choice *parts;
    unsigned count;
    /* Receives all tables, and at the end a table of the parts: "parts", of benchmark "all". */
    struct record *record;
    void (*say)(void *context, const char *text); /* receives one line for each thing that happens */
    void *context;
    unsigned cut, failed, left_out; /* parts that ended early, that failed, that were not begun */
};

/*
 * Runs them with `bench` (its run, backend, quick and sink). With a deadline, the remaining time is divided
 * among the remaining parts in proportion to their expected times. A part that exceeds its time or the memory
 * is cut short; the rows that it finished stay. The stop flag ends the run. 0, or -1 with *bench->error
 * filled if the table at the end could not be shown.
 */
int bench_all_run(struct bench *bench, struct bench_all *all);

/* A sentence about the sizes; NULL if they are the published ones. */
const char *bench_all_scale(unsigned size);

#endif
