#ifndef HEDDLE_BASE_TEXT_LABEL_NUMBER_H
#define HEDDLE_BASE_TEXT_LABEL_NUMBER_H

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct fraction;

/* What the number of a label "L; prob P" or "L; rate R" must be. */
enum label_numbers {
    LABEL_DOUBLES,  /* a positive double */
    LABEL_FRACTIONS /* a positive fraction of 128 bits, for sums without rounding */
};

/* Checks the number of such a label. 0, or -1 with *error filled, without a place: ERROR_INPUT; ERROR_LIMIT
 * for a fraction with too many digits. */
int label_number_check(const char *label, enum label_numbers numbers, struct error *error);
/* The number as a fraction, which may be 0. 0, or -1 if it has too many digits. */
int label_number_fraction(const char *label, struct fraction *number);

#ifdef __cplusplus
}
#endif
#endif
