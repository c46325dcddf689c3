#ifndef HEDDLE_CLI_VERIFY_VERIFY_PIECES_H
#define HEDDLE_CLI_VERIFY_VERIFY_PIECES_H

#include <stdint.h>

#include "checker/verify/verify.h"
#include "cli/check/property_options.h"
#include "cli/common.h"

struct json_t;

struct verify_options {
    struct run_options run;
    struct reader_options reader;
    struct property_options properties;
};

/* What came of one piece of evidence. Absent: NULL, STATISTIC_ABSENT. */
struct piece_result {
    const char *input; /* the file that the piece is in */
    const char *network, *reading, *kind, *property, *verdict, *reason;
    uint64_t steps, states, nodes;
    uint64_t components, trivial, largest, bottom, states_in_components;
    double seconds;
};

/* A text that grows, in the job's memory. */
struct piece_text {
    char *data; /* NULL for none */
    uint64_t bytes;
};

/*
 * Pieces of evidence, judged one after the other. Each has a result of its own, which nothing of another
 * piece gets into; it is reported before the next one is read.
 */
struct pieces {
    struct job *job;
    const struct verify_options *options;
    int kind;            /* enum evidence_kind that is expected, or -1 */
    const char *network; /* another path of what the evidence is about; or NULL */
    /* Of the piece at work. */
    const char *path;
    struct verification verification;
    struct piece_result result;
    struct piece_text network_text, reading_text;
    double begun;
    /* Of all. */
    char *first_subject; /* what the first piece is about, by its own words; with `network` alone */
    uint64_t first_subject_bytes;
    uint64_t confirmed, refuted, undecided;
    struct json_t *list; /* of results, with --json */
};

/*
 * Judges and reports all pieces of a file; *pieces begins as zeros with job, options, kind, network and, for
 * --json, an empty list. 0, or -1 with the job's error filled: then no more can be read.
 */
int pieces_verify_file(struct pieces *pieces, const char *path);
/* The result of all, after the last file: rows or JSON. 0, or -1 with the job's error filled. */
int pieces_report_all(struct pieces *pieces);
void pieces_free(struct pieces *pieces);

#endif
