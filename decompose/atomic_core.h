#ifndef HEDDLE_DECOMPOSE_ATOMIC_CORE_H
#define HEDDLE_DECOMPOSE_ATOMIC_CORE_H

/*
 * Relaxed atomics on 32-bit words and bits of bitmaps that several threads change, on the host and on a GPU.
 * They order nothing else: what one step of a decomposition writes is read by the next, after a join or a
 * launch.
 */
#include "base/core.h"
#include "decompose/digraph_core.h"

CORE_FUNCTION uint32_t atomic_load(const uint32_t *word) {
#ifdef __CUDA_ARCH__
    return *(const volatile uint32_t *)word;
#else
    return __atomic_load_n(word, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION void atomic_store(uint32_t *word, uint32_t value) {
#ifdef __CUDA_ARCH__
    *(volatile uint32_t *)word = value;
#else
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
#endif
}

/* These return what the word was before. */
CORE_FUNCTION uint32_t atomic_add(uint32_t *word, uint32_t value) {
#ifdef __CUDA_ARCH__
    return atomicAdd(word, value);
#else
    return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION uint32_t atomic_or(uint32_t *word, uint32_t bits) {
#ifdef __CUDA_ARCH__
    return atomicOr(word, bits);
#else
    return __atomic_fetch_or(word, bits, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION uint32_t atomic_and(uint32_t *word, uint32_t bits) {
#ifdef __CUDA_ARCH__
    return atomicAnd(word, bits);
#else
    return __atomic_fetch_and(word, bits, __ATOMIC_RELAXED);
#endif
}

/* Compare-and-swap; whether it was `expected` and is `value` now. */
CORE_FUNCTION int atomic_replace(uint32_t *word, uint32_t expected, uint32_t value) {
#ifdef __CUDA_ARCH__
    return atomicCAS(word, expected, value) == expected;
#else
    return __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION void atomic_least(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    atomicMin((unsigned long long *)word, (unsigned long long)value);
#else
    uint64_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (value < seen &&
           !__atomic_compare_exchange_n(word, &seen, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

/* --- bits --- */

CORE_FUNCTION int bit_load(const uint32_t *bitmap, uint64_t index) {
    return (int)(atomic_load(&bitmap[index / DIGRAPH_WORD_EDGES]) >> (index % DIGRAPH_WORD_EDGES) & 1);
}

/* Sets the bit; whether it was clear. */
CORE_FUNCTION int bit_claim(uint32_t *bitmap, uint64_t index) {
    uint32_t bit = 1u << (index % DIGRAPH_WORD_EDGES), *word = &bitmap[index / DIGRAPH_WORD_EDGES];
    return !(atomic_load(word) & bit) && !(atomic_or(word, bit) & bit);
}

/* Clears the bit; whether it was set. */
CORE_FUNCTION int bit_take(uint32_t *bitmap, uint64_t index) {
    uint32_t bit = 1u << (index % DIGRAPH_WORD_EDGES), *word = &bitmap[index / DIGRAPH_WORD_EDGES];
    return (atomic_load(word) & bit) && (atomic_and(word, ~bit) & bit);
}

/* The bits of a word of a bitmap that are in [begin, end), of which it has some. */
CORE_FUNCTION uint32_t bits_within(uint64_t word, uint64_t begin, uint64_t end) {
    uint64_t first = word * DIGRAPH_WORD_EDGES;
    uint32_t mask = ~0u;
    if (begin > first) {
        mask &= ~0u << (begin - first);
    }
    if (end < first + DIGRAPH_WORD_EDGES) {
        mask &= ~0u >> (first + DIGRAPH_WORD_EDGES - end);
    }
    return mask;
}

CORE_FUNCTION uint32_t bits_count(uint32_t word) {
#ifdef __CUDA_ARCH__
    return (uint32_t)__popc(word);
#else
    return (uint32_t)__builtin_popcount(word);
#endif
}

#endif
