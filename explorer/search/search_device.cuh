#ifndef HEDDLE_EXPLORER_SEARCH_SEARCH_DEVICE_CUH
#define HEDDLE_EXPLORER_SEARCH_SEARCH_DEVICE_CUH

/*
 * What host and kernel of the CUDA search share (explore_cuda.cu): its state in device memory. The queue
 * holds the keys of all states in the order of levels, gap-free; a level is a part of it.
 */
#include <stdint.h>

#include "explorer/model/model_core.h"
#include "hashtable/intern_core.h"
#include "hashtable/table_core.h"

/* Why the kernel has come back; bits. */
#define SEARCH_GROW 1u        /* table or queue have little room left */
#define SEARCH_SLICE 2u       /* its time slice is over */
#define SEARCH_TABLE_FULL 4u  /* a probe met FULL */
#define SEARCH_INTERN_FULL 8u /* the interner did */
#define SEARCH_LEVEL 16u      /* a level is done, and the host wants to know */
#define SEARCH_END 32u        /* the last level is done */
#define SEARCH_STATES 64u     /* max_states */
#define SEARCH_LEVELS 128u    /* no room to note more levels */

/*
 * Ways to expand: by blocks, as many networks can whose labels do not matter, with the model image in shared
 * memory (NEAR) or not; by components; and by components of vectors that are folded. The lean first ones
 * leave registers for twice the warps.
 */
enum search_way { SEARCH_BY_NEAR_BLOCKS, SEARCH_BY_BLOCKS, SEARCH_BY_COMPONENTS, SEARCH_FOLDED };

static constexpr __host__ __device__ unsigned search_threads(enum search_way way) {
    return way <= SEARCH_BY_BLOCKS ? 1024 : 512;
}

/* Words of a warp's stage. */
static constexpr __host__ __device__ unsigned search_stage(enum search_way way) {
    return way <= SEARCH_BY_BLOCKS ? 448 : 1024;
}

/* What many warps change has lines of its own. */
#define SEARCH_LINE __attribute__((aligned(128)))

struct search_control {
    uint64_t level;                  /* that is being expanded */
    uint64_t level_first, level_end; /* its keys in the queue */
    unsigned long long redo_count;   /* parts of chunks that met FULL in the launch before */
    unsigned pause;                  /* SEARCH_ bits */
    unsigned leave;                  /* what `pause` was when all blocks had come to the level's end */
    unsigned news;                   /* something that is looked for was seen in this level */
    unsigned long long deadlock_level, error_level;
    SEARCH_LINE unsigned long long cursor; /* next key of the level to take */
    SEARCH_LINE unsigned long long tail;   /* keys in the queue */
    SEARCH_LINE unsigned long long transitions;
    unsigned long long deadlocks;
    unsigned long long redo_taken;      /* may pass redo_count */
    unsigned long long redo_next_count; /* parts that met FULL in this launch */
};

/* All that a kernel needs; passed by value. */
struct search_arguments {
    const void *image;
    uint64_t image_bytes;
    unsigned image_shared; /* the image fits into shared memory */
    struct table_view table;
    struct intern_view intern;
    uint64_t *queue;
    struct search_control *control;
    uint64_t *level_begin; /* by level; level_capacity of them */
    uint64_t level_capacity;
    uint64_t *redo, *redo_next; /* batches to do again, batches that met FULL now: first key and end */
    /* Keys in the queue above which no batch begins, and above which a state with very many new successors
     * stops: what is under way then still has room in queue and table. */
    uint64_t crowded, full;
    uint64_t max_states, max_depth;
    uint64_t slice_nanoseconds;
    const uint8_t *watched; /* NULL for none */
    unsigned long long *label_level;
    const int *stop; /* host memory; non-zero to end early */
    uint64_t *rows;  /* scratch of each thread: struct search_thread */
    uint64_t row_words;
    unsigned stage_at, cache_at; /* where stages and the cache begin in shared memory, words */
    unsigned cache_slots;        /* keys of a block's cache; a power of two, or 0 */
    unsigned ask_decided;        /* come back after levels with news */
};

#endif
