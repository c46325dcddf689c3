#ifndef HEDDLE_DECOMPOSE_ENGINE_CUDA_H
#define HEDDLE_DECOMPOSE_ENGINE_CUDA_H

#include "decompose/engine.h"

/*
 * Decompositions on GPU run->device of graphs that are on the host: opens the GPU, copies the graph there,
 * decomposes it, and copies the result back. For builds with HEDDLE_CUDA.
 */
extern const struct decompose_engine decompose_engine_cuda;

#endif
