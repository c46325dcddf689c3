#ifndef HEDDLE_REDUCE_LUMP_LUMP_NUMBERS_H
#define HEDDLE_REDUCE_LUMP_LUMP_NUMBERS_H

#include <stdint.h>

#include "base/array.h"
#include "base/index.h"
#include "base/fraction.h"

struct error;
struct memory;

/* Keys of 64 bits, each once, numbered in the order of arrival. Begins as zeros. */
struct lump_keys {
    struct index index;
    GROWING(uint64_t) keys;
};

/* The number of the key, which is added if it is new; LUMP_NO_KEY when memory runs out. */
#define LUMP_NO_KEY UINT32_MAX
uint32_t lump_keys_find(struct lump_keys *keys, struct memory *memory, uint64_t key);
void lump_keys_free(struct lump_keys *keys, struct memory *memory);

/* The doubles of models, and the rational numbers that they stand for. Begins as zeros. */
struct lump_numbers {
    struct lump_keys doubles;
    GROWING(struct fraction) exact; /* by number; denominator 0: more than 128 bits */
    GROWING(uint32_t) same;         /* by number: the number of the double that is nearest to this rational */
};

/*
 * The number of a double that is not negative: doubles that stand for the same rational have the same. It is
 * the decimal of up to 12 digits, else the fraction with a denominator of up to 26 bits, that is not farther
 * from the double than four units in its last place; if there is neither, the decimal of 17 digits.
 * LUMP_NO_KEY when memory runs out.
 */
uint32_t lump_numbers_find(struct lump_numbers *numbers, struct memory *memory, double value);
void lump_numbers_free(struct lump_numbers *numbers, struct memory *memory);

#endif
