#ifndef HEDDLE_BASE_DEVICE_DEVICE_FAULT_H
#define HEDDLE_BASE_DEVICE_DEVICE_FAULT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;

/*
 * GPUs that fail on purpose, for tests. The environment variable HEDDLE_DEVICE_FAULT, read once, is one of
 *
 *   driver         no driver and no GPU are found
 *   open           every GPU fails when it is made ready or opened
 *   memory:SIZE    a GPU has no more memory than SIZE (4096, 64M, 1.5G) for one search
 *   lost:N         the N-th checked CUDA call (allocation, copy, launch, wait) after a GPU was first opened
 *                  fails as if the GPU were lost, and so do all later ones
 *
 * With any other text no GPU is found, with a reason that says why. Any thread may call these functions.
 */

/* The reason why no driver is found; NULL: no such fault. */
const char *device_fault_driver(void);
/* 0, or -1 with *error filled (ERROR_DEVICE). */
int device_fault_open(struct error *error);
/*
 * Checks whether a GPU may have `bytes` bytes allocated in total: 0, or -1 with *error filled (ERROR_MEMORY).
 */
int device_fault_memory(uint64_t bytes, struct error *error);
/* Called when a GPU was opened: calls count from now on. */
void device_fault_arm(void);
/* Counts a CUDA call; non-zero if it must fail. */
int device_fault_lost(void);
/* Whether any fault is planted. */
int device_fault_is_wanted(void);

#ifdef __cplusplus
}
#endif
#endif
