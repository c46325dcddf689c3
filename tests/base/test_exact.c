/* Exact sums and products of doubles, beside 128-bit integers and the laws of arithmetic. */
#include <CUnit/CUnit.h>
#include <float.h>
#include <math.h>

#include "base/array.h"
#include "base/exact.h"
#include "base/memory.h"
#include "tests/support/testing.h"

static struct memory memory;

static struct exact make(double value) {
    struct exact number = {0};
    CU_ASSERT_EQUAL_FATAL(exact_set(&memory, &number, value), 0);
    return number;
}

/* A double with bits of any magnitude. */
static double draw_double(uint64_t *seed) {
    return ldexp((double)random_next(seed), (int)random_draw(seed, 400) - 200) / (1 + random_draw(seed, 7));
}

static void test_doubles(void) {
    static const double values[] = {0,
                                    1,
                                    0.1,
                                    0.5,
                                    3,
                                    1e300,
                                    1e-300,
                                    DBL_MAX,
                                    DBL_MIN,
                                    4e-324,
                                    4294967296,
                                    4294967295,
                                    18446744073709551616.0,
                                    1.0 / 3,
                                    0x1p-1074,
                                    0x1p1023,
                                    0x1.fffffffffffffp31};
    memory_init(&memory, UINT64_MAX);
    for (size_t i = 0; i < LENGTH(values); i++) {
        struct exact one = make(values[i]);
        CU_ASSERT_EQUAL(exact_double(&one), values[i]);
        for (size_t j = 0; j < LENGTH(values); j++) {
            struct exact other = make(values[j]);
            CU_ASSERT_EQUAL(exact_compare(&one, &other), (values[i] > values[j]) - (values[i] < values[j]));
            exact_free(&memory, &other);
        }
        exact_free(&memory, &one);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* One rounding at the end, as the processor does for one operation. */
static void test_rounding(void) {
    uint64_t seed = number_from_environment("HEDDLE_SEED", 1);
    memory_init(&memory, UINT64_MAX);
    for (unsigned i = 0; i < 20000; i++) {
        double a = draw_double(&seed), b = random_draw(&seed, 4) ? draw_double(&seed) : a * 0x1p-53;
        struct exact sum = make(a), product = make(a), other = make(b);
        CU_ASSERT_EQUAL(exact_add(&memory, &sum, &other), 0);
        CU_ASSERT_EQUAL(exact_multiply(&memory, &product, &other), 0);
        CU_ASSERT_EQUAL(exact_double(&sum), a + b);
        CU_ASSERT_EQUAL(exact_double(&product), a * b);
        exact_free(&memory, &sum);
        exact_free(&memory, &product);
        exact_free(&memory, &other);
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

/* (a + b) c = a c + b c, and (a + b)^2 = a a + 2 a b + b b, digit by digit. */
static void test_laws(void) {
    uint64_t seed = number_from_environment("HEDDLE_SEED", 2);
    memory_init(&memory, UINT64_MAX);
    for (unsigned i = 0; i < 5000; i++) {
        struct exact a = make(draw_double(&seed)), b = make(draw_double(&seed)), c = make(draw_double(&seed));
        struct exact left = {0}, right = {0}, part = {0}, two = make(2);
        CU_ASSERT(exact_add(&memory, &left, &a) == 0 && exact_add(&memory, &left, &b) == 0);
        CU_ASSERT(exact_add(&memory, &part, &left) == 0 && exact_multiply(&memory, &left, &c) == 0);
        struct exact square = {0};
        CU_ASSERT(exact_add(&memory, &square, &part) == 0 && exact_multiply(&memory, &square, &square) == 0);
        exact_free(&memory, &part);
        CU_ASSERT(exact_add(&memory, &right, &a) == 0 && exact_multiply(&memory, &right, &c) == 0);
        CU_ASSERT(exact_add(&memory, &part, &b) == 0 && exact_multiply(&memory, &part, &c) == 0);
        CU_ASSERT(exact_add(&memory, &right, &part) == 0);
        CU_ASSERT_EQUAL(exact_compare(&left, &right), 0);
        CU_ASSERT(exact_multiply(&memory, &two, &a) == 0 && exact_multiply(&memory, &two, &b) == 0);
        CU_ASSERT(exact_multiply(&memory, &a, &a) == 0 && exact_multiply(&memory, &b, &b) == 0);
        CU_ASSERT(exact_add(&memory, &a, &b) == 0 && exact_add(&memory, &a, &two) == 0);
        CU_ASSERT_EQUAL(exact_compare(&a, &square), 0);
        struct exact *const all[] = {&a, &b, &c, &left, &right, &part, &two, &square};
        for (size_t j = 0; j < LENGTH(all); j++) {
            exact_free(&memory, all[j]);
        }
    }
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

void suite_exact(void) {
    suite_add("exact sums and products", NULL, NULL, "doubles", test_doubles, "one rounding", test_rounding,
              "laws of arithmetic", test_laws, NULL);
}
