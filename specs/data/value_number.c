/* Rational numbers as values (value_number.h). GMP computes with those that are no int64_t. */
#include "specs/data/value_number.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

#define DIGIT_BITS 32u

static uint32_t digits_of(mpz_srcptr number) {
    return (uint32_t)((mpz_sizeinbase(number, 2) + DIGIT_BITS - 1) / DIGIT_BITS);
}

static int is_int64(mpq_srcptr number) {
    return mpz_cmp_ui(mpq_denref(number), 1) == 0 && mpz_fits_slong_p(mpq_numref(number));
}

uint32_t value_rational(struct values *values, mpq_srcptr number) {
    _Static_assert(sizeof(long) == sizeof(int64_t), "GMP's small numbers are int64_t");
    mpz_srcptr numerator = mpq_numref(number), denominator = mpq_denref(number);
    if (is_int64(number)) {
        return value_number(values, mpz_get_si(numerator));
    }
    if (mpz_sizeinbase(numerator, 2) > VALUE_MOST_BITS || mpz_sizeinbase(denominator, 2) > VALUE_MOST_BITS) {
        return UNKNOWN;
    }
    int is_whole = mpz_cmp_ui(denominator, 1) == 0;
    uint32_t first = digits_of(numerator), second = is_whole ? 0 : digits_of(denominator);
    uint64_t bytes = ((uint64_t)first + second) * sizeof(uint32_t);
    uint32_t *digit = memory_allocate(values->memory, bytes);
    if (digit == NULL) {
        return VALUE_NONE;
    }
    memset(digit, 0, bytes);
    mpz_export(digit, NULL, -1, sizeof *digit, 0, 0, numerator);
    if (!is_whole) {
        mpz_export(digit + first, NULL, -1, sizeof *digit, 0, 0, denominator);
    }
    struct value value = {
        .kind = VALUE_NUMBER, .number = mpz_sgn(numerator) * (int64_t)first, .digits = first + second};
    uint32_t made = value_intern(values, &value, digit);
    memory_free(values->memory, digit, bytes);
    return made;
}

uint32_t value_numeral(struct values *values, const char *digits) {
    while (*digits == '0' && digits[1] != '\0') {
        digits++;
    }
    if (strlen(digits) > VALUE_MOST_BITS / 3) { /* a decimal digit has more than 3 bits */
        return UNKNOWN;
    }
    mpq_t number;
    mpq_init(number);
    mpz_set_str(mpq_numref(number), digits, 10);
    uint32_t value = value_rational(values, number);
    mpq_clear(number);
    return value;
}

void value_get_rational(const struct values *values, uint32_t value, mpq_ptr number) {
    const struct value *of = value_at(values, value);
    if (of->digits == 0) {
        mpq_set_si(number, of->number, 1);
        return;
    }
    uint32_t first = (uint32_t)(of->number < 0 ? -of->number : of->number);
    mpz_import(mpq_numref(number), first, -1, sizeof *values->child, 0, 0, values->child + of->first);
    if (of->number < 0) {
        mpz_neg(mpq_numref(number), mpq_numref(number));
    }
    if (of->digits > first) {
        mpz_import(mpq_denref(number), of->digits - first, -1, sizeof *values->child, 0, 0,
                   values->child + of->first + first);
    } else {
        mpz_set_ui(mpq_denref(number), 1);
    }
}

int value_is_integer(const struct values *values, uint32_t value) {
    const struct value *of = value_at(values, value);
    return of->digits == 0 || of->digits == (of->number < 0 ? -of->number : of->number);
}

int value_sign(const struct values *values, uint32_t value) {
    int64_t number = value_at(values, value)->number;
    return (number > 0) - (number < 0);
}

int value_compare(const struct values *values, uint32_t a, uint32_t b) {
    if (value_is_small(values, a) && value_is_small(values, b)) {
        int64_t left = value_at(values, a)->number, right = value_at(values, b)->number;
        return (left > right) - (left < right);
    }
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    value_get_rational(values, a, left);
    value_get_rational(values, b, right);
    int order = mpq_cmp(left, right);
    mpq_clears(left, right, NULL);
    return order;
}

/* Writes an integer; of a long one the first and the last digits, and how many there are. */
static void write_integer(mpz_srcptr number, char *text, size_t size) {
    char digits[VALUE_MOST_BITS / 3 + 3];
    mpz_get_str(digits, 10, number);
    size_t length = strlen(digits);
    if (length < size) {
        memcpy(text, digits, length + 1);
    } else {
        snprintf(text, size, "%.6s..%s(%zu)", digits, digits + length - 4, length - (*digits == '-'));
    }
}

void value_number_write(const struct values *values, uint32_t value, char text[VALUE_NUMBER_TEXT]) {
    if (value_is_small(values, value)) {
        snprintf(text, VALUE_NUMBER_TEXT, "%lld", (long long)value_at(values, value)->number);
        return;
    }
    mpq_t number;
    mpq_init(number);
    value_get_rational(values, value, number);
    int is_whole = mpz_cmp_ui(mpq_denref(number), 1) == 0;
    size_t size = is_whole ? VALUE_NUMBER_TEXT : VALUE_NUMBER_TEXT / 2;
    write_integer(mpq_numref(number), text, size);
    if (!is_whole) {
        size_t length = strlen(text);
        text[length] = '/';
        write_integer(mpq_denref(number), text + length + 1, VALUE_NUMBER_TEXT - length - 1);
    }
    mpq_clear(number);
}
