#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_STATE_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_STATE_CUH

/* What a decomposition by labels works on, in the memory of a GPU; for scc_labels.cu and scc_peel.cu. */
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
    uint32_t *component; /* COMPONENT_NONE where it is not known yet */
    label_pair *pairs;
    uint32_t *classes;
    uint32_t *lists[2];  /* of vertices that are not decided; the current one is lists[0] */
    uint32_t *saturated; /* bitmap */
    struct propagate_control *control;
    struct round_counters *counters;
    uint64_t left;            /* vertices that are not decided */
    int all_left;             /* these are all: there is no list yet */
    int divided;              /* classes differ */
    unsigned blocks;          /* of propagate_labels that run at once */
    uint32_t seed;            /* of the next random order */
    struct scc_labels labels; /* of the last propagation */
    char *block;              /* all of the above in one allocation */
    uint64_t bytes;
};

/* Bytes that a state takes. */
uint64_t scc_state_bytes(uint64_t vertices);
/* 0, or -1 with *error filled. scc_state_close frees, whatever it returned. */
int scc_state_open(struct scc_state *state, struct device *device, const struct scc_task *task,
                   struct error *error);
void scc_state_close(struct scc_state *state);

/* How a round is done. */
struct scc_round {
    enum scc_order order;
    uint32_t most_sampled; /* sweeps with one edge a vertex, at the beginning */
    uint32_t most_sweeps;  /* 0: as many as it takes */
    int no_compression, by_block, only_out, must_dwindle;
    int saturates; /* look at the vertices that have the best label both ways: worth it where one component is
                      large */
};

/*
 * Propagates labels among the vertices that are left. 1 when nothing changed any more, 0 when it gave up, -1
 * with *error filled.
 */
int scc_state_propagate(struct scc_state *state, const struct scc_round *round);
/* After a propagation to the end: decides the vertices that it settled, and divides the others. 0 or -1. */
int scc_state_settle(struct scc_state *state, const struct scc_round *round);
/*
 * Before any round: decides vertices that no other one reaches any more, one after the other, as long as that
 * goes fast. 0 or -1.
 */
int scc_state_peel(struct scc_state *state);
/* Names each component by its least member, when all vertices are decided. 0 or -1. */
int scc_state_finish(struct scc_state *state);

#endif
