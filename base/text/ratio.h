#ifndef HEDDLE_BASE_TEXT_RATIO_H
#define HEDDLE_BASE_TEXT_RATIO_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The numbers of probabilities and rates: a decimal ("1", "0.25", ".5", "1e-3") or a fraction of whole
 * numbers of any length ("1/3"). Independent of the locale.
 *
 * Returns how many bytes of `text` the longest such number takes, 0 when it does not begin with one (or with
 * a fraction over zero). *value (may be NULL) is its value, correctly rounded or one unit beside; infinite or
 * zero when it is beyond the type.
 */
size_t ratio_parse(const char *text, size_t length, long double *value);

/* Room for what the following two write, of any positive number. */
#define RATIO_TEXT 400

/* A positive number as a decimal, with as few digits as ratio_parse takes to read the same double again. */
void ratio_write_decimal(double value, char text[RATIO_TEXT]);
/* The same as a fraction: that of the least whole numbers if they are small, else a decimal over a power of
 * ten, which of numbers below 1e-20 may be read one unit beside. */
void ratio_write_fraction(double value, char text[RATIO_TEXT]);

#ifdef __cplusplus
}
#endif
#endif
