/*
 * How the parts of a search on several GPUs meet: each says a word, and hears those of all others. Threads of
 * one process meet at a barrier, processes in a collective function (base/ranks/ranks.h).
 */
#include "explorer/search/gpus/explore_gpus_internal.cuh"

#include <string.h>

#include "base/device/device_list.h"
#include "base/ranks/ranks.h"

#define WORD_VALUES (sizeof(struct owners_word) / sizeof(uint64_t))

static_assert(sizeof(struct owners_word) % sizeof(uint64_t) == 0, "words of parts are sent as integers");

unsigned gpus_device(const struct gpus *all, unsigned index) {
    return all->ranks != NULL ? all->run->device : all->run->devices->number[index];
}

void gpus_fail(struct gpus_part *part) {
    struct gpus *all = part->all;
    const int first = !part->failed;
    part->failed = 1;
    if (all->transport == TRANSPORT_NCCL || all->transport == TRANSPORT_MESSAGES) { /* others may wait */
        __atomic_store_n(&all->broken, 1, __ATOMIC_RELAXED);
        if (first && all->ranks != NULL) {
            gpus_mail_tell_failure(all);
        }
    }
}

int gpus_are_broken(struct gpus *all) {
    if (all->ranks != NULL && all->transport == TRANSPORT_NCCL && !all->broken) {
        (void)gpus_mail_poll(&all->parts[all->first], 0); /* nothing but a failure can arrive */
    }
    return __atomic_load_n(&all->broken, __ATOMIC_RELAXED);
}

static void hear_ranks(struct gpus *all, unsigned turn, const struct owners_word *word) {
    uint64_t mine[WORD_VALUES], theirs[OWNERS_MOST * WORD_VALUES];
    memcpy(mine, word, sizeof mine);
    ranks_gather(all->ranks, mine, theirs, WORD_VALUES);
    memcpy(all->heard[turn], theirs, all->owners * sizeof *word);
}

const struct owners_word *gpus_heard(const struct gpus_part *part) {
    return part->all->heard[(part->meetings + 1) % 2];
}

struct agreement gpus_meet(struct gpus_part *part, struct owners_word *word) {
    struct gpus *all = part->all;
    struct agreement agreement;
    const unsigned turn = part->meetings++ % 2;
    word->failed = part->failed;
    word->outcome = gpus_worse(part->outcome, exploration_outcome(all->run));
    if (all->ranks != NULL) {
        hear_ranks(all, turn, word);
    } else {
        all->heard[turn][part->index] = *word;
        barrier_wait(&all->barrier);
    }
    memset(&agreement, 0, sizeof agreement);
    agreement.capacity = UINT64_MAX;
    agreement.direct = 1;
    for (unsigned i = 0; i < all->owners; i++) {
        const struct owners_word *said = &all->heard[turn][i];
        agreement.failed |= said->failed;
        agreement.outcome = gpus_worse(agreement.outcome, said->outcome);
        agreement.more |= said->more;
        agreement.news |= said->news;
        agreement.cramped |= said->cramped;
        agreement.direct &= said->direct;
        agreement.due |= said->due;
        agreement.tail += said->tail;
        agreement.largest = said->tail > agreement.largest ? said->tail : agreement.largest;
        agreement.transitions += said->transitions;
        agreement.capacity = said->capacity < agreement.capacity ? said->capacity : agreement.capacity;
    }
    if (all->ranks != NULL) {
        all->missed |= agreement.failed && !part->failed;
    }
    const uint64_t most = all->options->max_states;
    if (most != 0 && agreement.tail > most) {
        agreement.outcome = gpus_worse(agreement.outcome, EXPLORE_LIMIT);
    }
    return agreement;
}

struct owners_word gpus_word(const struct gpus_part *part) {
    struct owners_word word;
    memset(&word, 0, sizeof word);
    if (part->report != NULL) {
        const struct owners_report *report = part->report;
        word.tail = report->tail;
        word.transitions = report->transitions;
        word.more = (int)report->more;
        word.news = (int)report->news;
        word.cramped = (report->pause & SEARCH_SENDS_FULL) != 0;
        memcpy(word.keys, report->keys, sizeof word.keys);
        word.keys[part->index] = 0;
    }
    return word;
}

int gpus_must_leave(struct gpus_part *part, const struct agreement *agreement) {
    if (is_first(part)) {
        struct explore_result *result = &part->all->found->result;
        result->outcome = gpus_worse(result->outcome, agreement->outcome);
    }
    return agreement->failed || agreement->outcome != EXPLORE_DONE;
}
