/*
 * The visited set on a GPU: creation, and growth in place in the phases that table.c explains: each vacates
 * the old buckets [low, high); their keys move to new homes at or above `high`, or wait in a side list.
 */
#include "hashtable/table_device.h"

#include <stdlib.h>
#include <string.h>

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "hashtable/growth.h"
#include "hashtable/table_device.cuh"

#define THREADS 256u
#define SIDE_HEAD 16u    /* bytes of a side list's counters, which precede its keys */
#define LAST_PHASE 4096u /* old buckets that one phase moves through the side list */

struct table_device {
    struct device *device;
    struct table_view view;
    struct device_range range;
};

/* Keys that wait on the device until the end of a growth. */
struct side_list {
    uint64_t *words;
    uint64_t capacity; /* keys */
    unsigned long long *count;
    unsigned *failed;
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
                              struct side_list side) {
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
        uint64_t place = atomicAdd(side.count, 1ULL);
        if (place >= side.capacity) {
            atomicExch(side.failed, 1u);
            continue;
        }
        for (uint32_t w = 0; w < words; w++) {
            side.words[place * words + w] = key[w];
        }
    }
}

template <uint32_t words>
static __global__ void put_side_list(struct table_view view, struct side_list side) {
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

static int run_phase(const struct table_view *view, uint64_t first, uint64_t last, uint64_t high,
                     const struct side_list *side, struct error *error) {
    uint64_t begin = first << view->bucket_bits, end = last << view->bucket_bits;
    const auto kernel = view->words == 1 ? vacate<1> : view->words == 2 ? vacate<2> : vacate<4>;
    kernel<<<device_grid_blocks(end - begin, THREADS), THREADS>>>(*view, begin, end, high, *side);
    return DEVICE_CHECK(cudaGetLastError(), error);
}

static int move_keys(const struct table_view *old, const struct table_view *view,
                     const struct side_list *side, struct error *error) {
    uint64_t high = old->buckets + old->pad;
    for (;;) {
        uint64_t low = growth_phase_low(old, view, high);
        if (high <= LAST_PHASE || low >= high) {
            break;
        }
        if (run_phase(view, low, high, high, side, error) != 0) {
            return -1;
        }
        high = low;
    }
    if (run_phase(view, 0, high, UINT64_MAX, side, error) != 0) {
        return -1;
    }
    const auto put = view->words == 1   ? put_side_list<1>
                     : view->words == 2 ? put_side_list<2>
                                        : put_side_list<4>;
    put<<<device_grid_blocks(side->capacity, THREADS), THREADS>>>(*view, *side);
    return DEVICE_CHECK(cudaGetLastError(), error);
}

/*
 * An upper bound of the keys in the side list: those that overflowed into each phase's buckets from below,
 * and those of the last phase. It depends on the number of phases.
 */
static uint64_t side_capacity(const struct table_view *old, const struct table_view *grown) {
    uint64_t high = old->buckets + old->pad, phases = 2;
    for (uint64_t low; high > LAST_PHASE && (low = growth_phase_low(old, grown, high)) < high; high = low) {
        phases++;
    }
    uint64_t all = (old->buckets + old->pad) << old->bucket_bits;
    uint64_t most = phases * TABLE_PROBE_SLOTS + (high << old->bucket_bits);
    return most < all ? most : all;
}

static int rehash(table_device *table, const struct table_view *grown, const struct side_list *side,
                  int *lost, struct error *error) {
    unsigned failed = 1;
    *lost = device_clear(side->count, SIDE_HEAD, error) != 0 ||
            move_keys(&table->view, grown, side, error) != 0 ||
            device_download(&failed, side->failed, sizeof failed, error) != 0;
    if (!*lost && failed) {
        *lost = 1;
        error_set(error, ERROR_FULL, "keys were lost while the hash table grew");
    }
    return *lost ? -1 : 0;
}

/* Grows the table to about `bytes` bytes. */
static int grow_to(table_device *table, uint64_t bytes, int *lost, struct error *error) {
    struct device *device = table->device;
    struct table_view grown =
        growth_larger(&table->view, (uint64_t)((double)table->view.buckets *
                                               ((double)bytes / (double)table->range.committed)));
    struct side_list side;
    side.capacity = side_capacity(&table->view, &grown);
    uint64_t side_bytes = side.capacity * table->view.words * sizeof(uint64_t) + SIDE_HEAD;
    char *block = (char *)device_allocate(device, side_bytes, error);
    if (block == NULL) {
        return -1;
    }
    side.count = (unsigned long long *)block;
    side.failed = (unsigned *)(block + 8);
    side.words = (uint64_t *)(block + SIDE_HEAD);
    int failed = device_range_extend(device, &table->range, growth_table_bytes(&grown), error) != 0 ||
                 rehash(table, &grown, &side, lost, error) != 0;
    device_free(device, block, side_bytes);
    table->view = failed ? table->view : grown;
    return failed ? -1 : 0;
}

int table_device_grow(table_device *table, int *lost, struct error *error) {
    uint64_t before = table->range.committed, left = memory_left(&table->device->memory);
    uint64_t bytes = growth_bytes(before, left);
    *lost = 0;
    /* If there is much memory, grows to four times the size, so that keys move less often. */
    if (3 * before <= left / 4) {
        int failed = grow_to(table, 4 * before, lost, error);
        if (!failed || *lost || error->code != ERROR_MEMORY) {
            return failed;
        }
    }
    if (bytes <= before) {
        return error_memory(error, "on the GPU within its budget");
    }
    return grow_to(table, bytes, lost, error);
}
