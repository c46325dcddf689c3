#ifndef HEDDLE_HASHTABLE_HALF_CORE_H
#define HEDDLE_HASHTABLE_HALF_CORE_H

/*
 * The visited set in slots of 32 bits, for keys of one word: layout and protocol, shared by CPU and CUDA.
 * Exact: a slot's place and content determine the key (after Cleary, "Compact hash tables using bidirectional
 * linear probing", 1984, with buckets instead of single slots).
 *
 * Hash. A permutation of exactly the `n` bits that states use. The hash of a key, in the topmost n bits of a
 * word, is as good as the key.
 *
 * Layout. Home buckets, overflow buckets and growth are those of table_core.h, with two slots to a word. For
 * a hash h and B home buckets, let h B / 2^64 = home + fraction. The home bucket is the integer part; the
 * remainder is the upper part of the fraction's bits, without the s lowest of its n bits, where 2^s <= B:
 * fractions of different hashes with the same home differ by B / 2^n or more, so remainders differ. A slot
 * holds from the top: a bit that is set, the distance from the home bucket to the slot's bucket, and the
 * remainder. So equal slots in a bucket mean equal keys.
 *
 * Second table. A key whose sequence has as many full buckets as the distance can count is put into a second,
 * ordinary table (table_core.h), by its hash.
 *
 * Why no key is stored twice. Within the buckets of its sequence, table_core.h has the argument: a thread
 * notes a slot as empty or taken before it compares it, and all slots of a skipped bucket were noted as taken
 * and then compared. The distance changes nothing, because it is the same for all threads that put the key
 * into this bucket. The same holds for the second table: a thread turns to it only after it noted all slots
 * of the sequence as taken and did not find the key there; since taken slots never change, no thread ever
 * puts the key into the first table. So all threads that put the key put it into the second table, where at
 * most one of them succeeds. Growth empties both tables and puts all keys again, because a bucket that was
 * full may then have an empty slot.
 */
#include "hashtable/table_core.h"

#define HALF_USED ((uint32_t)1 << 31)
#define HALF_REMAINDER_BITS 28u /* most bits of a remainder: leaves three bits for the distance */
#define HALF_LEAST_BITS 2u      /* least bits of a key */
#define HALF_MOST_BITS 62u      /* most bits of a key */
#define HALF_ELSEWHERE 4        /* like enum table_result: all buckets of the sequence are full */

/* Copied by value to each thread that probes; valid until the table grows. */
struct half_view {
    struct table_view first; /* the words that hold the slots, two each; not to be probed by table_put */
    struct table_view second;
    uint32_t spare;          /* 64 - n */
    uint32_t fold;           /* shift of the permutation */
    uint32_t shift;          /* bits below the remainder in the lower half of hash * buckets */
    uint32_t remainder_bits; /* 1 .. HALF_REMAINDER_BITS */
    uint64_t distances;      /* most buckets of a sequence: 8 .. TABLE_PROBE_SLOTS / slots of a bucket */
    /* to divide by the number of buckets: that number with its highest bit set, and its reciprocal */
    uint32_t normal_shift;
    uint64_t normal, reciprocal;
};

/* A hash's place: its home bucket, and what its slot there holds. */
struct half_place {
    uint64_t home;
    uint32_t slot;
};

/* Slots of a bucket. */
CORE_FUNCTION uint32_t half_slots(const struct half_view *view) {
    return 2u << view->first.bucket_bits;
}

CORE_FUNCTION uint32_t half_floor_log2(uint64_t number) {
    uint32_t log = 0;
    for (uint32_t step = 32; step != 0; step /= 2) {
        if (number >> step != 0) {
            number >>= step;
            log += step;
        }
    }
    return log;
}

/* The bits of a remainder in a table with `buckets` home buckets, for keys of `key_bits` bits. */
CORE_FUNCTION uint32_t half_remainder_bits(uint32_t key_bits, uint64_t buckets) {
    uint32_t log = half_floor_log2(buckets);
    return log < key_bits ? key_bits - log : 1;
}

/* Whether keys of `key_bits` bits fit into the slots of `buckets` home buckets. */
CORE_FUNCTION int half_fits(uint32_t key_bits, uint64_t buckets) {
    return key_bits >= HALF_LEAST_BITS && key_bits <= HALF_MOST_BITS &&
           half_remainder_bits(key_bits, buckets) <= HALF_REMAINDER_BITS;
}

/*
 * Sets the fields that depend on the first table's number of buckets, for keys of `key_bits` bits that fit.
 */
static inline void half_set_buckets(struct half_view *view, uint32_t key_bits) {
    __extension__ typedef unsigned __int128 wide;
    uint64_t buckets = view->first.buckets, most = TABLE_PROBE_SLOTS / half_slots(view);
    view->spare = 64 - key_bits;
    view->fold = view->spare + (key_bits + 1) / 2;
    view->remainder_bits = half_remainder_bits(key_bits, buckets);
    view->shift = 64 - view->remainder_bits;
    view->distances = (uint64_t)1 << (31 - view->remainder_bits);
    view->distances = view->distances < most ? view->distances : most;
    view->normal_shift = 63 - half_floor_log2(buckets);
    view->normal = buckets << view->normal_shift;
    view->reciprocal = (uint64_t)(~(wide)0 / view->normal);
}

/* The hash of a key: a permutation of its bits, shifted to the top of the word. */
CORE_FUNCTION uint64_t half_hash(const struct half_view *view, uint64_t key) {
    uint64_t hash = (key << view->spare) * CORE_MULTIPLIER_1;
    hash ^= hash >> view->fold << view->spare;
    return hash * CORE_MULTIPLIER_2;
}

/* The key of a hash, with bit 63 set: the steps of half_hash backwards, with the inverses of its factors. */
CORE_FUNCTION uint64_t half_key(const struct half_view *view, uint64_t hash) {
    hash *= 0xcfee444d8b59a89bu;
    hash ^= hash >> view->fold << view->spare; /* it moves bits by half of their number or more */
    return (hash * 0x2ab9c720d1024adu) >> view->spare | TABLE_USED;
}

CORE_FUNCTION struct half_place half_place_of(const struct half_view *view, uint64_t hash) {
    struct half_place place;
    place.home = core_multiply_high(hash, view->first.buckets);
    place.slot = HALF_USED | (uint32_t)(hash * view->first.buckets >> view->shift);
    return place;
}

/* The key of a hash in the second table. */
CORE_FUNCTION uint64_t half_second_key(uint64_t hash) {
    return hash >> 1 | TABLE_USED;
}

CORE_FUNCTION uint64_t half_hash_of_second(uint64_t key) {
    return key << 1;
}

/*
 * (high 2^64 + low) / divisor, rounded up, where the view's `normal` is the divisor times 2^normal_shift and
 * high is less than the divisor (Moeller and Granlund, "Improved division by invariant integers", 2011,
 * algorithm 4).
 */
CORE_FUNCTION uint64_t half_divide_up(const struct half_view *view, uint64_t high, uint64_t low) {
    const uint32_t left = view->normal_shift;
    const uint64_t divisor = view->normal;
    high = left == 0 ? high : high << left | low >> (64 - left);
    low <<= left;
    uint64_t product = view->reciprocal * high;
    uint64_t quotient = core_multiply_high(view->reciprocal, high) + high;
    product += low;
    quotient += (product < low) + (uint64_t)1;
    uint64_t rest = low - quotient * divisor;
    if (rest > product) {
        quotient--;
        rest += divisor;
    }
    if (rest >= divisor) {
        quotient++;
        rest -= divisor;
    }
    return quotient + (rest != 0);
}

/* The hash that a used slot of bucket `number` holds. */
CORE_FUNCTION uint64_t half_hash_of_slot(const struct half_view *view, uint64_t number, uint32_t slot) {
    uint32_t distance = (slot & ~HALF_USED) >> view->remainder_bits;
    uint64_t remainder = slot & (((uint32_t)1 << view->remainder_bits) - 1);
    /* The least hash whose product with the number of buckets is at least that of home and remainder. */
    uint64_t hash = half_divide_up(view, number - distance, remainder << view->shift);
    uint64_t unit = (uint64_t)1 << view->spare;
    return (hash + unit - 1) & ~(unit - 1);
}

/* The number of buckets of a sequence in the first table. */
CORE_FUNCTION uint64_t half_sequence_buckets(const struct half_view *view, uint64_t home) {
    uint64_t left = view->first.buckets + view->first.pad - home;
    return left < view->distances ? left : view->distances;
}

/* half_put in the first table; HALF_ELSEWHERE if the sequence is full and does not hold the key. */
CORE_FUNCTION int half_put_first(const struct half_view *view, uint64_t hash) {
    const uint32_t slots = half_slots(view);
    const struct half_place place = half_place_of(view, hash);
    const uint64_t last = place.home + half_sequence_buckets(view, place.home);
    uint32_t wanted = place.slot;
    for (uint64_t number = place.home; number < last; number++) {
        uint32_t *bucket = (uint32_t *)view->first.slots + number * slots;
        for (;;) {
            /* The same load says whether a slot is empty and compares it. */
            uint32_t empties = 0, found = 0;
            for (uint32_t i = 0; i < slots; i++) {
                uint32_t slot = shared_load(bucket + i);
                found |= (uint32_t)(slot == wanted);
                empties |= (uint32_t)(slot == 0) << i;
            }
            if (found) {
                return TABLE_FOUND;
            }
            if (empties == 0) {
                break;
            }
            uint32_t *slot = bucket + table_first(empties, wanted & (slots - 1), slots);
            if (view->first.alone) {
                *slot = wanted;
                return TABLE_NEW;
            }
            if (shared_replace(slot, 0, wanted)) {
                return TABLE_NEW;
            }
        }
        wanted += (uint32_t)1 << view->remainder_bits;
    }
    return HALF_ELSEWHERE;
}

/* Finds or puts the key whose hash (half_hash) is `hash`. */
CORE_FUNCTION enum table_result half_put(const struct half_view *view, uint64_t hash) {
    int result = half_put_first(view, hash);
    if (result != HALF_ELSEWHERE) {
        return (enum table_result)result;
    }
    uint64_t key = half_second_key(hash);
    return table_put(&view->second, &key, 1, table_hash_1(key), 0);
}

#endif
