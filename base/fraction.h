#ifndef HEDDLE_BASE_FRACTION_H
#define HEDDLE_BASE_FRACTION_H

#include <stddef.h>

/* Rational numbers of at least 0, without rounding. */
__extension__ typedef unsigned __int128 fraction_natural;

struct fraction {
    fraction_natural numerator, denominator; /* without common factors */
};

/*
 * The number at the beginning of `text`, as ratio_parse reads it ("0.25", "1e-3", "1/3"); zero is allowed. 0,
 * or -1 if there is none, or its numerator or denominator has more than 128 bits.
 */
int fraction_parse(const char *text, size_t length, struct fraction *number);

/* The least number that both divide. 0, or -1 if it has more than 128 bits. */
int fraction_common_multiple(fraction_natural a, fraction_natural b, fraction_natural *multiple);

/* count / units without common factors; units > 0. */
struct fraction fraction_of(fraction_natural count, fraction_natural units);
/* Whether count / units, a sum of doubles, is so near 1 that it is 1 but for the digits that doubles do not
 * hold; 1 itself is not. */
int fraction_is_nearly_1(fraction_natural count, fraction_natural units);
/* Adds to the number. 0, or -1 with it unchanged if the sum has more than 128 bits. */
int fraction_add(struct fraction *number, struct fraction other);
/* -1, 0 or 1, as the first number is less than, equal to or greater than the second. */
int fraction_compare(struct fraction one, struct fraction other);

/*
 * The number that a double of at least 0 stands for: the decimal of up to 12 digits, else the fraction with a
 * denominator of up to 26 bits, that is not farther from the double than four units in its last place; if
 * there is neither, the decimal of 17 digits. Denominator 0: more than 128 bits.
 */
struct fraction fraction_near_double(double value);
/* The same of the double that is nearest to that number: what models are compared by (reduce/lump). */
struct fraction fraction_of_double(double value);

/* Size of the buffer for fraction_write. */
#define FRACTION_TEXT 96

/* Writes count / units (units > 0): as a decimal where it has one that is no longer than the fraction, else
 * as the fraction. */
void fraction_write(fraction_natural count, fraction_natural units, char text[FRACTION_TEXT]);

#endif
