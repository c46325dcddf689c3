#ifndef HEDDLE_BASE_EXACT_H
#define HEDDLE_BASE_EXACT_H

#include <stdint.h>

#include "base/array.h"

struct memory;

/*
 * Sums and products of doubles without rounding: natural numbers of any length times a power of 2^32. Not
 * negative. A zeroed one is 0 and has no memory.
 */
struct exact {
    GROWING(uint32_t) digits; /* base 2^32, the least first; none at either end is 0 */
    int64_t exponent;         /* times 2^(32 exponent); 0 for 0 */
};

void exact_free(struct memory *memory, struct exact *number);
/* Sets the value of a double that is finite and not negative. 0, or -1 when memory runs out. */
int exact_set(struct memory *memory, struct exact *number, double value);
/* Adds to, or multiplies, the first number; the second one may be the same. 0, or -1 with it unchanged. */
int exact_add(struct memory *memory, struct exact *number, const struct exact *other);
int exact_multiply(struct memory *memory, struct exact *number, const struct exact *other);
/* -1, 0 or 1, as the first number is less than, equal to or greater than the second. */
int exact_compare(const struct exact *one, const struct exact *other);
/* The nearest double (two roundings below 1e-307); infinite beyond the range. */
double exact_double(const struct exact *number);

#endif
