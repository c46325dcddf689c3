/* Keys out of a visited set on a GPU, and into it: one thread for each slot, or key. */
#include "hashtable/keys_device.h"

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "hashtable/half_device.cuh"
#include "hashtable/intern_core.h"
#include "hashtable/table_device.cuh"

#define THREADS 256u
#define HALF_SLOT_BITS 3u /* log2 of HALF_SECTOR_SLOTS */

static uint64_t all_slots(const struct table_view *view) {
    return (view->buckets + view->pad) << view->bucket_bits;
}

/* Of a set with slots of 32 bits: those of its first table, which come before those of the second. */
static uint64_t first_slots(const struct half_view *view) {
    return (view->first.buckets + view->first.pad) << HALF_SLOT_BITS;
}

uint64_t keys_device_slots(struct keys_device_set set) {
    if (set.half != NULL) {
        const struct half_view view = half_device_view(set.half);
        return first_slots(&view) + all_slots(&view.second);
    }
    const struct table_view view = table_device_view(set.table);
    return all_slots(&view);
}

/* --- out of it --- */

template <uint32_t words>
static __global__ void collect(struct table_view view, uint64_t first, uint64_t end, uint64_t *keys,
                               struct keys_device_counts *counts) {
    const uint64_t step = device_grid_step();
    for (uint64_t at = first + device_grid_thread(), warp = at - threadIdx.x % 32; warp < end;
         at += step, warp += step) {
        uint64_t key[words] = {0};
        for (uint32_t w = 0; w < words && at < end; w++) {
            key[w] = view.slots[at * words + w];
        }
        const uint64_t place = device_warp_places(&counts->keys, key[0] != 0);
        for (uint32_t w = 0; w < words && key[0] != 0; w++) {
            keys[place * words + w] = key[w];
        }
    }
}

/* Slots from `seconds` on are those of the second table. */
static __global__ void collect_half(const __grid_constant__ struct half_view view, uint64_t seconds,
                                    uint64_t first, uint64_t end, uint64_t *keys,
                                    struct keys_device_counts *counts) {
    const uint32_t *slots = (const uint32_t *)view.first.slots;
    const uint64_t step = device_grid_step();
    for (uint64_t at = first + device_grid_thread(), warp = at - threadIdx.x % 32; warp < end;
         at += step, warp += step) {
        uint64_t key = 0;
        if (at < end && at >= seconds) {
            const uint64_t second = view.second.slots[at - seconds];
            key = second == 0 ? 0 : half_key(&view, half_hash_of_second(second));
        } else if (at < end && slots[at] != 0) {
            key = half_key(&view, half_hash_of_slot(&view, at >> HALF_SLOT_BITS, slots[at]));
        }
        const uint64_t place = device_warp_places(&counts->keys, key != 0);
        if (key != 0) {
            keys[place] = key;
        }
    }
}

int keys_device_collect(struct keys_device_set set, uint64_t first, uint64_t end, uint64_t *keys,
                        struct keys_device_counts *counts, struct error *error) {
    const unsigned blocks = device_grid_blocks(end - first, THREADS);
    if (set.half != NULL) {
        const struct half_view view = half_device_view(set.half);
        collect_half<<<blocks, THREADS>>>(view, first_slots(&view), first, end, keys, counts);
    } else {
        const struct table_view view = table_device_view(set.table);
        const auto kernel = view.words == 1 ? collect<1> : view.words == 2 ? collect<2> : collect<4>;
        kernel<<<blocks, THREADS>>>(view, first, end, keys, counts);
    }
    return DEVICE_CHECK(cudaGetLastError(), error) ? -1 : 0;
}

/* --- into it --- */

static __device__ __forceinline__ void count_result(enum table_result result,
                                                    struct keys_device_counts *counts) {
    if (result == TABLE_NEW) {
        atomicAdd(&counts->keys, 1ULL);
    } else if (result == TABLE_FULL) {
        atomicExch(&counts->full, 1u);
    }
}

template <uint32_t words>
static __global__ void put_keys(struct table_view view, const uint64_t *keys, uint64_t count,
                                struct keys_device_counts *counts) {
    const uint64_t step = device_grid_step();
    for (uint64_t i = device_grid_thread(); i < count; i += step) {
        uint64_t key[words], slot;
        for (uint32_t w = 0; w < words; w++) {
            key[w] = keys[i * words + w];
        }
        count_result(table_device_put(&view, key, words, table_hash_key(key, words), &slot), counts);
    }
}

static __global__ void put_half(const __grid_constant__ struct half_view view, const uint64_t *keys,
                                uint64_t count, struct keys_device_counts *counts) {
    const uint64_t step = device_grid_step();
    for (uint64_t i = device_grid_thread(); i < count; i += step) {
        count_result(half_device_put(&view, half_hash(&view, keys[i])), counts);
    }
}

int keys_device_put(struct keys_device_set set, const uint64_t *keys, uint64_t count,
                    struct keys_device_counts *counts, struct error *error) {
    const unsigned blocks = device_grid_blocks(count, THREADS);
    if (set.half != NULL) {
        put_half<<<blocks, THREADS>>>(half_device_view(set.half), keys, count, counts);
    } else {
        const struct table_view view = table_device_view(set.table);
        const auto kernel = view.words == 1 ? put_keys<1> : view.words == 2 ? put_keys<2> : put_keys<4>;
        kernel<<<blocks, THREADS>>>(view, keys, count, counts);
    }
    return DEVICE_CHECK(cudaGetLastError(), error) ? -1 : 0;
}

static __global__ void index_pairs(struct table_view index, const uint64_t *pairs, uint64_t first,
                                   uint64_t end, struct keys_device_counts *counts) {
    const uint64_t step = device_grid_step();
    for (uint64_t id = first + device_grid_thread(); id < end; id += step) {
        if (pairs[2 * id] == 0) {
            continue; /* it was never used */
        }
        const uint64_t word =
            intern_tag(intern_hash(intern_word(pairs, id, 0), intern_word(pairs, id, 1))) | id;
        uint64_t slot;
        count_result(table_device_put(&index, &word, 1, table_hash_prefix(word), &slot), counts);
    }
}

int keys_device_index(const table_device *index, const uint64_t *pairs, uint64_t first, uint64_t end,
                      struct keys_device_counts *counts, struct error *error) {
    index_pairs<<<device_grid_blocks(end - first, THREADS), THREADS>>>(table_device_view(index), pairs, first,
                                                                       end, counts);
    return DEVICE_CHECK(cudaGetLastError(), error) ? -1 : 0;
}
