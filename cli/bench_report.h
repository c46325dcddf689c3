#ifndef HEDDLE_CLI_BENCH_REPORT_H
#define HEDDLE_CLI_BENCH_REPORT_H

#include "bench/bench.h"
#include "cli/common.h"

typedef struct output output;

/* The outputs for the tables of heddle bench while they are made: standard output, and a CSV file. */
struct bench_report {
    struct job *job;
    int rows;    /* print rows for people to standard output */
    output *csv; /* NULL without CSV file */
    const char *csv_name;
    const struct bench_table *table;
    unsigned tables_begun;
};

/* The sink that prints and writes to the report. If an output fails, the sink fills job->error. */
struct bench_sink bench_report_sink(struct bench_report *report);

/* Prints a remark about the whole benchmark, before its tables. */
void bench_report_say(struct bench_report *report, const char *text);

#endif
