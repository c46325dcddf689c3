#ifndef HEDDLE_BASE_TEXT_NUMBER_H
#define HEDDLE_BASE_TEXT_NUMBER_H

#include <stdint.h>
#include <string.h>

/* The most digits of a number. */
#define NUMBER_DIGITS 20u

/* Writes the decimal digits of a number, without a NUL, and returns where they end. */
static inline char *number_write(char *to, uint64_t number) {
    static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334353637"
                                "3839404142434445464748495051525354555657585960616263646566676869707172737475"
                                "767778798081828384858687888990919293949596979899";
    unsigned digits = 1;
    for (uint64_t least = 10; digits < NUMBER_DIGITS && number >= least; least *= 10) {
        digits++;
    }
    char *end = to + digits, *at = end;
    while (number >= 10) {
        at -= 2;
        memcpy(at, pairs + 2 * (number % 100), 2);
        number /= 100;
    }
    /* An odd number of digits leaves one; an even one leaves 0 after its pairs. */
    if (at > to) {
        *to = (char)('0' + number);
    }
    return end;
}

#endif
