/* Memory and launches of steps on a GPU. */
#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/steps/steps.h"

static void *cuda_allocate(const struct steps *steps, uint64_t bytes) {
    return device_allocate(steps->device, bytes, steps->error);
}

static void cuda_release(const struct steps *steps, void *block, uint64_t bytes) {
    device_free(steps->device, block, bytes);
}

static int cuda_fill(const struct steps *steps, void *block, int byte, uint64_t bytes) {
    return DEVICE_CHECK(cudaMemset(block, byte, bytes), steps->error);
}

static int cuda_copy(const struct steps *steps, void *to, const void *from, uint64_t bytes) {
    return DEVICE_CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice), steps->error);
}

static int cuda_download(const struct steps *steps, void *to, const void *from, uint64_t bytes) {
    return device_download(to, from, bytes, steps->error);
}

static int cuda_upload(const struct steps *steps, void *to, const void *from, uint64_t bytes) {
    return device_upload(to, from, bytes, steps->error);
}

static int cuda_each(const struct steps *steps, step_function step, const void *view, uint64_t first,
                     uint64_t count) {
    if (count == 0) {
        return 0;
    }
    if (steps_check(steps) != 0) {
        return -1;
    }
    step(steps, view, first, count);
    return DEVICE_CHECK(cudaGetLastError(), steps->error);
}

const struct steps_side steps_cuda_side = {cuda_allocate, cuda_release, cuda_fill, cuda_copy,
                                           cuda_download, cuda_upload,  cuda_each};
