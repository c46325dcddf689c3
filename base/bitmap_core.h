#ifndef HEDDLE_BASE_BITMAP_CORE_H
#define HEDDLE_BASE_BITMAP_CORE_H

/* Bitmaps, on the host and on a GPU: bit i is bit i % 32 of word i / 32. */
#include <stdint.h>

#include "base/core.h"

#define BITMAP_WORD_BITS 32u

CORE_FUNCTION uint64_t bitmap_words(uint64_t bits) {
    return (bits + BITMAP_WORD_BITS - 1) / BITMAP_WORD_BITS;
}

CORE_FUNCTION uint64_t bitmap_bytes(uint64_t bits) {
    return bitmap_words(bits) * sizeof(uint32_t);
}

CORE_FUNCTION int bitmap_has(const uint32_t *bitmap, uint64_t index) {
    return (int)(bitmap[index / BITMAP_WORD_BITS] >> (index % BITMAP_WORD_BITS) & 1);
}

/* Not safe with several threads. */
CORE_FUNCTION void bitmap_set(uint32_t *bitmap, uint64_t index) {
    bitmap[index / BITMAP_WORD_BITS] |= 1u << (index % BITMAP_WORD_BITS);
}

CORE_FUNCTION void bitmap_clear(uint32_t *bitmap, uint64_t index) {
    bitmap[index / BITMAP_WORD_BITS] &= ~(1u << (index % BITMAP_WORD_BITS));
}

#endif
