#ifndef HEDDLE_TESTS_SUPPORT_TRIAL_H
#define HEDDLE_TESTS_SUPPORT_TRIAL_H

/*
 * A question asked of one process, and of several ranks, which are threads here (thread_ranks.h). Each rank
 * must answer as one process does; beside a rank that is short of memory or time it may not answer.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "tests/support/thread_ranks.h"

#define TRIAL_BUDGET ((uint64_t)1 << 30)
#define TRIAL_ALONE THREAD_RANKS_MOST /* the place of one process in what is kept for each rank */

struct trial_question {
    /* Answers by the run and error of this rank. Returns 0, or -1 without an answer. */
    int (*answer)(void *context, unsigned rank);
    /* What is wrong with an answer, or NULL. */
    const char *(*judge)(void *context, unsigned rank);
    /* Frees an answer; may be NULL. */
    void (*forget)(void *context, unsigned rank);
};

struct trial {
    const struct trial_question *question;
    void *context;                     /* of its functions */
    unsigned count, threads;           /* ranks, and threads of each; 0: 1 */
    unsigned gpus;                     /* each rank has one of so many; 0: GPU 0 */
    const struct device_list *devices; /* not NULL: of a process with several GPUs, in place of ranks */
    uint64_t seed;                     /* of the order of messages */
    unsigned short_rank;               /* has this budget and deadline .. */
    uint64_t short_budget;             /* .. unless it is 0 */
    double short_deadline;
    struct thread_ranks *ranks;
    struct memory memory[TRIAL_ALONE + 1];
    struct run run[TRIAL_ALONE + 1];
    struct error error[TRIAL_ALONE + 1];
    int result[TRIAL_ALONE + 1];
};

/* Asks one process, with one thread. Returns its result. */
int trial_ask_alone(struct trial *trial);
/* Forgets its answer. Returns whether memory is left. */
unsigned trial_end_alone(struct trial *trial);

/* Asks the ranks. */
void trial_ask(struct trial *trial);
/* Forgets their answers. Returns how many have left memory or messages. */
unsigned trial_end(struct trial *trial);
/* Both, and judges in between: prints what is wrong in a rank. Returns how much is wrong. */
unsigned trial_compare(struct trial *trial);
/* Whether this is one of those whose budget is short. */
int trial_is_short(const struct trial *trial, unsigned rank);
/* Gives one rank little memory or little time, which may suffice. */
void trial_draw_shortage(struct trial *trial, uint64_t *random);
/* The same with such a shortage. */
unsigned trial_compare_short(struct trial *trial, uint64_t *random);
/* Prints what is wrong unless that is NULL. Returns whether something is. */
unsigned trial_tell(const struct trial *trial, unsigned rank, const char *what);
/* Whether a rank, or another one beside it, was at a limit. */
int trial_is_at_limit(const struct error *error);

#endif
