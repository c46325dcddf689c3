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
 * Probing. From the home bucket upwards, bucket by bucket. A bucket that does not hold the key and has an empty slot
 * takes it, in the first empty slot circularly from one that the hash names. Slots never become empty again,
 * so a bucket with an empty slot ends the sequence. Two threads with one key cannot both put it: the one that claims later
 * has found each slot before its own taken when it looked, among them the other's slot or one that the other
 * saw taken; in either case it saw the key, or lost the claim and looks at the bucket again.
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

/* Waits until word 1 of a claimed slot is published. */
CORE_FUNCTION uint64_t table_wait_word1(const uint64_t *word1) {
    uint64_t value;
    do {
        value = core_load_acquire(word1);
    } while (value == 0);
    return value;
}

#if !defined(__CUDACC__)
#define TABLE_UNROLL _Pragma("GCC unroll 16")
#else
#define TABLE_UNROLL _Pragma("unroll")
#endif

/*
 * Within a bucket of `slots` slots (a constant at every call, for loops without branches: a mispredicted one
 * costs more than all loads of a bucket): a bit for each slot that holds the key, and for each empty one.
 */
CORE_FUNCTION uint32_t table_matches(const uint64_t *bucket, const uint32_t slots, const uint64_t *key,
                                     const uint32_t words) {
    uint32_t matches = 0;
    TABLE_UNROLL
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t same = core_load_relaxed(bucket + i * words) == key[0];
        if (words == 2) {
            same &= (uint32_t)(core_load_acquire(bucket + i * words + 1) == key[1]);
        }
        matches |= same << i;
    }
    return matches;
}

/* Whether any slot holds the key: what most probes end with, in fewer steps than table_matches. */
CORE_FUNCTION int table_has(const uint64_t *bucket, const uint32_t slots, const uint64_t *key, const uint32_t words) {
    uint32_t found = 0;
    TABLE_UNROLL
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t same = core_load_relaxed(bucket + i * words) == key[0];
        if (words == 2) {
            same &= (uint32_t)(core_load_acquire(bucket + i * words + 1) == key[1]);
        }
        found |= same;
    }
    return (int)found;
}

CORE_FUNCTION uint32_t table_empties(const uint64_t *bucket, const uint32_t slots, const uint32_t words) {
    uint32_t empties = 0;
    TABLE_UNROLL
    for (uint32_t i = 0; i < slots; i++) {
        empties |= (uint32_t)(core_load_relaxed(bucket + i * words) == 0) << i;
    }
    return empties;
}

/* The first set bit of `bits` (not 0) from bit `start` on, circularly in `slots` bits. */
CORE_FUNCTION uint32_t table_first(uint32_t bits, uint32_t start, const uint32_t slots) {
    uint32_t turned = bits >> start | bits << (slots - start);
    uint32_t first = core_count_trailing_zeros(turned);
    return (first + start) & (slots - 1);
}

/*
 * Two-word keys: whether a slot has word 0 of the key and its word 1 was not there yet; waits until it is. Then
 * the bucket must be looked at again.
 */
CORE_FUNCTION int table_is_pending(const uint64_t *bucket, const uint32_t slots, const uint64_t *key) {
    for (uint32_t i = 0; i < slots; i++) {
        if (core_load_relaxed(bucket + 2 * i) == key[0] && core_load_acquire(bucket + 2 * i + 1) != key[1]) {
            if (table_wait_word1(bucket + 2 * i + 1) == key[1]) {
                return 1;
            }
        }
    }
    return 0;
}

/* table_put in buckets of `slots` slots. */
CORE_FUNCTION enum table_result table_put_in(const struct table_view *view, const uint64_t *key,
                                             const uint32_t words, const uint32_t slots, uint64_t hash,
                                             uint64_t *slot) {
    uint64_t home = table_home(view, hash);
    uint64_t last = home + table_sequence_buckets(view, home);
    uint32_t start = table_start(view, hash);
    for (uint64_t number = home; number < last; number++) {
        uint64_t *bucket = view->slots + number * slots * words;
        for (;;) {
            if (table_has(bucket, slots, key, words)) {
                if (slot != 0) {
                    *slot = number * slots + core_count_trailing_zeros(table_matches(bucket, slots, key, words));
                }
                return TABLE_FOUND;
            }
            if (words == 2 && table_is_pending(bucket, slots, key)) {
                continue;
            }
            uint32_t bits = table_empties(bucket, slots, words);
            if (bits == 0) {
                break;
            }
            uint32_t first = table_first(bits, start, slots);
            if (core_claim(bucket + first * words, key[0]) == 0) {
                if (words == 2) {
                    core_store_release(bucket + first * words + 1, key[1]);
                }
                if (slot != 0) {
                    *slot = number * slots + first;
                }
                return TABLE_NEW;
            }
        }
    }
    return TABLE_FULL;
}

/*
 * Finds or puts a key of `words` words (bits 63 set) whose table_hash is `hash`. *slot becomes the number of
 * its slot unless the result is FULL; a null pointer for who does not want to know.
 */
CORE_FUNCTION enum table_result table_put(const struct table_view *view, const uint64_t *key,
                                          const uint32_t words, uint64_t hash, uint64_t *slot) {
    switch (view->bucket_bits) {
    case 0:
        return table_put_in(view, key, words, 1, hash, slot);
    case 1:
        return table_put_in(view, key, words, 2, hash, slot);
    case 2:
        return table_put_in(view, key, words, 4, hash, slot);
    case 3:
        return table_put_in(view, key, words, 8, hash, slot);
    default:
        return table_put_in(view, key, words, 16, hash, slot);
    }
}

CORE_FUNCTION uint64_t table_hash(const struct table_view *view, const uint64_t *key) {
    if (view->prefix) {
        return table_hash_prefix(key[0]);
    }
    return view->words == 1 ? table_hash_1(key[0]) : table_hash_2(key[0], key[1]);
}

#endif
