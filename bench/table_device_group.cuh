#ifndef HEDDLE_BENCH_TABLE_DEVICE_GROUP_CUH
#define HEDDLE_BENCH_TABLE_DEVICE_GROUP_CUH

/*
 * Probing the visited set on a GPU, a group of lanes a key (after Cassee, Neele, Wijs 2017, sections 4.1
 * and 4.2): as many lanes as a bucket has slots, each looks at one slot, and ballots tell the group what its
 * lanes saw. The layout and protocol are those of table_core.h, so tables are shared freely with
 * table_device.cuh: a slot is noted as empty and compared by one and the same load of it, so what was noted
 * as taken has been compared.
 *
 * Groups are aligned parts of a warp, of 1, 2, 4, 8 or 16 lanes; blocks are one-dimensional. All lanes of a
 * group call together and with the same arguments, but groups of one warp need not keep in step.
 */
#include "hashtable/table_core.h"

/* One or two words, past the first cache, where others' claims are not seen; the second is 0 if there is one.
 */
static __device__ __forceinline__ ulonglong2 table_group_load(const uint64_t *slot, const uint32_t words) {
    ulonglong2 pair = {0, 0};
    if (words == 1) {
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(pair.x) : "l"(slot) : "memory");
    } else {
        asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                     : "=l"(pair.x), "=l"(pair.y)
                     : "l"(slot)
                     : "memory");
    }
    return pair;
}

/* A later word of a slot that was claimed a moment ago. */
static __device__ __forceinline__ void table_group_publish(uint64_t *word, uint64_t value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
}

/* The calling lane's place in its group of `lanes` lanes. */
static __device__ __forceinline__ uint32_t table_group_rank(const uint32_t lanes) {
    return threadIdx.x % lanes;
}

/* The lanes of the calling lane's group, as a mask of the warp. */
static __device__ __forceinline__ uint32_t table_group_mask(const uint32_t lanes) {
    return ((1u << lanes) - 1) << (threadIdx.x % 32 - table_group_rank(lanes));
}

/* The group's ballot, bit i for its lane i. */
static __device__ __forceinline__ uint32_t table_group_ballot(const uint32_t lanes, int holds) {
    return __ballot_sync(table_group_mask(lanes), holds) >> (threadIdx.x % 32 - table_group_rank(lanes));
}

/* Whether the lane's slot holds the key; *empty whether it is empty. */
static __device__ __forceinline__ int table_group_look(const uint64_t *slot, const uint64_t *key,
                                                       const uint32_t words, int *empty) {
    ulonglong2 pair = table_group_load(slot, words);
    *empty = pair.x == 0;
    if (words == 1 || pair.x != key[0]) {
        return pair.x == key[0];
    }
    while (pair.y == 0) { /* claimed a moment ago */
        pair = table_group_load(slot, words);
    }
    if (words == 2 || pair.y != key[1]) {
        return pair.y == key[1];
    }
    do {
        pair = table_group_load(slot + 2, words);
    } while (pair.x == 0 || pair.y == 0);
    return pair.x == key[words - 2] && pair.y == key[words - 1];
}

/* table_device_put in buckets of `lanes` slots, by a group of `lanes` lanes. */
static __device__ __forceinline__ enum table_result table_group_put(const struct table_view *view,
                                                                    const uint64_t *key, const uint32_t words,
                                                                    const uint32_t lanes, uint64_t hash,
                                                                    uint64_t *slot) {
    const uint32_t rank = table_group_rank(lanes);
    uint64_t number = table_home(view, hash);
    uint64_t last = number + table_sequence_buckets(view, number);
    uint32_t start = table_start(view, hash);
    while (number < last) {
        uint64_t *own = view->slots + (number * lanes + rank) * words;
        int empty;
        int found = table_group_look(own, key, words, &empty);
        uint32_t empties = table_group_ballot(lanes, empty);
        if (table_group_ballot(lanes, found) != 0) {
            return TABLE_FOUND;
        }
        if (empties == 0) {
            number++;
            continue;
        }
        uint32_t first = table_first(empties, start, lanes);
        uint64_t seen = 0;
        if (rank == first) {
            seen = atomicCAS((unsigned long long *)own, 0ULL, (unsigned long long)key[0]);
            for (uint32_t w = 1; w < words && seen == 0; w++) {
                table_group_publish(own + w, key[w]);
            }
        }
        seen = __shfl_sync(table_group_mask(lanes), seen, (int)first, (int)lanes);
        if (seen == 0) {
            *slot = number * lanes + first;
            return TABLE_NEW;
        }
        if (words == 1 && seen == key[0]) {
            return TABLE_FOUND;
        }
    }
    return TABLE_FULL;
}

/*
 * Puts the keys that the group's lanes have, one after the other, each by the whole group. `has_key`: whether
 * the lane has one. The lane's own result; FOUND without a key.
 */
static __device__ __forceinline__ enum table_result
table_group_put_each(const struct table_view *view, const uint64_t *key, const uint32_t words,
                     const uint32_t lanes, uint64_t hash, int has_key) {
    const uint32_t mask = table_group_mask(lanes), wanted = table_group_ballot(lanes, has_key);
    enum table_result own = TABLE_FOUND;
    for (uint32_t turn = 0; turn < lanes; turn++) {
        uint64_t slot, turn_key[TABLE_MOST_WORDS];
        for (uint32_t w = 0; w < words; w++) {
            turn_key[w] = __shfl_sync(mask, key[w], (int)turn, (int)lanes);
        }
        uint64_t turn_hash = __shfl_sync(mask, hash, (int)turn, (int)lanes);
        if ((wanted >> turn & 1) == 0) {
            continue;
        }
        enum table_result result = table_group_put(view, turn_key, words, lanes, turn_hash, &slot);
        own = turn == table_group_rank(lanes) ? result : own;
    }
    return own;
}

#endif
