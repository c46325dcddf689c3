#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_FOLD_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_FOLD_CUH

/* What a thread of the CUDA search has of its own, and folding of vectors in its rows. */
#include "explorer/model/fold_core.h"
#include "explorer/search/cuda/search_warp.cuh"

/* The state of a thread, also for the callback of successors_core.h. */
struct search_thread {
    const struct search_arguments *arguments;
    struct model_view model;
    uint64_t *row;        /* for folded vectors, the rows of a successor and of the source; scratch; guards */
    uint64_t transitions; /* by components: transitions of the batch */
    struct intern_stock stock;
};

/*
 * Computes the row of a vector; `source` is the row of one that differs in few words, or NULL. Returns 0 if
 * the interner is full.
 */
static __device__ int fold_vector(struct search_thread *thread, const uint64_t *vector,
                                  const uint64_t *source, uint64_t *row) {
    const struct model_header *header = thread->model.header;
    for (uint32_t w = 0; w < header->words; w++) {
        row[w] = vector[w];
    }
    return fold_again(header, &thread->arguments->intern, &thread->stock, source, row);
}

#endif
