#ifndef HEDDLE_HASHTABLE_GROWTH_H
#define HEDDLE_HASHTABLE_GROWTH_H

#include <stdint.h>

#include "hashtable/table_core.h"

/*
 * How far a block of `bytes` bytes should grow when `left` bytes of the budget remain: to twice its size, but
 * by no more than half of what remains, so that whatever grows beside it gets its share and the budget is
 * still used up in a few steps. Returns the new size in bytes; `bytes` itself when the step would not be
 * worth it.
 */
static inline uint64_t growth_bytes(uint64_t bytes, uint64_t left) {
    uint64_t step = bytes < left / 2 ? bytes : left / 2;
    return step < bytes / 32 + 4096 && step < bytes ? bytes : bytes + step;
}

/* Overflow buckets after `buckets` home buckets of a table. */
static inline uint64_t growth_pad(uint64_t buckets, uint32_t bucket_bits) {
    uint64_t most = TABLE_PROBE_SLOTS >> bucket_bits;
    uint64_t pad = 1 + (64u >> bucket_bits) + buckets / 64;
    return pad < most ? pad : most;
}

/* Bytes of a table like the view's with `buckets` home buckets. */
static inline uint64_t growth_table_bytes(const struct table_view *view, uint64_t buckets) {
    return ((buckets + growth_pad(buckets, view->bucket_bits)) << view->bucket_bits) * view->words * 8;
}

#endif
