#ifndef HEDDLE_EXPLORER_DISTRIBUTED_MAIL_H
#define HEDDLE_EXPLORER_DISTRIBUTED_MAIL_H

/*
 * Items from rank to rank, in rounds: in a round each rank sends items to the ranks of its choice, and takes
 * those that come for it, in any order. When all have ended the round, everything has been taken, and all
 * know whether one of them failed. Items are of a few words. One thread of each rank does this. Blocks move
 * as those of a search do (exchange.h).
 */
#include <stdint.h>

struct error;
struct run;

typedef struct mail mail;

/* Takes an item. It must not send. 0, or -1 with the run's error filled: then the round fails. */
typedef int mail_taker(void *context, const uint64_t *item);

/*
 * Collective, with run->ranks: mail for items of `words` words. One mail at a time. failed: this rank cannot
 * go on, and *error is filled. NULL in all ranks, with *error filled, if one has failed or has no memory.
 * The mail keeps `run` and `error`: errors of all rounds are noted there.
 */
mail *mail_create(const struct run *run, uint32_t words, int failed, struct error *error);
/* NULL is allowed. Not within a round. */
void mail_free(mail *mail);

/* The next round: what arrives is given to `take`. */
void mail_begin(mail *mail, mail_taker *take, void *context);
/* Sends an item; one to this rank is taken at once. 0, or -1 with the error filled. */
int mail_send(mail *mail, uint32_t to, const uint64_t *item);
/*
 * Collective: the end of the round. failed: this rank cannot go on, and the error is filled. Each of `count`
 * values, at most MAIL_SUMS, becomes the sum of all ranks; they are read when everything has been taken. 0;
 * or -1 in all ranks with the error filled, if one has failed, or was stopped.
 */
#define MAIL_SUMS 4u
int mail_end(mail *mail, int failed, uint64_t *sums, uint32_t count);

/*
 * Questions to other ranks that are answered with yes or no, a window of them at a time. The mail has items
 * of MAIL_QUESTION_WORDS words.
 */
#define MAIL_QUESTION_WORDS 4u
struct mail_questions {
    void *context;
    uint64_t count; /* of this rank, numbered from 0 on; those of other ranks may be more or fewer */
    /* Whether the question is asked; then whom, and with which two words. */
    int (*ask)(void *context, uint64_t number, uint32_t *whom, uint64_t *words);
    /* In the rank that was asked: the answer. */
    int (*answer)(void *context, const uint64_t *words);
    /* In the rank that asked: the answer to this question is yes. */
    void (*yes)(void *context, uint64_t number);
    uint64_t window; /* questions of a rank at a time; 0: the default */
};
/* Collective: asks all questions. 0, or -1 as mail_end. */
int mail_ask(mail *mail, const struct mail_questions *questions);

#endif
