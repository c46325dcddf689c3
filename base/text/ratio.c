/* Reads decimals and fractions; strtold would depend on the locale. */
#include "base/text/ratio.h"

#include <float.h>
#include <math.h>

#include "base/array.h"

#define EXPONENT_MOST 100000 /* beyond long double's range, yet safe from overflow */

static int is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

/* 19 digits fill the mantissa; of further digits only the number of places matters. */
struct mantissa {
    unsigned long long digits;
    int significant;
    long exponent; /* the exponent of a power of ten */
};

static void add_digit(struct mantissa *mantissa, char digit, int fractional) {
    if (mantissa->significant < 19) {
        mantissa->digits = mantissa->digits * 10 + (unsigned)(digit - '0');
        mantissa->significant += mantissa->digits != 0;
        mantissa->exponent -= fractional;
    } else {
        mantissa->exponent += !fractional;
    }
}

/* Powers that long double represents exactly (up to 10^27) are looked up; powl computes the others. */
static long double power_of_ten(long exponent) {
    static const long double exact[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                        1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                        1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
    return exponent < (long)LENGTH(exact) ? exact[exponent] : powl(10, (long double)exponent);
}

static long double scale(const struct mantissa *mantissa, long exponent) {
    exponent += mantissa->exponent;
    if (mantissa->digits == 0 || exponent == 0) {
        return (long double)mantissa->digits;
    }
    if (exponent > EXPONENT_MOST || exponent < -EXPONENT_MOST) {
        return exponent > 0 ? HUGE_VALL : 0;
    }
    /* Dividing by an exact power of ten rounds once, multiplying by a negative power would round twice. */
    return exponent > 0 ? (long double)mantissa->digits * power_of_ten(exponent)
                        : (long double)mantissa->digits / power_of_ten(-exponent);
}

static size_t read_digits(const char *text, size_t at, size_t length, struct mantissa *mantissa,
                          int fractional) {
    while (at < length && is_digit(text[at])) {
        add_digit(mantissa, text[at++], fractional);
    }
    return at;
}

/* The length of "e+5", which sets *exponent; 0 if there is no exponent. */
static size_t read_exponent(const char *text, size_t length, long *exponent) {
    size_t at = 1;
    int negative = 0;
    if (length == 0 || (text[0] != 'e' && text[0] != 'E')) {
        return 0;
    }
    if (at < length && (text[at] == '+' || text[at] == '-')) {
        negative = text[at++] == '-';
    }
    size_t first = at;
    long number = 0;
    for (; at < length && is_digit(text[at]); at++) {
        number = number < EXPONENT_MOST * 10 ? number * 10 + (text[at] - '0') : number;
    }
    *exponent = negative ? -number : number;
    return at == first ? 0 : at;
}

size_t ratio_parse(const char *text, size_t length, long double *value) {
    struct mantissa whole = {0, 0, 0};
    long exponent = 0;
    size_t at = read_digits(text, 0, length, &whole, 0);
    size_t digits = at;
    if (digits > 0 && at + 1 < length && text[at] == '/' && is_digit(text[at + 1])) {
        struct mantissa divisor = {0, 0, 0};
        at = read_digits(text, at + 1, length, &divisor, 0);
        if (divisor.digits == 0) {
            return 0;
        }
        if (value != NULL) {
            /* Both are scaled at once, so that huge numbers with a moderate ratio stay in range. */
            struct mantissa quotient = {whole.digits, 0, whole.exponent - divisor.exponent};
            *value = scale(&quotient, 0) / (long double)divisor.digits;
        }
        return at;
    }
    if (at < length && text[at] == '.') {
        size_t fraction = read_digits(text, at + 1, length, &whole, 1);
        digits += fraction - (at + 1);
        at = digits > 0 ? fraction : at;
    }
    if (digits == 0) {
        return 0;
    }
    at += read_exponent(text + at, length - at, &exponent);
    if (value != NULL) {
        *value = scale(&whole, exponent);
    }
    return at;
}

enum ratio_fault ratio_fault(const char *text, size_t length, double value) {
    if (value > 0) {
        return value <= DBL_MAX ? RATIO_FINE : RATIO_TOO_LARGE;
    }
    for (size_t at = 0; at < length && (is_digit(text[at]) || text[at] == '.'); at++) {
        if (text[at] > '0') {
            return RATIO_TOO_SMALL;
        }
    }
    return RATIO_ZERO;
}

const char *ratio_fault_text(enum ratio_fault fault) {
    return fault == RATIO_TOO_SMALL   ? "is too small for a double"
           : fault == RATIO_TOO_LARGE ? "is too large for a double"
                                      : "must be positive";
}
