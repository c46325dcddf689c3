/*
 * The visited set under load. On a GPU (SKIP without one): keys by the hundred million, HEDDLE_INSERTIONS of
 * them, from a tiny table on and up to a load of 0.95, by threads, by groups and by both at once, and pairs
 * into the interner: exact distinct counts, and every key is found afterwards. Everywhere: the sequences of
 * keys that all this and `heddle bench` rest on, and the same tables by threads of the CPU.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/insertion.h"
#include "explorer/backend.h"
#include "tests/support/table_stress.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define TINY 1024u
#define LEAST 1000u
#define HIGH_LOAD 0.95

/* --- sequences of keys --- */

/* Every number occurs as often as it should. */
static void check_sequence(uint32_t total, uint32_t distinct, uint32_t adjacent) {
    struct key_sequence sequence = key_sequence_of(total, distinct, 7);
    uint32_t *times = calloc(distinct, sizeof *times), wrong = 0, in_order = 0, last = 0;
    sequence.adjacent = adjacent;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t number = key_sequence_number(&sequence, i);
        CU_ASSERT_FATAL(number < distinct);
        times[number]++;
        in_order += number >= last;
        last = number;
    }
    for (uint32_t i = 0; i < distinct; i++) {
        wrong += times[i] != total / distinct && times[i] != total / distinct + 1;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(in_order == total, adjacent || distinct == 1);
    free(times);
}

static void test_sequences(void) {
    static const uint32_t totals[] = {1000, 1024, 9973, 100000};
    for (unsigned i = 0; i < LENGTH(totals); i++) {
        check_sequence(totals[i], totals[i], 0);
        check_sequence(totals[i], totals[i] / 10, 0);
        check_sequence(totals[i], totals[i] / 100, 1);
    }
    check_sequence(100, 1, 0);
}

static int compare_words(const void *a, const void *b) {
    return memcmp(a, b, TABLE_MOST_WORDS * sizeof(uint64_t));
}

static void test_keys(void) {
    const uint32_t count = 100000;
    uint64_t(*keys)[TABLE_MOST_WORDS] = calloc(count, sizeof *keys);
    for (uint32_t words = 1; words <= TABLE_MOST_WORDS; words *= 2) {
        uint32_t equal = 0, unused = 0;
        for (uint32_t i = 0; i < count; i++) {
            key_of_number(i, words, keys[i]);
            for (uint32_t w = 0; w < words; w++) {
                unused += (keys[i][w] & TABLE_USED) == 0;
            }
        }
        qsort(keys, count, sizeof *keys, compare_words);
        for (uint32_t i = 1; i < count; i++) {
            equal += compare_words(keys[i - 1], keys[i]) == 0;
        }
        CU_ASSERT_EQUAL(equal, 0);
        CU_ASSERT_EQUAL(unused, 0);
    }
    free(keys);
}

/* Inserts into tables of all kinds that have room; `ways`: 2 also tries groups of threads for a key. */
static void check_insertions(int (*insert)(const struct insertion *insertion, const struct run *run,
                                           struct insertion_result *result, struct error *error),
                             unsigned threads, int ways) {
    struct workplace work;
    workplace_begin(&work, (uint64_t)1 << 30);
    work.run.threads = threads;
    for (uint32_t words = 1; words <= TABLE_MOST_WORDS; words *= 2) {
        for (uint32_t bucket = 4; bucket <= 32; bucket *= 2) {
            for (int by_groups = 0; by_groups < ways; by_groups++) {
                struct insertion insertion = {key_sequence_of(100000, 25000, bucket), words, bucket,
                                              by_groups, (uint64_t)40000 * words * 8};
                struct insertion_result result;
                CU_ASSERT_EQUAL_FATAL(insert(&insertion, &work.run, &result, &work.error), 0);
                CU_ASSERT_EQUAL(result.fresh, 25000);
                CU_ASSERT_EQUAL(result.used, 25000);
                CU_ASSERT_EQUAL(result.full, 0);
            }
        }
    }
    workplace_end(&work);
}

static void test_cpu(void) {
    check_insertions(insertion_run_cpu, 3, 1);
}

/* --- on a GPU --- */

#ifdef HEDDLE_CUDA

static uint64_t insertions(void) {
    uint64_t number = number_from_environment("HEDDLE_INSERTIONS", 100000000);
    return number < LEAST ? LEAST : number < KEYS_MOST ? number : KEYS_MOST;
}

/* 0 when all is as it must be. */
static int is_wrong(const struct stress_result *result, uint64_t distinct) {
    return result->fresh != distinct || result->used != distinct || result->lost != 0 ||
           result->strange != 0 || result->left != 0;
}

static void describe(const struct stress_result *result, uint64_t distinct) {
    printf(
        "\n    %llu distinct: %llu new, %llu slots used, %llu lost, %llu strange, %llu growths, load up to "
        "%.3f, %llu bytes left",
        (unsigned long long)distinct, (unsigned long long)result->fresh, (unsigned long long)result->used,
        (unsigned long long)result->lost, (unsigned long long)result->strange,
        (unsigned long long)result->growths, result->peak_load, (unsigned long long)result->left);
}

static struct stress_result check_table(const struct table_stress *stress) {
    static const char *const by[] = {"threads", "groups", "both"};
    struct stress_result result;
    struct error error;
    char text[2048];
    if (table_stress_run(stress, &result, &error) != 0) {
        printf("\n  %s", error_describe(&error, text, sizeof text));
        CU_FAIL_FATAL("the stress could not run");
    }
    if (is_wrong(&result, stress->distinct)) {
        printf("\n  %u words, bucket %u, by %s, %s order", stress->words, stress->bucket_integers,
               by[stress->by], stress->adjacent ? "adjacent" : "random");
        describe(&result, stress->distinct);
        CU_FAIL("keys were lost, or put twice");
    }
    return result;
}

static void test_growth(void) {
    static const uint32_t duplications[] = {1, 10, 100};
    for (uint32_t words = 1; words <= TABLE_MOST_WORDS; words *= 2) {
        for (uint32_t bucket = 4; bucket <= 32; bucket *= 2) {
            for (unsigned d = 0; d < 3; d++) {
                for (int by = BY_THREADS; by <= BY_BOTH; by++) {
                    struct table_stress stress = {insertions(), insertions() / duplications[d], 0,    words,
                                                  bucket,       (enum table_stress_by)by,       TINY, 0.85};
                    uint64_t growths = check_table(&stress).growths;
                    CU_ASSERT(growths > 0 || stress.distinct < 2 * TINY);
                }
            }
        }
    }
}

static void test_adjacent(void) {
    for (uint32_t words = 1; words <= TABLE_MOST_WORDS; words *= 2) {
        for (uint32_t bucket = 4; bucket <= 32; bucket *= 2) {
            for (int by = BY_THREADS; by <= BY_BOTH; by++) {
                struct table_stress stress = {insertions(), insertions() / 20,        1,    words,
                                              bucket,       (enum table_stress_by)by, TINY, 0.85};
                check_table(&stress);
            }
        }
    }
}

static void test_high_load(void) {
    for (uint32_t words = 1; words <= TABLE_MOST_WORDS; words *= 2) {
        for (uint32_t bucket = 4; bucket <= 32; bucket *= 2) {
            for (int by = BY_THREADS; by <= BY_GROUPS; by++) {
                uint64_t distinct = insertions() / 2;
                struct table_stress stress = {insertions(),
                                              distinct,
                                              0,
                                              words,
                                              bucket,
                                              (enum table_stress_by)by,
                                              (uint64_t)((double)distinct / HIGH_LOAD),
                                              1};
                CU_ASSERT(check_table(&stress).peak_load > HIGH_LOAD - 0.01);
            }
        }
    }
}

static void test_interner(void) {
    static const uint32_t duplications[] = {1, 10, 100};
    for (uint32_t bucket = 4; bucket <= 32; bucket *= 2) {
        for (unsigned i = 0; i < 6; i++) {
            struct interner_stress stress = {insertions(), insertions() / duplications[i / 2], i % 2, bucket,
                                             TINY};
            struct stress_result result;
            struct error error;
            char text[2048];
            if (interner_stress_run(&stress, &result, &error) != 0) {
                printf("\n  %s", error_describe(&error, text, sizeof text));
                CU_FAIL_FATAL("the stress could not run");
            }
            if (is_wrong(&result, stress.distinct)) {
                printf("\n  interner, bucket %u, %s order", bucket, i % 2 ? "adjacent" : "random");
                describe(&result, stress.distinct);
                CU_FAIL("pairs were lost, or have two ids");
            }
        }
    }
}

static struct half_stress_result check_half(const struct half_stress *stress) {
    struct half_stress_result result;
    struct error error;
    char text[2048];
    if (half_stress_run(stress, &result, &error) != 0) {
        printf("\n  %s", error_describe(&error, text, sizeof text));
        CU_FAIL_FATAL("the stress could not run");
    }
    if (is_wrong(&result.counts, stress->distinct)) {
        printf("\n  keys of %u bits, %s order, %llu in the second table", stress->key_bits,
               stress->adjacent ? "adjacent" : "random", (unsigned long long)result.second);
        describe(&result.counts, stress->distinct);
        CU_FAIL("keys were lost, or put twice");
    }
    return result;
}

/* The bits of keys whose remainders have the most bits in a table for `slots` keys. */
static uint32_t most_bits(uint64_t slots) {
    uint32_t bits = 28;
    while (slots / 8 >> (bits - 27) != 0) {
        bits++;
    }
    return bits;
}

/* Short keys, with long sequences; and keys that fit late, and then barely. */
static void test_half_growth(void) {
    static const uint32_t duplications[] = {1, 10, 100};
    for (unsigned d = 0; d < 3; d++) {
        const uint64_t distinct = insertions() / duplications[d];
        const uint32_t bits[] = {32, 40, most_bits(distinct) - 1, most_bits(distinct)};
        for (unsigned i = 0; i < 8; i++) {
            struct half_stress stress = {insertions(), distinct, i % 2, bits[i / 2], 8 * TINY, 0.85};
            struct half_stress_result result = check_half(&stress);
            CU_ASSERT(result.counts.growths > 0 || distinct < 2 * TINY);
            CU_ASSERT(i < 4 || result.conversions == 1 || distinct < 64 * TINY);
        }
    }
}

static void test_half_high_load(void) {
    const uint64_t distinct = insertions() / 2, slots = (uint64_t)((double)distinct / 0.9);
    const uint32_t most = most_bits(slots);
    for (uint32_t bits = most - 4; bits <= most; bits++) {
        struct half_stress stress = {insertions(), distinct, 0, bits, slots * 4, 1};
        struct half_stress_result result = check_half(&stress);
        CU_ASSERT(result.counts.peak_load > 0.88);
        CU_ASSERT(bits < most || result.second > distinct / 1000);
    }
}

static void test_insertion(void) {
    check_insertions(insertion_run_cuda, 1, 2);
}

static void add_gpu_tests(CU_pSuite suite) {
    CU_add_test(suite, "GPU: sequences into a table of the right size", test_insertion);
    CU_add_test(suite, "GPU: growth from a tiny table", test_growth);
    CU_add_test(suite, "GPU: equal keys at the same time", test_adjacent);
    CU_add_test(suite, "GPU: a load of 0.95", test_high_load);
    CU_add_test(suite, "GPU: the interner", test_interner);
    CU_add_test(suite, "GPU: slots of 32 bits, growth from a tiny table", test_half_growth);
    CU_add_test(suite, "GPU: slots of 32 bits, a load of 0.9", test_half_high_load);
}

#endif

void suite_table_stress(void) {
    CU_pSuite suite = suite_add("hash table under load", NULL, NULL, "sequences have the keys they should",
                                test_sequences, "numbers make different keys", test_keys,
                                "sequences into a table, threads of the CPU", test_cpu, NULL);
#ifdef HEDDLE_CUDA
    const char *reason;
    if (backend_find("cuda")->available(&reason)) {
        add_gpu_tests(suite);
    } else {
        test_skip("table stress on a GPU", reason);
    }
#else
    (void)suite;
    test_skip("table stress on a GPU", "this build has no cuda backend");
#endif
}
