#ifndef HEDDLE_BASE_RANKS_RANKS_H
#define HEDDLE_BASE_RANKS_RANKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;

/*
 * The processes ("ranks") that work on one task together, on one machine or several, and how they exchange
 * data. Each process has one of them. What moves the data is a table of functions: MPI (base/ranks/mpi), or
 * threads of one process, for tests. Functions are called by one thread at a time.
 *
 * Collective functions are called by all ranks, in the same order and with the same counts; they return when
 * all have called them. A loss of the connection does not return: MPI ends the process.
 */
enum ranks_operation { RANKS_SUM, RANKS_LEAST };

/* A transfer that is complete. */
struct ranks_event {
    unsigned slot;
    int received; /* it was a receipt, of so many bytes */
    uint64_t bytes;
};

struct ranks_functions {
    /* Collective: replaces each value by its sum, or the least one, of all ranks. */
    void (*reduce)(void *context, enum ranks_operation operation, uint64_t *values, uint64_t count);
    /* Collective: all[r * count + i] becomes values[i] of rank r. */
    void (*gather)(void *context, const uint64_t *values, uint64_t *all, uint64_t count);
    /*
     * Messages between two ranks. `open` provides so many slots of each kind, 0 or -1 if memory runs out;
     * `close` withdraws the receipts that are pending. A slot has one transfer at a time, and the bytes stay
     * where they are until `poll` reports the slot. poll: at most `most` events; returns how many there were.
     */
    int (*open)(void *context, unsigned sends, unsigned receipts);
    void (*close)(void *context);
    void (*send)(void *context, unsigned slot, unsigned to, const void *data, uint64_t bytes);
    void (*receive)(void *context, unsigned slot, void *data, uint64_t bytes);
    unsigned (*poll)(void *context, struct ranks_event *events, unsigned most);
    /* Collective: ends the exchange for good. */
    void (*end)(void *context);
};

struct ranks {
    unsigned rank, count;
    unsigned on_host;    /* how many of them are on this machine */
    unsigned host_index; /* .. and which of these this one is */
    const struct ranks_functions *functions;
    void *context;
    uint64_t bytes_sent; /* by this rank so far, in messages */
    unsigned ended;      /* 1 + the rank that left early; 0: none has */
    int ended_undecided; /* .. without an error, because of a limit */
    int have_met;        /* the ranks have begun a piece of work together */
};

/* Ranks that are to begin the same piece of work. */
enum ranks_meeting { RANKS_SEARCH = 1, RANKS_TRACE = 2, RANKS_GRAPH = 3, RANKS_END = 4 };

/*
 * Collective: the ranks meet before they begin a piece of work together, or end. 0 if all of them are there
 * for the same `meeting` and `fingerprint`, and none has failed; the fingerprint says what they are going to
 * work on. -1 with *error filled otherwise: another rank has failed, left early, or works on something else.
 * failed: this rank cannot go on; its *error is filled already, and stays. ranks: NULL for a process that is
 * alone, which only `failed` stops.
 */
int ranks_meet(struct ranks *ranks, enum ranks_meeting meeting, uint64_t fingerprint, int failed,
               struct error *error);
/*
 * Collective: the last meeting, unless another rank has left. The exit status of all: the one of rank 0 if
 * all have arrived, else that of this rank.
 */
int ranks_end(struct ranks *ranks, int status);
/* A fingerprint of bytes, for ranks_meet. */
uint64_t ranks_fingerprint(uint64_t before, const void *bytes, uint64_t size);

/* Collective; nothing changes for a process that is alone (ranks: NULL). */
void ranks_sum(const struct ranks *ranks, uint64_t *values, uint64_t count);
void ranks_least(const struct ranks *ranks, uint64_t *values, uint64_t count);
/* ranks->bytes_sent; 0 for a process that is alone. */
uint64_t ranks_bytes_sent(const struct ranks *ranks);
void ranks_gather(const struct ranks *ranks, const uint64_t *values, uint64_t *all, uint64_t count);

#ifdef __cplusplus
}
#endif
#endif
