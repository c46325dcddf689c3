/* From doubles to the rational numbers that they stand for: 0.1 and 1/3 are no doubles. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fraction.h"

#define MOST_DENOMINATOR ((uint64_t)1 << 26)
#define NEAR (4 * DBL_EPSILON) /* in shares of the double */
#define NUMBER_TEXT 40

static int is_near(long double number, double value) {
    return fabsl(number - (long double)value) <= (long double)(NEAR * value);
}

/* The decimal of so many digits, if it is near: 0 or -1. */
static int read_decimal(double value, int digits, int must_be_near, struct fraction *number) {
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return must_be_near && !is_near(strtod(text, NULL), value) ? -1
                                                               : fraction_parse(text, strlen(text), number);
}

/* The first convergent of the continued fraction that is near: 0, or -1 if its denominator is too long. */
static int read_fraction(double value, struct fraction *number) {
    long double rest = value;
    uint64_t above[2] = {0, 1}, below[2] = {1, 0}; /* of the last two convergents */
    while (rest < (long double)MOST_DENOMINATOR * MOST_DENOMINATOR / 4) {
        const uint64_t whole = (uint64_t)rest;
        uint64_t next_above, next_below;
        if (__builtin_mul_overflow(whole, above[1], &next_above) ||
            __builtin_mul_overflow(whole, below[1], &next_below) ||
            __builtin_add_overflow(next_above, above[0], &next_above) ||
            __builtin_add_overflow(next_below, below[0], &next_below) || next_below > MOST_DENOMINATOR) {
            return -1;
        }
        above[0] = above[1];
        above[1] = next_above;
        below[0] = below[1];
        below[1] = next_below;
        if (is_near((long double)next_above / (long double)next_below, value)) {
            *number = (struct fraction){next_above, next_below};
            return 0;
        }
        rest = 1 / (rest - (long double)whole);
    }
    return -1;
}

struct fraction fraction_near_double(double value) {
    struct fraction number = {0, 1};
    if (value > 0 && read_decimal(value, 12, 1, &number) != 0 && read_fraction(value, &number) != 0 &&
        read_decimal(value, 17, 0, &number) != 0) {
        number = (struct fraction){0, 0};
    }
    return number;
}

struct fraction fraction_of_double(double value) {
    const struct fraction near = fraction_near_double(value);
    return near.denominator == 0
               ? near
               : fraction_near_double((double)((long double)near.numerator / (long double)near.denominator));
}
