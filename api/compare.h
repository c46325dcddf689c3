#ifndef HEDDLE_API_COMPARE_H
#define HEDDLE_API_COMPARE_H

#include "api/operand.h"
#include "reduce/compare/compare.h"

/* What to compare. */
struct compare_request {
    struct operand_request
        operand; /* first: its options' rows have offsets in it. equivalence -1: none is named */
    const char *paths[2];
    int preorder;         /* index of a preorder among the relations that are; -1: an equivalence */
    const char *evidence; /* the file to write, or NULL */
};

#define COMPARE_DEFAULTS                                                                                     \
    {                                                                                                        \
        .operand = {.run = {.timeout = -1, .device = "auto"}, .search = SEARCH_DEFAULTS, .equivalence = -1}, \
        .preorder = -1                                                                                       \
    }

/* What does not apply, or is not known, is UINT64_MAX, a negative time, or NULL. */
struct compare_result {
    struct operand operands[2]; /* those that were opened have a path */
    struct comparison comparison;
    struct classes_refining refining; /* of probabilistic: where that was done */
    int compared;                     /* the comparison has the answer */
    int confirmed;  /* the formula of the difference holds in one operand and is violated in the other */
    double seconds; /* to compare */
    double check_seconds;    /* to check the formula */
    const char *evidence;    /* the file that was written, as results show it .. */
    const char *not_written; /* .. or why it was not */
};

/* The relation that is asked for. */
enum compare_relation compare_relation_of(const struct compare_request *request);
/*
 * Reads or searches both operands, compares and explains; checks the formula of a difference on both, and
 * writes evidence. Warns, and explains why a search is incomplete, which is no error (operands[..].complete).
 * Returns 0, or -1 with job->error. Free the result in any case.
 */
int api_compare(struct job *job, const struct compare_request *request, struct compare_result *result);
void compare_result_free(struct compare_result *result, struct job *job);

#endif
