#ifndef HEDDLE_HASHTABLE_HALF_DEVICE_CUH
#define HEDDLE_HASHTABLE_HALF_DEVICE_CUH

/*
 * Probing a visited set with slots of 32 bits (half_core.h) on a GPU: the steps of table_device.cuh, under
 * the same names, so that loops over probes are written once. A bucket is a sector of 32 bytes, 8 slots.
 */
#include "hashtable/half_core.h"
#include "hashtable/table_device.cuh"

#define HALF_SECTOR_SLOTS 8u

/* Tests replace the access by their own (tests/hashtable/test_table_schedules.c). */
#ifndef TABLE_EMULATED
/* Like table_claim_if, for a slot of 32 bits. */
static __device__ __forceinline__ void half_claim_if(int wanted, uint32_t *seen, uint32_t *slot,
                                                     uint32_t value) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\t"
                 "@p atom.relaxed.gpu.global.cas.b32 %0, [%2], 0, %3;\n\t}"
                 : "+r"(*seen)
                 : "r"(wanted), "l"(slot), "r"(value)
                 : "memory");
}
#endif

/* A probe for a key; see struct table_probe. */
struct half_probe {
    uint64_t number; /* number of the current bucket */
    uint32_t wanted; /* what the key's slot in this bucket holds */
    uint32_t slot;   /* the slot that is to be claimed */
    int fresh;       /* a claim failed: the L1 cache may be out of date */
    enum table_want want;
    ulonglong2 pair[2]; /* the bucket; or the lower half of pair[0].x, what the claimed slot held */
};

static __device__ __forceinline__ uint32_t *half_bucket(const struct half_view *view, uint64_t number) {
    return (uint32_t *)view->first.slots + number * HALF_SECTOR_SLOTS;
}

static __device__ __forceinline__ void half_probe_begin(const struct half_view *view,
                                                        struct half_probe *probe, uint64_t hash) {
    const struct half_place place = half_place_of(view, hash);
    probe->number = place.home;
    probe->wanted = place.slot;
    probe->fresh = 0;
    probe->want = TABLE_WANT_NEAR;
}

static __device__ __forceinline__ void half_probe_fetch(const struct half_view *view,
                                                        struct half_probe *probe, int active) {
    uint32_t *bucket = half_bucket(view, probe->number);
    const uint64_t *words = (const uint64_t *)bucket;
    int near = active && probe->want == TABLE_WANT_NEAR, fresh = active && probe->want == TABLE_WANT_FRESH;
    table_load_16_near_if(near, &probe->pair[0], words);
    table_load_16_near_if(near, &probe->pair[1], words + 2);
    table_load_16_if(fresh, &probe->pair[0], words);
    table_load_16_if(fresh, &probe->pair[1], words + 2);
    uint32_t seen = (uint32_t)probe->pair[0].x;
    half_claim_if(active && probe->want == TABLE_WANT_SLOT, &seen, bucket + probe->slot, probe->wanted);
    probe->pair[0].x = probe->pair[0].x >> 32 << 32 | seen;
}

/* Which slots of two, in one word, are empty. */
static __device__ __forceinline__ uint32_t half_empties(uint64_t slots) {
    return (uint32_t)((uint32_t)slots == 0) | (uint32_t)(slots >> 32 == 0) << 1;
}

static __device__ __forceinline__ int half_holds(uint64_t slots, uint32_t wanted) {
    return (uint32_t)slots == wanted || (uint32_t)(slots >> 32) == wanted;
}

/*
 * To be called after half_probe_fetch: enum table_result, TABLE_PENDING or HALF_ELSEWHERE. The hash is seldom
 * used: callers that are short of registers make it again.
 */
static __device__ __forceinline__ int half_probe_step(const struct half_view *view, struct half_probe *probe,
                                                      uint64_t hash) {
    const uint32_t wanted = probe->wanted;
    if (probe->want == TABLE_WANT_SLOT) {
        const uint32_t seen = (uint32_t)probe->pair[0].x;
        if (seen == 0 || seen == wanted) {
            return seen == 0 ? TABLE_NEW : TABLE_FOUND;
        }
        probe->fresh = 1;
        probe->want = TABLE_WANT_FRESH;
        return TABLE_PENDING;
    }
    const ulonglong2 first = probe->pair[0], second = probe->pair[1];
    if (half_holds(first.x, wanted) || half_holds(first.y, wanted) || half_holds(second.x, wanted) ||
        half_holds(second.y, wanted)) {
        return TABLE_FOUND;
    }
    uint32_t empties = half_empties(first.x) | half_empties(first.y) << 2 | half_empties(second.x) << 4 |
                       half_empties(second.y) << 6;
    if (empties != 0) {
        probe->slot = table_first(empties, wanted % HALF_SECTOR_SLOTS, HALF_SECTOR_SLOTS);
        probe->want = TABLE_WANT_SLOT;
        return TABLE_PENDING;
    }
    const uint64_t home = half_place_of(view, hash).home;
    probe->wanted += (uint32_t)1 << view->remainder_bits;
    probe->want = probe->fresh ? TABLE_WANT_FRESH : TABLE_WANT_NEAR;
    return ++probe->number - home == half_sequence_buckets(view, home) ? HALF_ELSEWHERE : TABLE_PENDING;
}

/* Finds or puts a key in the second table. */
static __device__ __noinline__ enum table_result half_device_put_second(const struct table_view *second,
                                                                        uint64_t hash) {
    const uint64_t key = half_second_key(hash);
    uint64_t slot;
    return table_device_put(second, &key, 1, table_hash_1(key), &slot);
}

/* Finds or puts the key whose hash (half_hash) is `hash`. */
static __device__ __forceinline__ enum table_result half_device_put(const struct half_view *view,
                                                                    uint64_t hash) {
    struct half_probe probe;
    int result;
    half_probe_begin(view, &probe, hash);
    do {
        half_probe_fetch(view, &probe, 1);
        result = half_probe_step(view, &probe, hash);
    } while (result == TABLE_PENDING);
    return result == HALF_ELSEWHERE ? half_device_put_second(&view->second, hash) : (enum table_result)result;
}

#endif
