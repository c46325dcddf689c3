#ifndef HEDDLE_REPORT_REPORT_H
#define HEDDLE_REPORT_REPORT_H

#include <stdint.h>

struct error;
struct evidence_subject;
struct strategy;
struct json_t;
struct network;
struct property;
struct run;
struct trace;

/*
 * A report: one page for a browser (docs/evidence.md), which holds everything that it shows, so that it opens
 * from disk and asks the network for nothing. Everything is borrowed. Texts are bytes that need not be UTF-8.
 */
struct report_result {
    const struct property *property; /* NULL: a mere walk, without verdict and reason */
    const char *verdict;             /* "holds", "violated", "undecided" */
    const char *reason;              /* what follows the verdict in a line of text; may be empty */
    const char *why;                 /* why there is no evidence, or no verdict; NULL: nothing to say */
    const char *file;                /* where the evidence was written as well; NULL */
    const struct trace *trace;       /* NULL: none */
    int holds;                       /* the trace is a witness */
    /* What a game says, whose trace is the one above unless it branches; NULL: no game. */
    const struct strategy *strategy;
};

struct report {
    const char *version;           /* of heddle */
    const struct network *network; /* NULL: there is no picture of it */
    const struct evidence_subject
        *subject; /* its semantics name the processes that take part in a step; may have none */
    const struct json_t *counts; /* an object: what was counted; NULL */
    const struct report_result *results;
    uint32_t count;
};

/*
 * Writes the page; the file appears under its name only when complete, compressed when its name says so. 0,
 * or -1 with *error filled.
 */
int report_write(const char *path, const struct report *report, const struct run *run, struct error *error);

#endif
