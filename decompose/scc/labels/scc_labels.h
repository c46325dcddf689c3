#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_LABELS_H
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_LABELS_H

#include "decompose/scc/scc_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * scc_cuda for SCC_ECL and SCC_AUTO, which propagate labels, on a graph in the memory of a GPU: 20 bytes and
 * a bit a vertex beside graph and components. AUTO reports SCC_ECL. 0, or -1 with *error filled:
 * ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int scc_labels_cuda(struct device *device, const struct digraph *graph, const struct scc_options *options,
                    const struct run *run, uint32_t *component, struct scc_report *report,
                    struct error *error);

uint64_t scc_labels_cuda_bytes(const struct digraph *graph);

#ifdef __cplusplus
}
#endif
#endif
