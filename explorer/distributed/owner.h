#ifndef HEDDLE_EXPLORER_DISTRIBUTED_OWNER_H
#define HEDDLE_EXPLORER_DISTRIBUTED_OWNER_H

/*
 * Which rank, or GPU, owns a state: it stores the state and expands it. A function of the state's vector
 * alone, and of those of its bits that a mask has (explorer/search/owner_mask.h).
 */
#include <stdint.h>

#include "base/core.h"

#define OWNER_ALL_BITS (UINT64_MAX >> 1) /* of a word: bit 63 says that a slot is used */

/*
 * The hash of a vector of words. mask: for each word, the bits that count; not bit 63. Independent of the
 * hash by which a table places keys: the states of one owner would otherwise be in one part of its table.
 */
CORE_FUNCTION uint64_t owner_hash(const uint64_t *vector, const uint64_t *mask, const uint32_t words) {
    uint64_t hash = 0;
    for (uint32_t w = 0; w < words; w++) {
        hash = (hash ^ (vector[w] & mask[w])) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash * 0xbf58476d1ce4e5b9u;
}

/* The owner, below `owners`. */
CORE_FUNCTION uint32_t owner_of(uint64_t hash, uint32_t owners) {
    return (uint32_t)((hash >> 32) * owners >> 32);
}

#endif
