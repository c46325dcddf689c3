/* Items from rank to rank, in rounds (mail.h). */
#include "explorer/distributed/mail.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/moment.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "explorer/distributed/exchange.h"

#define SENDS_BETWEEN 1024u /* items between two polls */
#define WINDOW 65536u       /* questions of a rank at a time */

struct mail {
    exchange *exchange;
    struct exchange_sender *sender;
    const struct run *run;
    struct error *error;
    uint32_t words, rank;
    mail_taker *take;
    void *context;
    int failed; /* an item of this round could not be taken */
    uint64_t sends;
};

mail *mail_create(const struct run *run, uint32_t words, int failed, struct error *error) {
    if (!failed && words + EXCHANGE_HEAD_WORDS > EXCHANGE_BLOCK_WORDS) {
        failed =
            error_set(error, ERROR_LIMIT,
                      "state vectors are too long for what several processes do together: start one process");
    }
    mail *mail = failed ? NULL : memory_allocate_zeroed(run->memory, sizeof *mail);
    if (mail != NULL) {
        *mail = (struct mail){.run = run, .error = error, .words = words, .rank = run->ranks->rank};
        mail->exchange = exchange_create(run->ranks, run->memory, words, 1);
        mail->sender = mail->exchange == NULL ? NULL : exchange_sender_of(mail->exchange, 0);
    }
    if (!failed && (mail == NULL || mail->exchange == NULL)) {
        failed = error_memory(error, "to exchange data with other processes");
    }
    /* Nobody sends before all can receive. */
    if (ranks_meet(run->ranks, RANKS_GRAPH, words, failed, error) != 0) {
        mail_free(mail);
        return NULL;
    }
    return mail;
}

void mail_free(mail *mail) {
    if (mail != NULL) {
        exchange_free(mail->exchange);
        memory_free(mail->run->memory, mail, sizeof *mail);
    }
}

void mail_begin(mail *mail, mail_taker *take, void *context) {
    mail->take = take;
    mail->context = context;
    mail->failed = 0;
}

/* Takes the items of the blocks that have arrived. Returns whether there were any. */
static int take_arrived(mail *mail) {
    int any = 0;
    exchange_poll(mail->exchange);
    for (struct exchange_block *block; (block = exchange_take(mail->exchange)) != NULL; any = 1) {
        const uint64_t *items = exchange_block_vectors(block), count = exchange_block_count(block);
        for (uint64_t i = 0; i < count && !mail->failed; i++) {
            mail->failed = mail->take(mail->context, items + i * mail->words) != 0;
        }
        exchange_return(mail->exchange, block);
    }
    return any;
}

int mail_send(mail *mail, uint32_t to, const uint64_t *item) {
    if (to == mail->rank) {
        mail->failed |= mail->take(mail->context, item) != 0;
        return mail->failed ? -1 : 0;
    }
    if (++mail->sends % SENDS_BETWEEN == 0) {
        struct moment_poll idle = {0};
        take_arrived(mail);
        while (exchange_is_congested(mail->exchange)) {
            moment_poll_again(&idle);
            idle.polls = take_arrived(mail) ? 0 : idle.polls;
        }
    }
    return exchange_put(mail->exchange, mail->sender, to, item, mail->words) != 0
               ? error_memory(mail->error, "to exchange data with other processes")
               : 0;
}

/* Collective. Whether no rank has failed; the error of one that has not says so. */
static int agree(mail *mail, int failed, uint64_t *sums, uint32_t count) {
    uint64_t values[1 + MAIL_SUMS] = {0};
    failed = failed || mail->failed;
    if (!failed && run_should_stop(mail->run)) {
        failed = error_set(mail->error, ERROR_INTERRUPTED, "interrupted while the processes worked together");
    }
    values[0] = failed != 0;
    if (count != 0) {
        memcpy(values + 1, sums, count * sizeof *sums);
    }
    ranks_sum(mail->run->ranks, values, 1 + count);
    if (count != 0) {
        memcpy(sums, values + 1, count * sizeof *sums);
    }
    if (failed || values[0] == 0) {
        return failed ? -1 : 0;
    }
    return error_set(mail->error, ERROR_LIMIT,
                     "another process could not go on: it was stopped, or its memory is too small");
}

int mail_end(mail *mail, int failed, uint64_t *sums, uint32_t count) {
    exchange_end_level(mail->exchange, 0);
    struct moment_poll idle = {0};
    while (!exchange_is_complete(mail->exchange)) {
        if (take_arrived(mail)) {
            idle.polls = 0;
        } else {
            moment_poll_again(&idle);
        }
    }
    const int result = agree(mail, failed, sums, count);
    exchange_begin_level(mail->exchange);
    return result;
}

/* --- questions --- */

struct question_window {
    mail *mail;
    const struct mail_questions *questions;
    uint64_t *yes; /* rank and number of each question of the window that has the answer yes */
    uint64_t count, capacity;
};

/* An item: the rank that asks, the number, and the two words. */
static int take_question(void *context, const uint64_t *item) {
    struct question_window *asking = context;
    if (!asking->questions->answer(asking->questions->context, item + 2)) {
        return 0;
    }
    if (MEMORY_GROW(asking->mail->run->memory, &asking->yes, &asking->capacity, asking->count + 2) != 0) {
        return error_memory(asking->mail->error, "to answer other processes");
    }
    asking->yes[asking->count++] = item[0];
    asking->yes[asking->count++] = item[1];
    return 0;
}

static int take_yes(void *context, const uint64_t *item) {
    const struct question_window *asking = context;
    asking->questions->yes(asking->questions->context, item[1]);
    return 0;
}

/* Asks the next window of questions, from *next on; *left becomes how many ranks have more. */
static int ask_window(struct question_window *asking, uint64_t *next, uint64_t *left) {
    const struct mail_questions *questions = asking->questions;
    const uint64_t window = questions->window != 0 ? questions->window : WINDOW;
    uint64_t item[MAIL_QUESTION_WORDS] = {asking->mail->rank}, asked = 0;
    int failed = 0;
    asking->count = 0;
    mail_begin(asking->mail, take_question, asking);
    for (; *next < questions->count && asked < window && !failed; ++*next) {
        uint32_t whom;
        if (questions->ask(questions->context, *next, &whom, item + 2)) {
            item[1] = *next;
            failed = mail_send(asking->mail, whom, item);
            asked++;
        }
    }
    if (mail_end(asking->mail, failed, NULL, 0) != 0) {
        return -1;
    }
    mail_begin(asking->mail, take_yes, asking);
    for (uint64_t i = 0; i < asking->count && !failed; i += 2) {
        const uint64_t answer[MAIL_QUESTION_WORDS] = {0, asking->yes[i + 1]};
        failed = mail_send(asking->mail, (uint32_t)asking->yes[i], answer);
    }
    *left = *next < questions->count;
    return mail_end(asking->mail, failed, left, 1);
}

int mail_ask(mail *mail, const struct mail_questions *questions) {
    struct question_window asking = {.mail = mail, .questions = questions};
    uint64_t next = 0, left = 1;
    int failed = 0;
    while (left != 0 && !failed) {
        failed = ask_window(&asking, &next, &left) != 0;
    }
    memory_free(mail->run->memory, asking.yes, asking.capacity * sizeof *asking.yes);
    return failed ? -1 : 0;
}
