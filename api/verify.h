#ifndef HEDDLE_API_VERIFY_H
#define HEDDLE_API_VERIFY_H

#include "api/property_list.h"
#include "checker/verify/verify.h"

/* The result for one piece of evidence. Absent values are NULL or UINT64_MAX. */
struct verify_piece {
    const char *input; /* the file that contains the piece */
    const char *network, *reading, *second_reading, *kind, *property, *verdict, *reason;
    const char *claim; /* of a comparison: what rows show as the property */
    uint64_t steps, nodes;
    struct verified_counts counts;
    double seconds;
};

/* The evidence to verify. */
struct verify_request {
    struct run_options run; /* of the job: job_set_run */
    const char *const *files;
    uint64_t file_count;
    int kind;            /* the enum evidence_kind that is required, or -1 */
    const char *network; /* another path of the input; the network of a trace of labels; or NULL */
    /* For a trace of labels alone: how its network is read, and the property: how many there are, whether
     * standard input has one, and what lists them if there are any. */
    struct reader_options reader;
    uint64_t property_count;
    int property_is_stdin;
    int (*list_properties)(struct job *job, const void *context, struct property_list *list);
    /* Takes the result of each piece before the next one is read. 0, or -1 with job->error. */
    int (*report)(struct job *job, void *context, const struct verify_piece *piece);
    void *context; /* of both */
};

#define VERIFY_DEFAULTS                                                                                      \
    { .run = {.timeout = -1, .device = "auto"}, .kind = -1 }

/* The numbers of pieces. */
struct verify_result {
    uint64_t confirmed, refuted, undecided;
};

/* Judges all pieces of evidence in the files; each by itself, independent of the others. Returns 0, or -1
 * with job->error if some cannot be read. Nothing is to be freed. */
int api_verify(struct job *job, const struct verify_request *request, struct verify_result *result);

#endif
