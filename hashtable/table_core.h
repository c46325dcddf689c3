#ifndef HEDDLE_HASHTABLE_TABLE_CORE_H
#define HEDDLE_HASHTABLE_TABLE_CORE_H

/*
 * The visited set: layout and protocol, shared by CPU and CUDA (after the bucketed tables of Cassee, Neele,
 * Wijs 2017, section 4.2, with the bucket order changed so that the table grows in place).
 *
 * Layout. `buckets` home buckets and `pad` more behind them, each of 2^bucket_bits slots, each slot of one or
 * two words; a word that is 0 is empty, used words have bit 63 set. A key's home is floor(hash * buckets /
 * 2^64): it grows with the hash, so buckets hold keys in hash order but for overflow, any number of buckets
 * will do, and growth streams through memory (table.c).
 *
 * Probing. From the home bucket upwards, bucket by bucket; within a bucket circularly from a slot that the
 * hash names. Slots never become empty again, and a key goes into the first empty slot of its sequence;
 * therefore a sequence that meets an empty slot ends there, and two threads with one key meet in one slot.
 *
 * Publication. One word: a compare-and-swap of the key. Two words: a compare-and-swap of word 0, then a
 * release store of word 1, whose bit 63 says that it is there; a reader that sees its word 0 waits for word
 * 1. Slots with equal words 0 and different words 1 are different keys.
 *
 * Prefix tables hold words whose bits 62..31 are hash bits already and whose bits 30..0 are a value (intern_core.h).
 */
#include "base/core.h"

#define TABLE_USED ((uint64_t)1 << 63)
#define TABLE_PROBE_SLOTS 32768u /* a probe sequence that long says FULL */

enum table_result { TABLE_FOUND = 0, TABLE_NEW = 1, TABLE_FULL = 2 };

/* Copied by value to whoever probes; valid until the table grows. */
struct table_view {
    uint64_t *slots;      /* (buckets + pad) << bucket_bits slots of `words` words */
    uint64_t buckets;     /* home buckets, at least 1 */
    uint64_t pad;         /* overflow buckets behind them */
    uint32_t words;       /* of a slot: 1 or 2 */
    uint32_t bucket_bits; /* log2 of the slots in a bucket, 0..4 */
    uint32_t prefix;      /* the hash of a word is the word's own bits */
};

CORE_FUNCTION uint64_t table_hash_1(uint64_t key) {
    return core_mix(key);
}

CORE_FUNCTION uint64_t table_hash_2(uint64_t word0, uint64_t word1) {
    return core_mix(core_mix(word0) + word1);
}

CORE_FUNCTION uint64_t table_hash_prefix(uint64_t word) {
    return (word << 1) & 0xffffffff00000000u;
}

CORE_FUNCTION uint64_t table_home(const struct table_view *view, uint64_t hash) {
    return core_multiply_high(hash, view->buckets);
}

/* The slot within the bucket where the sequence starts; from bits that do not choose the bucket. */
CORE_FUNCTION uint32_t table_start(const struct table_view *view, uint64_t hash) {
    return (uint32_t)((view->prefix ? hash >> 32 : hash) & ((1u << view->bucket_bits) - 1));
}

CORE_FUNCTION uint64_t table_first_slot(const struct table_view *view, uint64_t hash) {
    return (table_home(view, hash) << view->bucket_bits) + table_start(view, hash);
}

CORE_FUNCTION void table_prefetch(const struct table_view *view, uint64_t hash) {
    core_prefetch(view->slots + table_first_slot(view, hash) * view->words);
}

/* How many buckets a sequence may visit before it says FULL. */
CORE_FUNCTION uint64_t table_sequence_buckets(const struct table_view *view, uint64_t home) {
    uint64_t limit = TABLE_PROBE_SLOTS >> view->bucket_bits;
    uint64_t left = view->buckets + view->pad - home;
    return left < limit ? left : limit;
}

/*
 * Finds or puts a one-word key (bit 63 set) whose table_hash_1 is `hash`. *slot becomes the number of its slot unless
 * the result is FULL.
 */
CORE_FUNCTION enum table_result table_put_1(const struct table_view *view, uint64_t key, uint64_t hash,
                                            uint64_t *slot) {
    uint64_t home = table_home(view, hash);
    uint64_t buckets = table_sequence_buckets(view, home);
    uint32_t mask = (1u << view->bucket_bits) - 1;
    uint32_t start = table_start(view, hash);
    for (uint64_t bucket = home; bucket < home + buckets; bucket++) {
        uint64_t first = bucket << view->bucket_bits;
        for (uint32_t i = 0; i <= mask; i++) {
            uint64_t at = first + ((start + i) & mask);
            uint64_t seen = core_load_relaxed(view->slots + at);
            if (seen == 0) {
                seen = core_claim(view->slots + at, key);
                if (seen == 0) {
                    *slot = at;
                    return TABLE_NEW;
                }
            }
            if (seen == key) {
                *slot = at;
                return TABLE_FOUND;
            }
        }
    }
    return TABLE_FULL;
}

/* Waits until word 1 of a claimed slot is published. */
CORE_FUNCTION uint64_t table_wait_word1(const uint64_t *word1) {
    uint64_t value;
    do {
        value = core_load_acquire(word1);
    } while (value == 0);
    return value;
}

/* The same for two-word keys (bit 63 set in both words) and table_hash_2. */
CORE_FUNCTION enum table_result table_put_2(const struct table_view *view, uint64_t word0, uint64_t word1,
                                            uint64_t hash, uint64_t *slot) {
    uint64_t home = table_home(view, hash);
    uint64_t buckets = table_sequence_buckets(view, home);
    uint32_t mask = (1u << view->bucket_bits) - 1;
    uint32_t start = table_start(view, hash);
    for (uint64_t bucket = home; bucket < home + buckets; bucket++) {
        uint64_t first = bucket << view->bucket_bits;
        for (uint32_t i = 0; i <= mask; i++) {
            uint64_t at = first + ((start + i) & mask);
            uint64_t *words = view->slots + 2 * at;
            uint64_t seen = core_load_relaxed(words);
            if (seen == 0) {
                seen = core_claim(words, word0);
                if (seen == 0) {
                    core_store_release(words + 1, word1);
                    *slot = at;
                    return TABLE_NEW;
                }
            }
            if (seen == word0 && table_wait_word1(words + 1) == word1) {
                *slot = at;
                return TABLE_FOUND;
            }
        }
    }
    return TABLE_FULL;
}

/*
 * Whether the key's home bucket holds it: all slots are compared without a branch that depends on which, as a
 * mispredicted branch costs more than a bucket's loads. No is not final.
 */
CORE_FUNCTION int table_bucket_has(const uint64_t *slot, const uint32_t slots, const uint64_t *key,
                                   const uint32_t words) {
    uint32_t found = 0;
#if !defined(__CUDACC__)
#pragma GCC unroll 16
#endif
    for (uint32_t i = 0; i < slots; i++) {
        found |= (uint32_t)(core_load_relaxed(slot + i * words) == key[0]) &
                 (uint32_t)(words == 1 || core_load_acquire(slot + i * words + words - 1) == key[words - 1]);
    }
    return found != 0;
}

CORE_FUNCTION int table_home_has(const struct table_view *view, const uint64_t *key, const uint32_t words,
                                 uint64_t hash) {
    const uint64_t *slot = view->slots + (table_home(view, hash) << view->bucket_bits) * words;
    switch (view->bucket_bits) { /* constants, for loops without a counter */
    case 1:
        return table_bucket_has(slot, 2, key, words);
    case 2:
        return table_bucket_has(slot, 4, key, words);
    case 3:
        return table_bucket_has(slot, 8, key, words);
    default:
        return table_bucket_has(slot, 1u << view->bucket_bits, key, words);
    }
}

/* table_put for a key of view->words words. */
CORE_FUNCTION enum table_result table_put(const struct table_view *view, const uint64_t *key, uint32_t words,
                                          uint64_t hash, uint64_t *slot) {
    return words == 1 ? table_put_1(view, key[0], hash, slot) : table_put_2(view, key[0], key[1], hash, slot);
}

CORE_FUNCTION uint64_t table_hash(const struct table_view *view, const uint64_t *key) {
    if (view->prefix) {
        return table_hash_prefix(key[0]);
    }
    return view->words == 1 ? table_hash_1(key[0]) : table_hash_2(key[0], key[1]);
}

#endif
