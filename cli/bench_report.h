#ifndef HEDDLE_CLI_BENCH_REPORT_H
#define HEDDLE_CLI_BENCH_REPORT_H

#include "bench/bench.h"
#include "cli/common.h"

typedef struct output output;

/* Where the tables of heddle bench go while they are made: standard output, and a file of CSV. */
struct bench_report {
    struct job *job;
    int rows;    /* for people, to standard output */
    output *csv; /* NULL without */
    const char *csv_name;
    const struct bench_table *table;
    unsigned tables_begun;
};

/* The report fills job->error where it fails. */
struct bench_sink bench_report_sink(struct bench_report *report);

/* A remark of the benchmark as a whole, before its tables. */
void bench_report_say(struct bench_report *report, const char *text);

#endif
