#ifndef HEDDLE_BASE_TEXT_RATIO_H
#define HEDDLE_BASE_TEXT_RATIO_H

#include <stddef.h>

/*
 * The numbers of probabilities and rates: a decimal ("1", "0.25", ".5", "1e-3") or a fraction of whole
 * numbers of any length ("1/3"). Independent of the locale.
 *
 * Returns the length of the longest such number at the beginning of `text`; 0 if there is none (or the
 * fraction's denominator is zero). *value (may be NULL) is its value, exact to one unit in the last place;
 * infinite or zero if it is out of range.
 */
size_t ratio_parse(const char *text, size_t length, long double *value);

/* Why a number that ratio_parse has read is no positive double. */
enum ratio_fault { RATIO_FINE, RATIO_ZERO, RATIO_TOO_SMALL, RATIO_TOO_LARGE };

/* `value`: the number's double. */
enum ratio_fault ratio_fault(const char *text, size_t length, double value);
/* "must be positive", "is too small for a double", "is too large for a double". */
const char *ratio_fault_text(enum ratio_fault fault);

/* Size of the buffer for the following two functions, enough for any positive number. */
#define RATIO_TEXT 400

/*
 * Writes a positive number as a decimal, with as few digits as needed for ratio_parse to read the same
 * double.
 */
void ratio_write_decimal(double value, char text[RATIO_TEXT]);
/*
 * Writes it as a fraction: of the smallest whole numbers if these are small, else a decimal over a power of
 * ten; numbers below 1e-20 may be read back with an error of one unit.
 */
void ratio_write_fraction(double value, char text[RATIO_TEXT]);
#endif
