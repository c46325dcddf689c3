#ifndef HEDDLE_BASE_CORE_H
#define HEDDLE_BASE_CORE_H

/*
 * Basics of the *_core.h files, which C and CUDA share: function attributes, the 64 x 64 -> high
 * 64 multiplication, prefetching and mixing.
 */
#include <stdint.h>

/* Functions of both sides: those that become a part of their caller, and those that are too large for it. */
#ifdef __CUDACC__
#define CORE_FUNCTION static __host__ __device__ __forceinline__
#define CORE_CALL static __host__ __device__ __noinline__
#else
#define CORE_FUNCTION static inline __attribute__((always_inline, unused))
#define CORE_CALL static __attribute__((noinline, unused))
#endif

CORE_FUNCTION uint64_t core_multiply_high(uint64_t a, uint64_t b) {
#ifdef __CUDA_ARCH__
    return __umul64hi(a, b);
#else
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)(((wide)a * b) >> 64);
#endif
}

/* The number of trailing zero bits of a word that is not 0; wide: of 64 bits. */
CORE_FUNCTION uint32_t core_count_trailing_zeros(uint32_t word) {
#ifdef __CUDA_ARCH__
    return (uint32_t)__ffs((int)word) - 1;
#else
    return (uint32_t)__builtin_ctz(word);
#endif
}

CORE_FUNCTION uint32_t core_count_trailing_zeros_wide(uint64_t word) {
#ifdef __CUDA_ARCH__
    return (uint32_t)__ffsll((long long)word) - 1;
#else
    return (uint32_t)__builtin_ctzll(word);
#endif
}

CORE_FUNCTION void core_prefetch(const void *address) {
#ifndef __CUDA_ARCH__
    __builtin_prefetch(address, 1, 3);
#else
    (void)address;
#endif
}

/* Odd multipliers of published mixers: the one of rrmxmx, which XXH3 uses, and the one of degski64. */
#define CORE_MULTIPLIER_1 0x9fb21c651e98df25u
#define CORE_MULTIPLIER_2 0xd6e8feb86659fd93u

/* A bijection of 64-bit words that spreads nearby ones over the whole range, high and low bits alike. */
CORE_FUNCTION uint64_t core_mix(uint64_t word) {
    word *= CORE_MULTIPLIER_1;
    word ^= word >> 32;
    word *= CORE_MULTIPLIER_2;
    return word ^ (word >> 32);
}

#endif
