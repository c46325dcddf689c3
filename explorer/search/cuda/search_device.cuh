#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_DEVICE_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_DEVICE_CUH

/*
 * The state of the CUDA search in device memory, which host and kernel share (explore_cuda.cu). The queue
 * holds the keys of all states in the order of levels, without gaps; a level is a range of it.
 */
#include <stdint.h>

#include "explorer/model/data/data_tables_core.h"
#include "explorer/model/model_core.h"
#include "hashtable/half_core.h"
#include "hashtable/intern_core.h"
#include "hashtable/table_core.h"

/* Words of a thread's row that lies in local memory. */
#define NEAR_ROW_WORDS 32u

/* Reasons for the kernel to return; bits. */
#define SEARCH_GROW 1u        /* table or queue have little room left */
#define SEARCH_SLICE 2u       /* its time slice is over */
#define SEARCH_TABLE_FULL 4u  /* a probe found the table full */
#define SEARCH_INTERN_FULL 8u /* the interner is full */
#define SEARCH_LEVEL 16u      /* a level is done, and the host asked to know */
#define SEARCH_END 32u        /* the last level is done */
#define SEARCH_STATES 64u     /* max_states is reached */
#define SEARCH_LEVELS 128u    /* no room to note the begins of more levels */
#define SEARCH_FAULT 256u     /* the model has an error in a state */
#define SEARCH_SETS 512u      /* the sets of matrix entries are too small for a state */
/* On several GPUs (owners_device.cuh): a buffer for successors that another one owns has little room left, or
 * had no room for some. */
#define SEARCH_SENDS 1024u
#define SEARCH_SENDS_FULL 2048u

/*
 * Ways to expand: by blocks, if the network has them and labels do not matter, with the model image in shared
 * memory (NEAR) or not, and with folded vectors; by blocks with labels, with the image in shared memory, or
 * with folded vectors and the image anywhere; by components, and by components with folded vectors. Blocks
 * need so few registers that twice as many warps can run. HALF: the same with a visited set in slots of 32
 * bits. STUBBORN: by components with partial-order reduction (search_stubborn.cuh). Models with data: by
 * tables in shared memory (search_tables.cuh), or by lanes, with everything that a search can have
 * (search_lanes.cuh). COMMANDS: by lanes with partial-order reduction (search_commands.cuh).
 */
enum search_way {
    SEARCH_HALF_NEAR_BLOCKS,
    SEARCH_HALF_BLOCKS,
    SEARCH_BY_NEAR_BLOCKS,
    SEARCH_BY_BLOCKS,
    SEARCH_HALF_LABELS,
    SEARCH_BY_LABELS,
    SEARCH_FOLDED_BY_BLOCKS,
    SEARCH_FOLDED_BY_LABELS,
    SEARCH_HALF_COMPONENTS,
    SEARCH_BY_COMPONENTS,
    SEARCH_FOLDED,
    SEARCH_HALF_STUBBORN,
    SEARCH_BY_STUBBORN,
    SEARCH_FOLDED_STUBBORN,
    SEARCH_HALF_COMMANDS,
    SEARCH_BY_COMMANDS,
    SEARCH_FOLDED_COMMANDS,
    SEARCH_HALF_LANES,
    SEARCH_BY_LANES,
    SEARCH_FOLDED_LANES,
    SEARCH_HALF_DATA,
    SEARCH_BY_DATA
};

static constexpr __host__ __device__ int search_is_folded(enum search_way way) {
    return way == SEARCH_FOLDED || way == SEARCH_FOLDED_BY_BLOCKS || way == SEARCH_FOLDED_BY_LABELS ||
           way == SEARCH_FOLDED_STUBBORN || way == SEARCH_FOLDED_COMMANDS || way == SEARCH_FOLDED_LANES;
}

static constexpr __host__ __device__ bool search_is_half(enum search_way way) {
    return way <= SEARCH_HALF_BLOCKS || way == SEARCH_HALF_LABELS || way == SEARCH_HALF_COMPONENTS ||
           way == SEARCH_HALF_STUBBORN || way == SEARCH_HALF_COMMANDS || way == SEARCH_HALF_LANES ||
           way == SEARCH_HALF_DATA;
}

/* By blocks with labels. */
static constexpr __host__ __device__ bool search_has_labels(enum search_way way) {
    return way == SEARCH_HALF_LABELS || way == SEARCH_BY_LABELS || way == SEARCH_FOLDED_BY_LABELS;
}

static constexpr __host__ __device__ bool search_is_near(enum search_way way) {
    return way == SEARCH_HALF_NEAR_BLOCKS || way == SEARCH_BY_NEAR_BLOCKS ||
           (search_has_labels(way) && !search_is_folded(way));
}

/* With partial-order reduction. */
static constexpr __host__ __device__ bool search_is_stubborn(enum search_way way) {
    return way >= SEARCH_HALF_STUBBORN && way <= SEARCH_FOLDED_COMMANDS;
}

/* Whether a thread's row may lie in its local memory, where other lanes do not see it. */
static constexpr __host__ __device__ bool search_has_near_rows(enum search_way way) {
    return way < SEARCH_FOLDED_STUBBORN || way > SEARCH_FOLDED_COMMANDS;
}

/* Of models with data, in any way. */
static constexpr __host__ __device__ bool search_has_data(enum search_way way) {
    return way >= SEARCH_HALF_COMMANDS;
}

/* By tables of a model with data that are in shared memory. */
static constexpr __host__ __device__ bool search_is_by_data(enum search_way way) {
    return way == SEARCH_HALF_DATA || way == SEARCH_BY_DATA;
}

/* The same way with the other form of the visited set. */
static constexpr __host__ __device__ enum search_way search_half_of(enum search_way way) {
    return way == SEARCH_BY_NEAR_BLOCKS ? SEARCH_HALF_NEAR_BLOCKS
           : way == SEARCH_BY_BLOCKS    ? SEARCH_HALF_BLOCKS
           : way == SEARCH_BY_LABELS    ? SEARCH_HALF_LABELS
           : way == SEARCH_BY_STUBBORN  ? SEARCH_HALF_STUBBORN
           : way == SEARCH_BY_COMMANDS  ? SEARCH_HALF_COMMANDS
           : way == SEARCH_BY_LANES     ? SEARCH_HALF_LANES
           : way == SEARCH_BY_DATA      ? SEARCH_HALF_DATA
                                        : SEARCH_HALF_COMPONENTS;
}

static constexpr __host__ __device__ unsigned search_threads(enum search_way way) {
    return way < SEARCH_HALF_COMPONENTS || search_is_by_data(way) ? 1024 : 512;
}

/* Words of a warp's stage. */
static constexpr __host__ __device__ unsigned search_stage(enum search_way way) {
    return way < SEARCH_HALF_COMPONENTS || search_is_by_data(way) ? 448 : 1024;
}

/* Fields that many warps change have cache lines of their own. */
#define SEARCH_LINE __attribute__((aligned(128)))

struct search_control {
    uint64_t level;                  /* the level that is being expanded */
    uint64_t level_first, level_end; /* its range in the queue */
    unsigned long long redo_count;   /* number of batches to repeat from the last launch */
    unsigned pause;                  /* SEARCH_ bits: reasons to return as soon as possible */
    unsigned leave; /* the value of `pause` when all blocks had reached the end of the level */
    unsigned news;  /* a watched event occurred in this level */
    unsigned long long deadlock_level, error_level;
    /* counts at the begin of the level, to which a search that is continued returns */
    uint64_t begin_transitions, begin_choices, begin_deadlocks;
    SEARCH_LINE unsigned long long cursor; /* next key of the level that no warp has taken */
    SEARCH_LINE unsigned long long tail;   /* number of keys in the queue */
    SEARCH_LINE unsigned long long transitions;
    unsigned long long deadlocks;
    unsigned long long redo_taken;      /* may exceed redo_count */
    unsigned long long redo_next_count; /* number of batches of this launch to repeat */
    unsigned long long choices;         /* of models with data */
    unsigned long long reduced;         /* states of which only the moves of a stubborn set were made */
    unsigned long long fault_level;     /* of a state in which the model has an error */
    unsigned long long several_level;   /* of a state of a DTMC with several commands; UINT64_MAX: none yet */
};

#define SEARCH_SET_COUNT 64u

/* For models with data. */
struct search_data {
    const struct data_tables_header *tables; /* in global memory; NULL: the model has none */
    uint64_t near_bytes; /* by tables: their bytes, at the beginning of shared memory; then come the lanes'
                            sets of moves, of so many words for each warp: */
    unsigned moves_words;
    unsigned seeks_several;    /* of a DTMC: a state with several commands is looked for */
    unsigned *set_locks;       /* [SEARCH_SET_COUNT]: non-zero while a warp has the set of entries */
    uint64_t *sets, set_slots; /* of each set: slots, a power of two, or 0 */
};

struct stubborn_view;

/* The kernel's arguments, passed by value. */
struct search_arguments {
    const void *image;
    uint64_t image_bytes;
    unsigned image_shared;   /* non-zero: the image is in shared memory */
    struct table_view table; /* the visited set, without slots where it is `half` */
    struct half_view half;
    struct intern_view intern;
    uint64_t *queue;
    struct search_control *control;
    uint64_t *level_begin; /* [level_capacity]: where each level begins in the queue */
    uint64_t level_capacity;
    uint64_t *redo, *redo_next; /* batches to repeat now, and in the next launch: first key and end of each */
    /*
     * Sizes of the queue above which no batch starts, and above which a state with very many new successors
     * stops: then the work in progress still has room in queue and table.
     */
    uint64_t crowded, full;
    uint64_t max_states, max_depth;
    uint64_t slice_nanoseconds;
    const uint8_t *watched; /* [labels], or NULL */
    unsigned long long *label_level;
    const int *stop; /* host memory; non-zero: end early */
    uint64_t *rows;  /* scratch of each thread, see struct search_thread */
    uint64_t row_words;
    unsigned stage_at, cache_at;          /* where stages and the cache begin in shared memory, in words */
    unsigned cache_slots;                 /* keys in a block's cache; a power of two, or 0 */
    unsigned ask_decided;                 /* return after levels with news */
    const struct stubborn_view *stubborn; /* in global memory; NULL: all moves are made */
    struct search_data data;
};

#endif
