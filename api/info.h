#ifndef HEDDLE_API_INFO_H
#define HEDDLE_API_INFO_H

#include "api/job.h"

/* What to show. */
struct info_request {
    struct run_options run; /* of the job: job_set_run */
    struct reader_options reader;
    const char *path;
    int measure; /* the sizes of a network */
    int estimate;
};

/* States that are left by a way to make the state space smaller. */
struct estimate {
    const char *name; /* "all", "partial-order", "strong", "divbranching", "compose" */
    uint64_t states;
    int complete; /* else the search was ended, and there are more */
};

struct estimates {
    struct estimate list[5]; /* the first one: of the search without reduction */
    unsigned count;
};

struct info_result {
    language_tree *tree;
    struct network *network; /* of a PRISM model only with estimates, else NULL */
    /* Sizes of a network, of any language but PRISM; what does not apply, or is not known, is UINT64_MAX. */
    uint64_t components, variables, labels, rules, sub_rules, guards, bits, words, key_words, model_bytes;
    struct estimates estimates; /* none unless they are asked for */
};

/* Reads the network or model, and measures it. Returns 0, or -1 with job->error. Free the result in any
 * case. */
int api_info(struct job *job, const struct info_request *request, struct info_result *result);
/* Whether the tree is shown rather than the network. */
int info_is_prism(const struct info_result *result);
void info_result_free(struct info_result *result, struct memory *memory);

#endif
