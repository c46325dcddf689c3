#ifndef HEDDLE_TESTS_SUPPORT_CHECK_TRIAL_H
#define HEDDLE_TESTS_SUPPORT_CHECK_TRIAL_H

/* Properties checked by one process on the CPU, and by several ranks (trial.h). */
#include "checker/check.h"
#include "tests/support/trial.h"

struct check_trial {
    struct trial trial;                 /* its context is what has this as its first member */
    const struct backend *engine;       /* of the ranks */
    const struct backend *short_engine; /* of the one that is short; NULL: the same */
    const struct network *network;
    struct property *made;
    uint32_t properties;
    uint32_t stride; /* from the properties of a rank to those of the next, which begin at `made`, too; 0 */
    struct check_options options;
    uint64_t undecided; /* properties beside a rank that is short */
    struct check *check[TRIAL_ALONE + 1];
};

/* The answer and its end, for questions; the same by these options. */
int check_trial_answer(void *context, unsigned rank);
int check_trial_answer_with(struct check_trial *trial, unsigned rank, const struct check_options *options);
void check_trial_forget(void *context, unsigned rank);

/* Draws threads and options of searches; not ranks. */
void check_trial_draw(struct check_trial *trial, uint64_t *random);
/* What is wrong with a rank's answer beside a rank that is short, or NULL: verdicts and traces that are there
 * are those of one process. */
const char *check_trial_judge_short(struct check_trial *trial, unsigned rank);
int check_trial_same_trace(const struct check_result *a, const struct check_result *b);

#endif
