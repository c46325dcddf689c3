/*
 * Writes numbers as texts. A double that was read from a fraction of small whole numbers becomes that
 * fraction again: it is a convergent of the double's continued fraction, because its distance from the double
 * is less than half of one over the square of its denominator (Legendre).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/ratio.h"

#define DENOMINATOR_MOST ((uint64_t)1 << 26)
#define DIGITS_SURE 15 /* digits of any decimal that a double preserves */
#define DIGITS_MOST 17 /* digits that distinguish all doubles */

static int reads_as(const char *text, double value) {
    long double read = 0;
    return ratio_parse(text, strlen(text), &read) == strlen(text) && (double)read == value;
}

void ratio_write_decimal(double value, char text[RATIO_TEXT]) {
    for (int digits = DIGITS_SURE; digits <= DIGITS_MOST; digits++) {
        snprintf(text, RATIO_TEXT, "%.*g", digits, value);
        if (reads_as(text, value)) {
            return;
        }
    }
}

/*
 * Writes the first convergent that reads as the same double: 0, or -1 if no convergent of small numbers does.
 */
static int write_convergent(double value, char text[RATIO_TEXT]) {
    long double rest = value;
    uint64_t above = 1, below = 0, above_before = 0, below_before = 1;
    while (rest < (long double)DENOMINATOR_MOST) {
        uint64_t whole = (uint64_t)rest, next_above = whole * above + above_before,
                 next_below = whole * below + below_before;
        if (next_above > DENOMINATOR_MOST || next_below > DENOMINATOR_MOST) {
            return -1;
        }
        if ((double)((long double)next_above / (long double)next_below) ==
            value) { /* divides as ratio_parse does */
            snprintf(text, RATIO_TEXT, "%llu/%llu", (unsigned long long)next_above,
                     (unsigned long long)next_below);
            return 0;
        }
        if (rest == (long double)whole) {
            return -1;
        }
        rest = 1 / (rest - (long double)whole);
        above_before = above;
        below_before = below;
        above = next_above;
        below = next_below;
    }
    return -1;
}

/* Writes a decimal's digits over a power of ten. */
static void write_over_power(const char *decimal, char text[RATIO_TEXT]) {
    char digits[DIGITS_MOST + 1];
    size_t count = 0;
    int exponent = 0, fractional = 0; /* powers of ten of the last digit; whether the point was passed */
    for (; *decimal != '\0' && *decimal != 'e'; decimal++) {
        if (*decimal == '.') {
            fractional = 1;
        } else {
            exponent -= fractional;
            digits[count] = *decimal;
            count += count > 0 || *decimal != '0';
        }
    }
    digits[count] = '\0';
    exponent += *decimal == 'e' ? (int)strtol(decimal + 1, NULL, 10) : 0;
    size_t zeros = (size_t)abs(exponent);
    char *end = text + snprintf(text, RATIO_TEXT, exponent < 0 ? "%s/1" : "%s", digits);
    memset(end, '0', zeros);
    strcpy(end + zeros, exponent < 0 ? "" : "/1");
}

void ratio_write_fraction(double value, char text[RATIO_TEXT]) {
    if (write_convergent(value, text) == 0) {
        return;
    }
    for (int digits = DIGITS_SURE; digits <= DIGITS_MOST; digits++) {
        char decimal[RATIO_TEXT];
        snprintf(decimal, sizeof decimal, "%.*g", digits, value);
        write_over_power(decimal, text);
        if (reads_as(text, value)) {
            return;
        }
    }
}
