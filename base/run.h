#ifndef HEDDLE_BASE_RUN_H
#define HEDDLE_BASE_RUN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct device_list;
struct error;
struct files_read;
struct memory;
struct ranks;

/*
 * A progress report. Long work reports often; the callback decides what to show. The texts are constant and
 * stay valid. If nothing is counted, `unit` is NULL.
 */
struct progress {
    const char *phase;     /* "exploring", "writing", ... */
    uint64_t done;         /* amount done, in `unit` (states, bytes, ..); it does not fall within a phase */
    uint64_t total;        /* 0 if unknown */
    const char *unit;      /* in the plural: "states" */
    uint64_t transitions;  /* the fields below are for searches, and 0 elsewhere */
    uint64_t level;        /* BFS level */
    uint64_t frontier;     /* states of that level, which is being expanded */
    uint64_t device_bytes; /* bytes in use on a GPU */
};

/*
 * The resources and limits of a long library call. Every such call takes one as a parameter; there is no
 * global one. The caller owns it and keeps it alive during the call.
 */
struct run {
    struct memory *memory; /* accounts for host memory; the limit is the budget */
    struct memory *spill;  /* additional host memory, for data that is rarely read; may be NULL */
    unsigned threads;      /* CPU threads, at least 1 */
    unsigned device;       /* number of the GPU, for calls that use one */
    uint64_t device_bytes; /* budget of GPU memory in bytes, of each GPU; 0: 0.9 of the free memory */
    struct ranks *ranks;   /* the processes that search together (base/ranks/ranks.h); NULL: this one alone */
    struct files_read *files_read; /* records the files that are read; may be NULL */
    const int *stop;               /* non-zero (set by a signal handler) ends the call early; may be NULL */
    const int *lost;               /* the same for a race that another way has won; may be NULL */
    double deadline;               /* run_clock() seconds at which the call must end; 0: never */
    void (*progress)(void *context,
                     const struct progress *progress); /* called by one thread at a time; may be NULL */
    void *progress_context;
    const struct device_list *devices; /* the GPUs of a search on several; NULL: `device` alone */
};

/* Seconds of a monotonic clock. */
double run_clock(void);

/* Non-zero if the stop flag or that of a race is set, or the deadline has passed. */
int run_should_stop(const struct run *run);
/* The same as 0 or -1, with ERROR_INTERRUPTED and this text. */
int run_ask(const struct run *run, struct error *error, const char *text);

/* Asks the run at each multiple of `interval`. */
static inline int run_stops_at(const struct run *run, uint64_t number, uint64_t interval) {
    return number % interval == 0 && run_should_stop(run);
}

/* Adds work to *unasked, and asks the run whenever `interval` units of it are done. */
static inline int run_stops_after(const struct run *run, uint64_t *unasked, uint64_t work,
                                  uint64_t interval) {
    *unasked += work;
    if (*unasked < interval) {
        return 0;
    }
    *unasked = 0;
    return run_should_stop(run);
}

/* Reports progress to run->progress, if there is one; must be called by one thread at a time. */
void run_tell(const struct run *run, const char *phase, uint64_t done, uint64_t total, const char *unit);
void run_tell_search(const struct run *run, const struct progress *progress);

#ifdef __cplusplus
}
#endif
#endif
