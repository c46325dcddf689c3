/*
 * The visited set on a GPU in slots of 32 bits (half_core.h): creation, conversion, and growth in place
 * (growth_device.cuh). Growth works with hashes, which are as good as keys. The keys of the second table go
 * to a list first and are put last, because the grown first table has room for them again.
 */
#include "hashtable/half_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/device/device_grid.cuh"
#include "hashtable/growth_device.cuh"
#include "hashtable/half_device.cuh"

#define SLOT_BITS 3u /* log2 of the slots of a bucket */
#define BUCKET_BYTES 32u
#define SECOND_INTEGERS 8u
#define SECOND_LEAST 4096u /* slots */

struct half_device {
    struct device *device;
    struct half_view view;
    struct device_range range; /* the first table */
    table_device *second;
    uint32_t key_bits;
};

/*
 * The size in bytes of the second table for a first one of `bytes` bytes: at a load of 0.9, 1 % of the keys
 * are in it if sequences have 8 buckets, 0.3 % with 16, 0.07 % with 32, 0.005 % with 64 (simulated). It is a
 * third larger than they take at a load of 3/4.
 */
static uint64_t second_slots(const struct half_view *view, uint64_t bytes) {
    uint64_t share = view->distances <= 8    ? 32
                     : view->distances <= 16 ? 96
                     : view->distances <= 32 ? 400
                                             : 4000;
    uint64_t slots = bytes / share / 8;
    return slots < SECOND_LEAST ? SECOND_LEAST : slots;
}

static void set_second(half_device *half, table_device *second) {
    half->second = second;
    half->view.second = table_device_view(second);
}

uint64_t half_device_least_bytes(uint32_t key_bits) {
    if (key_bits < HALF_LEAST_BITS || key_bits > HALF_MOST_BITS) {
        return UINT64_MAX;
    }
    return key_bits <= HALF_REMAINDER_BITS ? BUCKET_BYTES
                                           : (uint64_t)BUCKET_BYTES << (key_bits - HALF_REMAINDER_BITS);
}

half_device *half_device_create(struct device *device, uint32_t key_bits, uint64_t bytes,
                                struct error *error) {
    half_device *half = (half_device *)calloc(1, sizeof *half);
    if (half == NULL) {
        error_memory(error, "for the hash table");
        return NULL;
    }
    uint64_t least = half_device_least_bytes(key_bits);
    bytes = bytes < least ? least : bytes;
    half->device = device;
    half->key_bits = key_bits;
    half->view.first = growth_view(1, BUCKET_BYTES / 4, 0);
    growth_set_buckets(&half->view.first, bytes / BUCKET_BYTES);
    half_set_buckets(&half->view, key_bits);
    bytes = growth_table_bytes(&half->view.first);
    uint64_t most = device->memory.limit < device->total_bytes ? device->memory.limit : device->total_bytes;
    if (device_range_open(device, &half->range, bytes > most ? bytes : most, error) == 0 &&
        device_range_extend(device, &half->range, bytes, error) == 0) {
        half->second =
            table_device_create(device, 1, SECOND_INTEGERS, second_slots(&half->view, bytes), 0, error);
    }
    if (half->second == NULL) {
        half_device_free(half);
        return NULL;
    }
    half->view.first.slots = (uint64_t *)half->range.base;
    set_second(half, half->second);
    return half;
}

void half_device_free(half_device *half) {
    if (half != NULL) {
        table_device_free(half->second);
        device_range_close(half->device, &half->range);
        free(half);
    }
}

struct half_view half_device_view(const half_device *half) {
    return half->view;
}

uint64_t half_device_slots(const half_device *half) {
    return half->view.first.buckets << SLOT_BITS;
}

uint64_t half_device_bytes(const half_device *half) {
    return half->range.committed + table_device_bytes(half->second);
}

/* --- keys that move --- */

static __device__ __forceinline__ void put_again(const struct half_view *view, uint64_t hash,
                                                 unsigned *failed) {
    if (half_device_put(view, hash) != TABLE_NEW) {
        atomicExch(failed, 1u);
    }
}

struct half_growth {
    struct half_view old, grown;
};

/* Vacates the slots [first, last). Keys whose new home is at or above bucket `high` move there at once. */
static __global__ void vacate(const __grid_constant__ struct half_growth growth, uint64_t first,
                              uint64_t last, uint64_t high, struct growth_side side) {
    uint32_t *slots = (uint32_t *)growth.old.first.slots;
    const uint64_t step = device_grid_step();
    for (uint64_t at = first + device_grid_thread(); at < last; at += step) {
        const uint32_t slot = slots[at];
        if (slot == 0) {
            continue;
        }
        slots[at] = 0;
        const uint64_t hash = half_hash_of_slot(&growth.old, at >> SLOT_BITS, slot);
        if (half_place_of(&growth.grown, hash).home >= high) {
            put_again(&growth.grown, hash, side.failed);
        } else {
            growth_side_push(&side, &hash, 1);
        }
    }
}

static __global__ void put_hashes(const __grid_constant__ struct half_view view, const uint64_t *hashes,
                                  const unsigned long long *count, uint64_t most, unsigned *failed) {
    const uint64_t step = device_grid_step(), end = *count < most ? *count : most;
    for (uint64_t i = device_grid_thread(); i < end; i += step) {
        put_again(&view, hashes[i], failed);
    }
}

/* Puts the keys of a table of whole keys; or, where `second`, of a second table. */
static __global__ void put_keys(const __grid_constant__ struct half_view view, struct table_view from,
                                int second, unsigned *failed) {
    const uint64_t slots = (from.buckets + from.pad) << from.bucket_bits, step = device_grid_step();
    for (uint64_t at = device_grid_thread(); at < slots; at += step) {
        const uint64_t key = from.slots[at];
        if (key != 0) {
            put_again(&view, second ? half_hash_of_second(key) : half_hash(&view, key), failed);
        }
    }
}

static unsigned blocks_for_table(const struct table_view *view) {
    return device_grid_blocks((view->buckets + view->pad) << view->bucket_bits, GROWTH_THREADS);
}

/* --- growth --- */

static int vacate_buckets(const void *context, uint64_t first, uint64_t last, uint64_t high,
                          const struct growth_side *side, struct error *error) {
    const struct half_growth *growth = (const struct half_growth *)context;
    uint64_t begin = first << SLOT_BITS, end = last << SLOT_BITS;
    vacate<<<device_grid_blocks(end - begin, GROWTH_THREADS), GROWTH_THREADS>>>(*growth, begin, end, high,
                                                                                *side);
    return DEVICE_CHECK(cudaGetLastError(), error);
}

/* Moves all keys; growth->grown has an empty second table. */
static int move_keys(const struct half_growth *growth, const struct growth_side *side, struct error *error) {
    const struct half_view *grown = &growth->grown;
    const struct table_view *second = &growth->old.second;
    if (device_clear(side->count, GROWTH_SIDE_HEAD, error) != 0 ||
        growth_run_phases(&growth->old.first, &grown->first, vacate_buckets, growth, side, error) != 0) {
        return -1;
    }
    put_hashes<<<device_grid_blocks(side->capacity, GROWTH_THREADS), GROWTH_THREADS>>>(
        *grown, side->words, side->count, side->capacity, side->failed);
    put_keys<<<blocks_for_table(second), GROWTH_THREADS>>>(*grown, *second, 1, side->failed);
    return DEVICE_CHECK(cudaGetLastError(), error) ? -1 : growth_side_check(side, error);
}

/* Grows the first table to about `bytes` bytes, with a new second one. */
static int grow_to(half_device *half, uint64_t bytes, int *lost, struct error *error) {
    struct device *device = half->device;
    struct half_growth growth = {half->view, half->view};
    struct growth_side side;
    growth.grown.first =
        growth_larger(&half->view.first, (uint64_t)((double)half->view.first.buckets *
                                                    ((double)bytes / (double)half->range.committed)));
    half_set_buckets(&growth.grown, half->key_bits);
    bytes = growth_table_bytes(&growth.grown.first);
    table_device *second =
        table_device_create(device, 1, SECOND_INTEGERS, second_slots(&growth.grown, bytes), 0, error);
    if (second == NULL ||
        growth_side_open(device, &half->view.first, &growth.grown.first, SLOT_BITS, 1, &side, error) != 0) {
        table_device_free(second);
        return -1;
    }
    growth.grown.second = table_device_view(second);
    int failed = device_range_extend(device, &half->range, bytes, error) != 0;
    if (!failed) {
        *lost = failed = move_keys(&growth, &side, error) != 0;
    }
    growth_side_close(device, &side);
    table_device_free(failed ? second : half->second);
    if (!failed) {
        half->view = growth.grown;
        set_second(half, second);
    }
    return failed ? -1 : 0;
}

static __global__ void count_used(struct table_view view, unsigned long long *count) {
    const uint64_t slots = (view.buckets + view.pad) << view.bucket_bits, step = device_grid_step();
    unsigned long long own = 0;
    for (uint64_t at = device_grid_thread(); at < slots; at += step) {
        own += view.slots[at] != 0;
    }
    if (own != 0) {
        atomicAdd(count, own);
    }
}

/* Whether the second table has a high load; -1 on failure. */
static int second_is_crowded(const half_device *half, struct error *error) {
    unsigned long long used = 0;
    unsigned long long *count = (unsigned long long *)device_allocate(half->device, sizeof used, error);
    if (count == NULL || device_clear(count, sizeof used, error) != 0) {
        device_free(half->device, count, sizeof used);
        return -1;
    }
    count_used<<<blocks_for_table(&half->view.second), GROWTH_THREADS>>>(half->view.second, count);
    int failed = DEVICE_CHECK(cudaGetLastError(), error) || device_download(&used, count, sizeof used, error);
    device_free(half->device, count, sizeof used);
    return failed ? -1 : used > table_device_slots(half->second) / 4 * 3;
}

int half_device_grow(half_device *half, int *lost, struct error *error) {
    uint64_t sizes[2];
    int crowded = second_is_crowded(half, error);
    *lost = 0;
    if (crowded > 0) {
        int failed = table_device_grow(half->second, lost, error);
        set_second(half, half->second);
        return failed;
    }
    unsigned count = growth_device_sizes(half->range.committed, memory_left(&half->device->memory), sizes);
    for (unsigned i = 0; i < count && crowded == 0; i++) {
        if (grow_to(half, sizes[i], lost, error) == 0) {
            return 0;
        }
        if (*lost || error->code != ERROR_MEMORY) {
            return -1;
        }
    }
    return crowded < 0 ? -1 : error_memory(error, "on the GPU within its budget");
}

/* --- conversion --- */

static int put_table(const half_device *half, const table_device *table, struct error *error) {
    const struct table_view from = table_device_view(table);
    unsigned failed = 1;
    unsigned *flag = (unsigned *)device_allocate(half->device, sizeof failed, error);
    if (flag == NULL || device_clear(flag, sizeof failed, error) != 0) {
        device_free(half->device, flag, sizeof failed);
        return -1;
    }
    put_keys<<<blocks_for_table(&from), GROWTH_THREADS>>>(half->view, from, 0, flag);
    int broken =
        DEVICE_CHECK(cudaGetLastError(), error) || device_download(&failed, flag, sizeof failed, error) != 0;
    device_free(half->device, flag, sizeof failed);
    if (!broken && failed) {
        return error_memory(error, "on the GPU within its budget");
    }
    return broken ? -1 : 0;
}

half_device *half_device_convert(struct device *device, uint32_t key_bits, const table_device *table,
                                 struct error *error) {
    uint64_t bytes = table_device_bytes(table), left = memory_left(&device->memory);
    uint64_t least = half_device_least_bytes(key_bits), most = left / 8 * 7;
    uint64_t wanted = 4 * bytes < left / 4 ? 4 * bytes : bytes;
    wanted = wanted < least ? least : wanted;
    if (wanted > most) {
        error_memory(error, "on the GPU within its budget");
        return NULL;
    }
    half_device *half = half_device_create(device, key_bits, wanted, error);
    if (half != NULL && put_table(half, table, error) != 0) {
        half_device_free(half);
        return NULL;
    }
    return half;
}
