#ifndef HEDDLE_CLI_REDUCE_COMPARE_H
#define HEDDLE_CLI_REDUCE_COMPARE_H

#include "cli/reduce/operand.h"
#include "reduce/compare/compare.h"

/* The result; a time that does not apply is negative, a count STATISTIC_ABSENT, a truth -1, a text NULL. */
struct compare_result {
    const char *command, *inputs[2], *device, *outcome, *equivalence, *preorder, *evidence;
    int complete;
    int equivalent, included; /* one of them, as the relation is an equivalence or a preorder */
    uint64_t threads, states[2], transitions[2], minimised_states[2], minimised_transitions[2];
    uint64_t memory_bytes;
    double search_seconds, graph_seconds, seconds, check_seconds, total_seconds;
    const char *equality, *inclusion; /* "undecided", for people, if a limit was reached; else NULL */
    const char *difference;           /* for people: its kind, and whose it is */
    const char *word;                 /* for people */
    const char *formula;              /* NULL: there is none */
    const char *checked;              /* for people: what a check of the formula said */
    char engine[EXPLORE_DEVICE_TEXT];
};

/* The state of the command. */
struct compare_work {
    struct job *job;
    const struct compare_command_options *options;
    const struct reduce_options *reduce; /* those of `options` */
    struct reduce_operand operands[2];
    struct comparison comparison;
    struct compare_result result;
    struct classes_refining refining; /* for probabilistic */
    int confirmed;                    /* the formula holds in one operand and is violated in the other */
    struct text_buffer difference_text, word_text;
};

/* Adds an action of formulas for all internal labels: i, (i or "a" or 'b.*'), or (i or not ("c")). 0, or -1
 * with job->error. */
int compare_internal_actions(struct job *job, const struct reduce_options *options, struct text_buffer *text);
void compare_clear_result(struct compare_result *result);
/* Prints rows or JSON. 0, or -1 with job->error. */
int compare_print(struct compare_work *work);

#endif
