/* Rational numbers of 128 bits: read, added, compared, brought to common units, and written. */
#include "base/fraction.h"

#include <string.h>

#define MOST_EXPONENT 1000 /* far beyond 128 bits */

static int is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static fraction_natural common_divisor(fraction_natural a, fraction_natural b) {
    while (b != 0) {
        fraction_natural rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int fraction_common_multiple(fraction_natural a, fraction_natural b, fraction_natural *multiple) {
    return __builtin_mul_overflow(a / common_divisor(a, b), b, multiple) ? -1 : 0;
}

/* Digits of a number, with a point among them if `points`. 0, or -1 if there are too many. */
struct digits {
    fraction_natural value;
    long places;         /* digits after the point */
    size_t count, zeros; /* all digits; zeros at the end that are not in the value yet */
};

/* Appends the digit; zeros wait until another digit follows, so that "1.000" stays small. */
static int add_digit(struct digits *digits, char digit) {
    digits->count++;
    digits->zeros++;
    if (digit == '0') {
        return 0;
    }
    for (; digits->zeros > 0; digits->zeros--) {
        if (__builtin_mul_overflow(digits->value, (fraction_natural)10, &digits->value)) {
            return -1;
        }
    }
    return __builtin_add_overflow(digits->value, (fraction_natural)(digit - '0'), &digits->value) ? -1 : 0;
}

/* Multiplies by 10^exponent. */
static int scale(fraction_natural *value, long exponent) {
    int failed = exponent > MOST_EXPONENT && *value != 0;
    for (; exponent > 0 && !failed && *value != 0; exponent--) {
        failed = __builtin_mul_overflow(*value, (fraction_natural)10, value);
    }
    return failed ? -1 : 0;
}

/* The exponent of "e-3" at `at`, or 0. */
static long read_exponent(const char *text, size_t at, size_t length) {
    long exponent = 0;
    if (at == length || (text[at] != 'e' && text[at] != 'E')) {
        return 0;
    }
    const int negative = ++at < length && text[at] == '-';
    at += at < length && (text[at] == '-' || text[at] == '+');
    for (; at < length && is_digit(text[at]); at++) {
        exponent = exponent > MOST_EXPONENT ? exponent : 10 * exponent + (text[at] - '0');
    }
    return negative ? -exponent : exponent;
}

/* Reads digits, and a point among them if `points`. Returns where they end. */
static size_t read_digits(const char *text, size_t at, size_t length, int points, struct digits *digits,
                          int *failed) {
    int fractional = 0;
    for (; at < length && (is_digit(text[at]) || (points && !fractional && text[at] == '.')); at++) {
        if (text[at] == '.') {
            fractional = 1;
        } else {
            *failed |= add_digit(digits, text[at]) != 0;
            digits->places += fractional;
        }
    }
    return at;
}

int fraction_parse(const char *text, size_t length, struct fraction *number) {
    struct digits above = {.value = 0}, below = {.value = 0};
    int failed = 0;
    size_t at = read_digits(text, 0, length, 1, &above, &failed);
    failed |= above.count == 0;
    number->denominator = 1;
    long exponent;
    if (at + 1 < length && text[at] == '/' && is_digit(text[at + 1])) {
        read_digits(text, at + 1, length, 0, &below, &failed);
        failed = failed || scale(&below.value, (long)below.zeros) != 0 || below.value == 0;
        number->denominator = below.value;
        exponent = (long)above.zeros;
    } else {
        exponent = read_exponent(text, at, length) + (long)above.zeros - above.places;
    }
    number->numerator = above.value;
    if (failed) {
        return -1;
    }
    if (number->numerator == 0) {
        *number = (struct fraction){0, 1};
        return 0;
    }
    for (; exponent < 0 && number->numerator % 10 == 0; exponent++) {
        number->numerator /= 10;
    }
    if (exponent > 0 ? scale(&number->numerator, exponent) != 0
                     : scale(&number->denominator, -exponent) != 0) {
        return -1;
    }
    const fraction_natural divisor = common_divisor(number->numerator, number->denominator);
    number->numerator /= divisor;
    number->denominator /= divisor;
    return 0;
}

/* --- sums and order --- */

struct fraction fraction_of(fraction_natural count, fraction_natural units) {
    const fraction_natural divisor = common_divisor(count, units);
    return (struct fraction){count / divisor, units / divisor};
}

int fraction_is_nearly_1(fraction_natural count, fraction_natural units) {
    const fraction_natural apart = count < units ? units - count : count - units;
    return apart > 0 && apart < units / 10000000000u;
}

int fraction_add(struct fraction *number, struct fraction other) {
    fraction_natural units, one, two, sum;
    if (fraction_common_multiple(number->denominator, other.denominator, &units) != 0 ||
        __builtin_mul_overflow(number->numerator, units / number->denominator, &one) ||
        __builtin_mul_overflow(other.numerator, units / other.denominator, &two) ||
        __builtin_add_overflow(one, two, &sum)) {
        return -1;
    }
    *number = fraction_of(sum, units);
    return 0;
}

/* Compares whole parts, then the reciprocals of the rests. */
int fraction_compare(struct fraction one, struct fraction other) {
    for (int sign = 1;; sign = -sign) {
        const fraction_natural first = one.numerator / one.denominator,
                               second = other.numerator / other.denominator;
        const fraction_natural rest = one.numerator % one.denominator,
                               other_rest = other.numerator % other.denominator;
        if (first != second) {
            return first < second ? -sign : sign;
        }
        if (rest == 0 || other_rest == 0) {
            return rest == other_rest ? 0 : rest == 0 ? -sign : sign;
        }
        one = (struct fraction){one.denominator, rest};
        other = (struct fraction){other.denominator, other_rest};
    }
}

/* --- writing --- */

/* Writes the digits of a number, at least `least` of them; returns how many. */
static size_t write_digits(fraction_natural value, size_t least, char *text) {
    char reversed[FRACTION_TEXT];
    size_t count = 0;
    for (; value != 0 || count < least; value /= 10) {
        reversed[count++] = (char)('0' + (int)(value % 10));
    }
    for (size_t i = 0; i < count; i++) {
        text[i] = reversed[count - 1 - i];
    }
    return count;
}

/* The decimal of a fraction without common factors; returns its length, 0 if it has none or a long one. */
static size_t write_decimal(fraction_natural numerator, fraction_natural denominator, char *text) {
    fraction_natural whole = numerator / denominator, rest = numerator % denominator;
    size_t length = write_digits(whole, 1, text);
    if (rest == 0) {
        return length;
    }
    text[length++] = '.';
    while (rest != 0) {
        if (length >= FRACTION_TEXT / 2 || __builtin_mul_overflow(rest, (fraction_natural)10, &rest)) {
            return 0;
        }
        text[length++] = (char)('0' + (int)(rest / denominator));
        rest %= denominator;
    }
    return length;
}

void fraction_write(fraction_natural count, fraction_natural units, char text[FRACTION_TEXT]) {
    const fraction_natural divisor = common_divisor(count, units);
    char decimal[FRACTION_TEXT];
    size_t short_length = write_decimal(count / divisor, units / divisor, decimal);
    size_t length = write_digits(count / divisor, 1, text);
    text[length++] = '/';
    length += write_digits(units / divisor, 1, text + length);
    if (short_length > 0 && short_length <= length) {
        memcpy(text, decimal, short_length);
        length = short_length;
    }
    text[length] = '\0';
}
