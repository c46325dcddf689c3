#ifndef HEDDLE_BASE_DEVICE_DEVICE_CHECK_CUH
#define HEDDLE_BASE_DEVICE_DEVICE_CHECK_CUH

/* For .cu files: turns a failed CUDA call or launch into an error. */
#include <cuda_runtime.h>

#include "base/device/device_fault.h"
#include "base/error.h"

/* 0, or -1 with *error filled: ERROR_MEMORY if the GPU is out of memory, else ERROR_DEVICE. */
static inline int device_check_result(cudaError_t result, const char *call, const char *file, int line,
                                      struct error *error) {
    if (result == cudaSuccess && device_fault_lost()) {
        result = cudaErrorLaunchFailure;
    }
    if (result == cudaSuccess) {
        return 0;
    }
    (void)cudaGetLastError(); /* clears the error, so that no later call returns it again */
    if (result == cudaErrorMemoryAllocation) {
        return error_memory(error, "on the GPU");
    }
    return error_set(error, ERROR_DEVICE, "the GPU failed: %s (%s:%d: %.100s)", cudaGetErrorString(result),
                     file, line, call);
}

#define DEVICE_CHECK(call, error) device_check_result((call), #call, __FILE__, __LINE__, (error))

#endif
