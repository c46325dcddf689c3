#ifndef HEDDLE_PARITY_ENGINE_CUDA_H
#define HEDDLE_PARITY_ENGINE_CUDA_H

#include "parity/solve.h"

/*
 * Parity games that are on the host, solved on GPU run->device: opens it, copies the game there, lets it be
 * solved, and copies the solution back. For builds with HEDDLE_CUDA.
 */
extern const struct solve_engine solve_engine_cuda;

#endif
