#ifndef HEDDLE_API_DECOMPOSE_H
#define HEDDLE_API_DECOMPOSE_H

#include "api/job.h"
#include "api/search.h"
#include "explorer/search/explore.h"
#include "space/components.h"

/* What to decompose: a network, whose state space is searched, or the graph or Markov decision process of a
 * file. */
struct decompose_request {
    struct run_options run; /* of the job: job_set_run */
    struct reader_options reader;
    struct search_options search;
    const char *path;
    const char *output, *evidence, *labels; /* NULL: none */
    int mec;                                /* maximal end components; else strongly connected components */
    int algorithm;                          /* enum scc_algorithm */
    uint64_t out_degree_bound, cache_rounds;
    int separate_searches, single_pivots, no_compression, synchronous;
    int pivots_from_j, no_maximal_progress;
};

#define DECOMPOSE_DEFAULTS                                                                                   \
    { .run = {.timeout = -1, .device = "auto"}, .search = SEARCH_DEFAULTS }

/* What does not apply, or is not known, is UINT64_MAX, a negative time, or NULL. */
struct decompose_result {
    struct explore_result search; /* of a file, its states alone */
    struct explore_effort effort; /* of a network; of a file, `seconds` is negative */
    struct components found;
    int complete;                   /* all was decomposed; a limit may have ended the search */
    double writing_seconds;         /* of output and evidence */
    const char *written, *evidence; /* the files that were written, as results show them */
};

/*
 * Reads or searches, decomposes, and writes what is asked for; warns, and explains why a search is
 * incomplete, which is no error. Returns 0, or -1 with job->error. If the result is complete then, only the
 * output is missing. Free the result in any case.
 */
int api_decompose(struct job *job, const struct decompose_request *request, struct decompose_result *result);
void decompose_result_free(struct decompose_result *result, struct memory *memory);

#endif
