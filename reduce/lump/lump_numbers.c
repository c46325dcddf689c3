/* From doubles to the rational numbers that they stand for: 0.1 and 1/3 are no doubles. */
#include "reduce/lump/lump_numbers.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core.h"
#include "base/memory.h"

#define MOST_DENOMINATOR ((uint64_t)1 << 26)
#define NEAR (4 * DBL_EPSILON) /* in shares of the double */
#define NUMBER_TEXT 40

uint32_t lump_keys_find(struct lump_keys *keys, struct memory *memory, uint64_t key) {
    const uint64_t hash = core_mix(key);
    for (struct index_walk walk = index_find(&keys->index, hash); index_next(&walk);) {
        if (keys->keys.data[walk.number] == key) {
            return walk.number;
        }
    }
    const uint64_t number = keys->keys.count;
    return number >= LUMP_NO_KEY || GROWING_ADD(memory, keys->keys, key) != 0 ||
                   index_add(&keys->index, memory, hash, (uint32_t)number) != 0
               ? LUMP_NO_KEY
               : (uint32_t)number;
}

void lump_keys_free(struct lump_keys *keys, struct memory *memory) {
    GROWING_FREE(memory, keys->keys);
    index_free(&keys->index, memory);
    memset(keys, 0, sizeof *keys);
}

static int is_near(long double number, double value) {
    return fabsl(number - (long double)value) <= (long double)(NEAR * value);
}

/* The decimal of so many digits, if it is near: 0 or -1. */
static int read_decimal(double value, int digits, int must_be_near, struct exact *exact) {
    char text[NUMBER_TEXT];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return must_be_near && !is_near(strtod(text, NULL), value) ? -1 : exact_parse(text, strlen(text), exact);
}

/* The first convergent of the continued fraction that is near: 0, or -1 if its denominator is too long. */
static int read_fraction(double value, struct exact *exact) {
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
            *exact = (struct exact){next_above, next_below};
            return 0;
        }
        rest = 1 / (rest - (long double)whole);
    }
    return -1;
}

static struct exact read_number(double value) {
    struct exact exact = {0, 1};
    if (value > 0 && read_decimal(value, 12, 1, &exact) != 0 && read_fraction(value, &exact) != 0 &&
        read_decimal(value, 17, 0, &exact) != 0) {
        exact = (struct exact){0, 0};
    }
    return exact;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    const double positive = value == 0 ? 0 : value; /* no sign */
    memcpy(&bits, &positive, sizeof bits);
    return bits;
}

/* Adds the double, or finds it. */
static uint32_t find_double(struct lump_numbers *numbers, struct memory *memory, double value) {
    const uint32_t number = lump_keys_find(&numbers->doubles, memory, bits_of(value));
    if (number == LUMP_NO_KEY || number < numbers->same.count) {
        return number;
    }
    const int failed = GROWING_ADD(memory, numbers->exact, read_number(value)) != 0 ||
                       GROWING_ADD(memory, numbers->same, number) != 0;
    return failed ? LUMP_NO_KEY : number;
}

uint32_t lump_numbers_find(struct lump_numbers *numbers, struct memory *memory, double value) {
    const uint64_t before = numbers->same.count;
    const uint32_t number = find_double(numbers, memory, value);
    if (number == LUMP_NO_KEY || number < before || numbers->exact.data[number].denominator == 0) {
        return number == LUMP_NO_KEY ? number : numbers->same.data[number];
    }
    const struct exact exact = numbers->exact.data[number];
    const uint32_t same =
        find_double(numbers, memory, (double)((long double)exact.numerator / (long double)exact.denominator));
    if (same != LUMP_NO_KEY) {
        numbers->same.data[number] = same;
    }
    return same;
}

void lump_numbers_free(struct lump_numbers *numbers, struct memory *memory) {
    lump_keys_free(&numbers->doubles, memory);
    GROWING_FREE(memory, numbers->exact);
    GROWING_FREE(memory, numbers->same);
    memset(numbers, 0, sizeof *numbers);
}
