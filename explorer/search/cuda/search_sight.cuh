#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_SIGHT_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_SIGHT_CUH

/*
 * Notes of the CUDA search about what it watches for. All threads are on the same level, so it does not
 * matter which is first.
 */
#include "explorer/search/cuda/search_device.cuh"

static __device__ __forceinline__ uint64_t search_level(const struct search_arguments *arguments) {
    return *(volatile uint64_t *)&arguments->control->level;
}

/* A transition with this label is fired. */
static __device__ __forceinline__ void note_label(const struct search_arguments *arguments, uint32_t label) {
    if (arguments->watched != NULL && label != MODEL_NONE && arguments->watched[label] &&
        *(volatile unsigned long long *)&arguments->label_level[label] == UINT64_MAX) {
        arguments->label_level[label] = search_level(arguments);
        arguments->control->news = 1;
    }
}

/* A successor is an error state of the observer. */
static __device__ __forceinline__ void note_error_state(const struct search_arguments *arguments) {
    if (*(volatile unsigned long long *)&arguments->control->error_level == UINT64_MAX) {
        arguments->control->error_level = search_level(arguments) + 1;
        arguments->control->news = 1;
    }
}

#endif
