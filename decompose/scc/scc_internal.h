#ifndef HEDDLE_DECOMPOSE_SCC_SCC_INTERNAL_H
#define HEDDLE_DECOMPOSE_SCC_SCC_INTERNAL_H

/* The algorithms, which auto/ chooses from. */
#include "decompose/scc/scc.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct team;

/* Arguments and results of an algorithm: the parameters of scc_cpu and scc_cuda. */
struct scc_task {
    const struct digraph *graph;
    const struct scc_options *options;
    const struct run *run;
    uint32_t *component;
    struct scc_report *report;
};

#define SCC_INTERRUPTED "interrupted while decomposing the graph"

/* Reports from time to time how many vertices are done; call it on the thread that called scc_cpu. */
void scc_tell_progress(const struct run *run, uint64_t done, uint64_t vertices);

/* Tarjan's algorithm, for scc_cpu. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED. */
int scc_tarjan(const struct scc_task *task, struct error *error);
/* Returns the bytes that it takes in addition to graph and components. */
uint64_t scc_tarjan_bytes(const struct digraph *graph);

/*
 * scc_cpu for SCC_FBT and SCC_BFBT, and for SCC_ECL, called by the leader of a team. They fill the report
 * except for its algorithm and seconds. They return 0, 1 when memory runs out, -1 to stop.
 */
int scc_fbt_cpu(struct team *team, const struct scc_task *task);
int scc_ecl_cpu(struct team *team, const struct scc_task *task);

/*
 * scc_cuda for SCC_FBT and SCC_BFBT: forward and backward searches from one pivot a region, with trimming
 * (Wijs, Katoen, Bosnacki 2016, sections 2.2 and 5), on a graph in the memory of a GPU. Beyond the article,
 * regions are split into weakly connected parts before pivots are selected, so that parts without an edge
 * between them do not wait for one another; and searches use queues of frontiers instead of sweeps over all
 * vertices.
 *
 * Takes, in addition to graph and components and to the temporary memory of transposing, at most about 17
 * bytes a vertex; 8 a vertex and 4 an edge for the transpose; and with an out-degree bound 0.5 a vertex and 4
 * an edge for each of two layouts, 8 a row at the tail, and the padding of segments.
 *
 * Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int scc_fbt_cuda(struct device *device, const struct scc_task *task, struct error *error);
/* Returns the most bytes that it takes; with an out-degree bound that is far more than most graphs need. */
uint64_t scc_fbt_cuda_bytes(const struct digraph *graph, const struct scc_options *options);

/*
 * scc_cuda for SCC_ECL and SCC_AUTO, which propagate labels, on a graph in the memory of a GPU: it takes 20
 * bytes and a bit a vertex in addition to graph and components, and AUTO up to 24 more a vertex and 4 an edge
 * if there are as many. AUTO reports SCC_ECL. scc_labels_cuda_bytes: what it needs. Returns 0, or -1 with
 * *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int scc_labels_cuda(struct device *device, const struct scc_task *task, struct error *error);
uint64_t scc_labels_cuda_bytes(const struct digraph *graph);

#ifdef __cplusplus
}
#endif
#endif
