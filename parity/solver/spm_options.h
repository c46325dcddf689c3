#ifndef HEDDLE_PARITY_SOLVER_SPM_OPTIONS_H
#define HEDDLE_PARITY_SOLVER_SPM_OPTIONS_H

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
    SPM_ORDER_BEST,     /* of the others what measures best on the side that solves */
    SPM_ORDER_BFS,      /* as a breadth-first search meets them */
    SPM_ORDER_DFS,      /* as a depth-first search does */
    SPM_ORDER_INPUT,    /* as they are numbered */
    SPM_ORDER_REVERSED, /* the other way round */
    SPM_ORDER_DEGREE,   /* those with most successors first */
    SPM_ORDER_PRIORITY, /* those of the highest priorities first */
    SPM_ORDERS
};

/* Whose measures are lifted. */
enum spm_sides {
    SPM_SIDES_BEST, /* of the others what measures best on the side that solves */
    SPM_SIDES_BOTH, /* both players' in turn; now and then what is won already is decided */
    SPM_SIDES_ONE,  /* one player's to the end, then the other's where the first loses */
    SPM_SIDES
};

/* How a GPU finds what is to be lifted. */
enum spm_queueing {
    SPM_QUEUEING_IMPLICIT, /* in every round, all vertices look whether a successor has changed */
    SPM_QUEUEING_EXPLICIT, /* from a queue, rebuilt every `interval` rounds, of groups of 32 neighbouring
                              vertices of which one may have to be lifted */
    SPM_QUEUEINGS
};

/* How a GPU lifts. */
enum spm_kernels {
    SPM_KERNELS_BEST,  /* FUSED where measures have one word, else SPLIT */
    SPM_KERNELS_SPLIT, /* one kernel for edges, which writes down what each asks for, then one for vertices */
    SPM_KERNELS_FUSED, /* as BEST: vertices look at their successors' measures themselves, which may change
                          meanwhile */
    SPM_KERNELS
};

/* How a GPU lays measures of several words. */
enum spm_layout_kind {
    SPM_LAYOUT_BEST,      /* COALESCED */
    SPM_LAYOUT_COALESCED, /* the first words of all vertices, then the second ones, ... */
    SPM_LAYOUT_TOGETHER,  /* all words of a vertex, then those of the next one */
    SPM_LAYOUTS
};

#define SPM_MOST_SHORTCUTS 2u
#define SPM_INTERVAL 32u          /* the default */
#define SPM_EXCHANGE_SECONDS 0.05 /* the default */

struct spm_exchange;

/* How SOLVER_SPM does it; zeros are what measures best. */
struct spm_options {
    enum spm_queue_kind queue; /* on the host */
    enum spm_order order;
    enum spm_sides sides;
    int odd_first; /* it is Odd's measures that come first */
    uint64_t seed; /* of SPM_QUEUE_RANDOM */
    /* Levels of shortcuts: so many times, edges to vertices that leave no choice, or have the same owner, are
     * replaced by edges past them (Bootsma, chapter 6). */
    unsigned shortcuts;
    enum spm_queueing queueing;
    enum spm_kernels kernels;
    enum spm_layout_kind layout;
    unsigned interval;       /* of SPM_QUEUEING_EXPLICIT, rounds; 0: SPM_INTERVAL */
    double exchange_seconds; /* between two exchanges of measures of a host and a GPU; 0: as above */
    /* Of a host and a GPU that solve the same game (parity/measures/spm_exchange.h); NULL: this side is
     * alone. */
    struct spm_exchange *exchange;
};

#ifdef __cplusplus
}
#endif
#endif
