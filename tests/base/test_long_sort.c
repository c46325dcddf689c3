/* Sorting that can be stopped: like a stable sort, and it stops. */
#include <CUnit/CUnit.h>
#include <stdlib.h>

#include "base/long_sort.h"
#include "base/memory.h"
#include "base/run.h"
#include "tests/support/testing.h"

struct item {
    uint32_t key, place;
};

static int compare_keys(const void *left, const void *right, void *context) {
    const struct item *a = left, *b = right;
    ++*(uint64_t *)context;
    return (a->key > b->key) - (a->key < b->key);
}

static struct item *draw_items(uint64_t *random, uint32_t count, uint32_t keys) {
    struct item *items = test_allocate(count, sizeof *items);
    for (uint32_t i = 0; i < count; i++) {
        items[i] = (struct item){random_draw(random, keys), i};
    }
    return items;
}

static void test_sorts(void) {
    static const uint32_t counts[] = {0, 1, 2, 1023, 1024, 1025, 2048, 2049, 3072, 5000, 65536, 200001};
    struct memory memory;
    uint64_t random = 1, compared = 0;
    memory_init(&memory, UINT64_MAX);
    const struct run run = {.memory = &memory, .threads = 1};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct item *items = draw_items(&random, counts[i], 1 + counts[i] / 3);
        CU_ASSERT_EQUAL(long_sort(items, counts[i], sizeof *items, compare_keys, &compared, &run), 0);
        uint64_t wrong = 0;
        for (uint32_t k = 1; k < counts[i]; k++) {
            wrong += items[k - 1].key > items[k].key ||
                     (items[k - 1].key == items[k].key && items[k - 1].place >= items[k].place);
        }
        CU_ASSERT_EQUAL(wrong, 0);
        free(items);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_stops(void) {
    const uint32_t count = 1000000;
    struct memory memory;
    uint64_t random = 1, compared = 0;
    int stop = 1;
    memory_init(&memory, UINT64_MAX);
    const struct run run = {.memory = &memory, .threads = 1, .stop = &stop};
    struct item *items = draw_items(&random, count, count);
    CU_ASSERT_EQUAL(long_sort(items, count, sizeof *items, compare_keys, &compared, &run), -1);
    CU_ASSERT(compared < 4 * (uint64_t)count);
    memory_init(&memory, 1000);
    stop = 0;
    CU_ASSERT_EQUAL(long_sort(items, count, sizeof *items, compare_keys, &compared, &run), -1);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    free(items);
}

void suite_long_sort(void) {
    suite_add("long_sort", NULL, NULL, "sorts, and stably", test_sorts, "stops", test_stops, NULL);
}
