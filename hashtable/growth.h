#ifndef HEDDLE_HASHTABLE_GROWTH_H
#define HEDDLE_HASHTABLE_GROWTH_H

#include <stdint.h>

#include "hashtable/table_core.h"

/*
 * How far a block of `bytes` bytes should grow when `left` bytes of the budget remain: to twice its size, but
 * by at most half of what remains, so that other blocks can grow, too, and a few steps use up the budget.
 * Returns the new size in bytes; `bytes` itself if the step would be too small.
 */
static inline uint64_t growth_bytes(uint64_t bytes, uint64_t left) {
    uint64_t step = bytes < left / 2 ? bytes : left / 2;
    return step < bytes / 32 + 4096 && step < bytes ? bytes : bytes + step;
}

/* The number of overflow buckets for a table of `buckets` home buckets. */
static inline uint64_t growth_pad(uint64_t buckets, uint32_t bucket_bits) {
    uint64_t most = TABLE_PROBE_SLOTS >> bucket_bits;
    uint64_t pad = 1 + (64u >> bucket_bits) + buckets / 64;
    return pad < most ? pad : most;
}

/* The size in bytes of a table like the view's, but with `buckets` home buckets. */
static inline uint64_t growth_table_bytes(const struct table_view *view, uint64_t buckets) {
    return ((buckets + growth_pad(buckets, view->bucket_bits)) << view->bucket_bits) * view->words * 8;
}

#endif
