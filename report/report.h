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

/* A report is one page for a browser (docs/evidence.md). It contains everything that it shows, so it can be
 * opened from disk and needs no network connection. Everything is borrowed. Texts are bytes that need not be
 * UTF-8. */
struct report_result {
    const struct property *property; /* NULL: a plain walk, without verdict and reason */
    const char *verdict;             /* "holds", "violated", "undecided" */
    const char *reason;              /* text after the verdict in a line; may be empty */
    const char *why;                 /* why there is no evidence or no verdict; NULL: no explanation */
    const char *file;                /* file with the evidence; NULL: none */
    const struct trace *trace;       /* NULL: no trace */
    int holds;                       /* the trace proves that the property holds (a witness) */
    /* The strategy of a game, with the trace above unless it branches; NULL: no game. */
    const struct strategy *strategy;
};

struct report {
    const char *version;           /* version of heddle */
    const struct network *network; /* NULL: no picture of the network */
    const struct evidence_subject
        *subject; /* its walker, which may be NULL, names the processes that take part in a step */
    const struct json_t *counts; /* an object with the counts; NULL: none */
    const struct json_t *base;   /* an earlier run, with which the page compares; NULL: none */
    char *const *arguments;      /* the command line without the program's name */
    int argument_count;
    const struct report_result *results;
    uint32_t count;
};

/* Writes the page. The file appears under its name when it is complete, and is compressed if its name says
 * so. Returns 0, or -1 with *error filled. */
int report_write(const char *path, const struct report *report, const struct run *run, struct error *error);

#endif
