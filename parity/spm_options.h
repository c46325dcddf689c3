#ifndef HEDDLE_PARITY_SPM_OPTIONS_H
#define HEDDLE_PARITY_SPM_OPTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which vertex is next. */
enum spm_queue_kind {
    SPM_QUEUE_FIFO,   /* the one that waits longest */
    SPM_QUEUE_STACK,  /* the one that changed last */
    SPM_QUEUE_RANDOM, /* any */
    SPM_QUEUE_KINDS
};

/* In which order vertices lie in memory and are first in the queue. */
enum spm_order {
    SPM_ORDER_BFS,      /* as a breadth-first search meets them */
    SPM_ORDER_DFS,      /* as a depth-first search does */
    SPM_ORDER_INPUT,    /* as they are numbered */
    SPM_ORDER_REVERSED, /* the other way round */
    SPM_ORDER_DEGREE,   /* those with most successors first */
    SPM_ORDER_PRIORITY, /* those of the highest priorities first */
    SPM_ORDERS
};

/* How SOLVER_SPM does it; zeros are what measures best. */
struct spm_options {
    enum spm_queue_kind queue;
    enum spm_order order;
    int one_sided; /* one player's measures up to the end, then the other's where she loses; not both in turn
                    */
    int odd_first; /* it is Odd's measures that come first */
    uint64_t seed; /* of SPM_QUEUE_RANDOM */
};

#ifdef __cplusplus
}
#endif
#endif
