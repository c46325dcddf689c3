#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_EXPLORE_CUDA_RESTORE_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_EXPLORE_CUDA_RESTORE_CUH

/* What the files that continue a search on a GPU share. Functions return 0, or -1 with the error filled. */
#include "explorer/search/cuda/explore_cuda_saved.cuh"

#define UNKNOWN UINT64_MAX

struct restoration {
    struct cuda_search *search;
    struct search_share share;
    checkpoint_reader *reader; /* NULL: it was handed over, and all of the share is taken */
    unsigned handed;           /* .. to this owner */
    const struct checkpoint_header *header;
    uint64_t *all;   /* [header->level + 2]: a copy of level_begin, of the checkpoint */
    uint64_t *begin; /* [header->level + 2]: of the states that are taken, or UNKNOWN */
    uint64_t noted;  /* levels of which `begin` is known */
    uint64_t taken;  /* states so far */
    uint64_t fresh;  /* different ones of them */
};

int restore_damaged(const struct restoration *restoration, const char *what);
/* Whether a key is taken. */
int restore_takes(const struct restoration *restoration, const uint64_t *key);
/*
 * Reads `count` keys, of which the first one is key `at` of the checkpoint, to the buffer on the host. Those
 * that are taken stay there; *taken is their number. Begins of levels that become known are noted.
 */
int restore_load(struct restoration *restoration, uint64_t at, uint64_t count, uint64_t *taken);
/* Grows what must grow. `wanted`, or fewer keys, for which there is room then; 0 with the error filled. */
uint64_t restore_room(struct restoration *restoration, uint64_t wanted);
/* The place of a key in the queue. */
uint64_t *restore_place(const struct cuda_search *search, uint64_t key);
/* Copies keys from the buffer on the host, of which `first` is the first one. */
int restore_upload(const struct cuda_search *search, uint64_t *to, uint64_t first, uint64_t count);
/* Puts keys that are in device memory into the visited set. */
int restore_insert(struct restoration *restoration, const uint64_t *keys, uint64_t count);

/* --- explore_cuda_restore_visited.cu --- */
/* If the checkpoint has its older states in no order. Nobody knows whose states older levels had: the first
 * share counts them all. */
int restore_unordered(struct restoration *restoration);

#endif
