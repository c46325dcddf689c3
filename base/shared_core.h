#ifndef HEDDLE_BASE_SHARED_CORE_H
#define HEDDLE_BASE_SHARED_CORE_H

/*
 * Atomic operations on shared memory, on the host and on a GPU: shared_* for 32-bit words,
 * shared64_* for 64-bit words, shared_bit_* for the bits of a bitmap. They are relaxed and order no other
 * access, unless their name says otherwise (the GPU's versions may order more). That is enough because a step
 * reads only what earlier steps wrote, after a join or a launch.
 */
#include "base/bitmap_core.h"

/* One of two expressions: for code of a GPU, and for the host. */
#ifdef __CUDA_ARCH__
#define SHARED_DO(gpu, host) gpu
#else
#define SHARED_DO(gpu, host) host
#endif

/*
 * On a GPU, shared_add, shared64_add and shared64_claim are for words in its global memory, and their code
 * says so. For an address that may be in any memory, the compiler makes a branch in which one lane adds for
 * the others. While another process used the same GPU, lanes were seen to go on with a sum of 0: two pairs of
 * words got the same id (intern_core.h), and the counts were wrong.
 */

CORE_FUNCTION uint32_t shared_load(const uint32_t *word) {
    return SHARED_DO(*(const volatile uint32_t *)word, __atomic_load_n(word, __ATOMIC_RELAXED));
}

/* The same where an old value is good enough: for a word that all threads read, which is fast only if
 * cached. */
CORE_FUNCTION uint32_t shared_glance(const uint32_t *word) {
    return SHARED_DO(*word, __atomic_load_n(word, __ATOMIC_RELAXED));
}

CORE_FUNCTION void shared_store(uint32_t *word, uint32_t value) {
    SHARED_DO(*(volatile uint32_t *)word = value, __atomic_store_n(word, value, __ATOMIC_RELAXED));
}

/* These return the word's previous value. */
CORE_FUNCTION uint32_t shared_add(uint32_t *word, uint32_t value) {
#ifdef __CUDA_ARCH__
    uint32_t old;
    asm volatile("atom.global.add.u32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(__cvta_generic_to_global(word)), "r"(value)
                 : "memory");
    return old;
#else
    return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
#endif
}

/* The same for a word that on a GPU is in shared memory of a block. */
CORE_FUNCTION uint32_t shared_add_in_block(uint32_t *word, uint32_t value) {
    SHARED_DO(__builtin_assume(__isShared(word)), (void)0);
    return SHARED_DO(atomicAdd(word, value), __atomic_fetch_add(word, value, __ATOMIC_RELAXED));
}

CORE_FUNCTION uint32_t shared_or(uint32_t *word, uint32_t bits) {
    return SHARED_DO(atomicOr(word, bits), __atomic_fetch_or(word, bits, __ATOMIC_RELAXED));
}

CORE_FUNCTION uint32_t shared_and(uint32_t *word, uint32_t bits) {
    return SHARED_DO(atomicAnd(word, bits), __atomic_fetch_and(word, bits, __ATOMIC_RELAXED));
}

/* Makes the word at most, or at least, this value. A word that is so already is only read. */
CORE_FUNCTION void shared_least(uint32_t *word, uint32_t value) {
#ifdef __CUDA_ARCH__
    if (value < *(volatile uint32_t *)word) {
        atomicMin(word, value);
    }
#else
    uint32_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (value < seen &&
           !__atomic_compare_exchange_n(word, &seen, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

CORE_FUNCTION void shared_most(uint32_t *word, uint32_t value) {
#ifdef __CUDA_ARCH__
    if (value > *(volatile uint32_t *)word) {
        atomicMax(word, value);
    }
#else
    uint32_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (value > seen &&
           !__atomic_compare_exchange_n(word, &seen, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

/* Compare-and-swap; non-zero if the word was `expected` and is `value` now. */
CORE_FUNCTION int shared_replace(uint32_t *word, uint32_t expected, uint32_t value) {
    return SHARED_DO(
        atomicCAS(word, expected, value) == expected,
        __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

/* --- 64-bit words --- */

CORE_FUNCTION uint64_t shared64_load(const uint64_t *word) {
    return SHARED_DO(*(const volatile uint64_t *)word, __atomic_load_n(word, __ATOMIC_RELAXED));
}

CORE_FUNCTION uint64_t shared64_load_acquire(const uint64_t *word) {
#ifdef __CUDA_ARCH__
    uint64_t value = *(const volatile uint64_t *)word;
    __threadfence();
    return value;
#else
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
#endif
}

CORE_FUNCTION void shared64_store(uint64_t *word, uint64_t value) {
    SHARED_DO(*(volatile uint64_t *)word = value, __atomic_store_n(word, value, __ATOMIC_RELAXED));
}

/* Compare-and-swap from 0: stores value if the word is 0; returns the previous value (0: stored). */
CORE_FUNCTION uint64_t shared64_claim(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    __builtin_assume(__isGlobal(word));
    return atomicCAS((unsigned long long *)word, 0ULL, (unsigned long long)value);
#else
    uint64_t seen = 0;
    __atomic_compare_exchange_n(word, &seen, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return seen;
#endif
}

CORE_FUNCTION uint64_t shared64_add(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    uint64_t old;
    asm volatile("atom.global.add.u64 %0, [%1], %2;"
                 : "=l"(old)
                 : "l"(__cvta_generic_to_global(word)), "l"(value)
                 : "memory");
    return old;
#else
    return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
#endif
}

/* The same for a word that on a GPU may also be in shared memory of a block. */
CORE_FUNCTION uint64_t shared64_add_anywhere(uint64_t *word, uint64_t value) {
    return SHARED_DO(atomicAdd((unsigned long long *)word, (unsigned long long)value),
                     __atomic_fetch_add(word, value, __ATOMIC_RELAXED));
}

CORE_FUNCTION void shared64_least(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    atomicMin((unsigned long long *)word, (unsigned long long)value);
#else
    uint64_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (value < seen &&
           !__atomic_compare_exchange_n(word, &seen, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

CORE_FUNCTION void shared64_most(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    if (value > *(volatile uint64_t *)word) {
        atomicMax((unsigned long long *)word, (unsigned long long)value);
    }
#else
    uint64_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (value > seen &&
           !__atomic_compare_exchange_n(word, &seen, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
}

/* Sets bits. A word that has them already is only read. */
CORE_FUNCTION void shared64_set(uint64_t *word, uint64_t bits) {
    if ((shared64_load(word) & bits) != bits) {
        (void)SHARED_DO(atomicOr((unsigned long long *)word, (unsigned long long)bits),
                        __atomic_fetch_or(word, bits, __ATOMIC_RELAXED));
    }
}

/* --- bits --- */

CORE_FUNCTION int shared_bit_load(const uint32_t *bitmap, uint64_t index) {
    return (int)(shared_load(&bitmap[index / BITMAP_WORD_BITS]) >> (index % BITMAP_WORD_BITS) & 1);
}

/* Sets the bit; non-zero if it was clear. */
CORE_FUNCTION int shared_bit_claim(uint32_t *bitmap, uint64_t index) {
    uint32_t bit = 1u << (index % BITMAP_WORD_BITS), *word = &bitmap[index / BITMAP_WORD_BITS];
    return !(shared_load(word) & bit) && !(shared_or(word, bit) & bit);
}

/* Clears the bit; non-zero if it was set. */
CORE_FUNCTION int shared_bit_take(uint32_t *bitmap, uint64_t index) {
    uint32_t bit = 1u << (index % BITMAP_WORD_BITS), *word = &bitmap[index / BITMAP_WORD_BITS];
    return (shared_load(word) & bit) && (shared_and(word, ~bit) & bit);
}

/* The mask of the bits of a bitmap's word that are in [begin, end); the word has at least one such bit. */
CORE_FUNCTION uint32_t bits_in_range(uint64_t word, uint64_t begin, uint64_t end) {
    uint64_t first = word * BITMAP_WORD_BITS;
    uint32_t mask = ~0u;
    if (begin > first) {
        mask &= ~0u << (begin - first);
    }
    if (end < first + BITMAP_WORD_BITS) {
        mask &= ~0u >> (first + BITMAP_WORD_BITS - end);
    }
    return mask;
}

CORE_FUNCTION uint32_t bits_count(uint32_t word) {
    return (uint32_t)SHARED_DO(__popc(word), __builtin_popcount(word));
}

#endif
