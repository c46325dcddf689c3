#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_OWNERS_DEVICE_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_OWNERS_DEVICE_CUH

/*
 * What host and kernels share of a search on several GPUs, beyond search_device.cuh (explore_gpus.cu). A
 * level is done in rounds: a launch expands states until the buffers for other parts are crowded; then these
 * exchange the buffers, and store what they received.
 */
#include "explorer/search/owners_core.h"
#include "explorer/search/cuda/search_device.cuh"

/* Something must grow before states are expanded or stored. */
#define OWNERS_GROWTH (SEARCH_GROW | SEARCH_TABLE_FULL)
/* The same, or before states are expanded alone. */
#define OWNERS_ANY_GROWTH (OWNERS_GROWTH | SEARCH_SETS)

/* Counters of the part, in device memory. */
struct owners_sends {
    struct {
        SEARCH_LINE unsigned long long
            keys; /* reserved in the buffer for this owner, in runs; may exceed its capacity */
    } to[OWNERS_MOST];
    SEARCH_LINE unsigned long long cursor; /* next unit of received keys that no warp has taken */
    SEARCH_LINE unsigned long long recent; /* keys left out, because they were sent lately */
};

/* What a part tells the host after a round, in host memory; `number` is written last. */
struct owners_report {
    uint64_t tail, transitions, choices, deadlocks;
    uint64_t deadlock_level, error_level, fault_level, several_level;
    uint64_t keys[OWNERS_MOST]; /* for each owner */
    uint64_t recent;            /* keys left out, because they were sent lately */
    unsigned pause, news;
    unsigned more; /* states of the level are left */
    unsigned long long number;
};

/* The part among the others, for a round. */
struct owners_part {
    uint32_t owners, self;
    uint64_t capacity, crowded;     /* keys of a buffer for another owner, and above which no batch starts */
    uint64_t mask[MODEL_KEY_WORDS]; /* bits of a key that decide its owner */
    uint64_t *to[OWNERS_MOST];      /* the buffers; on another GPU where it can be reached */
    struct owners_sends *sends;
    uint64_t *recent;      /* keys sent lately, of one word; [recent_slots] or NULL */
    uint64_t recent_slots; /* 0: not used in this round */
    struct owners_report *report;
};

/* Arguments of the kernels. */
struct owners_arguments {
    struct search_arguments search;
    struct owners_part part;
};

/* Keys that have arrived. */
struct owners_received {
    struct owners_units units;
    const uint64_t *keys[OWNERS_MOST];
};

#endif
