#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_COMMANDS_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_COMMANDS_CUH

/*
 * Partial-order reduction of models with data in the CUDA search. First each lane reads its state; then all
 * lanes choose the stubborn sets of the states of the batch, one after the other: each looks at some commands
 * (stubborn_data_core.h), and together they choose (stubborn_wide_core.h). After that each lane expands its
 * state (search_lanes.cuh).
 */
#include "explorer/search/cuda/search_stubborn.cuh"
#include "explorer/search/cuda/search_lanes.cuh"

template <enum search_way way>
static __device__ __forceinline__ int move_commands(const struct stubborn_moving *moving,
                                                    const uint64_t *commands) {
    return stubborn_data_move(&search_near_stubborn, moving, commands);
}

/* The state of which commands are looked at. */
struct commands_look {
    const struct data_header *image;
    struct data_scratch scratch;
};

static __device__ __forceinline__ uint32_t look_at_command(void *context, uint32_t command, uint64_t *needs,
                                                           uint32_t words) {
    const struct commands_look *look = (const struct commands_look *)context;
    (void)words;
    return stubborn_data_look_at(&search_near_stubborn, look->image, &look->scratch, command, needs);
}

/* The commands whose guards hold. */
static __device__ __forceinline__ struct stubborn_spread enabled_commands(const struct stubborn_wide *wide,
                                                                          const uint32_t *enabled) {
    struct stubborn_spread set = stubborn_spread_empty(wide);
    const uint32_t first = 2 * wide->lane, last = wide->count / 32; /* words of `enabled` */
    if (first <= last) {
        set.word[0] = enabled[first] | (first < last ? (uint64_t)enabled[first + 1] << 32 : 0);
    }
    return set;
}

/* Reads the lane's state into its row. Returns the room where data_scratch is; *usable: the state can have a
 * set. */
template <uint32_t key_words, enum search_way way>
static __device__ __forceinline__ uint64_t *read_state(struct search_thread *thread, uint64_t index,
                                                       int active, int *usable) {
    const struct model_view *model = &thread->model;
    const struct model_header *header = model->header;
    const uint64_t *key = thread->arguments->queue + index * key_words;
    uint64_t near[key_words], *source = near, *room = thread->row;
    *usable = 0;
    if constexpr (search_is_folded(way)) {
        const uint64_t stride = fold_stride(header);
        source = thread->row + stride;
        room = source + stride + 2 * header->words;
    }
    if (active) {
        if constexpr (search_is_folded(way)) {
            fold_undo(header, thread->arguments->intern.pairs, key, source);
        } else {
            for (uint32_t w = 0; w < key_words; w++) {
                source[w] = key[w] & ~TABLE_USED;
            }
        }
        *usable = stubborn_is_observed(model, source) &&
                  stubborn_data_begin(stubborn_image(model), source, room) == 0;
    }
    return room;
}

/*
 * Chooses the set of the lane's state, which expand_by_lane then takes; NULL if there is none. The lane's row
 * keeps the state for it. Called by all lanes.
 */
template <uint32_t key_words, enum search_way way>
static __device__ const uint64_t *choose_commands(struct search_thread *thread, uint64_t index, int active) {
    const unsigned lane = threadIdx.x % 32;
    const struct stubborn_wide wide = this_wide();
    int usable;
    uint64_t *room = read_state<key_words, way>(thread, index, active, &usable);
    unsigned having = 0;
    __syncwarp(); /* the lanes read each other's states */
#pragma unroll 1
    for (unsigned left = __ballot_sync(ALL_LANES, usable); left != 0; left &= left - 1) {
        const unsigned of = (unsigned)__ffs((int)left) - 1;
        struct commands_look look;
        struct stubborn_spread chosen;
        look.image = stubborn_image(&thread->model);
        look.scratch = data_scratch_at(look.image, room + ((int64_t)of - (int64_t)lane) *
                                                              (int64_t)thread->arguments->row_words);
        const struct stubborn_spread roots = enabled_commands(&wide, look.scratch.enabled);
        const struct stubborn_spread movers = stubborn_wide_look(&wide, look_at_command, &look);
        if (stubborn_wide_choose(&wide, &roots, &movers, &chosen)) {
            keep_set(&chosen, of);
            having |= 1u << of;
        }
        __syncwarp();
    }
    return having >> lane & 1 ? warp_sets() + lane * search_near_stubborn.words : NULL;
}

#endif
