/* Fractions: sums and order beside whole numbers, and what does not fit in 128 bits. */
#include <CUnit/CUnit.h>
#include <stdint.h>
#include <string.h>

#include "base/fraction.h"
#include "base/word_lists.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define CASES 20000u

static int order_of(fraction_natural one, fraction_natural other) {
    return (one > other) - (one < other);
}

static void test_random(void) {
    uint64_t random = 3;
    for (uint32_t i = 0; i < CASES; i++) {
        const uint64_t bound = i % 2 == 0 ? 12 : (uint64_t)1 << 31;
        const uint64_t a = random_next(&random) % bound, b = 1 + random_next(&random) % bound;
        const uint64_t c = random_next(&random) % bound, d = 1 + random_next(&random) % bound;
        struct fraction sum = fraction_of(a, b);
        const struct fraction other = fraction_of(c, d);
        const fraction_natural left = (fraction_natural)a * d, right = (fraction_natural)c * b;
        CU_ASSERT_EQUAL(fraction_compare(sum, other), order_of(left, right));
        CU_ASSERT(sum.numerator * b == (fraction_natural)a * sum.denominator);
        CU_ASSERT_FATAL(fraction_add(&sum, other) == 0);
        const struct fraction expected = fraction_of(left + right, (fraction_natural)b * d);
        CU_ASSERT(sum.numerator == expected.numerator && sum.denominator == expected.denominator);
    }
}

static void test_limits(void) {
    const fraction_natural most = ~(fraction_natural)0;
    struct fraction large = {most, 1}, small = {1, most};
    CU_ASSERT_EQUAL(fraction_compare(large, small), 1);
    CU_ASSERT_EQUAL(fraction_compare(small, large), -1);
    CU_ASSERT_EQUAL(fraction_compare(fraction_of(most - 1, most), fraction_of(most - 2, most - 1)), 1);
    CU_ASSERT_EQUAL(fraction_compare(large, large), 0);
    CU_ASSERT_EQUAL(fraction_add(&large, (struct fraction){1, 1}), -1);
    CU_ASSERT_EQUAL(fraction_add(&small, (struct fraction){1, most - 1}), -1);
    CU_ASSERT(large.numerator == most && small.denominator == most);
}

/* Doubles of one rational are one number; the nearest double does not change it again. */
static void test_doubles(void) {
    static const double values[] = {0, 1, 0.1, 0.1 + 0.2, 1.0 / 3, 2.0 / 3, 1e-9, 355.0 / 113, 1234567.25};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const struct fraction number = fraction_of_double(values[i]);
        const struct fraction again =
            fraction_of_double((double)((long double)number.numerator / (long double)number.denominator));
        CU_ASSERT_EQUAL(fraction_compare(number, again), 0);
    }
    CU_ASSERT_EQUAL(fraction_compare(fraction_of_double(0.1 + 0.2), fraction_of(3, 10)), 0);
    CU_ASSERT_EQUAL(fraction_of_double(1e-60).denominator, 0);
}

/* Lists of words, each once, with their numbers in the order of arrival. */
static void test_lists(void) {
    struct word_lists lists;
    uint64_t random = 9, words[4], found = 0;
    memset(&lists, 0, sizeof lists);
    for (uint32_t i = 0; i < 8000; i++) {
        const uint64_t count = random_next(&random) % 5, before = word_lists_count(&lists);
        for (uint64_t k = 0; k < count; k++) {
            words[k] = random_next(&random) % 3;
        }
        const uint32_t number = word_lists_find(&lists, words, count, &place.memory);
        CU_ASSERT_FATAL(number != WORD_LIST_NONE && number <= before);
        const uint64_t begin = lists.begins.data[number], end = lists.begins.data[number + 1];
        CU_ASSERT(end - begin == count &&
                  (count == 0 || memcmp(lists.words.data + begin, words, count * 8) == 0));
        found += number < before;
    }
    CU_ASSERT_EQUAL(word_lists_count(&lists), 1 + 3 + 9 + 27 + 81);
    CU_ASSERT_EQUAL(found, 8000 - word_lists_count(&lists));
    word_lists_clear(&lists);
    CU_ASSERT_EQUAL(word_lists_count(&lists), 0);
    word_lists_free(&lists, &place.memory);
}

void suite_fraction(void) {
    suite_add("fractions", workplace_open, workplace_close, "sums and order", test_random, "limits",
              test_limits, "doubles", test_doubles, "lists of words", test_lists, NULL);
}
