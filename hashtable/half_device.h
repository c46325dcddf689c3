#ifndef HEDDLE_HASHTABLE_HALF_DEVICE_H
#define HEDDLE_HASHTABLE_HALF_DEVICE_H

#include <stdint.h>

#include "base/device/device.h"
#include "hashtable/half_core.h"
#include "hashtable/table_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A visited set on a GPU in slots of 32 bits (half_core.h). Kernels probe its view (half_device.cuh); it is
 * created, grown and freed between kernels.
 */
typedef struct half_device half_device;

/*
 * A table for keys of one word of which only the lowest `key_bits` bits vary (HALF_LEAST_BITS ..
 * HALF_MOST_BITS): of at least `bytes` bytes, and so large that keys fit into its slots. NULL with *error
 * filled (ERROR_MEMORY, ERROR_DEVICE).
 */
half_device *half_device_create(struct device *device, uint32_t key_bits, uint64_t bytes,
                                struct error *error);
void half_device_free(half_device *half);

/* The least size in bytes of a table whose slots hold keys of `key_bits` bits; UINT64_MAX: none does. */
uint64_t half_device_least_bytes(uint32_t key_bits);

struct half_view half_device_view(const half_device *half);
/* Slots in home buckets; the load is relative to them. */
uint64_t half_device_slots(const half_device *half);
/* Size of both tables. */
uint64_t half_device_bytes(const half_device *half);

/* Like table_device_grow. */
int half_device_grow(half_device *half, int *lost, struct error *error);

/*
 * Makes a table of slots of 32 bits from `table`, which stays as it is: larger, if the budget has room for
 * both. NULL with *error filled, ERROR_MEMORY if there is no such room.
 */
half_device *half_device_convert(struct device *device, uint32_t key_bits, const table_device *table,
                                 struct error *error);

#ifdef __cplusplus
}
#endif
#endif
