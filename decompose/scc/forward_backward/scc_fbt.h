#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_H
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_H

#include "base/device/device.h"
#include "decompose/scc/scc_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

struct team;

/*
 * scc_cpu for SCC_FBT and SCC_BFBT, called by the leader of a team. Fills the report except for its algorithm
 * and seconds. Returns 0, 1 when memory runs out, -1 to stop.
 */
int scc_fbt_cpu(struct team *team, const struct scc_task *task);

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
 * 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int scc_fbt_cuda(struct device *device, const struct scc_task *task, struct error *error);

/* Returns the most bytes that it takes; with an out-degree bound that is far more than most graphs need. */
uint64_t scc_fbt_cuda_bytes(const struct digraph *graph, const struct scc_options *options);

#ifdef __cplusplus
}
#endif
#endif
