#ifndef HEDDLE_BASE_STREAM_CODEC_H
#define HEDDLE_BASE_STREAM_CODEC_H

#include <stdint.h>

#include "base/memory.h"

/* Accounted memory for zlib and zstd. `memory` is a struct memory. NULL when the budget or the machine
 * refuses. */
static inline void *codec_allocate(void *memory, size_t bytes) {
    return memory_reallocate_sized((struct memory *)memory, NULL, bytes);
}

static inline void *codec_allocate_items(void *memory, unsigned items, unsigned size) {
    return codec_allocate(memory, (size_t)items * size);
}

static inline void codec_free(void *memory, void *address) {
    memory_free_sized((struct memory *)memory, address);
}

#endif
