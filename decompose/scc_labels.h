#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_H
#define HEDDLE_DECOMPOSE_SCC_LABELS_H

#include "decompose/scc_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* scc_cuda for SCC_ECL and SCC_AUTO, which propagate labels. */
int scc_labels_cuda(struct device *device, const struct digraph *graph, const struct scc_options *options,
                    const struct run *run, uint32_t *component, struct scc_report *report,
                    struct error *error);
uint64_t scc_labels_cuda_bytes(const struct digraph *graph, const struct scc_options *options);

#ifdef __cplusplus
}
#endif
#endif
