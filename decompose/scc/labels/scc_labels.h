#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_LABELS_H
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_LABELS_H

#include "base/device/device.h"
#include "decompose/scc/scc_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

struct team;

/*
 * scc_cpu for SCC_ECL, called by the leader of a team. Fills the report except for its algorithm and seconds.
 * Returns 0, 1 when memory runs out, -1 to stop.
 */
int scc_ecl_cpu(struct team *team, const struct scc_task *task);

/*
 * scc_cuda for SCC_ECL and SCC_AUTO, which propagate labels, on a graph in the memory of a GPU: it takes 20
 * bytes and a bit a vertex in addition to graph and components. AUTO reports SCC_ECL. Returns 0, or -1 with
 * *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int scc_labels_cuda(struct device *device, const struct scc_task *task, struct error *error);

uint64_t scc_labels_cuda_bytes(const struct digraph *graph);

#ifdef __cplusplus
}
#endif
#endif
