#ifndef HEDDLE_DECOMPOSE_SCC_SCC_DEVICE_H
#define HEDDLE_DECOMPOSE_SCC_SCC_DEVICE_H

#include "base/device/device.h"
#include "decompose/scc/scc.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * scc_cpu's twin on a GPU: the graph's arrays and `component` lie in its memory, and so do the options'
 * candidates. TARJAN is refused (ERROR_USAGE). -1 with *error filled also for ERROR_DEVICE.
 */
int scc_cuda(struct device *device, const struct digraph *graph, const struct scc_options *options,
             const struct run *run, uint32_t *component, struct scc_report *report, struct error *error);

/*
 * Bytes that an algorithm takes on the GPU at most, beside graph and components. AUTO takes as little as any:
 * about 20 a vertex. FBT and BFBT take about 25 a vertex and 4 an edge, with an out-degree bound more.
 */
uint64_t scc_cuda_bytes(const struct digraph *graph, const struct scc_options *options);

#ifdef __cplusplus
}
#endif
#endif
