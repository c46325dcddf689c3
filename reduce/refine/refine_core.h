#ifndef HEDDLE_REDUCE_REFINE_REFINE_CORE_H
#define HEDDLE_REDUCE_REFINE_REFINE_CORE_H

/*
 * Sketches of signatures, on the host and on a GPU. A signature is a set of pairs (label, block). Its sketch
 * is a set of bits, four for each pair, one in each quarter of its words. So a pair may be added again, and
 * the sketch of a union is the OR. Equal signatures have equal sketches; different ones may have equal
 * sketches, too.
 */
#include <stdint.h>

#include "base/core.h"

#define SKETCH_LEAST_WORDS 4u
#define SKETCH_MOST_WORDS 32u
#define SKETCH_DIVERGES UINT32_MAX /* as a label: the vertex is on an infinite run of inert steps */

struct sketching {
    uint64_t seed;
    uint32_t words; /* a power of two from SKETCH_LEAST_WORDS to SKETCH_MOST_WORDS */
    uint32_t bits;  /* 0: all bits count; else a power of two: so many of the first word, for tests */
};

CORE_FUNCTION uint64_t sketch_hash(uint64_t seed, uint32_t label, uint32_t block) {
    uint64_t hash = (((uint64_t)label << 32 | block) ^ seed) * 0x9e3779b97f4a7c15ULL;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93ULL;
    return hash ^ hash >> 32;
}

CORE_FUNCTION void sketch_add(const struct sketching *how, uint64_t *sketch, uint32_t label, uint32_t block) {
    uint64_t hash = sketch_hash(how->seed, label, block);
    if (how->bits != 0) {
        sketch[0] |= (uint64_t)1 << (hash & (how->bits - 1));
        return;
    }
    uint32_t quarter = how->words / 4, mask = 64 * quarter - 1;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t bit = (uint32_t)(hash >> 16 * i) & mask;
        sketch[i * quarter + bit / 64] |= (uint64_t)1 << bit % 64;
    }
}

/* Sums of weights in sketches are modulo this prime, 2^61 - 1: numbers below 2^61. */
#define SKETCH_PRIME (((uint64_t)1 << 61) - 1)

CORE_FUNCTION uint64_t sketch_reduce(uint64_t number) {
    number = (number & SKETCH_PRIME) + (number >> 61);
    return number >= SKETCH_PRIME ? number - SKETCH_PRIME : number;
}

CORE_FUNCTION uint64_t sketch_times(uint64_t a, uint64_t b) {
    const uint64_t high = core_multiply_high(a, b), low = a * b;
    return sketch_reduce((low & SKETCH_PRIME) + (low >> 61 | high << 3));
}

/* A non-zero number of 32 bits by which sketches are told apart. */
CORE_FUNCTION uint32_t sketch_fold(const uint64_t *sketch, uint32_t words) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < words; i++) {
        hash = (hash ^ sketch[i]) * 0x9fb21c651e98df25ULL;
        hash ^= hash >> 32;
    }
    return (uint32_t)(hash * 0x9e3779b97f4a7c15ULL >> 32) | 1;
}

#endif
