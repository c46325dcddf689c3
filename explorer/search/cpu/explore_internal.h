#ifndef HEDDLE_EXPLORER_SEARCH_CPU_EXPLORE_INTERNAL_H
#define HEDDLE_EXPLORER_SEARCH_CPU_EXPLORE_INTERNAL_H

/* Declarations that the files of the CPU search engine share. */
#include <pthread.h>
#include <stdint.h>

#include "base/barrier.h"
#include "base/moment.h"
#include "explorer/search/expand.h"
#include "explorer/search/explore.h"
#include "explorer/search/reduction_trial.h"
#include "hashtable/table.h"

struct checkpoint_header;
struct error;
struct exchange;
struct exchange_block;
struct level_writer;
struct run;
struct search_checkpoint;

/* Why threads must go to the barrier. */
enum pause_reason { PAUSE_NONE = 0, PAUSE_CHECKPOINT, PAUSE_GROW, PAUSE_STOP };

struct chunk {
    const uint64_t *keys;
    uint64_t count;
};

struct search;

struct worker {
    struct search *search;
    unsigned index;
    struct expansion expansion;
    struct chunk chunk;                                        /* the rest of the chunk that it took */
    uint64_t states, transitions, choices, deadlocks, reduced; /* counts of this thread */
    uint64_t unreported;             /* new states that are not yet in search->states */
    struct exchange_block *incoming; /* states from other ranks, of which so many are stored; NULL: none */
    uint64_t incoming_done;
    unsigned batches;        /* since the search with other ranks began */
    struct moment_poll idle; /* while it waits for other ranks */
    pthread_t thread;
    char apart[128]; /* keeps the next worker's counters in other cache lines */
};

struct search_counts {
    uint64_t transitions, choices, deadlocks;
};

struct search {
    const struct explore_options *options;
    const struct run *run;
    struct error *error;
    struct exploration *exploration;
    struct explore_result *result; /* result of the exploration */
    struct state_space *space;     /* space of the exploration */
    uint32_t key_words;
    struct worker *workers;
    struct level_writer *writers; /* [threads] */
    struct barrier barrier;
    stubborn *stubborn;        /* NULL: all moves are made */
    reduction_trial *trial;    /* NULL: the reduction is not, or no longer, on trial */
    struct exchange *exchange; /* with other ranks; NULL: there are none */
    int uneven;                /* ranks have so unequal parts that the search begins again */
    uint64_t elsewhere;        /* states of other ranks at the last meeting */

    /* --- the level that is being expanded --- */
    struct chunk *chunks;
    uint64_t chunk_count, chunk_capacity;
    uint64_t level;

    /* --- shared while threads work; each field in a cache line of its own --- */
    uint64_t cursor __attribute__((aligned(128)));
    uint64_t states __attribute__((aligned(128))); /* in the table, except unreported ones */
    int pause __attribute__((aligned(128)));       /* enum pause_reason */
    int table_full;                                /* a probe found the table full, or it is crowded */
    int intern_full;
    int memory_full; /* no memory for a batch or the level store */
    struct expansion_watch watch;

    /* --- decisions of thread 0 between the barriers --- */
    uint64_t grow_at; /* number of states from which on the table is crowded */
    /* A thread reports its new states when it has this many: few compared to the table's size. */
    uint64_t report_at;
    int table_grows, intern_grows;
    uint64_t spilled; /* levels below this one have left the memory of the search */
    int ended;
    int torn;                             /* the table lost keys when memory ran out */
    struct search_checkpoint *checkpoint; /* NULL: the search is neither written nor continued */
    struct search_counts begin_counts;    /* for checkpoints: counts at the begin of the level .. */
    uint64_t begin_level;                 /* .. of this number */
    int unclosed; /* of ranks: memory ran out when one of them closed its part of a level */
};

/* explore_cpu.c */
/* Asks all threads to go to the barrier. */
void explore_ask_pause(struct search *search, enum pause_reason reason);
/* Ends the search if the run must stop, and returns whether it must. */
int explore_heed_run(struct search *search);
/* Adds the worker's new states to those of the search; the table may be crowded then, or the limit reached.
 */
void explore_report_states(struct worker *worker);
/* Notes that the table is full for a successor. */
void explore_note_full(struct search *search);
/* Ends the search: all threads go to the barrier. The first outcome is the one that is reported. */
void explore_stop(struct search *search, enum explore_outcome outcome);
struct table_view explore_table_view(const struct search *search);

/*
 * --- explore_growth.c: all except explore_work_growth are called by thread 0 alone, while the others wait
 * ---
 */
void explore_set_grow_at(struct search *search);
/*
 * Frees memory for the search: levels before its current one move to the spill memory or, if that is full and
 * the caller allows it, are dropped. Returns whether there is more memory now.
 */
int explore_spill_levels(struct search *search);
/*
 * Called when something is full or crowded: starts growth where it is possible. A crowded table that cannot
 * grow is used until it is nearly full. If a probe found it full (or it is nearly full) and nothing can grow,
 * the search ends as FULL.
 */
void explore_decide_growth(struct search *search);
/* The part of growth that the threads do together; `threads` is 1 if thread 0 is alone. */
void explore_work_growth(struct search *search, unsigned thread, unsigned threads);
void explore_end_growth(struct search *search);

/*
 * --- explore_ranks.c: a search by several ranks ---
 */
/* Opens the exchange, if there are other ranks. 0, or -1 when memory runs out. */
int explore_ranks_open(struct search *search);
/*
 * Collective: the ranks meet before the first level. failed: this rank cannot begin. 0, or -1 with *error
 * filled if some rank cannot begin.
 */
int explore_ranks_begin(const struct search *search, int failed);
/* Whether this rank owns the vector. */
int explore_ranks_own(const struct search *search, const uint64_t *vector);
/*
 * Inserts the successors of the worker's batch that this rank owns, and sends the others. Returns the number
 * of sources that are done.
 */
uint32_t explore_ranks_insert(struct worker *worker, struct level_writer *writer);
/* Moves blocks, and stores what has arrived. Returns whether there was something to store. */
int explore_ranks_receive(struct worker *worker);
/* Whether the rank has expanded its part of the level, and waits for the states of others. */
int explore_ranks_waits(struct worker *worker);
/* Whether the level is complete: everything has been expanded here, and everything has arrived. */
int explore_ranks_level_is_complete(struct search *search);
/* Ends the level in all ranks, because this one or another must stop; what is still under way is dropped. */
void explore_ranks_stop(struct search *search);
/*
 * Collective: the ranks meet after a level. Levels of events, the outcome and whether levels are kept become
 * the same in all. `keys`: the states of the next level here, UINT64_MAX if there is no memory for it.
 * Returns those of all ranks together.
 */
uint64_t explore_ranks_meet(struct search *search, uint64_t keys);
/* Collective: the least state of a DTMC with several commands that a rank knows becomes that of all. */
void explore_ranks_tell_several(struct search *search);
/* Collective, after the search: counts and effort become those of all ranks. */
void explore_ranks_total(struct search *search);

/* --- explore_checkpoint_cpu.c: called by thread 0 alone, while the others wait --- */

/* Opens what options->checkpoint says. *slots: raised to what a search that is continued needs. 0, or -1 with
 * search->error filled. */
int explore_checkpoint_open(struct search *search, uint64_t *slots);
/* Whether it is time to write the search; asked often. */
int explore_checkpoint_is_due(const struct search *search);
void explore_checkpoint_write(struct search *search);
/* What this process has: a header without `next`, for the last level that has begun; and its states. */
struct checkpoint_header explore_checkpoint_header(const struct search *search);
struct state_source explore_checkpoint_source(struct search *search);
/* After the search: writes it, if it can be continued or long work follows. */
void explore_checkpoint_write_end(struct search *search);
/* At the begin of a level: notes the counts, to which a search that is continued returns. */
void explore_checkpoint_note_level(struct search *search);

/*
 * --- explore_checkpoint_ranks.c: collective functions, for a search that has a checkpoint to write ---
 */
/* Writes the search, between two levels or after its end. */
void explore_checkpoint_ranks_write(struct search *search);
/* Whether rank 0 wants it. */
int explore_checkpoint_ranks_agree(const struct search *search, int wanted);

/* --- explore_restore.c --- */

/* Whether the search is continued. */
int explore_is_resumed(const struct search *search);
/* Reads the levels and the interner, which must not be there; then all states. Each returns 0, or -1 with
 * search->error filled. */
int explore_restore_levels(struct search *search);
int explore_restore_states(struct search *search);

#endif
