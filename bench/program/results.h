#ifndef HEDDLE_BENCH_PROGRAM_RESULTS_H
#define HEDDLE_BENCH_PROGRAM_RESULTS_H

struct error;
struct json_t;

/*
 * heddle-bench-results, the Python program of bench/results. From what was measured it makes the tables with
 * published numbers and with the times of an earlier run, CSV, and a page with figures.
 */

/* What it writes. */
struct results_wish {
    int rows;         /* the tables that it makes, for people */
    int json;         /* everything that was measured or made */
    const char *csv;  /* all tables, to this file; NULL: not */
    const char *page; /* a page and its files, into this folder, which it makes; NULL: not */
};

/* Whether the program can be started, and write into that folder (or NULL): 0, or -1 with *error filled. */
int results_check(const char *page, struct error *error);

/* Gives the input to the program, which bench/results/__main__.py describes, and waits for it. Returns 0; 1
 * if it failed and has said why; or -1 with *error filled. */
int results_make(const struct results_wish *wish, const struct json_t *input, struct error *error);

#endif
