#ifndef HEDDLE_EXPLORER_SEARCH_LEVEL_STORE_H
#define HEDDLE_EXPLORER_SEARCH_LEVEL_STORE_H

#include <stdint.h>

#include "explorer/search/state_stream.h"

#ifdef __cplusplus
extern "C" {
#endif

struct memory;

/*
 * The keys of each BFS level, in chunks: the frontier queues of the search, and the input of graphs and
 * traces. Threads append to the level under construction, each with a writer of its own; levels are read,
 * kept or dropped as a whole. A key has `words` words. Successive levels share blocks of keys, so narrow
 * levels cost little.
 */
typedef struct level_store level_store;

struct level_block;

/* A run of keys of one level, valid until the level is dropped or spilled. */
struct level_segment {
    const uint64_t *keys;
    uint64_t count;
    struct level_block *block;
};

/*
 * One for each thread; initially zeroed. Between level_store_end_level and the next level_store_room, nothing
 * is pending.
 */
struct level_writer {
    struct level_block *block;
    uint64_t *begin, *at, *end; /* the segment under construction, and the end of its block */
    uint64_t next_capacity;     /* words of the next block */
};

/* spill: the memory to which level_store_spill moves levels; NULL: none. NULL when memory runs out. */
level_store *level_store_create(struct memory *memory, struct memory *spill, uint32_t words);
void level_store_free(level_store *store);

/* Makes room for `keys` more keys at writer->at; 0, or -1 when memory runs out. Thread-safe. */
int level_writer_room(level_store *store, struct level_writer *writer, uint64_t keys);
/*
 * Makes the next level of the keys in the writers; returns its number of keys, or UINT64_MAX when memory runs
 * out.
 */
uint64_t level_store_end_level(level_store *store, struct level_writer *writers, uint32_t count);
/* Frees the writers' blocks; the store remains readable. */
void level_store_close(level_store *store, struct level_writer *writers, uint32_t count);

uint64_t level_store_levels(const level_store *store);
/* The segments of a level; none if it was dropped. */
const struct level_segment *level_store_segments(const level_store *store, uint64_t level, uint64_t *count);
/*
 * Puts the keys of a level. Of the level under construction, those of its segments that are closed; its other
 * keys are [begin, at) of the writers. 0, or -1 with *error filled.
 */
int level_store_put(const level_store *store, uint64_t level, struct words_sink sink, struct error *error);
/*
 * Moves a level's keys from `memory` to `spill`; they are read as before, but the segments change. 0, or -1
 * with nothing changed if `spill` has no room.
 */
int level_store_spill(level_store *store, uint64_t level);
/*
 * Joins stores of the same memory and words, which no writer uses: level l of the result has the keys of
 * level l of all of them, for `levels` levels; a store may have fewer. No key is copied. The stores lose all
 * their levels; the caller frees them. NULL, with the stores as they were, when memory runs out.
 */
level_store *level_store_join(level_store *const *stores, uint32_t count, uint64_t levels);
/* Drops a level's keys. */
void level_store_drop(level_store *store, uint64_t level);

#ifdef __cplusplus
}
#endif
#endif
