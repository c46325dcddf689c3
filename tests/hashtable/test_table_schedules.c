/*
 * The GPU's way to put keys (hashtable/table_device.cuh) on the CPU, under schedules that a GPU seldom has:
 * threads that take turns at random between any two accesses, in blocks with first caches that show a word as
 * it was at any time since the kernel began, but never older than what they showed before. Every key must be
 * new exactly once and stand where it is found.
 */
#include <CUnit/Basic.h>
#include <stdlib.h>
#include <string.h>

#include "hashtable/growth.h"
#include "tests/support/emulated_memory.h"
#include "tests/support/testing.h"
#include "hashtable/table_device.cuh"

#define ROUNDS 4000u
#define MOST_SLOTS 64u /* slots of home buckets, about */
#define MOST_THREADS 12u
#define MOST_KEYS 64u

/* --- threads ------------------------------------------------------------------------------------------- */

struct key {
    uint64_t word[TABLE_MOST_WORDS];
    unsigned news;
    int tried;
};

struct thread {
    uint32_t cache;
    uint64_t left; /* keys still to be put, this one included */
    struct key *key;
    struct table_probe probe;
    uint64_t hash;
    int fetched;
};

struct round {
    struct table_view view;
    struct key keys[MOST_KEYS];
    struct thread threads[MOST_THREADS];
    uint64_t key_count, thread_count;
};

static void open_round(struct round *round, uint32_t words, uint64_t number) {
    struct table_view *view = &round->view;
    memset(round, 0, sizeof *round);
    memset(&emulation, 0, sizeof emulation);
    emulation.random = number;
    view->words = words;
    view->bucket_bits = (words == 1 ? 1 : 0) + (uint32_t)draw(words == 4 ? 3 : 4);
    view->buckets = 1 + draw(MOST_SLOTS >> view->bucket_bits);
    growth_set_buckets(view, view->buckets);
    view->slots = (uint64_t *)emulation.slots;
    emulation.whole = view->slots;
    CU_ASSERT_FATAL(growth_table_bytes(view) <= sizeof emulation.slots);
    /* As many keys as the home buckets have slots, or few keys, so that threads put the same key more often.
     */
    uint64_t slots = view->buckets << view->bucket_bits;
    round->key_count = 1 + draw(slots < MOST_KEYS ? slots : MOST_KEYS);
    for (uint64_t i = 0; i < round->key_count; i++) {
        uint64_t *word = round->keys[i].word;
        word[0] = TABLE_USED | (words > 1 && draw(2) ? draw(3) : random_next(&emulation.random) << 8 | i);
        uint64_t rest = i; /* all later words together, so that keys may have any of them in common */
        for (uint32_t w = words; w-- > 1;) {
            word[w] = TABLE_USED | (words == 2 ? rest : rest % 4);
            rest /= 4;
        }
    }
    round->thread_count = 2 + draw(MOST_THREADS - 1);
    uint64_t most = 1 + draw(2 * round->key_count);
    for (uint64_t t = 0; t < round->thread_count; t++) {
        round->threads[t].cache = (uint32_t)draw(EMULATED_CACHES);
        round->threads[t].left = 1 + draw(most);
    }
}

static void end_key(const struct table_view *view, struct thread *thread, int result) {
    const uint64_t slot = (thread->probe.number << view->bucket_bits) + thread->probe.empties;
    CU_ASSERT_NOT_EQUAL(result, TABLE_FULL);
    if (result == TABLE_NEW) {
        thread->key->news++;
        CU_ASSERT_EQUAL(memcmp(view->slots + slot * view->words, thread->key->word, view->words * 8), 0);
    }
    thread->key->tried = 1;
    thread->key = NULL;
    thread->left--;
}

/* Performs the thread's next access, or its computation with the last one. */
static void take_turn(struct round *round, struct thread *thread, const uint32_t words) {
    const struct table_view *view = &round->view;
    emulation.cache = thread->cache;
    if (thread->key == NULL) {
        thread->key = &round->keys[draw(round->key_count)];
        thread->hash = table_hash(view, thread->key->word);
        thread->fetched = 0;
        table_probe_begin(view, &thread->probe, thread->hash);
    } else if (!thread->fetched) {
        table_probe_fetch(view, &thread->probe, 1, thread->key->word, words);
        thread->fetched = 1;
    } else {
        int result = table_probe_step(view, &thread->probe, thread->key->word, words, thread->hash);
        thread->fetched = 0;
        if (result != TABLE_PENDING) {
            end_key(view, thread, result);
        }
    }
}

static void check_round(const struct round *round) {
    const struct table_view *view = &round->view;
    uint64_t used = 0, tried = 0;
    for (uint64_t s = 0; s < (view->buckets + view->pad) << view->bucket_bits; s++) {
        used += view->slots[s * view->words] != 0;
    }
    for (uint64_t i = 0; i < round->key_count; i++) {
        const struct key *key = &round->keys[i];
        uint64_t slot = table_device_find(view, key->word, view->words, table_hash(view, key->word));
        tried += (uint64_t)key->tried;
        CU_ASSERT_EQUAL(key->news, (unsigned)key->tried);
        CU_ASSERT_EQUAL(slot != UINT64_MAX, key->tried);
    }
    CU_ASSERT_EQUAL(used, tried);
}

static void test_schedules(void) {
    static struct round round;
    uint64_t met = 0;
    const unsigned failures = CU_get_number_of_failures();
    for (uint64_t number = 1; number <= ROUNDS && CU_get_number_of_failures() == failures; number++) {
        uint32_t words = 1u << number % 3;
        open_round(&round, words, number);
        uint64_t running = round.thread_count;
        while (running > 0) {
            struct thread *thread = &round.threads[draw(running)];
            take_turn(&round, thread, words);
            met += thread->key != NULL && thread->probe.fresh;
            if (thread->left == 0) {
                struct thread last = round.threads[--running];
                *thread = last;
            }
        }
        check_round(&round);
    }
    CU_ASSERT(met > ROUNDS); /* threads did get in each other's way */
}

void suite_table_schedules(void) {
    suite_add("hash table of a GPU under schedules", NULL, NULL, "every key is new once", test_schedules,
              NULL);
}
