#ifndef HEDDLE_BENCH_KEYS_CORE_H
#define HEDDLE_BENCH_KEYS_CORE_H

/*
 * Keys to put into a hash table, each made from its index in the sequence, so that none need be stored. The
 * sequence has `total` keys, of which `distinct` are different; each occurs total / distinct times (or once
 * more, where that leaves a rest). The order is random: a Feistel network permutes the indices 0 .. side^2 -
 * 1, those at or above `total` are permuted again until they are below, and the remainder modulo `distinct`
 * is the key's number. Numbers become words by a bijection, so distinct numbers are distinct keys.
 */
#include "hashtable/table_core.h"

#define KEYS_ROUNDS 4u
#define KEYS_MOST ((uint64_t)1 << 31) /* in a sequence */

struct key_sequence {
    uint32_t total, distinct;
    uint32_t side; /* the smallest with side^2 >= total */
    uint32_t seed;
    uint32_t adjacent; /* not in random order: those that are equal follow each other */
};

CORE_FUNCTION struct key_sequence key_sequence_of(uint64_t total, uint64_t distinct, uint32_t seed) {
    struct key_sequence sequence;
    sequence.total = (uint32_t)total;
    sequence.distinct = (uint32_t)distinct;
    sequence.seed = seed;
    sequence.adjacent = 0;
    sequence.side = 1;
    while ((uint64_t)sequence.side * sequence.side < total) {
        sequence.side++;
    }
    return sequence;
}

/* A bijection of 0 .. side^2 - 1. */
CORE_FUNCTION uint32_t key_sequence_permute(const struct key_sequence *sequence, uint32_t index) {
    uint32_t left = index / sequence->side, right = index % sequence->side;
    for (uint32_t round = 0; round < KEYS_ROUNDS; round++) {
        uint64_t mixed = core_mix(((uint64_t)sequence->seed + round) << 32 | right) >> 32;
        uint32_t sum = left + (uint32_t)(mixed * sequence->side >> 32);
        left = right;
        right = sum >= sequence->side ? sum - sequence->side : sum;
    }
    return left * sequence->side + right;
}

/* The number, 0 .. distinct - 1, of the sequence's key `index`, below `total`. */
CORE_FUNCTION uint32_t key_sequence_number(const struct key_sequence *sequence, uint32_t index) {
    if (sequence->adjacent) {
        return (uint32_t)((uint64_t)index * sequence->distinct / sequence->total);
    }
    do {
        index = key_sequence_permute(sequence, index);
    } while (index >= sequence->total);
    return index % sequence->distinct;
}

/* A bijection of 63-bit words. */
CORE_FUNCTION uint64_t key_spread(uint64_t word) {
    const uint64_t mask = TABLE_USED - 1;
    word = (word * 0x9fb21c651e98df25u) & mask;
    word ^= word >> 31;
    word = (word * 0xd6e8feb86659fd93u) & mask;
    return word ^ word >> 32;
}

/* The key with that number, of one, two or four words. Keys of more than one word often have words in common:
 * four of two words have the same word 0, and eight of four words. */
CORE_FUNCTION void key_of_number(uint32_t number, const uint32_t words, uint64_t *key) {
    const uint32_t values = words == 2 ? 4 : 2; /* of each later word */
    for (uint32_t w = words; w-- > 1; number /= values) {
        key[w] = key_spread(number % values) | TABLE_USED;
    }
    key[0] = key_spread(number) | TABLE_USED;
}

#endif
