#ifndef HEDDLE_DECOMPOSE_SCC_SCC_DEVICE_H
#define HEDDLE_DECOMPOSE_SCC_SCC_DEVICE_H

#include "base/device/device.h"
#include "decompose/scc/scc.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Like scc_cpu, on a GPU: the graph's arrays, `component` and the options' candidates are in its memory.
 * TARJAN is refused (ERROR_USAGE). Also ERROR_DEVICE.
 */
int scc_cuda(struct device *device, const struct digraph *graph, const struct scc_options *options,
             const struct run *run, uint32_t *component, struct scc_report *report, struct error *error);

/*
 * Returns the most bytes that an algorithm takes on the GPU, in addition to graph and components. AUTO takes
 * the least of all: about 20 a vertex. FBT and BFBT take about 25 a vertex and 4 an edge, with an out-degree
 * bound more.
 */
uint64_t scc_cuda_bytes(const struct digraph *graph, const struct scc_options *options);

#ifdef __cplusplus
}
#endif
#endif
