#ifndef HEDDLE_BASE_BITSET_H
#define HEDDLE_BASE_BITSET_H

#include <stdint.h>

/* Small sets of numbers, for the host alone: element i is bit i % 64 of word i / 64. */

static inline uint64_t bitset_words(uint64_t elements) {
    return (elements + 63) / 64;
}

static inline void bitset_add(uint64_t *set, uint32_t element) {
    set[element / 64] |= (uint64_t)1 << element % 64;
}

static inline int bitset_has(const uint64_t *set, uint32_t element) {
    return (int)(set[element / 64] >> element % 64 & 1);
}

static inline void bitset_unite(uint64_t *to, const uint64_t *from, uint64_t words) {
    for (uint64_t w = 0; w < words; w++) {
        to[w] |= from[w];
    }
}

static inline int bitset_intersect(const uint64_t *a, const uint64_t *b, uint64_t words) {
    for (uint64_t w = 0; w < words; w++) {
        if ((a[w] & b[w]) != 0) {
            return 1;
        }
    }
    return 0;
}

#endif
