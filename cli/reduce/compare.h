#ifndef HEDDLE_CLI_REDUCE_COMPARE_H
#define HEDDLE_CLI_REDUCE_COMPARE_H

#include "api/compare.h"
#include "cli/common.h"

/* What is shown; what does not apply is as in the result, or for a truth -1. */
struct compare_shown {
    const char *command, *inputs[2], *device, *outcome, *equivalence, *preorder;
    int complete;
    int equivalent, included; /* one of them, as the relation is an equivalence or a preorder */
    uint64_t threads, memory_bytes;
    double search_seconds, graph_seconds, total_seconds;
    /* For people: */
    const char *equality, *inclusion; /* "undecided" if a limit was reached */
    const char *difference;           /* its kind, and whose it is */
    const char *word, *formula;
    const char *checked; /* what a check of the formula said */
    struct text_buffer difference_text, word_text;
    const struct compare_request *request;
    struct compare_result result;
};

/* Prints the result as rows or JSON, after a command with this exit code. 0, or -1 with job->error. */
int compare_print(struct job *job, struct compare_shown *shown, int code);

#endif
