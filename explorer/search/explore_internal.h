#ifndef HEDDLE_EXPLORER_SEARCH_EXPLORE_INTERNAL_H
#define HEDDLE_EXPLORER_SEARCH_EXPLORE_INTERNAL_H

/* What the files of the CPU search engine share. */
#include <pthread.h>
#include <stdint.h>

#include "base/barrier.h"
#include "explorer/search/expand.h"
#include "explorer/search/explore.h"
#include "hashtable/table.h"

struct error;
struct level_writer;
struct run;

/* Why threads should come to the barrier. */
enum pause_reason { PAUSE_NONE = 0, PAUSE_GROW, PAUSE_STOP };

struct chunk {
    const uint64_t *keys;
    uint64_t count;
};

struct search;

struct worker {
    struct search *search;
    unsigned index;
    struct expansion expansion;
    struct chunk chunk;                      /* what is left of the chunk it took */
    uint64_t states, transitions, deadlocks; /* of this thread */
    uint64_t unreported;                     /* new states that search->states does not know yet */
    pthread_t thread;
    char apart[128]; /* from the next worker's counters */
};

struct search {
    const struct explore_options *options;
    const struct run *run;
    struct error *error;
    struct exploration *exploration;
    struct explore_result *result; /* the exploration's */
    struct state_space *space;     /* the exploration's */
    uint32_t key_words;
    struct worker *workers;
    struct level_writer *writers; /* one a worker */
    struct barrier barrier;

    /* the level that is expanded */
    struct chunk *chunks;
    uint64_t chunk_count, chunk_capacity;
    uint64_t level;

    /* shared while threads work; each on a line of its own */
    uint64_t cursor __attribute__((aligned(128)));
    uint64_t states __attribute__((aligned(128))); /* in the table; lags by what workers have not reported */
    int pause __attribute__((aligned(128)));       /* enum pause_reason */
    int table_full;                                /* a probe met FULL, or the table is crowded */
    int intern_full;
    int memory_full; /* a batch or the level store found no memory */
    struct expansion_watch watch;

    /* decisions of thread 0 between the barriers */
    uint64_t grow_at; /* states from which on the table is crowded */
    /* New states of one thread that the others should know of: few beside the table's size. */
    uint64_t report_at;
    int table_grows, intern_grows;
    uint64_t spilled; /* levels below have left the memory of the search */
    int ended;
};

/* explore_cpu.c */
/* Ends the search: all threads come to the barrier. The first outcome given is the one reported. */
void explore_stop(struct search *search, enum explore_outcome outcome);
struct table_view explore_table_view(const struct search *search);

/* explore_growth.c: all but explore_work_growth by thread 0 alone, while the others wait. */
void explore_set_grow_at(struct search *search);
/*
 * Something is full or crowded: what can grow, does. A crowded table that cannot may go on until it is
 * nearly full; if a probe met FULL (or the table is that full) and nothing grows, memory is spent.
 */
void explore_decide_growth(struct search *search);
/* The part of growth that the threads do together; `threads` is 1 when thread 0 is alone. */
void explore_work_growth(struct search *search, unsigned thread, unsigned threads);
void explore_end_growth(struct search *search);

#endif
