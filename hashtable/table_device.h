#ifndef HEDDLE_HASHTABLE_TABLE_DEVICE_H
#define HEDDLE_HASHTABLE_TABLE_DEVICE_H

#include <stdint.h>

#include "base/device/device.h"
#include "hashtable/table_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The visited set on a GPU: the twin of hashtable/table.h. Kernels probe its view (table_device.cuh); it is
 * created, grown and freed between kernels.
 */
typedef struct table_device table_device;

/* Like table_create, on the device. */
table_device *table_device_create(struct device *device, uint32_t words, uint32_t bucket_integers,
                                  uint64_t slots, int prefix, struct error *error);
void table_device_free(table_device *table);

struct table_view table_device_view(const table_device *table);
uint64_t table_device_slots(const table_device *table);
uint64_t table_device_bytes(const table_device *table);

/*
 * Grows in place, by an amount that suits the budget (hashtable/growth.h). 0; -1 with nothing changed if the
 * budget is too small (ERROR_MEMORY); or -1 with *lost set if keys were lost or the device failed, so that
 * the table is unusable.
 */
int table_device_grow(table_device *table, int *lost, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
