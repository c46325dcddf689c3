#ifndef HEDDLE_BASE_STREAM_PACKING_H
#define HEDDLE_BASE_STREAM_PACKING_H

#include <stddef.h>

#include "base/stream/compression.h"

struct memory;

/* Threads that compress blocks (base/stream/packer.h) and write them to a file in the order in which they
 * come. */
typedef struct packing packing;

/* NULL when there is no memory for two of the threads, or there are no threads. */
packing *packing_start(unsigned threads, enum compression format, int file, struct memory *memory);

/*
 * Hands over a block in a buffer of PACKER_BLOCK bytes, and exchanges this buffer for another one. 0, or an
 * errno value: writing an earlier block failed. */
int packing_put(packing *packing, char **buffer, size_t size);
/* Waits until all blocks are written, and frees. 0, or an errno value. NULL is allowed. */
int packing_end(packing *packing);

/* Writes all of the bytes. 0, or an errno value. */
int packing_write(int file, const void *bytes, size_t size);

#endif
