/*
 * Numbers as texts. A double that came from a fraction of small whole numbers is one again: such a fraction
 * is among the convergents of the double's continued fraction, for it is nearer to it than half of one over
 * the square of its denominator (Legendre).
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "frontend/ratio.h"

#define DENOMINATOR_MOST ((uint64_t)1 << 26)
#define DIGITS_SURE 15 /* of a decimal that a double keeps */
#define DIGITS_MOST 17 /* that tell doubles apart */

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

/* The first convergent that is the same double: 0, or -1 when those of small numbers are not. */
static int write_convergent(double value, char text[RATIO_TEXT]) {
    long double rest = value;
    uint64_t above = 1, below = 0, above_before = 0, below_before = 1;
    while (rest < (long double)DENOMINATOR_MOST) {
        uint64_t whole = (uint64_t)rest, next_above = whole * above + above_before,
                 next_below = whole * below + below_before;
        if (next_above > DENOMINATOR_MOST || next_below > DENOMINATOR_MOST) {
            return -1;
        }
        snprintf(text, RATIO_TEXT, "%llu/%llu", (unsigned long long)next_above,
                 (unsigned long long)next_below);
        if (next_above > 0 && reads_as(text, value)) {
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

void ratio_write_fraction(double value, char text[RATIO_TEXT]) {
    char decimal[RATIO_TEXT], digits[DIGITS_MOST + 1];
    if (write_convergent(value, text) == 0) {
        return;
    }
    ratio_write_decimal(value, decimal);
    /* The digits without the point, and the power of ten that belongs to the last of them. */
    size_t count = 0;
    long exponent = 0;
    const char *at = decimal;
    for (int behind = 0; *at != '\0' && *at != 'e'; at++) {
        if (*at == '.') {
            behind = 1;
            continue;
        }
        exponent -= behind;
        if (count > 0 || *at != '0') {
            digits[count++] = *at;
        }
    }
    digits[count] = '\0';
    int shift = 0;
    if (*at == 'e' && sscanf(at + 1, "%d", &shift) == 1) {
        exponent += shift;
    }
    size_t zeros = (size_t)(exponent < 0 ? -exponent : exponent);
    char *end = text + snprintf(text, RATIO_TEXT, exponent < 0 ? "%s/1" : "%s", digits);
    memset(end, '0', zeros);
    strcpy(end + zeros, exponent < 0 ? "" : "/1");
}
