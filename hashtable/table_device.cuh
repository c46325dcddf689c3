#ifndef HEDDLE_HASHTABLE_TABLE_DEVICE_CUH
#define HEDDLE_HASHTABLE_TABLE_DEVICE_CUH

/*
 * Probing the visited set on a GPU, one thread a key: the layout and protocol of table_core.h, a sector of 32
 * bytes at a time, in steps that never wait, so that the lanes of a warp can each be at another key
 * (search_warp.cuh).
 *
 * A slot is noted as empty and compared by one and the same load of it, so what was noted as taken has been
 * compared, which is all that the protocol asks for; slots that were noted as empty are claimed by a
 * compare-and-swap. So a first look at a bucket may be old, and comes through the first cache, where the
 * second half of a sector waits for its load; only when a claim was lost must the next look be fresh. Keys
 * carry no other data with them, so no access needs an order. A two-word key of which only word 0 is there is
 * looked at again.
 */
#include "hashtable/table_core.h"

/* Tests bring accesses of their own (tests/hashtable/test_table_schedules.c). */
#ifndef TABLE_EMULATED
static __device__ __forceinline__ void table_store_8(uint64_t *word, uint64_t value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
}

/*
 * Memory accesses that are made only when `wanted` is not 0; what they would change stays as it is then. They
 * do not branch, so all lanes of a warp wait together for what each of them wants.
 */
static __device__ __forceinline__ void table_load_16_if(int wanted, ulonglong2 *pair, const uint64_t *words) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %2, 0;\n\t"
                 "@p ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%3];\n\t}"
                 : "+l"(pair->x), "+l"(pair->y)
                 : "r"(wanted), "l"(words)
                 : "memory");
}

/* Perhaps from the first cache: what was there when this kernel began, or later. */
static __device__ __forceinline__ void table_load_16_near_if(int wanted, ulonglong2 *pair,
                                                             const uint64_t *words) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %2, 0;\n\t"
                 "@p ld.relaxed.cta.global.v2.u64 {%0, %1}, [%3];\n\t}"
                 : "+l"(pair->x), "+l"(pair->y)
                 : "r"(wanted), "l"(words)
                 : "memory");
}

/* *seen becomes what the word was; it is `value` now if it was 0. */
static __device__ __forceinline__ void table_claim_if(int wanted, unsigned long long *seen, uint64_t *word,
                                                      uint64_t value) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\t"
                 "@p atom.relaxed.gpu.global.cas.b64 %0, [%2], 0, %3;\n\t}"
                 : "+l"(*seen)
                 : "r"(wanted), "l"(word), "l"(value)
                 : "memory");
}

#endif

/* What a probe wants of memory. */
enum table_want { TABLE_WANT_NEAR, TABLE_WANT_FRESH, TABLE_WANT_SLOT };

#define TABLE_PENDING 3

/*
 * A key on its way into the visited set: table_probe_begin, then table_probe_fetch and table_probe_step in
 * turns while the latter says PENDING.
 */
struct table_probe {
    uint64_t number;  /* of the bucket that is looked at */
    uint32_t at;      /* words of it that have been looked at */
    uint32_t empties; /* a bit for each empty slot that was seen in it; or the slot that is to be claimed */
    int fresh;        /* a claim was lost: what the first cache has is too old */
    enum table_want want;
    ulonglong2 pair[2]; /* 32 bytes of the bucket, or in pair[0].x what the claimed slot held */
};

static __device__ __forceinline__ uint64_t *table_bucket(const struct table_view *view, uint64_t number,
                                                         const uint32_t words) {
    return view->slots + (number << view->bucket_bits) * words;
}

static __device__ __forceinline__ void table_probe_bucket(struct table_probe *probe) {
    probe->at = 0;
    probe->empties = 0;
    probe->want = probe->fresh ? TABLE_WANT_FRESH : TABLE_WANT_NEAR;
}

static __device__ __forceinline__ void table_probe_begin(const struct table_view *view,
                                                         struct table_probe *probe, uint64_t hash) {
    probe->number = table_home(view, hash);
    probe->fresh = 0;
    table_probe_bucket(probe);
}

/* Makes the accesses that the probe wants; of a bucket of 16 bytes the same twice, which does no harm. */
static __device__ __forceinline__ void table_probe_fetch(const struct table_view *view,
                                                         struct table_probe *probe, int active,
                                                         const uint64_t *key, const uint32_t words) {
    uint64_t *bucket = table_bucket(view, probe->number, words);
    const uint64_t *first = bucket + probe->at;
    const uint64_t *second = words << view->bucket_bits > 2 ? first + 2 : first;
    int near = active && probe->want == TABLE_WANT_NEAR, fresh = active && probe->want == TABLE_WANT_FRESH;
    table_load_16_near_if(near, &probe->pair[0], first);
    table_load_16_near_if(near, &probe->pair[1], second);
    table_load_16_if(fresh, &probe->pair[0], first);
    table_load_16_if(fresh, &probe->pair[1], second);
    table_claim_if(active && probe->want == TABLE_WANT_SLOT, &probe->pair[0].x,
                   bucket + probe->empties * words, key[0]);
}

/* The bucket has been looked at whole and has not the key: a slot of it is wanted, or the next bucket. */
static __device__ __forceinline__ int table_probe_leave(const struct table_view *view,
                                                        struct table_probe *probe, uint64_t hash) {
    const uint32_t slots = 1u << view->bucket_bits;
    probe->empties &= (1u << slots) - 1;
    if (probe->empties != 0) {
        probe->empties = table_first(probe->empties, table_start(view, hash), slots);
        probe->want = TABLE_WANT_SLOT;
        return TABLE_PENDING;
    }
    uint64_t home = table_home(view, hash);
    table_probe_bucket(probe);
    return ++probe->number - home == table_sequence_buckets(view, home) ? (int)TABLE_FULL : TABLE_PENDING;
}

/* The slot that was to be claimed is (number, empties); pair[0].x is what it held. */
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
    probe->fresh = 1;
    table_probe_bucket(probe);
    return TABLE_PENDING;
}

/* Behind table_probe_fetch: enum table_result, or TABLE_PENDING. hash: the key's table_hash. */
static __device__ __forceinline__ int table_probe_step(const struct table_view *view,
                                                       struct table_probe *probe, const uint64_t *key,
                                                       const uint32_t words, uint64_t hash) {
    const ulonglong2 first = probe->pair[0], second = probe->pair[1];
    if (probe->want == TABLE_WANT_SLOT) {
        return table_probe_claimed(view, probe, key, words);
    }
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
            probe->want = TABLE_WANT_FRESH;
            return TABLE_PENDING;
        }
    }
    probe->empties |= empties << probe->at / words;
    probe->at += 4;
    return probe->at < words << view->bucket_bits ? TABLE_PENDING : table_probe_leave(view, probe, hash);
}

/* Finds or puts a key whose table_hash is `hash`; *slot becomes the number of its slot when it is NEW. */
static __device__ __forceinline__ enum table_result table_device_put(const struct table_view *view,
                                                                     const uint64_t *key,
                                                                     const uint32_t words, uint64_t hash,
                                                                     uint64_t *slot) {
    struct table_probe probe;
    int result;
    table_probe_begin(view, &probe, hash);
    do {
        table_probe_fetch(view, &probe, 1, key, words);
        result = table_probe_step(view, &probe, key, words, hash);
    } while (result == TABLE_PENDING);
    *slot = (probe.number << view->bucket_bits) + probe.empties;
    return (enum table_result)result;
}

/*
 * The number of the slot that has a key, in a table that does not change; UINT64_MAX when none has.
 */
static __device__ __forceinline__ uint64_t table_device_find(const struct table_view *view,
                                                             const uint64_t *key, const uint32_t words,
                                                             uint64_t hash) {
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
