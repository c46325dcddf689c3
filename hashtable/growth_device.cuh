#ifndef HEDDLE_HASHTABLE_GROWTH_DEVICE_CUH
#define HEDDLE_HASHTABLE_GROWTH_DEVICE_CUH

/*
 * Growth in place on a GPU, in the phases that table.c explains: each vacates the old buckets [low, high);
 * their keys move to new homes at or above `high`, or wait in a side list. What a key is, and how it moves,
 * is up to the caller.
 */
#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "hashtable/growth.h"

#define GROWTH_THREADS 256u
#define GROWTH_SIDE_HEAD 16u    /* bytes of a side list's counters, which precede its keys */
#define GROWTH_LAST_PHASE 4096u /* old buckets that one phase moves through the side list */

/* Keys that wait on the device until the end of a growth. */
struct growth_side {
    uint64_t *words;
    uint64_t capacity; /* keys */
    unsigned long long *count;
    unsigned *failed;
    uint64_t bytes;
};

static __device__ __forceinline__ void growth_side_push(const struct growth_side *side, const uint64_t *key,
                                                        const uint32_t words) {
    uint64_t place = atomicAdd(side->count, 1ULL);
    if (place >= side->capacity) {
        atomicExch(side->failed, 1u);
        return;
    }
    for (uint32_t w = 0; w < words; w++) {
        side->words[place * words + w] = key[w];
    }
}

/* Launches the kernel that vacates the old buckets [first, last); 0 or -1. */
typedef int (*growth_vacate)(const void *context, uint64_t first, uint64_t last, uint64_t high,
                             const struct growth_side *side, struct error *error);

/* The phases of the growth from `old` to `grown`; 0 or -1. */
static inline int growth_run_phases(const struct table_view *old, const struct table_view *grown,
                                    growth_vacate vacate, const void *context, const struct growth_side *side,
                                    struct error *error) {
    uint64_t high = old->buckets + old->pad;
    for (;;) {
        uint64_t low = growth_phase_low(old, grown, high);
        if (high <= GROWTH_LAST_PHASE || low >= high) {
            return vacate(context, 0, high, UINT64_MAX, side, error);
        }
        if (vacate(context, low, high, high, side, error) != 0) {
            return -1;
        }
        high = low;
    }
}

/*
 * Opens a side list for keys of `words` words, with room for an upper bound of the keys in it: those that
 * overflowed into each phase's buckets from below, and those of the last phase; slot_bits: log2 of the slots
 * of a bucket. 0 or -1. growth_side_close frees it.
 */
static inline int growth_side_open(struct device *device, const struct table_view *old,
                                   const struct table_view *grown, uint32_t slot_bits, uint32_t words,
                                   struct growth_side *side, struct error *error) {
    uint64_t high = old->buckets + old->pad, phases = 2;
    for (uint64_t low; high > GROWTH_LAST_PHASE && (low = growth_phase_low(old, grown, high)) < high;
         high = low) {
        phases++;
    }
    uint64_t all = (old->buckets + old->pad) << slot_bits;
    uint64_t most = phases * TABLE_PROBE_SLOTS + (high << slot_bits);
    side->capacity = most < all ? most : all;
    side->bytes = side->capacity * words * sizeof(uint64_t) + GROWTH_SIDE_HEAD;
    char *block = (char *)device_allocate(device, side->bytes, error);
    side->count = (unsigned long long *)block;
    side->failed = (unsigned *)(block + 8);
    side->words = (uint64_t *)(block + GROWTH_SIDE_HEAD);
    return block == NULL ? -1 : 0;
}

static inline void growth_side_close(struct device *device, struct growth_side *side) {
    device_free(device, side->count, side->bytes);
}

/* After the phases: 0, or -1 with *error filled if keys were lost. */
static inline int growth_side_check(const struct growth_side *side, struct error *error) {
    unsigned failed = 1;
    if (device_download(&failed, side->failed, sizeof failed, error) != 0) {
        return -1;
    }
    return failed ? error_set(error, ERROR_FULL, "keys were lost while the hash table grew") : 0;
}

/* The sizes in bytes to try, largest first, for a table of `bytes` bytes: returns their number, 0 .. 2. */
static inline unsigned growth_device_sizes(uint64_t bytes, uint64_t left, uint64_t *sizes) {
    unsigned count = 0;
    if (3 * bytes <= left / 4) {
        sizes[count++] = 4 * bytes; /* if there is much memory, so that keys move less often */
    }
    uint64_t usual = growth_bytes(bytes, left);
    if (usual > bytes) {
        sizes[count++] = usual;
    }
    return count;
}

#endif
