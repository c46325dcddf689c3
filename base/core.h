#ifndef HEDDLE_BASE_CORE_H
#define HEDDLE_BASE_CORE_H

/*
 * What the *_core.h files, shared by C and CUDA, are written with: function attributes, the 64 x 64 -> high
 * 64 multiplication, and atomics on plain 64-bit words. Orders are named; the device versions give at least
 * them.
 */
#include <stdint.h>

#ifdef __CUDACC__
#define CORE_FUNCTION static __host__ __device__ __forceinline__
#else
#define CORE_FUNCTION static inline __attribute__((always_inline, unused))
#endif

CORE_FUNCTION uint64_t core_multiply_high(uint64_t a, uint64_t b) {
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#else
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)(((wide)a * b) >> 64);
#endif
}

/* Of a word that is not 0. */
CORE_FUNCTION uint32_t core_count_trailing_zeros(uint32_t word) {
#ifdef __CUDA_ARCH__
    return (uint32_t)__ffs((int)word) - 1;
#else
    return (uint32_t)__builtin_ctz(word);
#endif
}

CORE_FUNCTION uint64_t core_load_relaxed(const uint64_t *word) {
#ifdef __CUDA_ARCH__
    return *(const volatile uint64_t *)word;
#else
    return __atomic_load_n(word, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION uint64_t core_load_acquire(const uint64_t *word) {
#ifdef __CUDA_ARCH__
    uint64_t value = *(const volatile uint64_t *)word;
    __threadfence();
    return value;
#else
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
#endif
}

CORE_FUNCTION void core_store_relaxed(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    *(volatile uint64_t *)word = value;
#else
    __atomic_store_n(word, value, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION void core_store_release(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    __threadfence();
    *(volatile uint64_t *)word = value;
#else
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
#endif
}

/* Compare-and-swap from 0: stores value if the word is 0; returns what was there before (0: stored). */
CORE_FUNCTION uint64_t core_claim(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    __threadfence();
    uint64_t seen = atomicCAS((unsigned long long *)word, 0ULL, (unsigned long long)value);
    __threadfence();
    return seen;
#else
    uint64_t seen = 0;
    __atomic_compare_exchange_n(word, &seen, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return seen;
#endif
}

CORE_FUNCTION uint64_t core_fetch_add(uint64_t *word, uint64_t value) {
#ifdef __CUDA_ARCH__
    return atomicAdd((unsigned long long *)word, (unsigned long long)value);
#else
    return __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
#endif
}

CORE_FUNCTION void core_prefetch(const void *address) {
#ifndef __CUDA_ARCH__
    __builtin_prefetch(address, 1, 3);
#else
    (void)address;
#endif
}

/* A bijection of 64-bit words that spreads nearby ones over the whole range, high and low bits alike. */
CORE_FUNCTION uint64_t core_mix(uint64_t word) {
    word *= 0x9fb21c651e98df25u;
    word ^= word >> 32;
    word *= 0xd6e8feb86659fd93u;
    return word ^ (word >> 32);
}

#endif
