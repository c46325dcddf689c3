/*
 * GPUs: opening, accounted allocation, ranges that grow in place. The driver's virtual memory calls are
 * looked up at run time, so that the program starts on machines without a driver.
 */
#include "base/device/device.h"

#include <assert.h>
#include <cuda.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/device/device_check.cuh"
#include "base/device/device_fault.h"

#define MOST_DEVICES 64
#define MOST_PIECE ((uint64_t)1 << 30) /* bytes; only whole pieces are released */

struct device_calls {
    CUresult (*reserve)(CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long);
    CUresult (*unreserve)(CUdeviceptr, size_t);
    CUresult (*create)(CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp *,
                       unsigned long long);
    CUresult (*release)(CUmemGenericAllocationHandle);
    CUresult (*map)(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long);
    CUresult (*unmap)(CUdeviceptr, size_t);
    CUresult (*set_access)(CUdeviceptr, size_t, const CUmemAccessDesc *, size_t);
    CUresult (*granularity)(size_t *, const CUmemAllocationProp *, CUmemAllocationGranularity_flags);
};

int device_count(const char **reason) {
    static char text[256];
    int count = 0;
    *reason = device_fault_driver();
    if (*reason != NULL) {
        return 0;
    }
    cudaError_t result = cudaGetDeviceCount(&count);
    if (result != cudaSuccess || count == 0) {
        (void)cudaGetLastError();
        snprintf(text, sizeof text, "%s",
                 result == cudaErrorInsufficientDriver || result == cudaErrorNoDevice || count == 0
                     ? "no NVIDIA GPU with a driver that is new enough"
                     : cudaGetErrorString(result));
        *reason = text;
        return 0;
    }
    return count < MOST_DEVICES ? count : MOST_DEVICES;
}

double device_free_share(int number) {
    size_t free_bytes = 0, total_bytes = 0;
    int current = 0;
    (void)cudaGetDevice(&current);
    const int works =
        cudaSetDevice(number) == cudaSuccess && cudaMemGetInfo(&free_bytes, &total_bytes) == cudaSuccess;
    (void)cudaSetDevice(current);
    (void)cudaGetLastError();
    return works && total_bytes != 0 ? (double)free_bytes / (double)total_bytes : 0;
}

/* --- opening --- */

/* Looks up the functions in the order of struct device_calls. */
static int look_up_all(struct device_calls *calls, struct error *error) {
    static const char *const names[] = {"cuMemAddressReserve",
                                        "cuMemAddressFree",
                                        "cuMemCreate",
                                        "cuMemRelease",
                                        "cuMemMap",
                                        "cuMemUnmap",
                                        "cuMemSetAccess",
                                        "cuMemGetAllocationGranularity"};
    static_assert(sizeof *calls == LENGTH(names) * sizeof(void *), "a name for each function");
    for (size_t i = 0; i < LENGTH(names); i++) {
        void *found = NULL;
        cudaDriverEntryPointQueryResult status;
        if (DEVICE_CHECK(
                cudaGetDriverEntryPointByVersion(names[i], &found, 12000, cudaEnableDefault, &status),
                error)) {
            return -1;
        }
        if (found == NULL || status != cudaDriverEntryPointSuccess) {
            return error_set(error, ERROR_DEVICE, "the GPU's driver has no %s: it is too old", names[i]);
        }
        memcpy((char *)calls + i * sizeof found, &found, sizeof found);
    }
    return 0;
}

static CUmemAllocationProp piece_properties(const struct device *device) {
    CUmemAllocationProp properties;
    memset(&properties, 0, sizeof properties);
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device->number;
    return properties;
}

static int open_device(struct device *device, int number, uint64_t budget, struct error *error) {
    struct cudaDeviceProp properties;
    size_t free_bytes, total_bytes, granularity;
    device->number = number;
    if (DEVICE_CHECK(cudaSetDevice(number), error) ||
        DEVICE_CHECK(cudaGetDeviceProperties(&properties, number), error) ||
        DEVICE_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes), error) || look_up_all(device->calls, error)) {
        return -1;
    }
    CUmemAllocationProp piece = piece_properties(device);
    if (device->calls->granularity(&granularity, &piece, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) !=
        CUDA_SUCCESS) {
        return error_set(error, ERROR_DEVICE, "the GPU has no virtual memory management");
    }
    device->processors = (unsigned)properties.multiProcessorCount;
    device->shared_bytes = properties.sharedMemPerBlockOptin;
    device->granularity = granularity;
    device->total_bytes = total_bytes;
    snprintf(device->name, sizeof device->name, "%s", properties.name);
    memory_init(&device->memory, budget != 0 ? budget : free_bytes / 10 * 9);
    return 0;
}

static int find_device(int number, struct error *error) {
    const char *reason;
    int count = device_count(&reason);
    if (count == 0) {
        return error_set(error, ERROR_DEVICE, "there is no GPU to use: %s", reason);
    }
    if (number < 0 || number >= count) {
        return error_set(error, ERROR_DEVICE, "there is no GPU %d: the last one is %d", number, count - 1);
    }
    return device_fault_open(error);
}

int device_warm_up(int number, struct error *error) {
    return find_device(number, error) != 0 || DEVICE_CHECK(cudaSetDevice(number), error) ||
                   DEVICE_CHECK(cudaFree(NULL), error) /* makes the context */
               ? -1
               : 0;
}

struct device *device_open(int number, uint64_t budget, struct error *error) {
    if (find_device(number, error) != 0) {
        return NULL;
    }
    struct device *device = (struct device *)calloc(1, sizeof *device);
    struct device_calls *calls = (struct device_calls *)calloc(1, sizeof *calls);
    if (device == NULL || calls == NULL) {
        free(device);
        free(calls);
        error_memory(error, "to open the GPU");
        return NULL;
    }
    device->calls = calls;
    if (open_device(device, number, budget, error) != 0) {
        device_close(device);
        return NULL;
    }
    device_fault_arm();
    return device;
}

void device_close(struct device *device) {
    if (device != NULL) {
        /* With planted faults, all memory must be freed on every path, however the work ends. */
        assert(device->memory.used == 0 || !device_fault_is_wanted());
        free(device->calls);
        free(device);
    }
}

/* --- accounting --- */

/* Only one thread uses a device, so plain arithmetic will do. */
static int charge_budget(struct device *device, uint64_t bytes) {
    struct memory *memory = &device->memory;
    if (bytes > memory->limit || memory->used > memory->limit - bytes) {
        return -1;
    }
    memory->used += bytes;
    memory->peak = memory->used > memory->peak ? memory->used : memory->peak;
    return 0;
}

static void discharge_budget(struct device *device, uint64_t bytes) {
    device->memory.used -= bytes;
}

void *device_allocate(struct device *device, uint64_t bytes, struct error *error) {
    void *block = NULL;
    bytes = bytes == 0 ? 1 : bytes;
    if (charge_budget(device, bytes) != 0) {
        error_memory(error, "on the GPU within its budget");
        return NULL;
    }
    if (device_fault_memory(device->memory.used, error) != 0 ||
        DEVICE_CHECK(cudaMalloc(&block, bytes), error)) {
        device->refused |= error->code == ERROR_MEMORY;
        (void)cudaFree(block);
        discharge_budget(device, bytes);
        return NULL;
    }
    return block;
}

void device_free(struct device *device, void *block, uint64_t bytes) {
    if (block != NULL) {
        (void)cudaFree(block);
        discharge_budget(device, bytes == 0 ? 1 : bytes);
    }
}

int device_upload(void *to, const void *from, uint64_t bytes, struct error *error) {
    return DEVICE_CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), error);
}

int device_download(void *to, const void *from, uint64_t bytes, struct error *error) {
    return DEVICE_CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), error);
}

int device_finish(struct error *error) {
    return DEVICE_CHECK(cudaDeviceSynchronize(), error);
}

int device_clear(void *block, uint64_t bytes, struct error *error) {
    return DEVICE_CHECK(cudaMemset(block, 0, bytes), error) || device_finish(error) != 0 ? -1 : 0;
}

/* --- ranges --- */

static int driver_error(CUresult result, const char *what, struct error *error) {
    if (result == CUDA_ERROR_OUT_OF_MEMORY) {
        return error_memory(error, "on the GPU");
    }
    return error_set(error, ERROR_DEVICE, "the GPU failed to %s memory (driver error %d)", what, (int)result);
}

static uint64_t round_up(uint64_t bytes, uint64_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

int device_range_open(struct device *device, struct device_range *range, uint64_t bytes,
                      struct error *error) {
    CUdeviceptr base;
    uint64_t reserved = round_up(bytes, device->granularity);
    memset(range, 0, sizeof *range);
    CUresult result = device->calls->reserve(&base, reserved, 0, 0, 0);
    if (result != CUDA_SUCCESS) {
        return driver_error(result, "reserve", error);
    }
    range->base = (void *)base;
    range->reserved = reserved;
    return 0;
}

static int add_piece(struct device_range *range, uint64_t bytes) {
    if (range->piece_count == range->piece_capacity) {
        uint64_t capacity = range->piece_capacity * 2 + 8;
        uint64_t *pieces = (uint64_t *)realloc(range->pieces, capacity * sizeof *pieces);
        if (pieces == NULL) {
            return -1;
        }
        range->pieces = pieces;
        range->piece_capacity = capacity;
    }
    range->pieces[range->piece_count++] = bytes;
    return 0;
}

/* Maps new memory after the committed part. */
static int map_piece(struct device *device, struct device_range *range, uint64_t bytes, struct error *error) {
    const struct device_calls *calls = device->calls;
    CUmemAllocationProp properties = piece_properties(device);
    CUmemAccessDesc access;
    CUmemGenericAllocationHandle handle;
    CUdeviceptr at = (CUdeviceptr)range->base + range->committed;
    if (device_fault_memory(device->memory.used, error) != 0) {
        device->refused = 1;
        return -1;
    }
    CUresult result = calls->create(&handle, bytes, &properties, 0);
    if (result != CUDA_SUCCESS) {
        device->refused |= result == CUDA_ERROR_OUT_OF_MEMORY;
        return driver_error(result, "allocate", error);
    }
    result = calls->map(at, bytes, 0, handle, 0);
    (void)calls->release(handle); /* the mapping keeps the memory alive */
    if (result != CUDA_SUCCESS) {
        return driver_error(result, "map", error);
    }
    memset(&access, 0, sizeof access);
    access.location = properties.location;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    result = calls->set_access(at, bytes, &access, 1);
    int failed =
        result != CUDA_SUCCESS ? driver_error(result, "map", error) : device_clear((void *)at, bytes, error);
    if (!failed && add_piece(range, bytes) != 0) {
        failed = error_memory(error, "for the GPU");
    }
    if (failed) {
        (void)calls->unmap(at, bytes);
    }
    return failed;
}

static void unmap(struct device *device, struct device_range *range, uint64_t at, uint64_t bytes) {
    (void)device->calls->unmap((CUdeviceptr)range->base + at, bytes);
    discharge_budget(device, bytes);
}

/* Unmaps the last pieces, those above `bytes`. */
static void shrink(struct device *device, struct device_range *range, uint64_t bytes) {
    while (range->committed > bytes) {
        uint64_t piece = range->pieces[--range->piece_count];
        range->committed -= piece;
        unmap(device, range, range->committed, piece);
    }
}

int device_range_extend(struct device *device, struct device_range *range, uint64_t bytes,
                        struct error *error) {
    uint64_t wanted = round_up(bytes, device->granularity), before = range->committed;
    uint64_t most = round_up(MOST_PIECE, device->granularity);
    if (wanted <= before) {
        return 0;
    }
    if (wanted > range->reserved || charge_budget(device, wanted - before) != 0) {
        return error_memory(error, "on the GPU within its budget");
    }
    while (range->committed < wanted) {
        uint64_t left = wanted - range->committed, piece = left < most ? left : most;
        if (map_piece(device, range, piece, error) != 0) {
            discharge_budget(device, wanted - range->committed);
            shrink(device, range, before);
            return -1;
        }
        range->committed += piece;
    }
    return 0;
}

void device_range_release(struct device *device, struct device_range *range, uint64_t bytes) {
    uint64_t gone = 0;
    while (gone < range->piece_count && range->released + range->pieces[gone] <= bytes) {
        unmap(device, range, range->released, range->pieces[gone]);
        range->released += range->pieces[gone++];
    }
    range->piece_count -= gone;
    memmove(range->pieces, range->pieces + gone, range->piece_count * sizeof *range->pieces);
}

void device_range_close(struct device *device, struct device_range *range) {
    if (range->base != NULL) {
        device_range_release(device, range, UINT64_MAX);
        (void)device->calls->unreserve((CUdeviceptr)range->base, range->reserved);
    }
    free(range->pieces);
    memset(range, 0, sizeof *range);
}
