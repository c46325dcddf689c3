#ifndef HEDDLE_PARITY_SOLVER_SPM_OPTIONS_H
#define HEDDLE_PARITY_SOLVER_SPM_OPTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The choice of the next vertex. */
enum spm_queue_kind {
    SPM_QUEUE_FIFO,   /* the vertex that has waited longest */
    SPM_QUEUE_STACK,  /* the vertex that changed last */
    SPM_QUEUE_RANDOM, /* any */
    SPM_QUEUE_KINDS
};

/* The order of vertices in memory and at first in the queue. */
enum spm_order {
    SPM_ORDER_BEST,     /* the order that measured best on the side that solves */
    SPM_ORDER_BFS,      /* the order of a breadth-first search */
    SPM_ORDER_DFS,      /* the order of a depth-first search */
    SPM_ORDER_INPUT,    /* the order of their numbers */
    SPM_ORDER_REVERSED, /* the reverse order of their numbers */
    SPM_ORDER_DEGREE,   /* those with most successors first */
    SPM_ORDER_PRIORITY, /* those of the highest priorities first */
    SPM_ORDERS
};

/* The player whose measures are lifted. */
enum spm_sides {
    SPM_SIDES_BEST, /* the choice that measured best on the side that solves */
    SPM_SIDES_BOTH, /* both players in turn; from time to time, vertices that are won already are decided */
    SPM_SIDES_ONE, /* one player to the end, then the other player on the vertices that the first one loses */
    SPM_SIDES
};

/* How a GPU finds the vertices to lift. */
enum spm_queueing {
    SPM_QUEUEING_IMPLICIT, /* in every round, all vertices check whether a successor has changed */
    SPM_QUEUEING_EXPLICIT, /* from a queue, rebuilt every `interval` rounds, of groups of 32 neighbouring
                              vertices, at least one of which may need lifting */
    SPM_QUEUEINGS
};

/* How a GPU lifts. */
enum spm_kernels {
    SPM_KERNELS_BEST,  /* FUSED where measures have one word, else SPLIT */
    SPM_KERNELS_SPLIT, /* one kernel for edges, which stores what each requires, then one for vertices */
    SPM_KERNELS_FUSED, /* like BEST: vertices read their successors' measures themselves, which may change
                          meanwhile */
    SPM_KERNELS
};

/* How a GPU stores measures of several words. */
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

/* Options of SOLVER_SPM; zeros are the choices that measured best. */
struct spm_options {
    enum spm_queue_kind queue; /* on the host */
    enum spm_order order;
    enum spm_sides sides;
    int odd_first; /* Odd's measures come first */
    uint64_t seed; /* seed of SPM_QUEUE_RANDOM */
    /* Levels of shortcuts: how many times edges to vertices that leave no choice, or have the same owner, are
     * replaced by edges that bypass these vertices (Bootsma, chapter 6). */
    unsigned shortcuts;
    enum spm_queueing queueing;
    enum spm_kernels kernels;
    enum spm_layout_kind layout;
    unsigned interval;       /* rounds between rebuilds for SPM_QUEUEING_EXPLICIT; 0: SPM_INTERVAL */
    double exchange_seconds; /* seconds between two exchanges of measures of a host and a GPU; 0: the default
                                above */
    /* The exchange between a host and a GPU that solve the same game (parity/measures/spm_exchange.h); NULL:
     * this side is alone. */
    struct spm_exchange *exchange;
};

#ifdef __cplusplus
}
#endif
#endif
