#ifndef HEDDLE_HASHTABLE_TABLE_DEVICE_CUH
#define HEDDLE_HASHTABLE_TABLE_DEVICE_CUH

/*
 * Probing the visited set on a GPU, one thread a key: the layout and protocol of table_core.h, with a bucket
 * read by 16-byte loads. A slot is noted as empty and compared by one and the same load of it, so what was
 * noted as taken has been compared, which is all that the protocol asks for. Keys carry no other data with
 * them, so no access needs an order; word 1 of a two-word key is waited for where word 0 is the key's.
 */
#include "hashtable/table_core.h"

static __device__ __forceinline__ ulonglong2 table_load_16(const uint64_t *words) {
    ulonglong2 pair;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(pair.x), "=l"(pair.y)
                 : "l"(words)
                 : "memory");
    return pair;
}

static __device__ __forceinline__ uint64_t table_load_8(const uint64_t *word) {
    uint64_t value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
}

static __device__ __forceinline__ void table_store_8(uint64_t *word, uint64_t value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
}

/* Looks at a bucket: whether it has the key, and a bit in *empties for each empty slot. */
static __device__ __forceinline__ int table_scan(const uint64_t *bucket, const uint32_t slots,
                                                 const uint64_t *key, const uint32_t words,
                                                 uint32_t *empties) {
    int found = 0;
    *empties = 0;
#pragma unroll
    for (uint32_t i = 0; i < slots * words; i += 2) {
        ulonglong2 pair = table_load_16(bucket + i);
        if (words == 1) {
            found |= pair.x == key[0] || pair.y == key[0];
            *empties |= (uint32_t)(pair.x == 0) << i | (uint32_t)(pair.y == 0) << (i + 1);
        } else {
            if (pair.x == key[0]) {
                while (pair.y == 0) { /* claimed a moment ago */
                    pair.y = table_load_8(bucket + i + 1);
                }
                found |= pair.y == key[1];
            }
            *empties |= (uint32_t)(pair.x == 0) << (i / 2);
        }
    }
    return found;
}

/* table_put for buckets of `slots` slots; with `place` the key is known not to be there. */
static __device__ __forceinline__ enum table_result table_device_put_in(const struct table_view *view,
                                                                        const uint64_t *key,
                                                                        const uint32_t words,
                                                                        const uint32_t slots, uint64_t hash,
                                                                        uint64_t *slot) {
    uint64_t number = table_home(view, hash);
    uint64_t last = number + table_sequence_buckets(view, number);
    uint32_t start = table_start(view, hash);
    for (; number < last; number++) {
        uint64_t *bucket = view->slots + number * slots * words;
        for (;;) {
            uint32_t empties;
            if (table_scan(bucket, slots, key, words, &empties)) {
                return TABLE_FOUND;
            }
            if (empties == 0) {
                break;
            }
            uint32_t first = table_first(empties, start, slots);
            uint64_t *at = bucket + first * words;
            uint64_t seen = atomicCAS((unsigned long long *)at, 0ULL, (unsigned long long)key[0]);
            if (seen == 0) {
                if (words == 2) {
                    table_store_8(at + 1, key[1]);
                }
                *slot = number * slots + first;
                return TABLE_NEW;
            }
            if (words == 1 && seen == key[0]) {
                return TABLE_FOUND;
            }
        }
    }
    return TABLE_FULL;
}

/* Whether a key is in its home bucket: where most keys that are there are found. */
static __device__ __forceinline__ int table_device_peek(const struct table_view *view, const uint64_t *key,
                                                        const uint32_t words, uint64_t hash) {
    uint32_t empties;
    uint64_t home = table_home(view, hash);
    const uint64_t *bucket = view->slots + (home << view->bucket_bits) * words;
    switch (view->bucket_bits + words) {
    case 2:
        return table_scan(bucket, words == 1 ? 2 : 1, key, words, &empties);
    case 3:
        return table_scan(bucket, words == 1 ? 4 : 2, key, words, &empties);
    case 4:
        return table_scan(bucket, words == 1 ? 8 : 4, key, words, &empties);
    default:
        return table_scan(bucket, words == 1 ? 16 : 8, key, words, &empties);
    }
}

/* Finds or puts a key whose table_hash is `hash`; *slot becomes the number of its slot when it is NEW. */
static __device__ __forceinline__ enum table_result table_device_put(const struct table_view *view,
                                                                     const uint64_t *key,
                                                                     const uint32_t words, uint64_t hash,
                                                                     uint64_t *slot) {
    switch (view->bucket_bits + words) { /* log2 of the bucket's words, plus 1 or 2: 4 to 32 integers */
    case 2:
        return words == 1 ? table_device_put_in(view, key, words, 2, hash, slot)
                          : table_device_put_in(view, key, words, 1, hash, slot);
    case 3:
        return words == 1 ? table_device_put_in(view, key, words, 4, hash, slot)
                          : table_device_put_in(view, key, words, 2, hash, slot);
    case 4:
        return words == 1 ? table_device_put_in(view, key, words, 8, hash, slot)
                          : table_device_put_in(view, key, words, 4, hash, slot);
    default:
        return words == 1 ? table_device_put_in(view, key, words, 16, hash, slot)
                          : table_device_put_in(view, key, words, 8, hash, slot);
    }
}

/*
 * The number of the slot that has a key, in a table that nobody changes; UINT64_MAX when none has.
 */
static __device__ __forceinline__ uint64_t table_device_find(const struct table_view *view, const uint64_t *key,
                                                             const uint32_t words, uint64_t hash) {
    uint64_t number = table_home(view, hash);
    uint64_t last = number + table_sequence_buckets(view, number);
    const uint32_t slots = 1u << view->bucket_bits;
    for (; number < last; number++) {
        uint64_t first = number << view->bucket_bits;
        const ulonglong2 *pairs = (const ulonglong2 *)(view->slots + first * words);
        int empty = 0;
        for (uint32_t i = 0; i < slots * words / 2; i++) {
            ulonglong2 pair = pairs[i];
            if (words == 2) {
                if (pair.x == key[0] && pair.y == key[words - 1]) {
                    return first + i;
                }
                empty |= pair.x == 0;
            } else {
                if (pair.x == key[0] || pair.y == key[0]) {
                    return first + 2 * i + (pair.x != key[0]);
                }
                empty |= pair.x == 0 || pair.y == 0;
            }
        }
        if (empty) {
            break;
        }
    }
    return UINT64_MAX;
}

#endif
