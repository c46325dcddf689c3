#ifndef HEDDLE_HASHTABLE_TABLE_CORE_H
#define HEDDLE_HASHTABLE_TABLE_CORE_H

/*
 * The visited set: layout and protocol, shared by CPU and CUDA (after the bucketed tables of Cassee, Neele,
 * Wijs 2017, section 4.2, with the bucket order changed so that the table grows in place).
 *
 * Layout. `buckets` home buckets and `pad` more after them, each of 2^bucket_bits slots, each slot of one,
 * two or four words (three words would cross the sectors and lines of memory); a word that is 0 is empty,
 * used words have bit 63 set. A key's home is floor(hash * buckets / 2^64): it rises with the hash. So
 * buckets hold keys in the order of hashes, except for overflow; the number of buckets is arbitrary; and
 * growth reads and writes memory sequentially (table.c).
 *
 * Probing. From the home bucket upwards, bucket by bucket. The first bucket that has an empty slot ends the
 * sequence, because slots never become empty again. If it does not hold the key, either, the key is put into
 * its first empty slot, circularly from a slot that the hash selects.
 *
 * Why no key is stored twice. A thread first notes which slots are empty and then compares keys, so it
 * compares every slot that it noted as taken. Suppose two threads claim slots a and b for the same key, a
 * before b in the circular order. The thread that claimed b had noted a as taken, so a was claimed before it
 * compared a: it found the key there and did not claim b. The same holds across buckets, because all slots of
 * a skipped bucket were noted as taken.
 *
 * Publication. One word: a compare-and-swap of the key. More words: a compare-and-swap of word 0, then a
 * store of each later word, whose bit 63 shows that it is written; a reader that finds its word 0 waits for
 * the later words, until one differs. Slots with equal words 0 and different later words are different keys.
 * Keys publish no other data, so accesses need no order, except for empty slots as said above.
 *
 * Prefix tables hold words whose bits 62..31 are hash bits already and whose bits 30..0 are a value
 * (intern_core.h).
 */
#include "base/shared_core.h"

#if defined(__SSE2__) && !defined(__CUDACC__)
#include <emmintrin.h>
#endif

#define TABLE_USED ((uint64_t)1 << 63)
#define TABLE_MOST_WORDS 4u      /* words of a key: 1, 2 or 4 */
#define TABLE_PROBE_SLOTS 32768u /* longest probe sequence, in buckets; then the table is FULL */

enum table_result { TABLE_FOUND = 0, TABLE_NEW = 1, TABLE_FULL = 2 };

/* Copied by value to each thread that probes; valid until the table grows. */
struct table_view {
    uint64_t *slots;      /* (buckets + pad) << bucket_bits slots of `words` words */
    uint64_t buckets;     /* home buckets, at least 1 */
    uint64_t pad;         /* overflow buckets after the home buckets */
    uint32_t words;       /* words of a slot: 1, 2 or 4 */
    uint32_t bucket_bits; /* log2 of the slots in a bucket, 0..4 */
    uint32_t prefix;      /* a prefix table: a word's own bits are its hash */
    uint32_t alone;       /* only one thread uses the table at a time: claims need no compare-and-swap */
};

/*
 * Mixes well into the upper half, the only one used: the topmost bits choose the bucket, bits from 32 on the
 * slot.
 */
CORE_FUNCTION uint64_t table_hash_1(uint64_t key) {
    key *= CORE_MULTIPLIER_1;
    key ^= key >> 32;
    return key * CORE_MULTIPLIER_2;
}

CORE_FUNCTION uint64_t table_hash_2(uint64_t word0, uint64_t word1) {
    return table_hash_1(core_mix(word0) + word1);
}

/* The two halves of a product of 128 bits, each bit of which depends on many bits of both words. */
CORE_FUNCTION uint64_t table_multiply(uint64_t a, uint64_t b) {
    return a * b ^ core_multiply_high(a, b);
}

/* Two products that do not wait for each other. The constants are the secret of wyhash 4. */
CORE_FUNCTION uint64_t table_hash_4(uint64_t word0, uint64_t word1, uint64_t word2, uint64_t word3) {
    return table_hash_1(table_multiply(word0 ^ 0x2d358dccaa6c78a5u, word1 ^ 0x8bb84b93962eacc9u) +
                        table_multiply(word2 ^ 0x4b33a62ed433d4a3u, word3 ^ 0x4d5a2da51de1aa47u));
}

/* The hash of a key, except in prefix tables. Compilers look at all branches: an index such as `words > 1` is
 * within a shorter key, too. */
CORE_FUNCTION uint64_t table_hash_key(const uint64_t *key, const uint32_t words) {
    return words == 1 ? table_hash_1(key[0])
           : words == 2
               ? table_hash_2(key[0], key[words > 1])
               : table_hash_4(key[0], key[words > 1], key[words > 2 ? 2 : 0], key[words > 2 ? 3 : 0]);
}

CORE_FUNCTION uint64_t table_hash_prefix(uint64_t word) {
    return (word << 1) & 0xffffffff00000000u;
}

CORE_FUNCTION uint64_t table_home(const struct table_view *view, uint64_t hash) {
    return core_multiply_high(hash, view->buckets);
}

/* The slot of the bucket where the circular order starts; from hash bits that do not choose the bucket. */
CORE_FUNCTION uint32_t table_start(const struct table_view *view, uint64_t hash) {
    return (uint32_t)(hash >> 32) & ((1u << view->bucket_bits) - 1);
}

CORE_FUNCTION uint64_t table_first_slot(const struct table_view *view, uint64_t hash) {
    return (table_home(view, hash) << view->bucket_bits) + table_start(view, hash);
}

CORE_FUNCTION void table_prefetch(const struct table_view *view, uint64_t hash) {
    core_prefetch(view->slots + table_first_slot(view, hash) * view->words);
}

/* The number of buckets that a sequence may visit before the result is FULL. */
CORE_FUNCTION uint64_t table_sequence_buckets(const struct table_view *view, uint64_t home) {
    uint64_t limit = TABLE_PROBE_SLOTS >> view->bucket_bits;
    uint64_t left = view->buckets + view->pad - home;
    return left < limit ? left : limit;
}

/* Waits until a later word of a claimed slot is published. */
CORE_FUNCTION uint64_t table_wait_word(const uint64_t *word) {
    uint64_t value;
    do {
        value = shared64_load(word);
    } while (value == 0);
    return value;
}

#if !defined(__CUDACC__)
#define TABLE_UNROLL _Pragma("GCC unroll 16")
#else
#define TABLE_UNROLL _Pragma("unroll")
#endif

/*
 * For a bucket of `slots` slots: a bit for each slot that holds the key, and for each empty slot. `slots` is
 * a constant in every call, so that loops are unrolled without branches: a mispredicted branch costs more
 * than all loads of a bucket.
 */
CORE_FUNCTION uint32_t table_matches(const uint64_t *bucket, const uint32_t slots, const uint64_t *key,
                                     const uint32_t words) {
    uint32_t matches = 0;
    TABLE_UNROLL
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t same = shared64_load(bucket + i * words) == key[0];
        for (uint32_t w = 1; w < words; w++) {
            same &= (uint32_t)(shared64_load(bucket + i * words + w) == key[w]);
        }
        matches |= same << i;
    }
    return matches;
}

#if defined(__SANITIZE_THREAD__)
#define TABLE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#define TABLE_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define TABLE_THREAD_SANITIZER 0
#endif

/*
 * Two functions for every probe: whether any slot holds the key, in fewer steps than table_matches; and a bit
 * for each empty slot, loaded before any later load. They use SSE2 where it is available (each lane is a
 * whole aligned word, so a vector load is like separate loads), except under ThreadSanitizer.
 */
#if defined(__SSE2__) && !defined(__CUDACC__) && !TABLE_THREAD_SANITIZER
#define TABLE_SSE2 1

/* A mask with all bits set in each 64-bit lane that is equal in both. */
CORE_FUNCTION __m128i table_equal_words(__m128i a, __m128i b) {
    __m128i halves = _mm_cmpeq_epi32(a, b);
    return _mm_and_si128(halves, _mm_shuffle_epi32(halves, 0xb1));
}

CORE_FUNCTION __m128i table_load_pair(const uint64_t *words) {
    return _mm_load_si128((const __m128i *)words);
}
#else
#define TABLE_SSE2 0
#endif

CORE_FUNCTION int table_has(const uint64_t *bucket, const uint32_t slots, const uint64_t *key,
                            const uint32_t words) {
#if TABLE_SSE2
    if (slots == 8 && words == 1) { /* the usual bucket: 64 bits are equal if both halves are */
        const __m128i wanted = _mm_set1_epi64x((long long)key[0]);
        const __m128i low = _mm_packs_epi32(_mm_cmpeq_epi32(table_load_pair(bucket), wanted),
                                            _mm_cmpeq_epi32(table_load_pair(bucket + 2), wanted));
        const __m128i high = _mm_packs_epi32(_mm_cmpeq_epi32(table_load_pair(bucket + 4), wanted),
                                             _mm_cmpeq_epi32(table_load_pair(bucket + 6), wanted));
        const uint32_t halves = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
        return (halves & halves >> 1 & 0x5555) != 0;
    }
    if (slots * words > 1) {
        const uint32_t step = words == 1 ? 2 : words; /* words of a slot, or of two slots */
        __m128i wanted = words == 1 ? _mm_set1_epi64x((long long)key[0])
                                    : _mm_set_epi64x((long long)key[words > 1], (long long)key[0]);
        __m128i found = _mm_setzero_si128();
        TABLE_UNROLL
        for (uint32_t i = 0; i < slots * words; i += step) {
            __m128i same = table_equal_words(table_load_pair(bucket + i), wanted);
            if (words == 4) {
                __m128i last =
                    _mm_set_epi64x((long long)key[words > 2 ? 3 : 0], (long long)key[words > 2 ? 2 : 0]);
                same = _mm_and_si128(same, table_equal_words(table_load_pair(bucket + i + 2), last));
            }
            if (words > 1) {
                same = _mm_and_si128(same, _mm_shuffle_epi32(same, 0x4e));
            }
            found = _mm_or_si128(found, same);
        }
        return _mm_movemask_epi8(found) != 0;
    }
#endif
    return table_matches(bucket, slots, key, words) != 0;
}

CORE_FUNCTION uint32_t table_empties(const uint64_t *bucket, const uint32_t slots, const uint32_t words) {
    uint32_t empties = 0;
#if TABLE_SSE2
    if (slots * words > 1) {
        TABLE_UNROLL
        for (uint32_t i = 0; i < slots * words; i += words == 1 ? 2 : words) { /* used slots have the sign */
            __m128i pair = table_load_pair(bucket + i);
            uint32_t bits = (uint32_t)_mm_movemask_pd(_mm_castsi128_pd(pair));
            empties |= words == 1 ? bits << i : (bits & 1) << (i / words);
        }
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        return ~empties & (uint32_t)(((uint64_t)1 << slots) - 1);
    }
#endif
    TABLE_UNROLL
    for (uint32_t i = 0; i < slots; i++) {
        empties |= (uint32_t)(shared64_load_acquire(bucket + i * words) == 0) << i;
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
 * For keys of more than one word, after the key was not found: whether a slot holds it now, since another
 * thread may have put it in the meantime. As long as words are the key's, it waits for the next one.
 */
CORE_FUNCTION int table_has_pending(const uint64_t *bucket, const uint32_t slots, const uint64_t *key,
                                    const uint32_t words) {
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t same = shared64_load(bucket + i * words) == key[0];
        while (same != 0 && same < words) {
            same = table_wait_word(bucket + i * words + same) == key[same] ? same + 1 : 0;
        }
        if (same != 0) {
            return 1;
        }
    }
    return 0;
}

/* Tries to put a key into a slot that was empty when it was read; non-zero if the slot still was empty. */
CORE_FUNCTION int table_claim(const struct table_view *view, uint64_t *slot, const uint64_t *key,
                              const uint32_t words) {
    if (view->alone) {
        for (uint32_t w = 0; w < words; w++) {
            shared64_store(slot + w, key[w]);
        }
        return 1;
    }
    if (shared64_claim(slot, key[0]) != 0) {
        return 0;
    }
    for (uint32_t w = 1; w < words; w++) {
        shared64_store(slot + w, key[w]);
    }
    return 1;
}

/* table_put in buckets of `slots` slots. */
CORE_FUNCTION enum table_result table_put_in(const struct table_view *view, const uint64_t *key,
                                             const uint32_t words, const uint32_t slots, uint64_t hash,
                                             uint64_t *slot) {
    uint64_t home = table_home(view, hash);
    if (slot == 0 && table_has(view->slots + home * slots * words, slots, key, words)) {
        return TABLE_FOUND; /* the most common case */
    }
    uint64_t last = home + table_sequence_buckets(view, home);
    uint32_t start = table_start(view, hash);
    for (uint64_t number = home; number < last; number++) {
        uint64_t *bucket = view->slots + number * slots * words;
        for (;;) {
            /* Noted before the keys are compared: a slot that is noted as taken is compared later. */
            uint32_t bits = table_empties(bucket, slots, words);
            if (table_has(bucket, slots, key, words)) {
                if (slot != 0) {
                    *slot =
                        number * slots + core_count_trailing_zeros(table_matches(bucket, slots, key, words));
                }
                return TABLE_FOUND;
            }
            if (words > 1 && table_has_pending(bucket, slots, key, words)) {
                continue; /* another thread was faster: compare again */
            }
            if (bits == 0) {
                break;
            }
            uint32_t first = table_first(bits, start, slots);
            if (table_claim(view, bucket + first * words, key, words)) {
                if (slot != 0) {
                    *slot = number * slots + first;
                }
                return TABLE_NEW;
            }
        }
    }
    return TABLE_FULL;
}

/* Puts a key that is known to be absent, in buckets of `slots` slots; TABLE_NEW or TABLE_FULL. */
CORE_FUNCTION enum table_result table_place_in(const struct table_view *view, const uint64_t *key,
                                               const uint32_t words, const uint32_t slots, uint64_t hash) {
    uint64_t home = table_home(view, hash);
    uint64_t last = home + table_sequence_buckets(view, home);
    uint32_t start = table_start(view, hash);
    for (uint64_t number = home; number < last; number++) {
        uint64_t *bucket = view->slots + number * slots * words;
        for (uint32_t bits = table_empties(bucket, slots, words); bits != 0;
             bits = table_empties(bucket, slots, words)) {
            uint32_t first = table_first(bits, start, slots);
            if (table_claim(view, bucket + first * words, key, words)) {
                return TABLE_NEW;
            }
        }
    }
    return TABLE_FULL;
}

/*
 * Finds or puts a key of `words` words (bits 63 set) whose table_hash is `hash`. *slot becomes the number of
 * its slot unless the result is FULL; `slot` may be NULL.
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

/* table_place_in for the view's buckets and words. */
CORE_FUNCTION enum table_result table_place(const struct table_view *view, const uint64_t *key,
                                            const uint32_t words, uint64_t hash) {
    switch (view->bucket_bits) {
    case 0:
        return table_place_in(view, key, words, 1, hash);
    case 1:
        return table_place_in(view, key, words, 2, hash);
    case 2:
        return table_place_in(view, key, words, 4, hash);
    case 3:
        return table_place_in(view, key, words, 8, hash);
    default:
        return table_place_in(view, key, words, 16, hash);
    }
}

CORE_FUNCTION uint64_t table_hash(const struct table_view *view, const uint64_t *key) {
    if (view->prefix) {
        return table_hash_prefix(key[0]);
    }
    switch (view->words) {
    case 1:
        return table_hash_key(key, 1);
    case 2:
        return table_hash_key(key, 2);
    default:
        return table_hash_key(key, 4);
    }
}

#endif
