#ifndef HEDDLE_EXPLORER_SEARCH_EXPLORE_H
#define HEDDLE_EXPLORER_SEARCH_EXPLORE_H

#include <stdint.h>

#include "base/error.h"
#include "explorer/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct run;
struct table;
struct interner;
struct level_store;
struct space_device;

enum explore_outcome {
    EXPLORE_DONE = 0,
    EXPLORE_VIOLATED,    /* all that was looked for has been found (explore_options.decided) */
    EXPLORE_LIMIT,       /* max_states or max_depth */
    EXPLORE_FULL,        /* memory is spent: table, interner or level store */
    EXPLORE_INTERRUPTED, /* stop flag */
    EXPLORE_TIMEOUT,     /* deadline */
    EXPLORE_LEFT         /* the caller continues elsewhere (explore_options.leave) */
};

#define EXPLORE_DEVICE_TEXT 288

struct exploration;

struct explore_options {
    int keep_levels;          /* keep all levels (for graphs and traces), not just two */
    int may_forget;           /* when kept levels no longer fit: drop them and continue, rather than end */
    uint64_t max_states;      /* stop soon after this many states; 0: no limit */
    uint64_t max_depth;       /* do not expand states at this distance; UINT64_MAX: no limit */
    uint32_t bucket_integers; /* 4, 8, 16, 32; 0: the default */
    uint32_t cache_bytes; /* GPU: of shared memory, for a cache of keys that each block has; at most 64 KiB */
    uint64_t first_slots; /* of the table; 0: the default (small ones force growth, for tests) */
    /* What to look for beside deadlocks and error states of the observer: one byte per label of the network,
     * non-zero to note when it first fires; NULL for none. Not needed after the search. */
    const uint8_t *watched;
    /* Called when a level is done, with what was found so far (counts are not up to date): non-zero ends the
     * search (VIOLATED). NULL: never. */
    int (*decided)(void *context, const struct exploration *exploration);
    void *decided_context;
    /*
     * For searches on the CPU: called often, by several threads at once, with the number of states found so
     * far; non-zero ends the search (LEFT), also in the middle of a level. NULL: never.
     */
    int (*leave)(void *context, uint64_t states);
    void *leave_context;
};

/*
 * What a search found. Counts are exact for what was explored: everything when the outcome is DONE, "at
 * least" that otherwise. May be copied; the array belongs to the exploration.
 */
struct explore_result {
    enum explore_outcome outcome;
    uint64_t states;      /* of the searched product */
    uint64_t transitions; /* of the searched product, as fired, from expanded states */
    uint64_t deadlocks;   /* expanded states in which the network has no transition */
    uint64_t levels;      /* non-empty BFS levels */
    /* The first level with a state in which the network has no transition, with an error state of the
     * observer, and for each watched label with a state that fires it; UINT64_MAX when there was none. */
    uint64_t deadlock_level, error_level;
    uint64_t *label_level; /* one per label of the network; NULL when none was watched */
};

/* Who searched, and what it took. */
struct explore_effort {
    double seconds; /* of the search alone */
    double table_load;
    uint64_t table_bytes;
    char device[EXPLORE_DEVICE_TEXT]; /* the engine that did it: "cpu", "cuda:0 (NVIDIA H200)" */
    int on_device;                    /* memory_peak and memory_limit are those of a GPU */
    uint64_t memory_peak;             /* accounted bytes; on the host with the network and the model */
    uint64_t memory_limit;            /* their budget, or less if the GPU had less */
    uint32_t threads;
    struct error fallback; /* why the CPU did what a GPU should have; code ERROR_NONE when nothing failed */
};

/* Where the states are kept, for graphs and traces: all of it is owned. */
struct state_space {
    struct table *table;
    struct interner *interner; /* NULL unless vectors are folded */
    struct level_store *level_store;
    int levels_kept;       /* the level store has all levels */
    uint64_t levels;       /* that the search closed */
    uint64_t *level_begin; /* levels + 1: number of states before each level */
    uint64_t level_capacity;
    struct space_device *device; /* what is on a GPU (space_device.h); NULL for searches on the CPU */
};

struct exploration {
    const model *model;
    struct memory *memory;
    struct explore_result result;
    struct explore_effort effort;
    struct state_space space;
};

/*
 * Breadth-first search from the model's initial state, level-synchronous, on run->threads threads (source:
 * Cassee, Neele, Wijs 2017, section 3, on queues instead of table scans). NULL with *error filled only when
 * not even a search could begin or threads could not be had; limits, memory and interruption are outcomes.
 */
struct exploration *explore_cpu(const model *model, const struct explore_options *options,
                                const struct run *run, struct error *error);
/* What a search begins with: empty, *error cleared. NULL with *error filled when memory is spent. */
struct exploration *exploration_create(const model *model, const struct run *run, struct error *error);
/*
 * Makes sure that the level store and the interner are on the host, where levels are kept. 0, or -1 with
 * *error filled.
 */
int exploration_fetch(struct exploration *exploration, const struct run *run, struct error *error);
/* Frees the visited set, which neither traces nor the order of states need. */
void exploration_drop_table(struct exploration *exploration);
/* Gives the GPU and its memory back, with what was not fetched. */
void exploration_drop_space(struct exploration *exploration);
void exploration_free(struct exploration *exploration);

#ifdef __cplusplus
}
#endif
#endif
