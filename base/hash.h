#ifndef HEDDLE_BASE_HASH_H
#define HEDDLE_BASE_HASH_H

/* Hashes for tables in host memory. core_mix (base/core.h) hashes one word. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_combine(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t hash_load_word(const unsigned char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    return word;
}

/* Loads fewer than eight bytes, in loads of fixed size that may overlap. */
static inline uint64_t hash_load_short(const unsigned char *bytes, size_t length) {
    if (length >= 4) {
        uint32_t low, high;
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + length - 4, 4);
        return low | (uint64_t)high << 32;
    }
    return length == 0 ? 0 : bytes[0] | (uint64_t)bytes[length / 2] << 8 | (uint64_t)bytes[length - 1] << 16;
}

/* Hashes bytes of which only the bits of `mask` count (eight bytes of mask for each eight bytes). */
static inline uint64_t hash_masked_bytes(const void *data, size_t length, uint64_t seed, uint64_t mask) {
    const unsigned char *bytes = data;
    uint64_t hash = seed ^ length;
    uint64_t last = length >= 8 ? hash_load_word(bytes + length - 8) : hash_load_short(bytes, length);
    for (; length > 8; bytes += 8, length -= 8) {
        hash = hash_combine(hash ^ (hash_load_word(bytes) & mask), 0x9e3779b97f4a7c15u);
    }
    hash = hash_combine(hash ^ (last & mask), 0xd6e8feb86659fd93u);
    return hash_combine(hash ^ seed, 0xa0761d6478bd642fu);
}

/*
 * A new seed. Tables that are filled from files should have one each, so that no file can be crafted to make
 * them slow.
 */
static inline uint64_t hash_bytes(const void *data, size_t length, uint64_t seed) {
    return hash_masked_bytes(data, length, seed, UINT64_MAX);
}

#endif
