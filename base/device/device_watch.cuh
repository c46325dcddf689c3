#ifndef HEDDLE_BASE_DEVICE_DEVICE_WATCH_CUH
#define HEDDLE_BASE_DEVICE_DEVICE_WATCH_CUH

/*
 * Waits for kernels that can be ended early: while it waits, the host checks the stop flag and the deadline,
 * and sets a word of host memory that kernels read now and then (watch_is_stopped).
 */
#include <stdint.h>
#include <unistd.h>

#include "base/device/device_check.cuh"
#include "base/run.h"

#define WATCH_SPIN_SECONDS 0.002 /* the host waits for short kernels without sleeping */
#define WATCH_POLL_MICROSECONDS 200
#define WATCH_VISITS 65536u /* steps of a thread between two reads of the word */

struct device_watch {
    const struct run *run;
    int *stop; /* host memory that kernels read */
};

/* 0, or -1 with *error filled. */
static inline int device_watch_open(struct device_watch *watch, const struct run *run, struct error *error) {
    watch->run = run;
    watch->stop = NULL;
    if (DEVICE_CHECK(cudaHostAlloc((void **)&watch->stop, sizeof *watch->stop, cudaHostAllocMapped), error)) {
        return -1;
    }
    *watch->stop = 0;
    return 0;
}

static inline void device_watch_close(struct device_watch *watch) {
    if (watch->stop != NULL) {
        (void)cudaFreeHost(watch->stop);
    }
    watch->stop = NULL;
}

/*
 * Waits for the launched kernels, and makes them end early if the run must stop. 0, or -1 with *error filled.
 */
static inline int device_watch_await(const struct device_watch *watch, struct error *error) {
    double begun = run_clock();
    cudaError_t status;
    while ((status = cudaStreamQuery(0)) == cudaErrorNotReady) {
        if (run_clock() - begun > WATCH_SPIN_SECONDS) {
            usleep(WATCH_POLL_MICROSECONDS);
            if (run_should_stop(watch->run)) {
                *(volatile int *)watch->stop = 1;
            }
        }
    }
    return DEVICE_CHECK(status, error);
}

/*
 * Like device_watch_await, for kernels whose partial results are useless: also -1 with ERROR_INTERRUPTED, and
 * `interrupted` as its text, if the run must stop.
 */
static inline int device_watch_finish(const struct device_watch *watch, const char *interrupted,
                                      struct error *error) {
    if (device_watch_await(watch, error) != 0) {
        return -1;
    }
    if (*(volatile int *)watch->stop != 0 || run_should_stop(watch->run)) {
        return error_set(error, ERROR_INTERRUPTED, "%s", interrupted);
    }
    return 0;
}

/* Whether a thread after `steps` steps should end. */
static __device__ __forceinline__ int watch_is_stopped(const int *stop, uint64_t steps) {
    return steps % WATCH_VISITS == 0 && *(const volatile int *)stop != 0;
}

#endif
