#ifndef HEDDLE_BASE_STREAM_PACKER_H
#define HEDDLE_BASE_STREAM_PACKER_H

#include <stddef.h>
#include <zlib.h>
#include <zstd.h>

#include "base/stream/compression.h"

struct memory;

/*
 * Compresses bytes block by block, so that blocks can be compressed and decompressed at the same time. Blocks
 * are, for gzip, members of at most PACKER_MEMBER bytes whose headers say how long they are compressed (BGZF:
 * SAM/BAM Format Specification, section 4.1); for zstd, a frame that says how many bytes it has. Every tool
 * for these formats reads them one after the other. The same block gives the same bytes.
 */
struct packer {
    enum compression format; /* gzip or zstd */
    struct memory *memory;
    z_stream zlib;
    int zlib_ready;
    ZSTD_CCtx *zstd;
};

#define PACKER_MEMBER ((size_t)65280)
#define PACKER_BLOCK (16 * PACKER_MEMBER) /* the most bytes of a block */

/* 0, or -1 when memory runs out; closed in any case. */
int packer_open(struct packer *packer, enum compression format, struct memory *memory);
void packer_close(struct packer *packer);

/* Room for a compressed block of `size` bytes. */
size_t packer_bound(enum compression format, size_t size);
/* Compresses a block to `to`, which has packer_bound bytes: how many they are, or 0 when memory runs out. */
size_t packer_pack(struct packer *packer, const void *block, size_t size, void *to);
/* What stands after the last block: how many bytes, at most packer_bound of 0, of a file with `blocks`. */
size_t packer_end(struct packer *packer, int blocks, void *to);

#endif
