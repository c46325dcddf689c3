#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_EXPLORE_CUDA_SAVED_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_EXPLORE_CUDA_SAVED_CUH

/*
 * Searches on a GPU that are written and continued: what parts of a search on several GPUs need of it, beyond
 * explore_cuda_internal.cuh. Functions are called between launches, by a thread whose current GPU is that of
 * the search; each returns 0, or -1 with the error filled.
 */
#include <stdint.h>

#include "explorer/search/explore_checkpoint.h"
#include "explorer/search/cuda/explore_cuda_internal.cuh"

/* The states that a search takes from a checkpoint: those of owner `self` among `owners`. */
struct search_share {
    unsigned owners, self;
    const uint64_t *mask; /* bits of a key that decide its owner; not for one owner */
};

/* --- what is written; after search_take_levels --- */
/* Whether all keys are in the queue, or in the level store before it. */
int search_is_in_order(const struct cuda_search *search);
/* The number of its states before a level, of which it may have none. */
uint64_t search_level_begin(const struct cuda_search *search, uint64_t level);
/* Fills the header, and gets the levels of the search to the host. */
int search_describe(struct cuda_search *search, struct checkpoint_header *header);
/* Its states; those of the levels are in the queue, or in the level store before it. */
struct state_source search_source(struct cuda_search *search);

/* --- explore_cuda_handover.cu --- */
/* After the search: if its memory was full, hands it over as its checkpoint says (handover.h), if that is
 * possible. */
int search_hand_over(struct cuda_search *search);

/* --- what is continued --- */
/* As search_restore, but with a share of the states alone, of the file or handed over. All shares have all
 * counts of the checkpoint. */
int search_restore_share(struct cuda_search *search, struct search_share share);

#endif
