#ifndef HEDDLE_EXPLORER_TRACE_TRACE_CUDA_H
#define HEDDLE_EXPLORER_TRACE_TRACE_CUDA_H

#include "explorer/trace/trace_rebuild.h"

#ifdef __cplusplus
extern "C" {
#endif

/* trace_rebuild_cpu for an exploration of explore_cuda: done on its GPU, or on the host if the GPU has too
 * little memory. The trace equals the CPU's. */
int trace_rebuild_cuda(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                       struct trace *trace, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
