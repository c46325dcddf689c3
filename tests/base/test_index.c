/*
 * Hash indices against a list that is searched from end to end, with hashes that collide on purpose; and
 * hashes of bytes against being told apart.
 */
#include <CUnit/CUnit.h>
#include <string.h>

#include "base/core.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/memory.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 300
#define OPERATIONS 1500

struct list {
    uint32_t keys[OPERATIONS];
    uint32_t count;
};

/* Hashes as bad as the case asks for: few values, or values that differ only in high bits. */
static uint64_t hash_key(uint32_t key, unsigned kind) {
    return kind == 0 ? core_mix(key) : kind == 1 ? core_mix(key % 7) : kind == 2 ? 0 : (uint64_t)key << 20;
}

static uint32_t find_in_index(const struct index *index, const struct list *list, uint32_t key,
                              unsigned kind) {
    for (struct index_walk walk = index_find(index, hash_key(key, kind)); index_next(&walk);) {
        if (list->keys[walk.number] == key) {
            return walk.number;
        }
    }
    return INDEX_NONE;
}

static uint32_t find_in_list(const struct list *list, uint32_t key) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->keys[i] == key) {
            return i;
        }
    }
    return INDEX_NONE;
}

static void compare_random(struct memory *memory, unsigned kind, uint64_t *random) {
    static struct list list;
    struct index index = {0};
    uint32_t range = 1 + (uint32_t)(random_next(random) % OPERATIONS);
    list.count = 0;
    for (unsigned i = 0; i < OPERATIONS; i++) {
        uint32_t key = (uint32_t)(random_next(random) % range), draw = (uint32_t)(random_next(random) % 500),
                 found = find_in_index(&index, &list, key, kind);
        CU_ASSERT_EQUAL(found, find_in_list(&list, key));
        if (draw == 0) {
            uint64_t used = memory_used(memory);
            index_clear(&index);
            list.count = 0;
            CU_ASSERT_EQUAL(memory_used(memory), used);
        } else if (draw == 1) {
            CU_ASSERT_EQUAL(index_reserve(&index, memory, index.count + random_next(random) % 100), 0);
        } else if (found == INDEX_NONE) {
            CU_ASSERT_EQUAL(index_add(&index, memory, hash_key(key, kind), list.count), 0);
            list.keys[list.count++] = key;
        }
        CU_ASSERT_EQUAL(index.count, list.count);
        CU_ASSERT(index.count * 3 <= index.slot_count * 2);
    }
    index_free(&index, memory);
    CU_ASSERT_EQUAL(memory_used(memory), 0);
}

static void random_operations_agree_with_a_list(void) {
    uint64_t random = number_from_environment("HEDDLE_SEED", 71);
    for (unsigned i = 0; i < CASES; i++) {
        compare_random(&place.memory, i % 4, &random);
    }
}

static void an_empty_index_has_no_memory(void) {
    struct memory memory;
    memory_init(&memory, 0);
    struct index index = {0};
    struct index_walk walk = index_find(&index, 17);
    CU_ASSERT_FALSE(index_next(&walk));
    index_clear(&index);
    CU_ASSERT_EQUAL(index_add(&index, &memory, 17, 0), -1);
    CU_ASSERT_EQUAL(index.count, 0);
    index_free(&index, &memory);
}

/* Growing fails when memory runs out; the entries stay, and adding works again when there is room. */
static void growth_that_fails_changes_nothing(void) {
    struct memory memory;
    memory_init(&memory, 16 * sizeof(struct index_slot));
    struct index index = {0};
    uint32_t count = 0;
    while (index_add(&index, &memory, core_mix(count), count) == 0) {
        count++;
    }
    CU_ASSERT_EQUAL(count, 10);
    memory.limit = UINT64_MAX;
    CU_ASSERT_EQUAL(index_add(&index, &memory, core_mix(count), count), 0);
    for (uint32_t i = 0; i <= count; i++) {
        struct index_walk walk = index_find(&index, core_mix(i));
        CU_ASSERT(index_next(&walk) && walk.number == i);
    }
    index_free(&index, &memory);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void keys_that_are_numbers_are_found(void) {
    struct index index = {0};
    for (uint32_t i = 0; i < 20000; i++) {
        uint32_t key = i % 2 == 0 ? i : i << 16 | i % 7;
        CU_ASSERT_EQUAL(index_find_key(&index, key), INDEX_NONE);
        CU_ASSERT_EQUAL(index_add(&index, &place.memory, index_hash_key(key), i), 0);
        CU_ASSERT_EQUAL(index_find_key(&index, key), i);
    }
    index_free(&index, &place.memory);
}

/* Adding to reserved room needs no memory. */
static void reserved_room_suffices(void) {
    for (uint32_t count = 0; count < 200; count++) {
        struct memory memory;
        memory_init(&memory, UINT64_MAX);
        struct index index = {0};
        CU_ASSERT_EQUAL(index_reserve(&index, &memory, count), 0);
        memory.limit = 0;
        for (uint32_t i = 0; i < count; i++) {
            CU_ASSERT_EQUAL(index_add(&index, &memory, core_mix(i), i), 0);
        }
        index_free(&index, &memory);
    }
}

/* No two of these texts have the same hash, at all lengths near those of loads; with a mask, case does not
 * count. */
static void hashes_of_bytes_differ(void) {
    enum { LENGTHS = 40, CHANGES = 40 };
    static uint64_t hashes[LENGTHS * CHANGES];
    uint32_t count = 0, equal = 0;
    for (size_t length = 0; length < LENGTHS; length++) {
        for (size_t at = 0; at <= length && at < CHANGES; at++) {
            char text[LENGTHS + 1];
            memset(text, 'a', sizeof text);
            text[at] = at == length ? 'a' : 'B';
            hashes[count++] = hash_bytes(text, length, 5);
            char folded[LENGTHS + 1];
            memset(folded, 'A', sizeof folded);
            folded[at] = at == length ? 'A' : 'b';
            CU_ASSERT_EQUAL(hash_masked_bytes(text, length, 5, UINT64_C(0xdfdfdfdfdfdfdfdf)),
                            hash_masked_bytes(folded, length, 5, UINT64_C(0xdfdfdfdfdfdfdfdf)));
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            equal += hashes[i] == hashes[j];
        }
    }
    CU_ASSERT_EQUAL(equal, 0);
}

void suite_index(void) {
    suite_add("index", workplace_open, workplace_close, "random operations agree with a list",
              random_operations_agree_with_a_list, "an empty index has no memory",
              an_empty_index_has_no_memory, "growth that fails changes nothing",
              growth_that_fails_changes_nothing, "keys that are numbers are found",
              keys_that_are_numbers_are_found, "reserved room suffices", reserved_room_suffices,
              "hashes of bytes differ", hashes_of_bytes_differ, NULL);
}
