/* From doubles to the rational numbers that they stand for: 0.1 and 1/3 are no doubles. */
#include "reduce/lump/lump_numbers.h"

#include <string.h>

#include "base/core.h"
#include "base/memory.h"

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
    const int failed = GROWING_ADD(memory, numbers->exact, fraction_near_double(value)) != 0 ||
                       GROWING_ADD(memory, numbers->same, number) != 0;
    return failed ? LUMP_NO_KEY : number;
}

uint32_t lump_numbers_find(struct lump_numbers *numbers, struct memory *memory, double value) {
    const uint64_t before = numbers->same.count;
    const uint32_t number = find_double(numbers, memory, value);
    if (number == LUMP_NO_KEY || number < before || numbers->exact.data[number].denominator == 0) {
        return number == LUMP_NO_KEY ? number : numbers->same.data[number];
    }
    const struct fraction exact = numbers->exact.data[number];
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
