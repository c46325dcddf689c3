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
 * A GPU, opened. Allocations on it go through functions that account them in `memory`, as base/memory.h does
 * for the host; its limit is the budget on the device. One thread at a time uses a device, but for
 * device_download_beside.
 */
struct device {
    struct memory memory;
    int number;
    unsigned processors;   /* streaming multiprocessors */
    uint64_t shared_bytes; /* shared memory that a block may have at most */
    uint64_t granularity;  /* of ranges, bytes */
    uint64_t total_bytes;
    int refused; /* it had less memory than the budget allows */
    char name[256];
    struct device_calls *calls; /* of the driver; owned */
};

/* GPUs that can be used here; if there is none, *reason says why. */
int device_count(const char **reason);

/*
 * Opens GPU `number`. budget: bytes, 0 for 0.9 of what is free now. NULL with *error filled (ERROR_DEVICE).
 * The caller closes it.
 */
struct device *device_open(int number, uint64_t budget, struct error *error);
void device_close(struct device *device);
/*
 * Gets driver and GPU `number` ready for the whole process, so that opening is quick afterwards; any thread
 * may do it, while no other uses the GPU. 0, or -1 with *error filled (ERROR_DEVICE).
 */
int device_warm_up(int number, struct error *error);

/* NULL with *error filled: ERROR_MEMORY when budget or device refuse, ERROR_DEVICE when it fails. */
void *device_allocate(struct device *device, uint64_t bytes, struct error *error);
void device_free(struct device *device, void *block, uint64_t bytes);

/*
 * Copies and clears: when they return, `from` may be changed, and what is downloaded is there; on the device,
 * all that is asked of it later finds what was uploaded, but for what runs beside it
 * (device_download_beside): that needs device_finish first. 0, or -1 with *error filled.
 */
int device_upload(void *to, const void *from, uint64_t bytes, struct error *error);
int device_download(void *to, const void *from, uint64_t bytes, struct error *error);
int device_clear(void *block, uint64_t bytes, struct error *error);
/* All that was asked of the device in use is done when it returns. 0, or -1 with *error filled
 * (ERROR_DEVICE). */
int device_finish(struct error *error);

/* A copy from a device to the host. */
struct device_copy {
    void *to;
    const void *from;
    uint64_t bytes;
};

/*
 * Downloads beside what another thread does on the device meanwhile: any thread may call it, and neither
 * waits for the other, as it uses streams of its own; so what it copies is there already (device_finish). In
 * pieces, between which it looks at run->stop and run->deadline; through page-locked memory, accounted in
 * run->memory. Done when it returns. 0, or -1 with *error filled: ERROR_INTERRUPTED, ERROR_MEMORY,
 * ERROR_DEVICE.
 */
int device_download_beside(const struct device *device, const struct device_copy *copies, unsigned count,
                           const struct run *run, struct error *error);

/*
 * A block on the device that grows in place, and may be given back from its beginning: a range of addresses
 * of which the bytes [released, committed) are memory. Fresh memory is cleared. Through the driver's virtual
 * memory calls.
 */
struct device_range {
    void *base;
    uint64_t reserved, committed, released;
    struct device_piece *pieces; /* what is mapped, in order */
    uint64_t piece_count, piece_capacity;
};

/* Reserves addresses for `bytes` bytes; 0 or -1. */
int device_range_open(struct device *device, struct device_range *range, uint64_t bytes, struct error *error);
/* Commits up to at least `bytes` bytes in all; 0, or -1 with nothing changed: ERROR_MEMORY, ERROR_DEVICE. */
int device_range_extend(struct device *device, struct device_range *range, uint64_t bytes,
                        struct error *error);
/* Gives memory below `bytes` back, as far as whole pieces of it are. */
void device_range_release(struct device *device, struct device_range *range, uint64_t bytes);
/* Gives back addresses and memory; a range of zeros is allowed. */
void device_range_close(struct device *device, struct device_range *range);

#ifdef __cplusplus
}
#endif
#endif
