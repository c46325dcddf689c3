#ifndef HEDDLE_BASE_DEVICE_DEVICE_H
#define HEDDLE_BASE_DEVICE_DEVICE_H

#include <stdint.h>

#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct run;

/*
 * An open GPU. All its allocations are counted in `memory`, as base/memory.h does for the host; the limit of
 * `memory` is the budget on the device. Only one thread at a time may use a device, except in
 * device_download_beside.
 */
struct device {
    struct memory memory;
    int number;
    unsigned processors;   /* streaming multiprocessors (SMs) */
    uint64_t shared_bytes; /* largest shared memory of a block, in bytes */
    uint64_t granularity;  /* unit in which ranges grow, in bytes */
    uint64_t total_bytes;
    int refused; /* the device had less free memory than the budget */
    char name[256];
    struct device_calls *calls; /* functions of the driver; owned */
};

/* The number of usable GPUs; if there is none, *reason says why. */
int device_count(const char **reason);

/* The free part of the memory of GPU `number`, from 0 to 1; 0 if it does not work. */
double device_free_share(int number);

/*
 * Opens GPU `number`. budget: bytes, 0: 0.9 of the free memory. NULL with *error filled (ERROR_DEVICE).
 * The caller closes it.
 */
struct device *device_open(int number, uint64_t budget, struct error *error);
void device_close(struct device *device);
/*
 * Initialises the driver and GPU `number` for the whole process, so that opening is quick afterwards. Any
 * thread may call it while no other uses the GPU. 0, or -1 with *error filled (ERROR_DEVICE).
 */
int device_warm_up(int number, struct error *error);

/*
 * NULL with *error filled: ERROR_MEMORY if the budget or the device is exhausted, ERROR_DEVICE if the device
 * fails.
 */
void *device_allocate(struct device *device, uint64_t bytes, struct error *error);
void device_free(struct device *device, void *block, uint64_t bytes);

/*
 * Copies and clears. When they return, `from` may be changed and downloaded data have arrived. Later work on
 * the device sees uploaded data, except for concurrent downloads (device_download_beside), which need
 * device_finish first. 0, or -1 with *error filled.
 */
int device_upload(void *to, const void *from, uint64_t bytes, struct error *error);
int device_download(void *to, const void *from, uint64_t bytes, struct error *error);
int device_clear(void *block, uint64_t bytes, struct error *error);
/* Waits until all work on the current device is done. 0, or -1 with *error filled (ERROR_DEVICE). */
int device_finish(struct error *error);

/* A copy from a device to the host. */
struct device_copy {
    void *to;
    const void *from;
    uint64_t bytes;
};

/*
 * Downloads while another thread uses the device. Any thread may call it; it uses streams of its own, so
 * neither thread waits for the other, and the data must be complete before the call (device_finish). It
 * copies in pieces through page-locked memory, which is accounted in run->memory, and checks run->stop and
 * run->deadline between pieces. The data have arrived when it returns. 0, or -1 with *error filled:
 * ERROR_INTERRUPTED, ERROR_MEMORY, ERROR_DEVICE.
 */
int device_download_beside(const struct device *device, const struct device_copy *copies, unsigned count,
                           const struct run *run, struct error *error);

/*
 * A block on the device that grows in place at its end and can be released from its beginning: a range of
 * addresses of which the bytes [released, committed) are memory. New memory is cleared. It is made with the
 * driver's virtual memory calls.
 */
struct device_range {
    void *base;
    uint64_t reserved, committed, released;
    uint64_t *pieces; /* bytes of the mapped pieces, in order of address */
    uint64_t piece_count, piece_capacity;
};

/* Reserves addresses for `bytes` bytes; 0 or -1. */
int device_range_open(struct device *device, struct device_range *range, uint64_t bytes, struct error *error);
/* Grows the range to at least `bytes` bytes; 0, or -1 with nothing changed: ERROR_MEMORY, ERROR_DEVICE. */
int device_range_extend(struct device *device, struct device_range *range, uint64_t bytes,
                        struct error *error);
/* Releases the whole pieces that end at or below `bytes`. */
void device_range_release(struct device *device, struct device_range *range, uint64_t bytes);
/* Releases addresses and memory; a zeroed range is allowed. */
void device_range_close(struct device *device, struct device_range *range);

#ifdef __cplusplus
}
#endif
#endif
