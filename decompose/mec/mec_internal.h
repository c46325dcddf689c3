#ifndef HEDDLE_DECOMPOSE_MEC_MEC_INTERNAL_H
#define HEDDLE_DECOMPOSE_MEC_MEC_INTERNAL_H

/* The driver of MEC decomposition, for mec_cpu and mec_cuda, and its parameters. */
#include "decompose/mec/mec.h"
#include "decompose/prune/prune.h"

#ifdef __cplusplus
extern "C" {
#endif

/* scc_cpu, or scc_cuda on the prune's device */
typedef int (*mec_decompose)(struct prune *prune, const struct digraph *graph,
                             const struct scc_options *options, uint32_t *component,
                             struct scc_report *report);

int mec_run(struct prune *prune, mec_decompose decompose, const struct digraph *graph,
            const struct mec_options *options, uint32_t *component, const struct mec_details *details,
            struct mec_report *report);

int mec_decompose_cpu(struct prune *prune, const struct digraph *graph, const struct scc_options *options,
                      uint32_t *component, struct scc_report *report);
int mec_decompose_cuda(struct prune *prune, const struct digraph *graph, const struct scc_options *options,
                       uint32_t *component, struct scc_report *report);

#ifdef __cplusplus
}
#endif
#endif
