#ifndef HEDDLE_BASE_DEVICE_NCCL_H
#define HEDDLE_BASE_DEVICE_NCCL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct memory;

/*
 * NCCL, which moves data between GPUs. The library is loaded when it is needed: libnccl.so.2, or the file
 * that the environment variable HEDDLE_NCCL names. Streams are those of CUDA (cudaStream_t).
 */
struct nccl;

#define NCCL_ID_BYTES 128u

/*
 * NULL with *error filled if there is no such library (ERROR_DEVICE) or no memory. The caller closes it,
 * while `memory` is still there.
 */
struct nccl *nccl_open(struct memory *memory, struct error *error);
void nccl_close(struct nccl *nccl);

/* All functions: 0, or -1 with *error filled (ERROR_DEVICE). */

/* Names a group of communicators that are to be made. */
int nccl_name(const struct nccl *nccl, char id[NCCL_ID_BYTES], struct error *error);
/* Makes the communicator of the current GPU, `rank` of `count`; all call it, each in a thread of its own. */
int nccl_join(const struct nccl *nccl, const char id[NCCL_ID_BYTES], unsigned count, unsigned rank,
              void **communicator, struct error *error);
/* Leaves at once, also if transfers are under way that cannot end. */
void nccl_leave(const struct nccl *nccl, void *communicator);

/* Transfers between nccl_begin and nccl_end begin together. After nccl_begin, nccl_end must be called, also
 * if a transfer fails. `words`: of 64 bits. */
int nccl_begin(const struct nccl *nccl, struct error *error);
int nccl_send(const struct nccl *nccl, void *communicator, unsigned to, const uint64_t *from, uint64_t words,
              void *stream, struct error *error);
int nccl_receive(const struct nccl *nccl, void *communicator, unsigned from, uint64_t *to, uint64_t words,
                 void *stream, struct error *error);
int nccl_end(const struct nccl *nccl, struct error *error);
/* -1 if a transfer has failed since it began. */
int nccl_check(const struct nccl *nccl, void *communicator, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
