#ifndef HEDDLE_SPECS_DATA_VALUE_NUMBER_H
#define HEDDLE_SPECS_DATA_VALUE_NUMBER_H

#include <gmp.h>

#include "specs/data/value.h"

/*
 * Rational numbers as values, exactly. A number that is an int64_t is kept as an int64_t, any other one in
 * digits, so that equal numbers are one value. A number of more than VALUE_MOST_BITS bits is UNKNOWN.
 */
#define VALUE_MOST_BITS 65536u

static inline int value_is_number(const struct values *values, uint32_t value) {
    return values->value[value].kind == VALUE_NUMBER;
}
/* Whether it is a number that is an int64_t: its field `number`. */
static inline int value_is_small(const struct values *values, uint32_t value) {
    return values->value[value].kind == VALUE_NUMBER && values->value[value].digits == 0;
}
/* The value of a number in lowest terms; UNKNOWN if it has too many bits, VALUE_NONE when memory runs out. */
uint32_t value_rational(struct values *values, mpq_srcptr number);
/* The same of a numeral, decimal digits alone. */
uint32_t value_numeral(struct values *values, const char *digits);
/* Sets *number, which was initialised, to that of a value. */
void value_get_rational(const struct values *values, uint32_t value, mpq_ptr number);
int value_is_integer(const struct values *values, uint32_t value);
/* Less than, equal to or greater than 0, as the number is. */
int value_sign(const struct values *values, uint32_t value);
/* Less than, equal to or greater than 0, as the first number is less than, equal to or greater than the
 * second. */
int value_compare(const struct values *values, uint32_t a, uint32_t b);

#define VALUE_NUMBER_TEXT 64
/* Writes a number; a long one with its first and last digits alone. */
void value_number_write(const struct values *values, uint32_t value, char text[VALUE_NUMBER_TEXT]);

#endif
