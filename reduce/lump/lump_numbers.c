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

/* The number of the rational of a double. */
static uint32_t find_value(struct lump_numbers *numbers, struct memory *memory, double value) {
    const struct fraction exact = fraction_of_double(value);
    uint64_t words[4] = {(uint64_t)exact.numerator, (uint64_t)(exact.numerator >> 64),
                         (uint64_t)exact.denominator, (uint64_t)(exact.denominator >> 64)};
    if (exact.denominator == 0) {
        words[0] = bits_of(value);
    }
    const uint32_t number = word_lists_find(&numbers->values, words, 4, memory);
    return number == WORD_LIST_NONE ||
                   (number == numbers->exact.count && GROWING_ADD(memory, numbers->exact, exact) != 0)
               ? LUMP_NO_KEY
               : number;
}

uint32_t lump_numbers_find(struct lump_numbers *numbers, struct memory *memory, double value) {
    const uint32_t at = lump_keys_find(&numbers->doubles, memory, bits_of(value));
    if (at == LUMP_NO_KEY || at < numbers->number_of.count) {
        return at == LUMP_NO_KEY ? at : numbers->number_of.data[at];
    }
    const uint32_t number = find_value(numbers, memory, value);
    return number == LUMP_NO_KEY || GROWING_ADD(memory, numbers->number_of, number) != 0 ? LUMP_NO_KEY
                                                                                         : number;
}

double lump_numbers_double(const struct lump_numbers *numbers, uint32_t number) {
    double value;
    memcpy(&value, &numbers->values.words.data[numbers->values.begins.data[number]], sizeof value);
    return value;
}

void lump_numbers_free(struct lump_numbers *numbers, struct memory *memory) {
    lump_keys_free(&numbers->doubles, memory);
    GROWING_FREE(memory, numbers->exact);
    GROWING_FREE(memory, numbers->number_of);
    word_lists_free(&numbers->values, memory);
    memset(numbers, 0, sizeof *numbers);
}
