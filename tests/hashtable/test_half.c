/*
 * The visited set in slots of 32 bits (hashtable/half_core.h): the permutation and the places of hashes,
 * against division and by trying all keys of few bits; keys put by one thread and by several, against a list
 * of keys; and the GPU's way to put keys (half_device.cuh), under schedules that a GPU seldom has, as in
 * test_table_schedules.c.
 */
#include <CUnit/Basic.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/barrier.h"
#include "hashtable/growth.h"
#include "hashtable/half_core.h"
#include "tests/support/emulated_memory.h"
#include "tests/support/testing.h"
#include "hashtable/half_device.cuh"

/* --- places ------------------------------------------------------------------------------------------- */

/* Whether the hash's slot leads back to it, wherever in its sequence it is; counts what is wrong. */
static uint64_t count_lost(const struct half_view *view, uint64_t hash) {
    const struct half_place place = half_place_of(view, hash);
    uint64_t lost = place.home >= view->first.buckets || hash << (64 - view->spare) != 0;
    for (uint64_t distance = 0; distance < view->distances; distance += 1 + distance / 2) {
        uint32_t slot = place.slot + (uint32_t)(distance << view->remainder_bits);
        lost += half_hash_of_slot(view, place.home + distance, slot) != hash || slot < HALF_USED;
    }
    return lost;
}

static struct half_view view_of(uint32_t key_bits, uint64_t buckets, uint32_t bucket_integers) {
    struct half_view view;
    memset(&view, 0, sizeof view);
    view.first = growth_view(1, bucket_integers, 0);
    view.second = growth_view(1, 8, 0);
    growth_set_buckets(&view.first, buckets);
    half_set_buckets(&view, key_bits);
    return view;
}

static int compare_numbers(const void *a, const void *b) {
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* All keys of few bits: the hashes are the multiples of 2^spare, and no two have the same home and slot. */
static void test_all_keys(void) {
    static uint64_t hashes[1 << 13];
    uint64_t seed = 1;
    for (uint32_t bits = HALF_LEAST_BITS; bits <= 13; bits++) {
        for (uint32_t trial = 0; trial < 20; trial++) {
            const uint64_t buckets = 1 + random_next(&seed) % (trial % 2 ? 40 : 20000);
            const struct half_view view = view_of(bits, buckets, 8);
            uint64_t lost = 0, astray = 0;
            for (uint64_t key = 0; key < (uint64_t)1 << bits; key++) {
                hashes[key] = half_hash(&view, key | TABLE_USED);
                lost += count_lost(&view, hashes[key]);
            }
            qsort(hashes, (uint64_t)1 << bits, sizeof *hashes, compare_numbers);
            for (uint64_t key = 0; key < (uint64_t)1 << bits; key++) {
                astray += hashes[key] != key << view.spare;
            }
            CU_ASSERT_EQUAL(lost, 0);
            CU_ASSERT_EQUAL(astray, 0);
        }
    }
}

static void test_places(void) {
    uint64_t seed = 2, lost = 0, astray = 0, fitting = 0;
    for (uint64_t i = 0; i < 400000; i++) {
        const uint32_t bits = HALF_LEAST_BITS + (uint32_t)(random_next(&seed) % (HALF_MOST_BITS - 1));
        uint64_t buckets = 1 + (random_next(&seed) >> (24 + random_next(&seed) % 40));
        buckets = i % 5 == 0 ? (uint64_t)1 << (i / 5 % 40) : buckets; /* and their neighbours */
        buckets += i % 15 == 0 ? 1 : i % 15 == 5 && buckets > 1 ? (uint64_t)-1 : 0;
        if (!half_fits(bits, buckets)) {
            continue;
        }
        const struct half_view view = view_of(bits, buckets, 8);
        const uint64_t key = random_next(&seed) >> (64 - bits), last = ~(uint64_t)0 << view.spare;
        astray += half_key(&view, half_hash(&view, key | TABLE_USED)) != (key | TABLE_USED);
        CU_ASSERT_FATAL(view.distances >= 8 && view.remainder_bits >= 1);
        lost += count_lost(&view, half_hash(&view, key | TABLE_USED)) + count_lost(&view, 0) +
                count_lost(&view, last);
        lost += half_hash_of_second(half_second_key(last)) != last || half_second_key(0) != TABLE_USED;
        fitting++;
    }
    CU_ASSERT_EQUAL(lost, 0);
    CU_ASSERT_EQUAL(astray, 0);
    CU_ASSERT(fitting > 100000);
}

/* --- keys put by threads of the CPU -------------------------------------------------------------------- */

struct host_case {
    struct half_view view;
    uint64_t *keys, count;
    struct barrier barrier;
};

struct host_thread {
    struct host_case *host;
    uint64_t fresh, full;
};

/* Every thread puts all keys in the same order, a stretch at a time in step with the others. */
static void *put_keys(void *argument) {
    struct host_thread *self = argument;
    const struct half_view *view = &self->host->view;
    for (uint64_t i = 0; i < self->host->count; i++) {
        if (i % 64 == 0) {
            barrier_wait(&self->host->barrier);
        }
        enum table_result result = half_put(view, half_hash(view, self->host->keys[i]));
        self->fresh += result == TABLE_NEW;
        self->full += result == TABLE_FULL;
    }
    return NULL;
}

static uint64_t count_distinct(uint64_t *keys, uint64_t count) {
    uint64_t distinct = 0;
    qsort(keys, count, sizeof *keys, compare_numbers);
    for (uint64_t i = 0; i < count; i++) {
        distinct += i == 0 || keys[i] != keys[i - 1];
    }
    return distinct;
}

static uint64_t count_slots(const struct half_view *view, uint64_t *second) {
    const uint32_t *slots = (const uint32_t *)view->first.slots;
    const uint64_t halves = (view->first.buckets + view->first.pad) << (view->first.bucket_bits + 1);
    const uint64_t words = (view->second.buckets + view->second.pad) << view->second.bucket_bits;
    uint64_t used = 0, in_second = 0;
    for (uint64_t i = 0; i < halves; i++) {
        used += slots[i] != 0;
    }
    for (uint64_t i = 0; i < words; i++) {
        in_second += view->second.slots[i] != 0;
    }
    *second += in_second;
    return used + in_second;
}

static void *slots_for(const struct table_view *view) {
    const uint64_t bytes = (growth_table_bytes(view) + 63) / 64 * 64;
    return memset(test_present(aligned_alloc(64, bytes)), 0, bytes);
}

/* Puts `count` keys of which about one in two is new, by 1 or 2 threads; returns the keys in the second
 * table.
 */
static uint64_t check_host(uint32_t bits, uint64_t buckets, uint32_t bucket_integers, uint64_t count,
                           unsigned threads, uint64_t seed) {
    struct host_case host = {.view = view_of(bits, buckets, bucket_integers), .count = count};
    uint64_t second = 0;
    growth_set_buckets(&host.view.second, count / 4 + 8);
    host.view.first.slots = slots_for(&host.view.first);
    host.view.second.slots = slots_for(&host.view.second);
    host.view.first.alone = host.view.second.alone = threads == 1;
    host.keys = test_allocate(count, sizeof *host.keys);
    for (uint64_t i = 0; i < count; i++) {
        host.keys[i] =
            i % 2 ? host.keys[random_next(&seed) % i] : (random_next(&seed) >> (64 - bits)) | TABLE_USED;
    }
    struct host_thread self[2] = {{&host, 0, 0}, {&host, 0, 0}};
    pthread_t other;
    barrier_init(&host.barrier, threads);
    if (threads == 2) {
        CU_ASSERT_EQUAL_FATAL(pthread_create(&other, NULL, put_keys, &self[1]), 0);
    }
    put_keys(&self[0]);
    if (threads == 2) {
        pthread_join(other, NULL);
    }
    const uint64_t distinct = count_distinct(host.keys, count);
    CU_ASSERT_EQUAL(self[0].full + self[1].full, 0);
    CU_ASSERT_EQUAL(self[0].fresh + self[1].fresh, distinct);
    CU_ASSERT_EQUAL(count_slots(&host.view, &second), distinct);
    uint64_t lost = 0;
    for (uint64_t i = 0; i < count; i++) {
        lost += half_put(&host.view, half_hash(&host.view, host.keys[i])) != TABLE_FOUND;
    }
    CU_ASSERT_EQUAL(lost, 0);
    free(host.keys);
    free(host.view.first.slots);
    free(host.view.second.slots);
    return second;
}

/* Loads from 0.1 to more than the first table holds; sequences of 8 buckets and longer ones. */
static void test_host(void) {
    const uint64_t cases = number_of_cases(400);
    uint64_t seed = 3, second = 0, some = 0;
    for (uint64_t i = 0; i < cases; i++) {
        const uint64_t buckets = 1 + random_next(&seed) % 600, slots = 8 * buckets;
        const uint32_t log = half_floor_log2(buckets);
        uint32_t bits = HALF_REMAINDER_BITS + log - (uint32_t)(random_next(&seed) % (i % 3 ? 3 : 20));
        bits = bits < 12 ? 12 : bits;
        const uint64_t count = 2 + slots * (1 + random_next(&seed) % 12) / 5;
        const uint64_t in_second =
            check_host(bits, buckets, i % 4 ? 8 : 16, count, 1 + (unsigned)(i % 2), random_next(&seed));
        second += in_second;
        some += in_second != 0;
    }
    report_counts("keys in second tables", second, "tables that needed one", some, NULL);
    CU_ASSERT(some >= cases / 8);
}

/* --- schedules ------------------------------------------------------------------------------------------ */

#define ROUNDS 4000u
#define MOST_THREADS 12u
#define MOST_KEYS 160u

struct key {
    uint64_t hash;
    unsigned news;
    int tried;
};

/* A thread probes the first table; or the second, after a result of HALF_ELSEWHERE. */
struct thread {
    uint32_t cache;
    uint64_t left; /* keys still to be put, this one included */
    struct key *key;
    struct half_probe probe;
    struct table_probe second;
    int elsewhere, fetched;
};

struct round {
    struct half_view view;
    struct key keys[MOST_KEYS];
    struct thread threads[MOST_THREADS];
    uint64_t key_count, thread_count, elsewhere;
};

/* Keys are drawn by hash, many with the same homes, so that sequences get full. */
static void open_round(struct round *round, uint64_t number) {
    memset(round, 0, sizeof *round);
    memset(&emulation, 0, sizeof emulation);
    emulation.random = number;
    const uint64_t buckets = 1 + draw(12);
    const uint32_t bits = HALF_REMAINDER_BITS + half_floor_log2(buckets) - (uint32_t)draw(2);
    round->view = view_of(bits, buckets, 8);
    struct half_view *view = &round->view;
    growth_set_buckets(&view->second, MOST_KEYS / 4 + draw(20));
    view->first.slots = (uint64_t *)emulation.slots;
    view->second.slots = view->first.slots + growth_table_bytes(&view->first) / 8;
    emulation.whole = view->second.slots;
    CU_ASSERT_FATAL(growth_table_bytes(&view->first) + growth_table_bytes(&view->second) <=
                    sizeof emulation.slots);
    const uint64_t low = draw(2) ? 0 : draw(buckets), spread = 1 + draw(buckets - low);
    round->key_count = 1 + draw(MOST_KEYS);
    for (uint64_t i = 0; i < round->key_count; i++) {
        /* Different because of i, with homes from `low` on, or one below because of rounding. */
        const uint64_t home = ((low + draw(spread)) << 32) / buckets << 32;
        round->keys[i].hash = (home >> view->spare << view->spare) + (i << view->spare);
    }
    round->thread_count = 2 + draw(MOST_THREADS - 1);
    const uint64_t most = 1 + draw(2 * round->key_count);
    for (uint64_t t = 0; t < round->thread_count; t++) {
        round->threads[t].cache = (uint32_t)draw(EMULATED_CACHES);
        round->threads[t].left = 1 + draw(most);
    }
}

static void begin_key(struct round *round, struct thread *thread) {
    thread->key = &round->keys[draw(round->key_count)];
    thread->fetched = thread->elsewhere = 0;
    half_probe_begin(&round->view, &thread->probe, thread->key->hash);
}

static void end_key(struct thread *thread, int result) {
    CU_ASSERT_NOT_EQUAL(result, TABLE_FULL);
    thread->key->news += result == TABLE_NEW;
    thread->key->tried = 1;
    thread->key = NULL;
    thread->left--;
}

/* The thread's next access, or its computation with the last one. */
static void take_turn(struct round *round, struct thread *thread) {
    const struct half_view *view = &round->view;
    emulation.cache = thread->cache;
    if (thread->key == NULL) {
        begin_key(round, thread);
        return;
    }
    const uint64_t hash = thread->key->hash, key = half_second_key(hash);
    thread->fetched = !thread->fetched;
    if (thread->fetched) {
        if (thread->elsewhere) {
            table_probe_fetch(&view->second, &thread->second, 1, &key, 1);
        } else {
            half_probe_fetch(view, &thread->probe, 1);
        }
        return;
    }
    int result = thread->elsewhere
                     ? table_probe_step(&view->second, &thread->second, &key, 1, table_hash_1(key))
                     : half_probe_step(view, &thread->probe, hash);
    if (result == HALF_ELSEWHERE) {
        thread->elsewhere = 1;
        round->elsewhere++;
        table_probe_begin(&view->second, &thread->second, table_hash_1(key));
    } else if (result != TABLE_PENDING) {
        end_key(thread, result);
    }
}

static void check_round(const struct round *round) {
    uint64_t tried = 0, second = 0;
    for (uint64_t i = 0; i < round->key_count; i++) {
        const struct key *key = &round->keys[i];
        tried += (uint64_t)key->tried;
        CU_ASSERT_EQUAL(key->news, (unsigned)key->tried);
    }
    CU_ASSERT_EQUAL(count_slots(&round->view, &second), tried);
}

static void test_schedules(void) {
    static struct round round;
    uint64_t met = 0, elsewhere = 0;
    for (uint64_t number = 1; number <= ROUNDS; number++) {
        open_round(&round, number);
        uint64_t running = round.thread_count;
        while (running > 0) {
            struct thread *thread = &round.threads[draw(running)];
            take_turn(&round, thread);
            met += thread->key != NULL && thread->probe.fresh;
            if (thread->left == 0) {
                struct thread last = round.threads[--running];
                *thread = last;
            }
        }
        check_round(&round);
        elsewhere += round.elsewhere;
    }
    CU_ASSERT(met > ROUNDS); /* threads did get in each other's way */
    CU_ASSERT(elsewhere > ROUNDS);
}

void suite_half(void) {
    suite_add("hash table in slots of 32 bits", NULL, NULL, "all keys of few bits", test_all_keys,
              "slots lead back to hashes", test_places, "keys are put once, by threads of the CPU", test_host,
              "every key is new once on a GPU, under any schedule", test_schedules, NULL);
}
