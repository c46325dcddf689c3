#ifndef HEDDLE_EXPLORER_SEARCH_EXPAND_H
#define HEDDLE_EXPLORER_SEARCH_EXPAND_H

/*
 * Expands states in batches on the CPU: from the keys of a few sources to the keys of all their successors.
 * These are hashed and their table slots prefetched, so that the next probes do not wait for one memory
 * access after another. Folded vectors pass level by level through the interner, also with prefetching. The
 * search, the graph and traces all use it.
 */
#include <stdint.h>

#include "explorer/model/model_core.h"
#include "explorer/model/stubborn.h"
#include "hashtable/intern_core.h"
#include "hashtable/table_core.h"

struct exploration;
struct memory;
struct run;

#define EXPANSION_SOURCES 64u     /* most sources of a batch */
#define EXPANSION_SUCCESSORS 192u /* a batch ends with the source that reaches this number */

struct expansion_buffer {
    void *data;
    uint64_t bytes;
};

/*
 * Events that a search watches for: the first level at which a transition with a watched label is fired, and
 * the first level with an error state of the observer. Shared by the threads; UINT64_MAX as long as there is
 * none.
 */
struct expansion_watch {
    const uint8_t *labels; /* [labels]: non-zero to note the label in label_level; or NULL */
    uint64_t *label_level;
    uint64_t error_level;
    uint64_t level; /* the level that is being expanded */
};

/* One for each thread. */
struct expansion {
    struct model_view model;
    struct table_view table; /* the visited set; the caller updates it whenever the table has grown */
    const struct intern_view *interner; /* NULL if vectors are not folded */
    struct memory *memory;
    const struct run *run;         /* checked for a stop now and then, also within a large state */
    struct expansion_watch *watch; /* set by the caller; NULL if nothing is watched */
    int slots_wait;                /* set by the caller, if it prefetches slots itself; not when folded */
    int labelled;                  /* as given to expansion_init */
    const stubborn *stubborn;      /* set by expansion_reduce; the caller may set it to NULL again */

    /* The last batch: successors of source i are [ends[i-1], ends[i]), from 0 for i = 0. */
    uint32_t sources;
    uint64_t ends[EXPANSION_SOURCES];
    uint8_t deadlock[EXPANSION_SOURCES]; /* the network (not just the product) has no transition */
    uint8_t reduced[EXPANSION_SOURCES];  /* with `stubborn`: only the moves of a stubborn set were made */
    /* Of models with data: choices of a source; successors that are an entry of the same choice again. */
    uint32_t choice_count[EXPANSION_SOURCES], repeats[EXPANSION_SOURCES];
    int fault; /* the batch ended before a source in which the model has an error */
    /* Of a DTMC: the least source with several commands in the first level that has one; has_several: there
     * is one; seeks_several: no level before has one. */
    int seeks_several, has_several;
    uint64_t *several;
    uint64_t count;
    uint64_t *keys; /* [count] keys of key_words words, with bit 63 of each word set */
    uint64_t *hashes;
    uint32_t *labels;  /* if labelled */
    uint32_t *choices; /* if labelled, or the model has data */
    int full;          /* the interner is full: the batch ended before the source that needed it */

    /* --- scratch --- */
    struct intern_stock stock;
    uint64_t room;                  /* number of successors up to which no check and no growth is needed */
    uint64_t capacity;              /* capacity of the buffer in successors */
    int has_data;                   /* the model has data: choices are always there */
    const struct data_tables *data; /* of such a model, or NULL */
    struct expansion_buffer buffer, rows, places, source_rows, scratch, seen, choice;
    uint32_t stride;
    uint32_t *large; /* components whose rows do not fit into the cache */
    uint32_t large_count;
    uint32_t most_linked; /* most moves of a state by links */
    int failed, tabled;   /* tabled: sources are expanded by blocks and links where `stubborn` has no set */
};

/* labelled: non-zero to fill labels and choices, too. 0, or -1 when memory runs out; free it in any case. */
int expansion_init(struct expansion *expansion, const struct exploration *exploration, const struct run *run,
                   int labelled);
void expansion_free(struct expansion *expansion);
/*
 * Partial-order reduction: from now on only the moves of a stubborn set are made from a source that has one.
 * 0, or -1 when memory runs out.
 */
int expansion_reduce(struct expansion *expansion, const stubborn *tables);

/*
 * Expands the first sources of `count` keys (at least 1; bit 63 may be set or not). Returns 0 with
 * expansion->sources of them done (perhaps none if `full`), or -1 with nothing done when memory runs out.
 */
int expansion_batch(struct expansion *expansion, const uint64_t *keys, uint64_t count);

/*
 * Of a model with data (expand_entries.c): counts the choices of the last source, whose successors are from
 * `first` on, and those successors that have the choice and the target of an earlier one. These are left out,
 * unless labels are recorded or watched. 0, or -1 when memory runs out or the run must stop.
 */
int expansion_count_entries(struct expansion *expansion, uint64_t first);

/*
 * At the end of a level: tells the exploration the least state of a DTMC in which several commands are
 * enabled, if the expansion has met one. By one thread at a time. The state is left out when memory runs out.
 */
void expansion_tell_several(const struct expansion *expansion, struct exploration *exploration);

/*
 * The key of a vector (bits 63 set), which is interned if necessary. TABLE_FULL if the interner is full, else
 * TABLE_FOUND.
 */
enum table_result expansion_key(struct expansion *expansion, const uint64_t *vector, uint64_t *key);

#endif
