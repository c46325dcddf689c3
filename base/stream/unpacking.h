#ifndef HEDDLE_BASE_STREAM_UNPACKING_H
#define HEDDLE_BASE_STREAM_UNPACKING_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stream/compression.h"

struct memory;

/* A block of a compressed file (base/stream/unpacker.h), or the error that reading it met. */
struct packed_block {
    unsigned char *bytes; /* room for UNPACKER_PACKED_MOST */
    size_t length, unpacked;
    int failed;
    struct error error;
};

/*
 * Threads that decompress the blocks of a file. They call `next` for each block, one at a time: 1 and the
 * block, or 0 if there are no more.
 */
typedef struct unpacking unpacking;
struct unpacking_source {
    int (*next)(void *context, struct packed_block *block);
    void *context;
};

/* NULL when there is no memory for two of the threads, or there are no threads. */
unpacking *unpacking_start(unsigned threads, enum compression format, const struct unpacking_source *source,
                           struct memory *memory);

/*
 * Copies up to `size` bytes: how many, 0 after the last block, or -1. Then either *wrong says what is wrong
 * with the data (UNPACKER_NO_MEMORY: nothing is), or it is NULL, and *error has the error of `next`.
 */
int64_t unpacking_read(unpacking *unpacking, void *buffer, size_t size, const char **wrong,
                       struct error *error);
/* Stops the threads and frees. NULL is allowed. */
void unpacking_end(unpacking *unpacking);

#endif
