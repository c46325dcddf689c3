/* The visited set and the interner against a naive sorted list: widths, threads, growth, fullness. */
#include <CUnit/Basic.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/barrier.h"
#include "base/error.h"
#include "base/memory.h"
#include "hashtable/intern.h"
#include "hashtable/table.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

static const uint32_t all_words[] = {1, 2, 4};

struct key {
    uint64_t word[TABLE_MOST_WORDS];
};

static int compare_keys(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct key));
}

static uint64_t count_distinct(const struct key *keys, uint64_t count) {
    struct key *sorted = malloc(count * sizeof *sorted);
    memcpy(sorted, keys, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_keys);
    uint64_t distinct = 0;
    for (uint64_t i = 0; i < count; i++) {
        distinct += i == 0 || compare_keys(&sorted[i], &sorted[i - 1]) != 0;
    }
    free(sorted);
    return distinct;
}

/*
 * Keys from few different values, so that duplicates and equal words abound: those of two or more words
 * differ by up to 7 in each word after word 0.
 */
static struct key *draw_keys(uint64_t count, uint32_t words, uint64_t values, uint64_t seed) {
    struct key *keys = calloc(count, sizeof *keys);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t value = random_next(&seed) % values;
        for (uint32_t w = words; w-- > 1; value /= 7) {
            keys[i].word[w] = TABLE_USED | value % 7;
        }
        keys[i].word[0] = TABLE_USED | value;
    }
    return keys;
}

struct insertion {
    table *table;
    struct barrier *barrier;
    const struct key *keys;
    uint64_t count, fresh[8], found[8];
    uint64_t cursor, in_table;
    unsigned threads;
    int full, done;
};

struct insertion_thread {
    struct insertion *insertion;
    unsigned index;
};

/* Threads insert and meet whenever the table is crowded, to grow it. */
static void *insert_keys(void *argument) {
    struct insertion_thread *self = argument;
    struct insertion *work = self->insertion;
    uint64_t pending = UINT64_MAX;
    for (;;) {
        struct table_view view = table_view_of(work->table);
        uint64_t crowded = table_slots(work->table) / 8 * 7;
        while (!__atomic_load_n(&work->full, __ATOMIC_RELAXED)) {
            uint64_t at = pending != UINT64_MAX ? pending : shared64_add(&work->cursor, 1);
            pending = UINT64_MAX;
            if (at >= work->count) {
                break;
            }
            uint64_t slot, hash = table_hash(&view, work->keys[at].word);
            switch (table_put(&view, work->keys[at].word, view.words, hash, &slot)) {
            case TABLE_NEW:
                work->fresh[self->index]++;
                if (shared64_add(&work->in_table, 1) > crowded) {
                    __atomic_store_n(&work->full, 1, __ATOMIC_RELAXED);
                }
                break;
            case TABLE_FOUND:
                work->found[self->index]++;
                break;
            case TABLE_FULL:
                pending = at;
                __atomic_store_n(&work->full, 1, __ATOMIC_RELAXED);
            }
        }
        barrier_wait(work->barrier);
        if (self->index == 0) {
            work->done = !work->full;
            if (work->full) {
                CU_ASSERT_EQUAL_FATAL(table_grow_begin(work->table, table_slots(work->table) * 3 / 2 + 64),
                                      0);
            }
            work->full = 0;
        }
        barrier_wait(work->barrier);
        if (work->done) {
            return NULL;
        }
        table_grow_work(work->table, self->index, work->threads, work->barrier);
        barrier_wait(work->barrier);
        if (self->index == 0) {
            CU_ASSERT_EQUAL(table_grow_end(work->table), 0);
        }
        barrier_wait(work->barrier);
    }
}

static void insert_all(table *table, const struct key *keys, uint64_t count, unsigned threads,
                       uint64_t *fresh) {
    struct barrier barrier;
    barrier_init(&barrier, threads);
    struct insertion work = {
        .table = table, .barrier = &barrier, .keys = keys, .count = count, .threads = threads};
    struct insertion_thread self[8];
    pthread_t handles[8];
    for (unsigned i = 0; i < threads; i++) {
        self[i] = (struct insertion_thread){&work, i};
        if (i > 0) {
            CU_ASSERT_EQUAL_FATAL(pthread_create(&handles[i], NULL, insert_keys, &self[i]), 0);
        }
    }
    insert_keys(&self[0]);
    uint64_t found = 0;
    *fresh = 0;
    for (unsigned i = 0; i < threads; i++) {
        if (i > 0) {
            pthread_join(handles[i], NULL);
        }
        *fresh += work.fresh[i];
        found += work.found[i];
    }
    CU_ASSERT_EQUAL(*fresh + found, count);
}

static void check_table(uint32_t words, uint32_t bucket, unsigned threads, uint64_t count, uint64_t values,
                        uint64_t seed) {
    struct key *keys = draw_keys(count, words, values, seed);
    table *table = table_create(&place.memory, words, bucket, 16, 0, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    uint64_t fresh;
    insert_all(table, keys, count, threads, &fresh);
    CU_ASSERT_EQUAL(fresh, count_distinct(keys, count));
    /* All are found again, and nothing else is. */
    struct table_view view = table_view_of(table);
    uint64_t lost = 0, elsewhere = 0; /* one assertion each: CUnit takes long over many failures */
    for (uint64_t i = 0; i < count; i++) {
        uint64_t slot = 0, hash = table_hash(&view, keys[i].word);
        lost += table_put(&view, keys[i].word, words, hash, &slot) != TABLE_FOUND;
        elsewhere += memcmp(view.slots + slot * words, keys[i].word, words * 8) != 0;
    }
    CU_ASSERT_EQUAL(lost, 0);
    CU_ASSERT_EQUAL(elsewhere, 0);
    uint64_t slots = (view.buckets + view.pad) << view.bucket_bits, used = 0;
    for (uint64_t i = 0; i < slots; i++) {
        used += view.slots[i * words] != 0;
    }
    CU_ASSERT_EQUAL(used, fresh);
    table_free(table);
    free(keys);
}

static void test_widths(void) {
    const uint32_t buckets[] = {4, 8, 16, 32};
    for (uint32_t k = 0; k < LENGTH(all_words); k++) {
        for (uint32_t b = 0; b < 4; b++) {
            check_table(all_words[k], buckets[b], 1, 20000, 15000, 1 + b);
            check_table(all_words[k], buckets[b], 1, 3000, 200, 10 + b);
        }
    }
}

static void test_threads(void) {
    const uint32_t buckets[] = {4, 8, 16, 32};
    for (uint32_t k = 0; k < LENGTH(all_words); k++) {
        for (unsigned threads = 2; threads <= 4; threads += 2) {
            for (uint32_t b = 0; b < 4; b++) {
                check_table(all_words[k], buckets[b], threads, 60000, 40000, 100 * threads + b);
                check_table(all_words[k], buckets[b], threads, 60000, 50, 1000 * threads + b);
            }
        }
    }
}

/* Growth with phases that threads share, not just the last one. */
static void test_large_growth(void) {
    check_table(1, 16, 3, 600000, 900000, 7);
    check_table(2, 4, 2, 300000, 900000, 8);
    check_table(4, 8, 3, 300000, 900000, 9);
}

struct race {
    struct table_view view;
    struct barrier *barrier;
    const struct key *keys;
    uint64_t count, fresh;
};

/* Every thread puts all keys in the same order, a stretch at a time in step with the others. */
static void *race_keys(void *argument) {
    struct race *race = argument;
    for (uint64_t i = 0; i < race->count; i++) {
        if (i % 64 == 0) {
            barrier_wait(race->barrier);
        }
        const uint64_t *key = race->keys[i].word;
        race->fresh +=
            table_put(&race->view, key, race->view.words, table_hash(&race->view, key), NULL) == TABLE_NEW;
    }
    return NULL;
}

static void test_races(void) {
    for (uint32_t trial = 0; trial < 24; trial++) {
        uint32_t words = all_words[trial % 3], bucket = 4u << trial / 3 % 4;
        uint64_t count = 20000;
        struct key *keys = draw_keys(count, words, 1u << 30, trial);
        struct barrier barrier;
        barrier_init(&barrier, 2);
        table *table = table_create(&place.memory, words, bucket, count * 8 / 7, 0, &place.error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(table);
        struct race races[2];
        pthread_t other;
        for (int i = 0; i < 2; i++) {
            races[i] = (struct race){table_view_of(table), &barrier, keys, count, 0};
        }
        CU_ASSERT_EQUAL_FATAL(pthread_create(&other, NULL, race_keys, &races[1]), 0);
        race_keys(&races[0]);
        pthread_join(other, NULL);
        CU_ASSERT_EQUAL(races[0].fresh + races[1].fresh, count_distinct(keys, count));
        table_free(table);
        free(keys);
    }
}

static void test_full(void) {
    for (uint32_t k = 0; k < LENGTH(all_words); k++) {
        uint32_t words = all_words[k];
        table *table = table_create(&place.memory, words, 16, 64, 0, &place.error);
        struct table_view view = table_view_of(table);
        uint64_t fresh = 0, full = 0;
        for (uint64_t i = 0; i < 1000; i++) {
            uint64_t slot, used = TABLE_USED | i, key[TABLE_MOST_WORDS] = {used, used, used, used};
            enum table_result result = table_put(&view, key, words, table_hash(&view, key), &slot);
            CU_ASSERT_NOT_EQUAL(result, TABLE_FOUND);
            fresh += result == TABLE_NEW;
            full += result == TABLE_FULL;
        }
        CU_ASSERT_TRUE(fresh >= 32 && full > 0);
        CU_ASSERT_TRUE(fresh <= (view.buckets + view.pad) << view.bucket_bits);
        table_free(table);
    }
}

static void test_budget(void) {
    struct memory memory;
    struct error error;
    memory_init(&memory, 100000);
    CU_ASSERT_PTR_NULL(table_create(&memory, 1, 16, 20000, 0, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    table *table = table_create(&memory, 1, 16, 4096, 0, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT_EQUAL(table_grow_begin(table, 20000), -1);
    CU_ASSERT_EQUAL(table_slots(table), 4096);
    /* Steps get smaller but go on until little is left. */
    for (int i = 0; i < 50 && table_grow_begin(table, table_next_slots(table)) == 0; i++) {
        table_grow_work(table, 0, 1, NULL);
        CU_ASSERT_EQUAL(table_grow_end(table), 0);
    }
    CU_ASSERT_TRUE(table_bytes(table) > 65000);
    CU_ASSERT_TRUE(memory_used(&memory) <= 100000);
    table_free(table);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* --- the interner --- */

struct interning {
    interner *interner;
    const struct key *keys;
    uint64_t count, *ids[4];
    uint64_t cursor;
};

struct interning_thread {
    struct interning *interning;
    unsigned index;
    struct intern_stock stock;
    uint64_t full;
};

static void *intern_keys(void *argument) {
    struct interning_thread *self = argument;
    struct interning *work = self->interning;
    const struct intern_view *view = interner_view(work->interner);
    for (uint64_t i = 0; i < work->count; i++) {
        const uint64_t *word = work->keys[i].word;
        if (intern_put(view, &self->stock, word[0], word[1], intern_hash(word[0], word[1]),
                       &work->ids[self->index][i]) == TABLE_FULL) {
            self->full++;
        }
    }
    return NULL;
}

/* Every thread interns all pairs: all must agree on every id, and ids must lead back to pairs. */
static void test_interner(void) {
    uint64_t count = 50000;
    struct key *keys = draw_keys(count, 2, 20000, 42);
    interner *interner = interner_create(&place.memory, 16, count + 100, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(interner);
    struct interning work = {.interner = interner, .keys = keys, .count = count};
    struct interning_thread self[4] = {{0}};
    pthread_t handles[4];
    for (unsigned i = 0; i < 4; i++) {
        work.ids[i] = malloc(count * sizeof *work.ids[i]);
        self[i] = (struct interning_thread){.interning = &work, .index = i};
    }
    for (unsigned i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL_FATAL(pthread_create(&handles[i], NULL, intern_keys, &self[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(handles[i], NULL);
        CU_ASSERT_EQUAL(self[i].full, 0);
    }
    const struct intern_view *view = interner_view(interner);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t id = work.ids[0][i];
        CU_ASSERT_EQUAL(intern_word(view->pairs, id, 0) | TABLE_USED, keys[i].word[0]);
        CU_ASSERT_EQUAL(intern_word(view->pairs, id, 1) | TABLE_USED, keys[i].word[1]);
        for (unsigned t = 1; t < 4; t++) {
            CU_ASSERT_EQUAL(work.ids[t][i], id);
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        free(work.ids[i]);
    }
    interner_free(interner);
    free(keys);
}

static void test_interner_growth(void) {
    interner *interner = interner_create(&place.memory, 8, 64, &place.error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(interner);
    const uint64_t last = TABLE_USED - 1;
    struct intern_stock stock = {0, 0};
    uint64_t *ids = malloc(100000 * sizeof *ids), growths = 0;
    for (uint64_t i = 0; i < 100000; i++) {
        uint64_t hash = intern_hash(i, last - i);
        while (intern_put(interner_view(interner), &stock, i, last - i, hash, &ids[i]) == TABLE_FULL) {
            CU_ASSERT_EQUAL_FATAL(interner_grow_begin(interner, 1), 0);
            interner_grow_work(interner, 0, 1, NULL);
            CU_ASSERT_EQUAL(interner_grow_end(interner), 0);
            growths++;
        }
    }
    CU_ASSERT_TRUE(growths > 5);
    uint64_t changed = 0;
    for (uint64_t i = 0; i < 100000; i++) {
        uint64_t id = 0;
        changed += intern_put(interner_view(interner), &stock, i, last - i, intern_hash(i, last - i), &id) !=
                       TABLE_FOUND ||
                   id != ids[i];
    }
    CU_ASSERT_EQUAL(changed, 0);
    free(ids);
    interner_free(interner);
}

void suite_table(void) {
    suite_add("hash table", workplace_open, workplace_close, "every bucket width, one, two and four words",
              test_widths, "threads insert while the table grows", test_threads, "growth shared by threads",
              test_large_growth, "threads race for the same keys", test_races, "a full table says so",
              test_full, "growth within a budget", test_budget, "interner: threads agree on ids",
              test_interner, "interner: ids survive growth", test_interner_growth, NULL);
}
