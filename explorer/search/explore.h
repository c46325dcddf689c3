#ifndef HEDDLE_EXPLORER_SEARCH_EXPLORE_H
#define HEDDLE_EXPLORER_SEARCH_EXPLORE_H

#include <stdint.h>

#include "base/error.h"
#include "base/sha256.h"
#include "explorer/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct auto_engines;
struct checkpoint;
struct run;
struct table;
struct interner;
struct level_store;
struct space_device;

enum explore_outcome {
    EXPLORE_DONE = 0,
    EXPLORE_VIOLATED,    /* explore_options.decided ended the search */
    EXPLORE_LIMIT,       /* max_states or max_depth was reached */
    EXPLORE_FULL,        /* memory ran out: for table, interner or level store */
    EXPLORE_INTERRUPTED, /* the stop flag was set */
    EXPLORE_TIMEOUT,     /* the deadline passed */
    EXPLORE_FAULT,       /* the model has an error in a state of level result.fault_level */
    EXPLORE_LEFT         /* explore_options.leave ended the search; the caller continues elsewhere */
};

#define EXPLORE_DEVICE_TEXT 288

struct device_list;
struct exploration;

/* From which level on a search with partial-order reduction makes all moves, as too little is saved. */
struct reduction_decision {
    int made;       /* the search has decided; read and written atomically */
    uint64_t until; /* UINT64_MAX: from none */
};

struct explore_options {
    int keep_levels;  /* keep all levels (for graphs and traces), not only the last two */
    int may_forget;   /* if kept levels no longer fit into memory: drop them and continue, rather than end */
    int table_unread; /* no graph is made: nothing reads the visited set after the search */
    uint64_t max_states; /* stop soon after this many states; 0: no limit */
    uint64_t max_depth;  /* do not expand states at this depth; UINT64_MAX: no limit */
    /*
     * Integers of a bucket: 4, 8, 16, 32; 0: the default, for which a GPU's visited set may have slots of 32
     * bits (hashtable/half_core.h) if it is unread, or levels are not kept.
     */
    uint32_t bucket_integers;
    /*
     * Partial-order reduction (explorer/model/stubborn.h): preserves deadlocks and, if labels are watched or
     * there is an observer, the sequences of labels that are watched or that move the observer. For networks
     * without stubborn_refusal, on a GPU also without stubborn_device_refusal. The CPU can make the graph of
     * what is left.
     */
    int partial_order;
    /* With partial_order: where explore_cpu writes what it decides. explore_cuda takes it from there; if it
     * is not made yet, a search on the CPU decides first. May be NULL. */
    struct reduction_decision *decision;
    uint32_t least_bits;  /* for tests: slots of 32 bits are made as if keys had at least this many bits */
    uint32_t cache_bytes; /* GPU: bytes of shared memory for each block's cache of keys; at most 64 KiB */
    uint64_t first_slots; /* first size of the table; 0: the default (small sizes force growth, for tests) */
    /*
     * What to watch for in addition to deadlocks and error states of the observer: one byte for each label of
     * the network, non-zero to note the first level where it fires; or NULL. Not needed after the search.
     */
    const uint8_t *watched;
    /*
     * Called after each level, with the result so far (counts may be out of date): non-zero ends the search
     * (VIOLATED). May be NULL.
     */
    int (*decided)(void *context, const struct exploration *exploration);
    void *decided_context;
    /*
     * For searches on the CPU: called often, by several threads at once, with the number of states found so
     * far; non-zero ends the search (LEFT), even in the middle of a level. May be NULL.
     */
    int (*leave)(void *context, uint64_t states);
    void *leave_context;
    /* Without partial_order: where the search is written and continued (explorer/checkpoint/checkpoint.h), by
     * any engine. May be NULL. */
    struct checkpoint *checkpoint;
    /* For `auto`: a graph of all states is made and worked on after the search, for which a GPU takes far
     * less time than the host. */
    int graph_follows;
    /* For `auto`: where one GPU is full, the search may go to all that are free. */
    int may_join;
    int by_all_components;  /* of several owners: which of them owns a state depends on all components */
    uint64_t owner_seed;    /* for tests: draws the bits that this depends on; 0: they are chosen */
    uint64_t uneven_states; /* for tests: states from which parts may be too uneven; 0: the default */
    uint64_t exchange_keys; /* for tests: keys of a buffer between two GPUs at first; 0: the default */
};

/*
 * What a search found. Counts are exact for the explored part: that is everything if the outcome is DONE,
 * else they are lower bounds. It may be copied; the array belongs to the exploration.
 */
struct explore_result {
    enum explore_outcome outcome;
    uint64_t states;          /* states of the searched product */
    uint64_t expected_states; /* exploration_expect; else 0 */
    /*
     * Transitions fired from expanded states of the product; for models with data the entries of the
     * transition matrix: branches of one choice that lead to the same state are one, and each deadlock has a
     * loop.
     */
    uint64_t transitions;
    uint64_t choices;   /* of models with data: rows of the transition matrix */
    uint64_t deadlocks; /* expanded states in which the network has no transition */
    uint64_t levels;    /* non-empty BFS levels */
    uint64_t reduced;   /* with partial_order: states of which only a part of the moves was made */
    /* With partial_order: the level from which on all moves are made, as too little was saved; UINT64_MAX:
     * none. */
    uint64_t reduced_until;
    /*
     * The first level with a state in which the network has no transition; with an error state of the
     * observer; and, for each watched label, with a state that fires it. UINT64_MAX: no such level.
     */
    uint64_t deadlock_level, error_level;
    uint64_t fault_level;   /* outcome EXPLORE_FAULT: the level of a state in which the model has an error */
    uint64_t several_level; /* of a search on a GPU: the level of exploration.several, or UINT64_MAX */
    uint64_t *label_level;  /* [labels of the network]; NULL if none was watched */
};

/* The engine of the search, and the time and memory that it took. */
struct explore_effort {
    double seconds;       /* the time of the search only */
    double start_seconds; /* time to make a GPU ready before; 0 if the search on the CPU went on meanwhile */
    double table_load;
    uint64_t table_bytes;
    char device[EXPLORE_DEVICE_TEXT]; /* the engine: "cpu", "cuda:0 (NVIDIA H200)" */
    int on_device;                    /* memory_peak and memory_limit are for GPU memory */
    uint32_t gpus;         /* parts of a search on several GPUs (run->devices); 0: one GPU, or none */
    uint64_t memory_peak;  /* accounted bytes; on the host with network and model */
    uint64_t memory_limit; /* the budget, or less if the GPU had less memory */
    uint64_t resumed_states, resumed_transitions; /* read from a checkpoint, not found in `seconds` */
    uint64_t
        handed_states; /* of `auto`: that one GPU had found when it was full, and several continued from */
    uint32_t threads;
    uint32_t ranks;           /* processes that searched together (run->ranks); 0: this one alone */
    uint64_t bytes_exchanged; /* that ranks, or GPUs, sent to one another */
    struct error fallback;    /* why the CPU did the work of a GPU; code ERROR_NONE if nothing failed */
};

/* The states, for graphs and traces. It owns all its parts. */
struct state_space {
    struct table *table;
    struct interner *interner; /* NULL if vectors are not folded */
    struct level_store *level_store;
    int levels_kept;       /* the level store has all levels */
    uint64_t levels;       /* number of levels that the search completed */
    uint64_t *level_begin; /* [levels + 1]: number of states before each level */
    uint64_t level_capacity;
    struct space_device *device; /* the part on a GPU (space_device.h); NULL after searches on the CPU */
};

struct exploration {
    const model *model;
    struct memory *memory;
    const struct auto_engines *engines; /* the engines of `auto` (explore_auto.h), if it searched; or NULL */
    struct explore_result result;
    struct explore_effort effort;
    struct state_space space;
    /*
     * Of a DTMC: local states, by component, of a state in which several commands are enabled, each with the
     * same probability: the least one of those that were expanded in the first level that has one; NULL:
     * there is none.
     */
    uint64_t *several;
    uint64_t *owner_mask; /* [words] of a state: the bits that decide its owner; NULL: there is one owner */
    /* The options by which moves are left out, to find the same states once more. */
    int partial_order;
    uint8_t *watched; /* [labels], after result.label_level; NULL if none was watched */
};

/*
 * Breadth-first search from the model's initial state, level-synchronous, on run->threads threads (source:
 * Cassee, Neele, Wijs 2017, section 3, on queues instead of table scans). NULL with *error filled only if the
 * search or its threads could not be started; limits, full memory and interruption are outcomes.
 *
 * With run->ranks, a collective function: each rank has the states that it owns (explorer/distributed), in
 * its table and level store. The result is that of all ranks, and the same in all of them; so are the number
 * of levels and whether they are kept. level_begin has the rank's own states. Not with partial_order.
 */
struct exploration *explore_cpu(const model *model, const struct explore_options *options,
                                const struct run *run, struct error *error);
/* The CUDA version of explore_cpu, on GPU run->device, in at most run->device_bytes of its memory. */
struct exploration *explore_cuda(const model *model, const struct explore_options *options,
                                 const struct run *run, struct error *error);
/*
 * explore_cuda on the GPUs run->devices; or, with run->ranks, a collective function, on the GPU run->device
 * of each rank. Each GPU has at most run->device_bytes of its memory for it. No folded vectors. The visited
 * set is gone after it. If levels are kept, they are in host memory: all of them if the search is complete,
 * else (or if table_unread and may_forget say that nothing but traces needs them) those in which a trace may
 * end; levels_kept is 0 if there was no room. With ranks, the level store and level_begin have the rank's own
 * states, as those of explore_cpu.
 */
struct exploration *explore_gpus(const model *model, const struct explore_options *options,
                                 const struct run *run, struct error *error);
/*
 * The GPUs with which explore_gpus may do a search for which the memory of GPU `first` is too small: that
 * one, and the others most of whose memory is free. Returns how many there are; fewer than 2: it cannot.
 */
unsigned explore_gpus_find(const model *model, const struct explore_options *options, unsigned first,
                           struct device_list *devices);
/*
 * With run->ranks, collective: all begin the same search, and none has failed (`failed`: this one has, and
 * *error says why). more: a fingerprint of what else all must have, or 0. 0; or -1 with *error filled.
 */
int exploration_begin_together(const model *model, const struct explore_options *options,
                               const struct run *run, uint64_t more, int failed, struct error *error);
/*
 * Initialises the driver and GPU `number`; takes up to seconds. 0, or -1 with *error filled (ERROR_DEVICE).
 */
int explore_cuda_warm_up(unsigned number, struct error *error);
/* Whether there is a usable GPU; if not, *reason says why. */
int explore_cuda_available(const char **reason);

/*
 * An exploration that has found nothing yet, with *error cleared. NULL with *error filled when memory runs
 * out.
 */
struct exploration *exploration_create(const model *model, const struct explore_options *options,
                                       const struct run *run, struct error *error);
/* Sets owner_mask for so many owners (explorer/search/owner_mask.h). 0, or -1 with *error filled. */
int exploration_choose_owners(struct exploration *exploration, uint32_t owners,
                              const struct explore_options *options, const struct run *run,
                              struct error *error);
/*
 * Whether owners have so unequal parts that the search should begin again, by all components: after a level,
 * if the largest part has more than half as much again as the mean; where the search ends for want of memory,
 * if it has an eighth more. least: with fewer states that means nothing after a level, as few components have
 * changed; most: states of the largest part; all: of all parts. Never with a checkpoint: what was written, or
 * handed over, would be lost.
 */
int exploration_is_uneven(const struct explore_options *options, enum explore_outcome outcome, uint64_t least,
                          uint64_t most, uint64_t all, uint32_t owners);
/*
 * At the end of a search that ran out of memory: sets expected_states to the number of all states if levels
 * shrink as they have grown, a rough guess; to UINT64_MAX as long as they grow.
 */
void exploration_expect(struct exploration *exploration);
/* Of a model with data, without observer: counts a loop at each deadlock as a choice with one transition. */
void exploration_add_loops(struct exploration *exploration);
/* The sum that names a search among those of a command: of the model's image and the options (SHA-256). */
void exploration_sum(const model *model, const struct explore_options *options, char digits[SHA256_DIGITS]);
/* EXPLORE_INTERRUPTED or EXPLORE_TIMEOUT if the run must stop, else EXPLORE_DONE. */
enum explore_outcome exploration_outcome(const struct run *run);
/* The states that this process has; of several ranks, result.states counts those of all. */
uint64_t exploration_own_states(const struct exploration *exploration);
/* The pairs of the interner, for fold_core.h; NULL if vectors are not folded. */
const uint64_t *exploration_pairs(const struct exploration *exploration);
/*
 * Copies the level store and the interner to the host if they are not there, if levels are kept. 0, or -1
 * with *error filled.
 */
int exploration_fetch(struct exploration *exploration, const struct run *run, struct error *error);
/*
 * 0 if all levels were kept, or -1 with *error filled (ERROR_FULL or ERROR_MEMORY), which says that there is
 * no memory "for the graph" or what else `what` names.
 */
int exploration_check_kept(const struct exploration *exploration, const char *what, struct error *error);
/* Frees the visited set, which traces and the order of states do not need. */
void exploration_drop_table(struct exploration *exploration);
/* Releases the GPU and its memory, with everything that was not fetched. */
void exploration_drop_device(struct exploration *exploration);
/* Frees the states: GPU, visited set, levels and interner. Counts and the begins of levels remain. */
void exploration_drop_states(struct exploration *exploration);
void exploration_free(struct exploration *exploration);

#ifdef __cplusplus
}
#endif
#endif
