/* Probabilities as texts: decimals and fractions that are read as the same number. */
#include <CUnit/CUnit.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text/ratio.h"
#include "tests/support/testing.h"

static int reads_as(const char *text, double value) {
    long double read = 0;
    return ratio_parse(text, strlen(text), &read) == strlen(text) && (double)read == value;
}

/* Whether the text reads as the value; a tiny number may differ by one unit in the last place. */
static int reads_near(const char *text, double value) {
    long double read = 0;
    return reads_as(text, value) ||
           (value < 1e-20 && ratio_parse(text, strlen(text), &read) == strlen(text) &&
            fabs((double)read / value - 1) < 1e-15);
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void test_numbers(void) {
    char text[RATIO_TEXT], expected[64];
    uint64_t random = number_from_environment("HEDDLE_SEED", 31);
    int right = 1;
    for (int i = 0; i < 100000 && right; i++) {
        uint64_t below_line = 1 + random_next(&random) % 1000000,
                 above = 1 + random_next(&random) % below_line;
        uint64_t divisor = common_divisor(above, below_line);
        ratio_write_fraction((double)((long double)above / (long double)below_line), text);
        snprintf(expected, sizeof expected, "%llu/%llu", (unsigned long long)(above / divisor),
                 (unsigned long long)(below_line / divisor));
        right = strcmp(text, expected) == 0;
        /* Any double at all, tiny ones, too. */
        double value = (double)(random_next(&random) >> 11) / 9007199254740992.0;
        for (uint64_t shrink = random_next(&random) % 4 * (random_next(&random) % 300); shrink > 0;
             shrink--) {
            value /= 1.9;
        }
        if (value > 0 && right) {
            ratio_write_decimal(value, text);
            right = reads_as(text, value) && strchr(text, '/') == NULL;
            ratio_write_fraction(value, text);
            right = right && reads_near(text, value) && strspn(text, "0123456789/") == strlen(text);
        }
        if (!right) {
            printf("\n  %llu/%llu or %.17g: %s\n", (unsigned long long)above, (unsigned long long)below_line,
                   value, text);
        }
    }
    CU_ASSERT(right);
    ratio_write_decimal(0.1, text);
    CU_ASSERT_STRING_EQUAL(text, "0.1");
    ratio_write_fraction(1, text);
    CU_ASSERT_STRING_EQUAL(text, "1/1");
    ratio_write_fraction(1e-9, text);
    CU_ASSERT_STRING_EQUAL(text, "1/1000000000");
    ratio_write_fraction(4.9406564584124654e-324, text);
    CU_ASSERT(reads_near(text, 4.9406564584124654e-324));
}

void suite_ratio(void) {
    suite_add("ratio", NULL, NULL, "decimals and fractions", test_numbers, NULL);
}
