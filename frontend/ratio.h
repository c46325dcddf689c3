#ifndef HEDDLE_FRONTEND_RATIO_H
#define HEDDLE_FRONTEND_RATIO_H

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

#ifdef __cplusplus
}
#endif
#endif
