#ifndef HEDDLE_BASE_RUN_H
#define HEDDLE_BASE_RUN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct files_read;
struct memory;

/*
 * What long work reports while it runs. It reports often; the callback decides what to show. The texts are
 * constant and stay. Where nothing is counted, `unit` is NULL.
 */
struct progress {
    const char *phase;     /* "exploring", "writing", ... */
    uint64_t done;         /* states, bytes, ... as `unit` says; within one phase it does not fall */
    uint64_t total;        /* 0 when unknown */
    const char *unit;      /* in the plural */
    uint64_t transitions;  /* the others are of searches, and 0 elsewhere */
    uint64_t level;        /* BFS level */
    uint64_t frontier;     /* states of that level, which are being expanded */
    uint64_t device_bytes; /* in use on a GPU */
};

/*
 * How a long library call is to run. Every such call takes one; it is a parameter, never a global. The
 * caller owns it and keeps it alive during the call.
 */
struct run {
    struct memory *memory; /* accounted host allocations, with the budget */
    struct memory *spill;  /* host memory beside it, for what a search need not have at hand; may be NULL */
    unsigned threads;      /* CPU threads, at least 1 */
    unsigned device;       /* number of the GPU to use, where one is used */
    uint64_t device_bytes; /* budget of memory on it; 0: 0.9 of what is free */
    struct files_read
        *files_read; /* notes what is opened for reading (base/stream/files_read.h); may be NULL */
    const int *stop; /* set to non-zero (by a signal handler) to end early; may be NULL */
    double deadline; /* run_clock() seconds at which to end; 0 for never */
    void (*progress)(void *context,
                     const struct progress *progress); /* from one thread at a time; may be NULL */
    void *progress_context;
};

/* Seconds of a clock that never goes back. */
double run_clock(void);

/* Non-zero when the stop flag is up or the deadline has passed. */
int run_should_stop(const struct run *run);

/* Tells how far the work is, if anyone listens; from one thread at a time. */
void run_tell(const struct run *run, const char *phase, uint64_t done, uint64_t total, const char *unit);
void run_tell_search(const struct run *run, const struct progress *progress);

#ifdef __cplusplus
}
#endif
#endif
