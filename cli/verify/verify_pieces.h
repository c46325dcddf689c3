#ifndef HEDDLE_CLI_VERIFY_VERIFY_PIECES_H
#define HEDDLE_CLI_VERIFY_VERIFY_PIECES_H

#include <stdint.h>

#include "base/text/text_buffer.h"
#include "checker/verify/verify.h"
#include "cli/check/property_options.h"
#include "cli/common.h"

struct json_t;

struct verify_options {
    struct run_options run;
    struct reader_options reader;
    struct property_options properties;
};

/* The result for one piece of evidence. Absent values are NULL or STATISTIC_ABSENT. */
struct piece_result {
    const char *input; /* the file that contains the piece */
    const char *network, *reading, *second_reading, *kind, *property, *verdict, *reason;
    uint64_t steps, nodes;
    struct verified_counts counts;
    double seconds;
};

/* Judges pieces of evidence one after the other. Each has a result of its own, independent of the other
 * pieces, which is reported before the next piece is read. */
struct pieces {
    struct job *job;
    const struct verify_options *options;
    int kind;            /* the enum evidence_kind required, or -1 */
    const char *network; /* another path of the evidence's input; or NULL */
    /* The current piece. */
    const char *path;
    struct verification verification;
    struct piece_result result;
    struct text_buffer network_text, reading_text, second_reading_text;
    struct text_buffer claim; /* of a comparison, as the rows show it */
    double begun;
    /* All pieces. */
    struct text_buffer first_subject; /* input that the first piece names; only if `network` is given */
    uint64_t confirmed, refuted, undecided;
    struct json_t *list; /* results, for --json */
};

/* Reads the input that a piece of evidence is about and judges the piece, whose rows the reader reads next
 * (cli/verify/verify_judge.c). Fills the verification, and the result except verdict and reason. Returns 0,
 * or -1 with the job's error filled. */
int piece_judge(struct pieces *pieces, evidence_reader *reader, const struct evidence *evidence);
/* Judges the trace of labels (AUT) in the current file likewise. */
int piece_judge_labels(struct pieces *pieces);

/* Judges and reports all pieces of a file; *pieces begins as zeros with job, options, kind, network and,
 * for --json, an empty list. Returns 0, or -1 with the job's error filled: no more files can be verified. */
int pieces_verify_file(struct pieces *pieces, const char *path);
/* Reports the result of all pieces, after the last file, as rows or JSON. Returns 0, or -1 with the job's
 * error filled. */
int pieces_report_all(struct pieces *pieces);
void pieces_free(struct pieces *pieces);

#endif
