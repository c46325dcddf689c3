#ifndef HEDDLE_EXPLORER_SEARCH_LEVEL_STORE_H
#define HEDDLE_EXPLORER_SEARCH_LEVEL_STORE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct memory;

/*
 * The keys of each BFS level, in chunks: the frontier queues of the search, and what graphs and traces are
 * made from. Threads append to the level under construction through writers of their own; whole levels are
 * read, kept or dropped. Keys are `words` words each. Blocks of keys are shared by successive levels, so
 * narrow levels cost little.
 */
typedef struct level_store level_store;

struct level_block;

/* A run of keys of one level, stable until the level is dropped. */
struct level_segment {
    const uint64_t *keys;
    uint64_t count;
    struct level_block *block;
};

/* One a thread; zero to begin with. Between end_level and the next room, nothing is pending. */
struct level_writer {
    struct level_block *block;
    uint64_t *begin, *at, *end; /* of the segment under construction, and where the block ends */
    uint64_t next_capacity;     /* words of the next block */
};

/*
 * spill: where level_store_spill moves levels to; NULL for nowhere. NULL when memory is spent.
 */
level_store *level_store_create(struct memory *memory, struct memory *spill, uint32_t words);
void level_store_free(level_store *store);

/* Makes sure that `keys` more keys can be written at writer->at; 0, or -1 when memory is spent. Thread-safe.
 */
int level_writer_room(level_store *store, struct level_writer *writer, uint64_t keys);
/* Closes what the writers have written and makes it the next level; returns its number of keys, or UINT64_MAX
 * when memory is spent. */
uint64_t level_store_end_level(level_store *store, struct level_writer *writers, uint32_t count);
/* Gives the writers' blocks back; the store can still be read. */
void level_store_close(level_store *store, struct level_writer *writers, uint32_t count);

uint64_t level_store_levels(const level_store *store);
/* The segments of a level; none when it was dropped. */
const struct level_segment *level_store_segments(const level_store *store, uint64_t level, uint64_t *count);
/*
 * Moves a level's keys out of `memory`, to `spill`, where they are read like before; its segments change. 0,
 * or -1 when there is no room there and nothing has changed.
 */
int level_store_spill(level_store *store, uint64_t level);
/* Forgets a level's keys. */
void level_store_drop(level_store *store, uint64_t level);

#ifdef __cplusplus
}
#endif
#endif
