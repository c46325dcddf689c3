#ifndef HEDDLE_EXPLORER_SEARCH_OWNERS_CORE_H
#define HEDDLE_EXPLORER_SEARCH_OWNERS_CORE_H

/*
 * Searches on several GPUs: which of them owns a key, and how keys lie in the buffers between them. For host
 * and GPU. A part ("owner") has its own table and queue; each has a buffer for the keys of every other part.
 */
#include <stdint.h>

#include "base/core.h"
#include "explorer/distributed/owner.h"

#define OWNERS_MOST 16u
/* Places in a buffer that a warp reserves at a time; the capacity of a buffer is a multiple of it. */
#define OWNERS_RUN 64u
/* Shared memory that kernels need in addition to what they need on one GPU; bytes. */
#define OWNERS_SHARED 2560u
/* Buffers of a pair of parts: one is filled, one is under way or stored, one may still be stored. */
#define OWNERS_SLOTS 3u

/* Keys that lie in `sources` runs, in units of at most `unit` keys of one run. */
struct owners_units {
    uint32_t sources;
    uint64_t unit;
    uint64_t count[OWNERS_MOST];      /* keys of each run */
    uint64_t before[OWNERS_MOST + 1]; /* units before those of each run */
};

/* A unit: keys [at, at + count) of run `source`. */
struct owners_unit {
    uint32_t source;
    uint64_t at, count;
};

/* Sets `before` for `unit` and `count`. */
CORE_FUNCTION void owners_units_number(struct owners_units *units) {
    units->before[0] = 0;
    for (uint32_t i = 0; i < units->sources; i++) {
        units->before[i + 1] = units->before[i] + (units->count[i] + units->unit - 1) / units->unit;
    }
}

CORE_FUNCTION uint64_t owners_units_all(const struct owners_units *units) {
    return units->before[units->sources];
}

CORE_FUNCTION struct owners_unit owners_units_take(const struct owners_units *units, uint64_t number) {
    struct owners_unit unit = {0, 0, 0};
    while (number >= units->before[unit.source + 1]) {
        unit.source++;
    }
    unit.at = (number - units->before[unit.source]) * units->unit;
    const uint64_t left = units->count[unit.source] - unit.at;
    unit.count = left < units->unit ? left : units->unit;
    return unit;
}

/* Where the run of part `from` begins in the buffers of part `to`, which has none of its own; in runs. */
CORE_FUNCTION uint32_t owners_run(uint32_t from, uint32_t to) {
    return from < to ? from : from - 1;
}

/*
 * The number of keys in a buffer above which no batch starts, so that batches under way still have room;
 * `under_way`: keys that these may add.
 */
CORE_FUNCTION uint64_t owners_crowded(uint64_t capacity, uint64_t under_way) {
    return capacity / 2 > under_way ? capacity - under_way : capacity / 2;
}

/* The slot of a key in the cache of keys sent lately, whose number of slots is a power of two. */
CORE_FUNCTION uint64_t owners_recent_slot(uint64_t hash, uint64_t slots) {
    return hash & (slots - 1);
}

#endif
