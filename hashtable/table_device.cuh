#ifndef HEDDLE_HASHTABLE_TABLE_DEVICE_CUH
#define HEDDLE_HASHTABLE_TABLE_DEVICE_CUH

/*
 * Probing the visited set on a GPU, one thread for each key: the layout and protocol of table_core.h, a
 * sector of 32 bytes at a time, in steps that never wait, so that each lane of a warp can work on another key
 * (search_warp.cuh).
 *
 * The same load decides whether a slot is empty and compares it, so every slot that was noted as taken has
 * been compared, as the protocol requires; a slot noted as empty is claimed by a compare-and-swap. So the
 * first load of a bucket may be out of date and go through the L1 cache, which also serves the second half of
 * the sector; only after a failed claim must the next load be fresh. Keys publish no other data, so accesses
 * need no order. A key of which not all words are written yet is loaded again.
 */
#include "hashtable/table_core.h"

/* Tests replace the accesses by their own (tests/hashtable/test_table_schedules.c). */
#ifndef TABLE_EMULATED
static __device__ __forceinline__ void table_store_8(uint64_t *word, uint64_t value) {
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" : : "l"(word), "l"(value) : "memory");
}

/* Two words, which others may see one after the other. */
static __device__ __forceinline__ void table_store_16(uint64_t *words, uint64_t value0, uint64_t value1) {
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};"
                 :
                 : "l"(words), "l"(value0), "l"(value1)
                 : "memory");
}

/*
 * Memory accesses that happen only if `wanted` is not 0; otherwise their results stay unchanged. They do not
 * branch, so all lanes of a warp wait for their accesses together.
 */
static __device__ __forceinline__ void table_load_16_if(int wanted, ulonglong2 *pair, const uint64_t *words) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %2, 0;\n\t"
                 "@p ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%3];\n\t}"
                 : "+l"(pair->x), "+l"(pair->y)
                 : "r"(wanted), "l"(words)
                 : "memory");
}

/* May come from the L1 cache: a value of when this kernel began, or later. */
static __device__ __forceinline__ void table_load_16_near_if(int wanted, ulonglong2 *pair,
                                                             const uint64_t *words) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %2, 0;\n\t"
                 "@p ld.relaxed.cta.global.v2.u64 {%0, %1}, [%3];\n\t}"
                 : "+l"(pair->x), "+l"(pair->y)
                 : "r"(wanted), "l"(words)
                 : "memory");
}

/* *seen becomes the previous value of the word; if that was 0, the word now is `value`. */
static __device__ __forceinline__ void table_claim_if(int wanted, unsigned long long *seen, uint64_t *word,
                                                      uint64_t value) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\t"
                 "@p atom.relaxed.gpu.global.cas.b64 %0, [%2], 0, %3;\n\t}"
                 : "+l"(*seen)
                 : "r"(wanted), "l"(word), "l"(value)
                 : "memory");
}

#endif

/* The access that a probe needs next. */
enum table_want { TABLE_WANT_NEAR, TABLE_WANT_FRESH, TABLE_WANT_SLOT };

#define TABLE_PENDING 3

/*
 * A probe for a key: call table_probe_begin, then table_probe_fetch and table_probe_step in turns while the
 * latter returns PENDING.
 */
struct table_probe {
    uint64_t number;  /* number of the current bucket */
    uint32_t at;      /* number of its words that have been compared */
    uint32_t empties; /* a bit for each empty slot seen; or the slot that is to be claimed */
    int fresh;        /* a claim failed: the L1 cache may be out of date */
    enum table_want want;
    ulonglong2 pair[2]; /* 32 bytes of the bucket; or pair[0].x, what the claimed slot held */
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

/* Makes the accesses that the probe needs. A bucket of 16 bytes is loaded twice, which does no harm. */
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

/*
 * The whole bucket has been compared and does not hold the key: claims a slot of it next, or goes to the next
 * bucket.
 */
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

/* After a claim of the slot (number, empties): pair[0].x is its previous value. */
static __device__ __forceinline__ int table_probe_claimed(const struct table_view *view,
                                                          struct table_probe *probe, const uint64_t *key,
                                                          const uint32_t words) {
    if (probe->pair[0].x == 0) {
        uint64_t *slot = table_bucket(view, probe->number, words) + probe->empties * words;
        if (words > 1) {
            table_store_8(slot + 1, key[1 % words]);
        }
        if (words == 4) {
            table_store_16(slot + 2, key[2 % words], key[3 % words]);
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

/* Whether a sector holds the key of four words: TABLE_FOUND, TABLE_PENDING if only in part yet, else NEW. */
static __device__ __forceinline__ int table_probe_wide(const ulonglong2 *pair, const uint64_t *key) {
    int same = pair[0].x == key[0], missing = pair[0].y == 0 || pair[1].x == 0 || pair[1].y == 0;
    same = same && (pair[0].y == key[1] || pair[0].y == 0);
    same = same && (pair[1].x == key[2] || pair[1].x == 0) && (pair[1].y == key[3] || pair[1].y == 0);
    return !same ? (int)TABLE_NEW : missing ? TABLE_PENDING : (int)TABLE_FOUND;
}

/* To be called after table_probe_fetch: enum table_result, or TABLE_PENDING. hash: the key's table_hash. */
static __device__ __forceinline__ int table_probe_step(const struct table_view *view,
                                                       struct table_probe *probe, const uint64_t *key,
                                                       const uint32_t words, uint64_t hash) {
    const ulonglong2 first = probe->pair[0], second = probe->pair[1];
    if (probe->want == TABLE_WANT_SLOT) {
        return table_probe_claimed(view, probe, key, words);
    }
    uint32_t empties = (uint32_t)(first.x == 0);
    if (words <= 2) {
        empties |= (uint32_t)(second.x == 0) << 2 / words;
    }
    if (words == 4) {
        int seen = table_probe_wide(probe->pair, key);
        if (seen == TABLE_FOUND) {
            return TABLE_FOUND;
        }
        if (seen == TABLE_PENDING) {
            probe->fresh = 1; /* just claimed */
            probe->want = TABLE_WANT_FRESH;
            return TABLE_PENDING;
        }
    } else if (words == 1) {
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
            probe->fresh = 1; /* just claimed; word 1 is not written yet */
            probe->want = TABLE_WANT_FRESH;
            return TABLE_PENDING;
        }
    }
    probe->empties |= empties << probe->at / words;
    probe->at += 4;
    return probe->at < words << view->bucket_bits ? TABLE_PENDING : table_probe_leave(view, probe, hash);
}

/*
 * Finds or puts a key whose table_hash is `hash`; *slot becomes the number of its slot if the result is NEW.
 */
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
 * The number of the slot that holds a key, in a table that does not change meanwhile; UINT64_MAX if there is
 * none.
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
            if (words == 4) {
                ulonglong2 rest = pairs[++i];
                if (pair.x == key[0] && pair.y == key[1] && rest.x == key[2 % words] &&
                    rest.y == key[words - 1]) {
                    return first + i / 2;
                }
                empty |= pair.x == 0;
            } else if (words == 2) {
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
