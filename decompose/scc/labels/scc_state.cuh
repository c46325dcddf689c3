#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_STATE_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_STATE_CUH

/* The data of a decomposition by labels, in the memory of a GPU; for scc_labels.cu and scc_peel.cu. */
#include "base/device/device.h"
#include "decompose/scc/labels/scc_rounds.cuh"
#include "decompose/scc/scc_internal.h"

struct error;
struct run;

#define STATE_THREADS 256u

struct scc_state {
    struct device *device;
    struct digraph graph; /* arrays on the GPU */
    const struct run *run;
    struct error *error;
    struct scc_report *report;
    uint32_t *component; /* COMPONENT_NONE: not known yet */
    label_pair *pairs;
    uint32_t *classes;
    uint32_t *lists[2];  /* undecided vertices; the current list is lists[0] */
    uint32_t *saturated; /* bitmap */
    struct propagate_control *control;
    struct round_counters *counters;
    uint64_t left;            /* number of undecided vertices */
    int all_left;             /* all vertices are undecided; there is no list yet */
    int divided;              /* classes differ */
    unsigned blocks;          /* blocks of propagate_labels that run at once */
    uint32_t seed;            /* seed of the next random order */
    struct scc_labels labels; /* labels of the last propagation */
    char *block;              /* the allocation with all arrays */
    uint64_t bytes;
    int is_named;             /* components have the names of their least members already */
    uint64_t saturated_count; /* after a propagation with `saturates`: saturated vertices */
};

/* Returns the bytes that a state takes. */
uint64_t scc_state_bytes(uint64_t vertices);
/* 0, or -1 with *error filled. scc_state_close frees, whatever it returned. */
int scc_state_open(struct scc_state *state, struct device *device, const struct scc_task *task,
                   struct error *error);
void scc_state_close(struct scc_state *state);

/* Options of a round. */
struct scc_round {
    enum scc_order order;
    uint32_t most_sampled; /* most sweeps at the beginning that read one edge of each vertex */
    uint32_t most_sweeps;  /* 0: no limit */
    int no_compression, contracts, resumes, by_block, in_turns, only_out, must_dwindle;
    int keeps_out; /* as in propagate_arguments, if the last propagation was in the same order, by numbers */
    int looks_ahead; /* as in propagate_arguments; in a round of all vertices */
    int with_news;   /* visit only chunks with news, in a round of all vertices */
    int saturates;   /* treat vertices that have the best label in both directions specially: good if one
                        component is large */
    int has_best;    /* the order is random, but for the vertex `best`, which has the best label */
    uint32_t best;
    uint32_t in_runs;     /* as in propagate_arguments */
    uint32_t most_visits; /* with by_block: most repeated visits of a block; 0: BLOCK_SWEEPS */
};

/*
 * Propagates labels among undecided vertices. Returns 1 when nothing changes any more, 0 when it gave up, -1
 * with *error filled.
 */
int scc_state_propagate(struct scc_state *state, const struct scc_round *round);
/*
 * Goes on after a propagation with `resumes` and `has_best` that gave up. Vertices that are not saturated
 * begin again, and meet the saturated ones, from whom labels have a shorter way, in both directions.
 */
int scc_state_resume(struct scc_state *state, const struct scc_round *round);
/* After a propagation to the end, decides vertices and divides the others into classes. 0 or -1. */
int scc_state_settle(struct scc_state *state, const struct scc_round *round);
/*
 * Before any round, decides vertices that no other undecided vertex reaches, level by level, as long as
 * levels are large. 0 or -1.
 */
int scc_state_peel(struct scc_state *state);
/* The labels of the next round; no vertex has the greatest label. */
struct scc_labels scc_state_next_labels(struct scc_state *state, enum scc_order order);
/* What kernels need, but for labels and chunks; and the start of a propagation: 0, or -1. */
struct propagate_arguments scc_state_arguments(const struct scc_state *state, const struct scc_round *round);
int scc_state_begin_propagation(struct scc_state *state, const struct propagate_arguments *arguments);
/*
 * Like scc_state_propagate, in the first round, edge by edge: for graphs with rows of very different lengths.
 * `best` has the best label. Takes 4 more bytes an edge and a bit; without that memory it gives up at once.
 */
int scc_state_propagate_edges(struct scc_state *state, uint32_t best);
/*
 * Decides all vertices that are left, by rounds that keep changed vertices in queues. Takes 24 more bytes a
 * vertex and 4 an edge. Returns 1, 0 if that memory is not there (or edges are 2^32 or more) and nothing was
 * done, or -1 with *error filled.
 */
int scc_state_work(struct scc_state *state);
/* When all vertices are decided, names each component by its least member. 0 or -1. */
int scc_state_finish(struct scc_state *state);

#endif
