#ifndef HEDDLE_REDUCE_LUMP_LUMP_NUMBERS_H
#define HEDDLE_REDUCE_LUMP_LUMP_NUMBERS_H

#include <stdint.h>

#include "base/array.h"
#include "base/index.h"
#include "base/fraction.h"
#include "base/word_lists.h"

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
    GROWING(uint32_t) number_of;    /* by double: its number */
    GROWING(struct fraction) exact; /* by number; denominator 0: more than 128 bits */
    struct word_lists values;       /* by number: the fraction or, of more than 128 bits, the double */
};

/*
 * The number of a double that is not negative: doubles that stand for the same rational (fraction_of_double)
 * have the same. One that needs more than 128 bits has a number of its own. LUMP_NO_KEY when memory runs out.
 */
uint32_t lump_numbers_find(struct lump_numbers *numbers, struct memory *memory, double value);
/* The double of a number whose denominator is 0. */
double lump_numbers_double(const struct lump_numbers *numbers, uint32_t number);
void lump_numbers_free(struct lump_numbers *numbers, struct memory *memory);

#endif
