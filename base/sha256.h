#ifndef HEDDLE_BASE_SHA256_H
#define HEDDLE_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* SHA-256 (FIPS 180-4), which identifies the input files of a run: the digits are those of sha256sum. */
struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
};

#define SHA256_DIGITS 65 /* 64 hexadecimal digits and a NUL */

void sha256_begin(struct sha256 *sum);
void sha256_add(struct sha256 *sum, const void *bytes, size_t length);
/* Ends the sum and writes its digits. */
void sha256_end(struct sha256 *sum, char digits[SHA256_DIGITS]);

#endif
