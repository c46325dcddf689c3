#ifndef HEDDLE_BASE_DEVICE_DEVICE_SCAN_CUH
#define HEDDLE_BASE_DEVICE_DEVICE_SCAN_CUH

/* For .cu files: prefix sums. */
#include <cub/device/device_scan.cuh>

#include "base/device/device.h"
#include "base/device/device_check.cuh"

/*
 * Replaces each of `count` numbers in GPU memory by the sum of those before it, and of itself if `inclusive`.
 * Takes temporary memory. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_DEVICE.
 */
template <bool inclusive, typename number>
static int device_scan(struct device *device, number *numbers, uint64_t count, struct error *error) {
    size_t bytes = 0;
    auto sum = [&](void *temporary) {
        if constexpr (inclusive) {
            return cub::DeviceScan::InclusiveSum(temporary, bytes, numbers, numbers, count);
        } else {
            return cub::DeviceScan::ExclusiveSum(temporary, bytes, numbers, numbers, count);
        }
    };
    if (DEVICE_CHECK(sum(NULL), error)) {
        return -1;
    }
    void *temporary = device_allocate(device, bytes, error);
    int failed = temporary == NULL || DEVICE_CHECK(sum(temporary), error) || device_finish(error);
    device_free(device, temporary, bytes);
    return failed ? -1 : 0;
}

#endif
