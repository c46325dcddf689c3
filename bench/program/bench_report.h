#ifndef HEDDLE_BENCH_PROGRAM_BENCH_REPORT_H
#define HEDDLE_BENCH_PROGRAM_BENCH_REPORT_H

#include "bench/bench.h"
#include "cli/common.h"

/* Prints the tables of heddle bench to standard output while they are made. */
struct bench_report {
    struct job *job;
    int rows; /* print rows for people */
    const struct bench_table *table;
    unsigned tables_begun;
};

/* The sink that prints. */
struct bench_sink bench_report_sink(struct bench_report *report);

/* Prints a remark about the whole benchmark, before its tables. */
void bench_report_say(struct bench_report *report, const char *text);

#endif
