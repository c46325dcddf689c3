/* Pipelines: items are given in the order in which they were taken, whoever works on them. */
#include <CUnit/CUnit.h>
#include <stdint.h>
#include <time.h>

#include "base/pipeline.h"
#include "tests/support/testing.h"

#define PLACES 8u

struct count {
    uint64_t items, fail_at; /* items to take; the one that cannot be given */
    uint64_t taken, given, ended;
    uint64_t place[PLACES]; /* the item of each place, and what is done to it */
    int worked[PLACES];
    uint64_t inside; /* threads that take, and threads that give, at this time */
    int wrong;
};

static int take(void *context, unsigned place) {
    struct count *count = context;
    count->wrong |= __atomic_add_fetch(&count->inside, 1, __ATOMIC_ACQ_REL) % 256 != 1;
    int more = count->taken < count->items;
    count->place[place] = more ? count->taken++ : UINT64_MAX;
    count->worked[place] = 0;
    __atomic_sub_fetch(&count->inside, 1, __ATOMIC_ACQ_REL);
    return more;
}

/* Some items take much longer than the next ones. */
static void work(void *context, unsigned place) {
    struct count *count = context;
    if (count->place[place] % 9 == 1) {
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    count->worked[place] = 1;
}

static int give(void *context, unsigned place) {
    struct count *count = context;
    count->wrong |= __atomic_add_fetch(&count->inside, 256, __ATOMIC_ACQ_REL) / 256 != 1;
    count->wrong |= !count->worked[place] || count->place[place] != count->given;
    count->given++;
    __atomic_sub_fetch(&count->inside, 256, __ATOMIC_ACQ_REL);
    return count->place[place] == count->fail_at ? -1 : 0;
}

static void end(void *context, unsigned place) {
    struct count *count = context;
    __atomic_fetch_add(&count->ended, count->place[place] + 1, __ATOMIC_RELAXED);
}

static void test_order(void) {
    static const struct pipeline steps = {take, work, give, end};
    static const uint64_t sizes[] = {0, 1, 2, 7, 500};
    for (unsigned threads = 0; threads <= PLACES; threads++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            struct count count = {.items = sizes[i], .fail_at = UINT64_MAX};
            CU_ASSERT_EQUAL(pipeline_run(threads, &steps, &count), 0);
            CU_ASSERT(!count.wrong && count.given == sizes[i]);
            CU_ASSERT_EQUAL(count.ended, sizes[i] * (sizes[i] + 1) / 2);
        }
    }
}

/* After an item that fails, no other is given, and taking ends. */
static void test_failure(void) {
    static const struct pipeline steps = {take, work, give, end};
    for (unsigned threads = 1; threads <= PLACES; threads++) {
        for (uint64_t at = 0; at < 100; at += 33) {
            struct count count = {.items = 100000, .fail_at = at};
            CU_ASSERT_EQUAL(pipeline_run(threads, &steps, &count), -1);
            CU_ASSERT(!count.wrong && count.given == at + 1 && count.taken < 100000);
            CU_ASSERT_EQUAL(count.ended, at * (at + 1) / 2);
        }
    }
}

/* Only taking and giving are needed. */
static void test_less(void) {
    struct count count = {.items = 100, .fail_at = UINT64_MAX, .worked = {1, 1, 1, 1, 1, 1, 1, 1}};
    static const struct pipeline steps = {take, work, give, NULL};
    CU_ASSERT_EQUAL(pipeline_run(3, &steps, &count), 0);
    CU_ASSERT(!count.wrong && count.given == 100 && count.ended == 0);
}

void suite_pipeline(void) {
    suite_add("pipeline", NULL, NULL, "order", test_order, "failure", test_failure, "fewer functions",
              test_less, NULL);
}
