/* The level store: levels of all sizes written by several writers, read back, dropped in any order. */
#include <CUnit/Basic.h>
#include <string.h>

#include "base/memory.h"
#include "explorer/search/level_store.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define LEVELS 40u
#define WRITERS 3u

/* Number k of a level is written as this key; the last word differs between levels. */
static void fill(uint64_t *key, uint32_t words, uint64_t level, uint64_t k) {
    key[0] = k;
    key[words - 1] = (level << 32) | k;
}

static uint64_t keys_of(uint64_t level) {
    return level % 7 == 6 ? 150000 : level * 13 + 1;
}

static void write_level(level_store *store, struct level_writer *writers, uint32_t words, uint64_t level) {
    for (uint64_t k = 0; k < keys_of(level); k++) {
        struct level_writer *writer = &writers[k % WRITERS];
        CU_ASSERT_EQUAL_FATAL(level_writer_room(store, writer, 1), 0);
        fill(writer->at, words, level, k);
        writer->at += words;
    }
    CU_ASSERT_EQUAL(level_store_end_level(store, writers, WRITERS), keys_of(level));
}

static void check_level(const level_store *store, uint32_t words, uint64_t level) {
    uint64_t count, keys = 0, sum = 0, wrong = 0;
    const struct level_segment *segments = level_store_segments(store, level, &count);
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t j = 0; j < segments[i].count; j++) {
            const uint64_t *key = segments[i].keys + j * words;
            uint64_t k = key[words - 1] & 0xffffffff;
            wrong += key[words - 1] >> 32 != level || (words == 2 && key[0] != k);
            sum += k;
            keys++;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(keys, keys_of(level));
    CU_ASSERT_EQUAL(sum, keys_of(level) * (keys_of(level) - 1) / 2);
}

static void check_store(uint32_t words, uint64_t kept) {
    struct memory memory;
    struct level_writer writers[WRITERS];
    memset(writers, 0, sizeof writers);
    memory_init(&memory, (uint64_t)1 << 30);
    level_store *store = level_store_create(&memory, NULL, words);
    CU_ASSERT_PTR_NOT_NULL_FATAL(store);
    for (uint64_t level = 0; level < LEVELS; level++) {
        write_level(store, writers, words, level);
        if (level >= kept) {
            uint64_t count;
            level_store_drop(store, level - kept);
            level_store_segments(store, level - kept, &count);
            CU_ASSERT_EQUAL(count, 0);
        }
        for (uint64_t old = level < kept ? 0 : level - kept + 1; old <= level; old++) {
            check_level(store, words, old);
        }
    }
    CU_ASSERT_EQUAL(level_store_levels(store), LEVELS);
    if (kept == 2) { /* blocks are used again: far less than all levels together */
        CU_ASSERT_TRUE(memory_peak(&memory) < 6 * 150000 * words * sizeof(uint64_t));
    }
    level_store_close(store, writers, WRITERS);
    level_store_free(store);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_levels(void) {
    for (uint32_t words = 1; words <= 2; words++) {
        check_store(words, 2);
        check_store(words, LEVELS);
    }
}

/* Narrow levels share blocks. */
static void test_narrow(void) {
    struct level_writer writer = {0};
    level_store *store = level_store_create(&place.memory, NULL, 1);
    for (uint64_t level = 0; level < 100000; level++) {
        CU_ASSERT_EQUAL_FATAL(level_writer_room(store, &writer, 1), 0);
        *writer.at++ = level;
        CU_ASSERT_EQUAL(level_store_end_level(store, &writer, 1), 1);
    }
    CU_ASSERT_TRUE(memory_used(&place.memory) < 100000 * 80);
    level_store_close(store, &writer, 1);
    level_store_free(store);
}

static void test_spent(void) {
    struct memory memory;
    struct level_writer writer = {0};
    memory_init(&memory, 20000);
    level_store *store = level_store_create(&memory, NULL, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(store);
    uint64_t written = 0;
    while (level_writer_room(store, &writer, 100) == 0) {
        writer.at += 100;
        written += 100;
        CU_ASSERT_TRUE_FATAL(written < 20000);
    }
    CU_ASSERT_TRUE(written >= 500);
    level_store_close(store, &writer, 1);
    level_store_free(store);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* The levels of store i of several: the first has the fewest. */
static uint64_t levels_of(uint32_t i, uint32_t count) {
    return LEVELS - 11 * (count - 1 - i);
}

/* Stores with levels of all sizes, some with none, are joined: each level has the keys of all. */
static void join_stores(uint32_t words, uint32_t count, uint64_t wanted) {
    struct memory memory;
    level_store *stores[4];
    memory_init(&memory, (uint64_t)1 << 30);
    for (uint32_t i = 0; i < count; i++) {
        struct level_writer writer = {0};
        stores[i] = level_store_create(&memory, NULL, words);
        for (uint64_t level = 0; level < levels_of(i, count); level++) {
            for (uint64_t k = i; k < keys_of(level); k += count) {
                CU_ASSERT_EQUAL_FATAL(level_writer_room(stores[i], &writer, 1), 0);
                fill(writer.at, words, level, k);
                writer.at += words;
            }
            level_store_end_level(stores[i], &writer, 1);
        }
        level_store_close(stores[i], &writer, 1);
    }
    const uint64_t used = memory_used(&memory);
    memory.limit = used + 64;
    CU_ASSERT_PTR_NULL(level_store_join(stores, count, wanted));
    CU_ASSERT_EQUAL(memory_used(&memory), used);
    memory.limit = UINT64_MAX;
    level_store *joined = level_store_join(stores, count, wanted);
    CU_ASSERT_PTR_NOT_NULL_FATAL(joined);
    CU_ASSERT_TRUE(memory_peak(&memory) < used + used / 4 + 4096); /* no keys were copied */
    for (uint32_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL(level_store_levels(stores[i]), 0);
        level_store_free(stores[i]);
    }
    CU_ASSERT_EQUAL(level_store_levels(joined), wanted);
    /* Up to here, all stores have the level. */
    for (uint64_t level = 0; level < wanted && level < levels_of(0, count); level++) {
        check_level(joined, words, level);
    }
    for (uint64_t level = levels_of(0, count); level < wanted; level++) {
        uint64_t segments, keys = 0, expected = 0;
        const struct level_segment *segment = level_store_segments(joined, level, &segments);
        for (uint32_t i = 0; i < count; i++) {
            expected += level < levels_of(i, count) && keys_of(level) > i
                            ? (keys_of(level) - i + count - 1) / count
                            : 0;
        }
        for (uint64_t s = 0; s < segments; s++) {
            keys += segment[s].count;
        }
        CU_ASSERT_EQUAL(keys, expected);
    }
    level_store_free(joined);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_join(void) {
    for (uint32_t count = 1; count <= 4; count++) {
        join_stores(1, count, LEVELS);
        join_stores(2, count, LEVELS + 3);
        join_stores(2, count, 5);
    }
}

void suite_level_store(void) {
    suite_add("level store", workplace_open, workplace_close, "levels of all sizes", test_levels,
              "narrow levels share blocks", test_narrow, "memory spent", test_spent, "stores are joined",
              test_join, NULL);
}
