#ifndef HEDDLE_BASE_STREAM_UNPACKER_H
#define HEDDLE_BASE_STREAM_UNPACKER_H

#include <stddef.h>
#include <zlib.h>
#include <zstd.h>

#include "base/stream/compression.h"

struct memory;

/* Decompresses blocks of a compressed file that say how long they are (base/stream/packer.h). */
struct unpacker {
    enum compression format; /* gzip or zstd */
    z_stream zlib;
    int zlib_ready;
    ZSTD_DCtx *zstd;
};

/* The most bytes of a block, compressed and not. */
#define UNPACKER_PACKED_MOST ((size_t)5 << 18)
#define UNPACKER_MOST ((size_t)2 << 20)

/*
 * The length of the block that these bytes of a file begin with: members of BGZF, or a zstd frame. `ended`:
 * the file ends after the bytes. *unpacked: how long it is decompressed. 0 if there is no whole one, or it is
 * too large, or does not say how long it is.
 */
size_t unpacker_block(enum compression format, const unsigned char *bytes, size_t size, int ended,
                      size_t *unpacked);

/* 0, or -1 when memory runs out; closed in any case. */
int unpacker_open(struct unpacker *unpacker, enum compression format, struct memory *memory);
void unpacker_close(struct unpacker *unpacker);

#define UNPACKER_NO_MEMORY "not enough memory"

/*
 * Decompresses a block to `to`, which has `room` bytes. *size: how many there are. NULL, or what is wrong
 * after them: UNPACKER_NO_MEMORY, or with the data.
 */
const char *unpacker_unpack(struct unpacker *unpacker, const unsigned char *block, size_t length, void *to,
                            size_t room, size_t *size);

#endif
