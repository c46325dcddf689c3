#ifndef HEDDLE_HASHTABLE_TABLE_DEVICE_CUH
#define HEDDLE_HASHTABLE_TABLE_DEVICE_CUH

/*
 * Probing the visited set on a GPU, one thread a key: the layout and protocol of table_core.h, a sector of 32
 * bytes at a time, in steps that never wait, so that the lanes of a warp can each be at another key
 * (search_warp.cuh).
 *
 * A slot is noted as empty and compared by one and the same load of it, so what was noted as taken has been
 * compared, which is all that the protocol asks for; slots that were noted as empty are claimed by a
 * compare-and-swap. So a first look at a bucket may be old, and comes through the first cache, where the second
 * half of a sector waits for its load; only when a claim was lost must the next look be fresh. Keys carry no
 * other data with them, so no access needs an order. A two-word key of which only word 0 is there is looked at
 * again.
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

/* Perhaps from the first cache: what was there when this kernel began, or later. */
static __device__ __forceinline__ ulonglong2 table_load_16_near(const uint64_t *words) {
    ulonglong2 pair;
    asm volatile("ld.relaxed.cta.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(pair.x), "=l"(pair.y)
                 : "l"(words)
                 : "memory");
    return pair;
}

static __device__ __forceinline__ void table_store_8(uint64_t *word, uint64_t value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
}

/* A key on its way into the visited set: table_probe_begin, then table_probe_step while that says PENDING. */
struct table_probe {
    uint64_t number;    /* of the bucket that is looked at */
    uint32_t at;        /* words of it that have been looked at; TABLE_CLAIM: a slot is being claimed */
    uint32_t empties;   /* a bit for each empty slot that was seen in it; or the slot that is being claimed */
    int fresh;          /* a claim was lost: what the first cache has is too old */
    ulonglong2 pair[2]; /* 32 bytes that are coming in, or in pair[0].x what the claimed slot held */
};

#define TABLE_CLAIM UINT32_MAX
#define TABLE_PENDING 3

static __device__ __forceinline__ uint64_t *table_bucket(const struct table_view *view, uint64_t number,
                                                         const uint32_t words) {
    return view->slots + (number << view->bucket_bits) * words;
}

/* Has the next 32 bytes of the bucket come in; a bucket of 16 has them twice, which does no harm. */
static __device__ __forceinline__ void table_probe_load(const struct table_view *view,
                                                        struct table_probe *probe, const uint32_t words) {
    const uint64_t *first = table_bucket(view, probe->number, words) + probe->at;
    const uint64_t *second = words << view->bucket_bits > 2 ? first + 2 : first;
    if (probe->fresh) {
        probe->pair[0] = table_load_16(first);
        probe->pair[1] = table_load_16(second);
    } else {
        probe->pair[0] = table_load_16_near(first);
        probe->pair[1] = table_load_16_near(second);
    }
}

static __device__ __forceinline__ void table_probe_begin(const struct table_view *view,
                                                         struct table_probe *probe, const uint32_t words,
                                                         uint64_t hash) {
    probe->number = table_home(view, hash);
    probe->at = 0;
    probe->empties = 0;
    probe->fresh = 0;
    table_probe_load(view, probe, words);
}

/* The bucket has been looked at whole and has not the key: claims a slot, or goes on to the next bucket. */
static __device__ __forceinline__ int table_probe_leave(const struct table_view *view,
                                                        struct table_probe *probe, const uint64_t *key,
                                                        const uint32_t words, uint64_t hash) {
    const uint32_t slots = 1u << view->bucket_bits;
    probe->empties &= (1u << slots) - 1;
    if (probe->empties != 0) {
        probe->empties = table_first(probe->empties, table_start(view, hash), slots);
        probe->at = TABLE_CLAIM;
        uint64_t *at = table_bucket(view, probe->number, words) + probe->empties * words;
        probe->pair[0].x = atomicCAS((unsigned long long *)at, 0ULL, (unsigned long long)key[0]);
        return TABLE_PENDING;
    }
    uint64_t home = table_home(view, hash);
    if (++probe->number - home == table_sequence_buckets(view, home)) {
        return TABLE_FULL;
    }
    probe->at = 0;
    table_probe_load(view, probe, words);
    return TABLE_PENDING;
}

/*
 * What the slot held that was to be claimed. The number of the slot is in probe->number and ->empties when it was
 * empty.
 */
static __device__ __forceinline__ int table_probe_claimed(const struct table_view *view,
                                                          struct table_probe *probe, const uint64_t *key,
                                                          const uint32_t words) {
    if (probe->pair[0].x == 0) {
        if (words == 2) {
            table_store_8(table_bucket(view, probe->number, words) + probe->empties * words + 1,
                          key[words - 1]);
        }
        return TABLE_NEW;
    }
    if (words == 1 && probe->pair[0].x == key[0]) {
        return TABLE_FOUND;
    }
    probe->at = 0;
    probe->empties = 0;
    probe->fresh = 1;
    table_probe_load(view, probe, words);
    return TABLE_PENDING;
}

/* One step: enum table_result, or TABLE_PENDING. hash: the key's table_hash. */
static __device__ __forceinline__ int table_probe_step(const struct table_view *view,
                                                       struct table_probe *probe, const uint64_t *key,
                                                       const uint32_t words, uint64_t hash) {
    if (probe->at == TABLE_CLAIM) {
        return table_probe_claimed(view, probe, key, words);
    }
    const ulonglong2 first = probe->pair[0], second = probe->pair[1];
    uint32_t empties = (uint32_t)(first.x == 0) | (uint32_t)(second.x == 0) << 2 / words;
    if (words == 1) {
        if (first.x == key[0] || first.y == key[0] || second.x == key[0] || second.y == key[0]) {
            return TABLE_FOUND;
        }
        empties |= (uint32_t)(first.y == 0) << 1 | (uint32_t)(second.y == 0) << 3;
    } else {
        if ((first.x == key[0] && first.y == key[words - 1]) ||
            (second.x == key[0] && second.y == key[words - 1])) {
            return TABLE_FOUND;
        }
        if ((first.x == key[0] && first.y == 0) || (second.x == key[0] && second.y == 0)) {
            probe->fresh = 1; /* claimed a moment ago */
            table_probe_load(view, probe, words);
            return TABLE_PENDING;
        }
    }
    probe->empties |= empties << probe->at / words;
    probe->at += 4;
    if (probe->at >= words << view->bucket_bits) {
        return table_probe_leave(view, probe, key, words, hash);
    }
    table_probe_load(view, probe, words);
    return TABLE_PENDING;
}

/* Finds or puts a key whose table_hash is `hash`; *slot becomes the number of its slot when it is NEW. */
static __device__ __forceinline__ enum table_result table_device_put(const struct table_view *view,
                                                                     const uint64_t *key,
                                                                     const uint32_t words, uint64_t hash,
                                                                     uint64_t *slot) {
    struct table_probe probe;
    int result;
    table_probe_begin(view, &probe, words, hash);
    while ((result = table_probe_step(view, &probe, key, words, hash)) == TABLE_PENDING) {
    }
    *slot = (probe.number << view->bucket_bits) + probe.empties;
    return (enum table_result)result;
}

#endif
