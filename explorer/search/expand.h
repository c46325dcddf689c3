#ifndef HEDDLE_EXPLORER_SEARCH_EXPAND_H
#define HEDDLE_EXPLORER_SEARCH_EXPAND_H

/*
 * Expanding states in batches on the CPU: from the keys of a few sources to the keys of all their successors,
 * hashed and with their table slots prefetched, so that probing the table next does not wait for
 * memory one access at a time. Folded vectors pass level by level through the interner, prefetched likewise.
 * The search, the graph and traces all expand through here.
 */
#include <stdint.h>

#include "explorer/model/model_core.h"
#include "hashtable/intern_core.h"
#include "hashtable/table_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct memory;
struct run;

#define EXPANSION_SOURCES 64u     /* most sources of a batch */
#define EXPANSION_SUCCESSORS 192u /* a batch ends with the source that reaches this many */

struct expansion_buffer {
    void *data;
    uint64_t bytes;
};

/*
 * What a search looks for on its way: the first level at which a transition with a label is fired, the first
 * level with an error state of the observer. Shared by the threads; UINT64_MAX until it happens.
 */
struct expansion_watch {
    const uint8_t *labels; /* one a label: non-zero to note it in label_level; NULL for none */
    uint64_t *label_level;
    uint64_t error_level;
    uint64_t level; /* that is being expanded */
};

/* One a thread. Fields up to `labelled` are the caller's to set before expansion_init. */
struct expansion {
    struct model_view model;
    struct table_view table;            /* set again whenever the table has grown */
    const struct intern_view *interner; /* NULL when vectors are not folded */
    struct memory *memory;
    const struct run *run; /* asked now and then, when one state has very many successors, whether to stop */
    struct expansion_watch *watch; /* NULL for nothing to look for */
    int labelled;                  /* fill labels and choices, too */

    /* The last batch: successors of sources[i] are [ends[i-1], ends[i]), from 0. */
    uint32_t sources;
    uint64_t ends[EXPANSION_SOURCES];
    uint8_t deadlock[EXPANSION_SOURCES]; /* whether the network (not just the product) has no transition */
    uint64_t count;
    uint64_t *keys; /* count keys of key_words words, bit 63 of each word set */
    uint64_t *hashes;
    uint32_t *labels; /* labelled only */
    uint32_t *choices;
    int full; /* the interner met FULL: the batch ends early, before the source that met it */

    /* scratch */
    struct intern_stock stock;
    uint64_t room;     /* successors up to which nothing needs to be asked or grown */
    uint64_t capacity; /* successors that fit */
    struct expansion_buffer buffer, rows, places, source_rows, scratch;
    uint32_t stride;
    uint32_t *large; /* components whose rows are beyond the cache */
    uint32_t large_count;
    int failed;
};

/* 0, or -1 when memory is spent. */
int expansion_init(struct expansion *expansion);
void expansion_free(struct expansion *expansion);

/*
 * Expands the first sources of `count` keys (at least 1; bit 63 may be set or not). Returns 0 with
 * expansion->sources of them done (perhaps none when `full`), or -1 when memory is spent: nothing is done
 * then.
 */
int expansion_batch(struct expansion *expansion, const uint64_t *keys, uint64_t count);

/* The key of a vector (bits 63 set), interned if need be. TABLE_FULL when the interner is full, else
 * TABLE_FOUND. */
enum table_result expansion_key(struct expansion *expansion, const uint64_t *vector, uint64_t *key);

#ifdef __cplusplus
}
#endif
#endif
