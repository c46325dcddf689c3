/* The visited set on a GPU: creation, and growth in place (growth_device.cuh). */
#include "hashtable/table_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/device/device_grid.cuh"
#include "hashtable/growth_device.cuh"
#include "hashtable/table_device.cuh"

struct table_device {
    struct device *device;
    struct table_view view;
    struct device_range range;
};

table_device *table_device_create(struct device *device, uint32_t words, uint32_t bucket_integers,
                                  uint64_t slots, int prefix, struct error *error) {
    table_device *table = (table_device *)calloc(1, sizeof *table);
    if (table == NULL) {
        error_memory(error, "for the hash table");
        return NULL;
    }
    table->device = device;
    table->view = growth_view(words, bucket_integers, prefix);
    growth_set_buckets(&table->view, (slots >> table->view.bucket_bits) + 1);
    uint64_t bytes = growth_table_bytes(&table->view);
    uint64_t most = device->memory.limit < device->total_bytes ? device->memory.limit : device->total_bytes;
    if (device_range_open(device, &table->range, bytes > most ? bytes : most, error) != 0 ||
        device_range_extend(device, &table->range, bytes, error) != 0) {
        table_device_free(table);
        return NULL;
    }
    table->view.slots = (uint64_t *)table->range.base;
    return table;
}

void table_device_free(table_device *table) {
    if (table != NULL) {
        device_range_close(table->device, &table->range);
        free(table);
    }
}

struct table_view table_device_view(const table_device *table) {
    return table->view;
}

uint64_t table_device_slots(const table_device *table) {
    return table->view.buckets << table->view.bucket_bits;
}

uint64_t table_device_bytes(const table_device *table) {
    return table->range.committed;
}

/* --- growth --- */

static __device__ __forceinline__ void put_again(const struct table_view *view, const uint64_t *key,
                                                 const uint32_t words, uint64_t hash, unsigned *failed) {
    uint64_t slot;
    if (table_device_put(view, key, words, hash, &slot) != TABLE_NEW) {
        atomicExch(failed, 1u);
    }
}

template <uint32_t words>
static __device__ __forceinline__ uint64_t hash_of(const struct table_view *view, const uint64_t *key) {
    return words == 1 && view->prefix ? table_hash_prefix(key[0]) : table_hash_key(key, words);
}

/* Vacates the slots [first, last). Keys whose new home is at or above bucket `high` move there at once. */
template <uint32_t words>
static __global__ void vacate(struct table_view view, uint64_t first, uint64_t last, uint64_t high,
                              struct growth_side side) {
    const uint64_t step = device_grid_step();
    for (uint64_t at = first + device_grid_thread(); at < last; at += step) {
        uint64_t key[words];
        for (uint32_t w = 0; w < words; w++) {
            key[w] = view.slots[at * words + w];
        }
        if (key[0] == 0) {
            continue;
        }
        for (uint32_t w = 0; w < words; w++) {
            view.slots[at * words + w] = 0;
        }
        uint64_t hash = hash_of<words>(&view, key);
        if (table_home(&view, hash) >= high) {
            put_again(&view, key, words, hash, side.failed);
            continue;
        }
        growth_side_push(&side, key, words);
    }
}

template <uint32_t words>
static __global__ void put_side_list(struct table_view view, struct growth_side side) {
    const uint64_t step = device_grid_step();
    uint64_t count = *side.count < side.capacity ? *side.count : side.capacity;
    for (uint64_t i = device_grid_thread(); i < count; i += step) {
        uint64_t key[words];
        for (uint32_t w = 0; w < words; w++) {
            key[w] = side.words[i * words + w];
        }
        put_again(&view, key, words, hash_of<words>(&view, key), side.failed);
    }
}

static int vacate_buckets(const void *context, uint64_t first, uint64_t last, uint64_t high,
                          const struct growth_side *side, struct error *error) {
    const struct table_view *grown = (const struct table_view *)context;
    uint64_t begin = first << grown->bucket_bits, end = last << grown->bucket_bits;
    const auto kernel = grown->words == 1 ? vacate<1> : grown->words == 2 ? vacate<2> : vacate<4>;
    kernel<<<device_grid_blocks(end - begin, GROWTH_THREADS), GROWTH_THREADS>>>(*grown, begin, end, high,
                                                                                *side);
    return DEVICE_CHECK(cudaGetLastError(), error);
}

static int move_keys(const struct table_view *old, const struct table_view *grown,
                     const struct growth_side *side, struct error *error) {
    if (device_clear(side->count, GROWTH_SIDE_HEAD, error) != 0 ||
        growth_run_phases(old, grown, vacate_buckets, grown, side, error) != 0) {
        return -1;
    }
    const auto put = grown->words == 1   ? put_side_list<1>
                     : grown->words == 2 ? put_side_list<2>
                                         : put_side_list<4>;
    put<<<device_grid_blocks(side->capacity, GROWTH_THREADS), GROWTH_THREADS>>>(*grown, *side);
    return DEVICE_CHECK(cudaGetLastError(), error) ? -1 : growth_side_check(side, error);
}

/* Grows the table to about `bytes` bytes. */
static int grow_to(table_device *table, uint64_t bytes, int *lost, struct error *error) {
    struct device *device = table->device;
    struct table_view grown =
        growth_larger(&table->view, (uint64_t)((double)table->view.buckets *
                                               ((double)bytes / (double)table->range.committed)));
    struct growth_side side;
    if (growth_side_open(device, &table->view, &grown, grown.bucket_bits, grown.words, &side, error) != 0) {
        return -1;
    }
    int failed = device_range_extend(device, &table->range, growth_table_bytes(&grown), error) != 0;
    if (!failed) {
        *lost = failed = move_keys(&table->view, &grown, &side, error) != 0;
    }
    growth_side_close(device, &side);
    table->view = failed ? table->view : grown;
    return failed ? -1 : 0;
}

int table_device_grow(table_device *table, int *lost, struct error *error) {
    uint64_t sizes[2];
    unsigned count = growth_device_sizes(table->range.committed, memory_left(&table->device->memory), sizes);
    *lost = 0;
    for (unsigned i = 0; i < count; i++) {
        if (grow_to(table, sizes[i], lost, error) == 0) {
            return 0;
        }
        if (*lost || error->code != ERROR_MEMORY) {
            return -1;
        }
    }
    return error_memory(error, "on the GPU within its budget");
}
