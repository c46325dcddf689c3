#ifndef HEDDLE_HASHTABLE_KEYS_DEVICE_H
#define HEDDLE_HASHTABLE_KEYS_DEVICE_H

#include <stdint.h>

#include "hashtable/half_device.h"
#include "hashtable/table_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Keys out of a visited set on a GPU, and into it, many at once: for searches that are written to files and
 * continued. All arrays are in device memory; functions start work, which later calls for the device wait
 * for, and return 0, or -1 with *error filled (ERROR_DEVICE).
 */

/* A visited set in one of its two forms; the other one is NULL. */
struct keys_device_set {
    const table_device *table;
    const half_device *half;
};

/* What was done with keys; the caller clears it. */
struct keys_device_counts {
    unsigned long long keys; /* that were collected; or put, and new */
    unsigned full;           /* non-zero: there was no room for some */
};

/* The number of slots, each of which has a key or none. */
uint64_t keys_device_slots(struct keys_device_set set);
/* Appends the keys in the slots [first, end) to `keys`, in any order; counts->keys of them are there already.
 * They have bit 63 set in each word. */
int keys_device_collect(struct keys_device_set set, uint64_t first, uint64_t end, uint64_t *keys,
                        struct keys_device_counts *counts, struct error *error);
/* Puts `count` keys. If some had no room, all can be put again after growth. */
int keys_device_put(struct keys_device_set set, const uint64_t *keys, uint64_t count,
                    struct keys_device_counts *counts, struct error *error);
/* Puts the pairs [first, end) of an interner into its index, except for unused ids; counts->full as above. */
int keys_device_index(const table_device *index, const uint64_t *pairs, uint64_t first, uint64_t end,
                      struct keys_device_counts *counts, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
