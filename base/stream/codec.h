#ifndef HEDDLE_BASE_STREAM_CODEC_H
#define HEDDLE_BASE_STREAM_CODEC_H

#include <stdint.h>

#include "base/memory.h"

/*
 * Accounted memory for zlib and zstd, which free without saying a size: it stands in front of each block.
 * `memory` is a struct memory. NULL when the budget or the machine refuses.
 */
#define CODEC_HEADER 64u /* keeps the blocks on cache lines */

static inline void *codec_allocate(void *memory, size_t bytes) {
    if (bytes > SIZE_MAX / 2) {
        return NULL;
    }
    char *block = (char *)memory_allocate((struct memory *)memory, (uint64_t)bytes + CODEC_HEADER);
    if (block == NULL) {
        return NULL;
    }
    *(uint64_t *)block = (uint64_t)bytes + CODEC_HEADER;
    return block + CODEC_HEADER;
}

static inline void *codec_allocate_items(void *memory, unsigned items, unsigned size) {
    return codec_allocate(memory, (size_t)items * size);
}

static inline void codec_free(void *memory, void *address) {
    if (address != NULL) {
        char *block = (char *)address - CODEC_HEADER;
        memory_free((struct memory *)memory, block, *(uint64_t *)block);
    }
}

#endif
