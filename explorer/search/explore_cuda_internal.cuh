#ifndef HEDDLE_EXPLORER_SEARCH_EXPLORE_CUDA_INTERNAL_CUH
#define HEDDLE_EXPLORER_SEARCH_EXPLORE_CUDA_INTERNAL_CUH

/* What the files of the CUDA search engine share on the host. */
#include <stdint.h>

#include "explorer/search/space_device.h"
#include "base/device/device_watch.cuh"
#include "explorer/search/explore.h"
#include "explorer/search/search_device.cuh"

struct error;
struct run;

struct cuda_search {
    const struct explore_options *options;
    const struct run *run;
    struct error *error;
    struct exploration *exploration;
    struct explore_result *result; /* the exploration's */
    struct space_device *space;    /* what the exploration has on the device */
    struct device *device;         /* the space's */
    const struct model_header *header;
    struct search_control *control, state; /* on the device, and as it was when the kernel came back */
    uint64_t *level_begin, level_capacity;
    uint64_t *redo, *redo_next;
    uint8_t *watched;
    unsigned long long *label_level;
    uint64_t *rows, row_words, row_bytes;
    struct device_watch watch;
    enum search_way way;
    unsigned blocks, threads;
    uint64_t shared_bytes;
    unsigned image_shared, cache_slots;
    int grown_out, index_grown_out; /* table, interner's index: cannot grow any more */
};

/* explore_cuda_growth.cu: all between launches. */
/* Keys that `blocks` blocks may still add after they looked at the queue's end. */
uint64_t search_under_way(const struct cuda_search *search, unsigned blocks);
/* States that table and queue hold. */
uint64_t search_room(const struct cuda_search *search);
/* Pairs that the interner holds. */
uint64_t search_pairs(const struct cuda_search *search);
/* Whether all blocks can run for a while. */
int search_is_roomy(const struct cuda_search *search);
/* Growth of the first queue, bytes, beside a table. */
uint64_t search_first_queue(const struct cuda_search *search);
/* Each makes room: 1, 0 when memory is spent (search_grow: and not even one block can go on), -1. */
int search_grow(struct cuda_search *search);
int search_grow_interner(struct cuda_search *search);
int search_grow_levels(struct cuda_search *search);
/* Tells the result where the levels begin, as far as they are known; 0 or -1. */
int search_take_levels(struct cuda_search *search);

#endif
