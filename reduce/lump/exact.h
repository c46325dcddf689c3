#ifndef HEDDLE_REDUCE_LUMP_EXACT_H
#define HEDDLE_REDUCE_LUMP_EXACT_H

#include <stddef.h>

#include "reduce/refine/refine.h"

/* Positive rational numbers without rounding. */
struct exact {
    refine_weight numerator, denominator; /* without common factors */
};

/*
 * The number at the beginning of `text`, as ratio_parse reads it ("0.25", "1e-3", "1/3"); zero is allowed. 0,
 * or -1 if there is none, or its numerator or denominator has more than 128 bits.
 */
int exact_parse(const char *text, size_t length, struct exact *number);

/* The least number that both divide. 0, or -1 if it has more than 128 bits. */
int exact_common_multiple(refine_weight a, refine_weight b, refine_weight *multiple);

/* Size of the buffer for exact_write. */
#define EXACT_TEXT 96

/* Writes count / units (units > 0): as a decimal where it has one that is no longer than the fraction, else
 * as the fraction. */
void exact_write(refine_weight count, refine_weight units, char text[EXACT_TEXT]);

#endif
