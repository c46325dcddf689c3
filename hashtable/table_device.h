#ifndef HEDDLE_HASHTABLE_TABLE_DEVICE_H
#define HEDDLE_HASHTABLE_TABLE_DEVICE_H

#include <stdint.h>

#include "base/device/device.h"
#include "hashtable/table_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The visited set on a GPU: the twin of hashtable/table.h. Kernels probe its view (table_device.cuh);
 * creating, growing and freeing happen between them.
 */
typedef struct device_table device_table;

/* As table_create, on the device. */
device_table *device_table_create(struct device *device, uint32_t words, uint32_t bucket_integers,
                                  uint64_t slots, int prefix, struct error *error);
void device_table_free(device_table *table);

struct table_view device_table_view(const device_table *table);
uint64_t device_table_slots(const device_table *table);
uint64_t device_table_bytes(const device_table *table);

/*
 * Grows in place, by as much as the budget makes sensible (hashtable/growth.h). 0; -1 with nothing changed
 * when it cannot (ERROR_MEMORY); or -1 with *lost set when keys were lost or the device failed, and the table
 * is unusable.
 */
int device_table_grow(device_table *table, int *lost, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
