#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_BUILD_CUDA_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_BUILD_CUDA_H

#include "explorer/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct run;

/* graph_build_cpu for an exploration of explore_cuda: the graph is built on its GPU (graph_device.h), or on
 * the host if the GPU has too little memory. The graph equals the CPU's. */
struct graph *graph_build_cuda(struct exploration *exploration, const struct graph_options *options,
                               const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
