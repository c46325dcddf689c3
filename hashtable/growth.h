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

/* Sets the number of home buckets of a view, and that of its overflow buckets. */
static inline void growth_set_buckets(struct table_view *view, uint64_t buckets) {
    uint64_t most = TABLE_PROBE_SLOTS >> view->bucket_bits;
    uint64_t pad = 1 + (64u >> view->bucket_bits) + buckets / 64;
    view->buckets = buckets;
    view->pad = pad < most ? pad : most;
}

/* A view for keys of `words` words in buckets of `bucket_integers` 32-bit integers, without slots. */
static inline struct table_view growth_view(uint32_t words, uint32_t bucket_integers, int prefix) {
    struct table_view view = {0};
    view.words = words;
    view.prefix = prefix != 0;
    while (((uint64_t)2 * words << view.bucket_bits) < bucket_integers) {
        view.bucket_bits++;
    }
    return view;
}

/*
 * The view after growth to about `buckets` home buckets. The first phase moves keys past all old buckets, so
 * the new layout needs some home buckets there.
 */
static inline struct table_view growth_larger(const struct table_view *old, uint64_t buckets) {
    struct table_view grown = *old;
    uint64_t least = old->buckets + old->pad;
    least += least / 64 + 1;
    growth_set_buckets(&grown, buckets > least ? buckets : least);
    return grown;
}

/* The first bucket of the phase that ends at `high` (table.c); `high` itself if phases no longer get smaller.
 */
static inline uint64_t growth_phase_low(const struct table_view *old, const struct table_view *grown,
                                        uint64_t high) {
    /* A key whose old home is b has a hash of at least b 2^64 / n, so a new home of at least b n' / n - 1. */
    __extension__ typedef unsigned __int128 wide;
    wide low = ((wide)(high + 1) * old->buckets + grown->buckets - 1) / grown->buckets + 1;
    return low < high ? (uint64_t)low : high;
}

/* The size in bytes of a view's slots. */
static inline uint64_t growth_table_bytes(const struct table_view *view) {
    return ((view->buckets + view->pad) << view->bucket_bits) * view->words * 8;
}

#endif
