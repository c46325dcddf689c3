#ifndef HEDDLE_DECOMPOSE_SCC_SCC_INTERNAL_H
#define HEDDLE_DECOMPOSE_SCC_SCC_INTERNAL_H

#include "decompose/scc/scc.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
#endif
