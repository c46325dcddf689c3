#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_STUBBORN_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_STUBBORN_CUH

/*
 * Partial-order reduction in the CUDA search. First the lanes of a warp choose the stubborn sets of the
 * states of its batch, a group of lanes for one state after the other (stubborn_group_core.h), or of more
 * than 64 processes the whole warp (stubborn_wide_core.h); then each lane expands its state by components, of
 * which only those in the set lead moves. The sets are those of the search on the CPU, so both find the same
 * states.
 */
#include "explorer/model/stubborn_wide_core.h"
#include "explorer/search/cuda/search_components.cuh"

/* The tables, whose arrays are in global memory. */
static __shared__ struct stubborn_view search_near_stubborn;
/* The counts of states with a set, in the level, of each warp. */
static __shared__ unsigned long long search_reduced[MOST_WARPS];

/* Called by all threads of a block. */
template <enum search_way way>
static __device__ void open_stubborn(const struct search_arguments *arguments) {
    if (threadIdx.x % 32 == 0) {
        search_reduced[threadIdx.x / 32] = 0;
    }
    if (threadIdx.x == 0) {
        search_near_stubborn = *arguments->stubborn;
    }
    __syncthreads();
}

/* Before finish_batch: counts the states of a batch that have a set, unless it found something full. Called
 * by all lanes. */
template <enum search_way way> static __device__ void note_reduced(int reduced) {
    const unsigned count = __popc(__ballot_sync(ALL_LANES, reduced));
    if (threadIdx.x % 32 == 0 && load_shared(&this_warp()->full) == 0) {
        search_reduced[threadIdx.x / 32] += count;
    }
}

/* Adds the count of a warp to that of the search, and begins with none. Called by all lanes. */
template <enum search_way way> static __device__ void take_reduced(const struct search_arguments *arguments) {
    unsigned long long *reduced = &search_reduced[threadIdx.x / 32];
    if (threadIdx.x % 32 == 0 && *reduced != 0) {
        atomicAdd(&arguments->control->reduced, *reduced);
        *reduced = 0;
    }
}

/* The vector of the state that lane `of` has, where all lanes can read it; bits 63 do not matter. `index` is
 * the thread's own state. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ const uint64_t *vector_of(const struct search_thread *thread,
                                                            uint64_t index, unsigned of) {
    const struct search_arguments *arguments = thread->arguments;
    const unsigned lane = threadIdx.x % 32;
    if constexpr (search_is_folded(way)) {
        const uint64_t *rows = thread->row - lane * arguments->row_words;
        return rows + of * arguments->row_words + fold_stride(thread->model.header);
    } else {
        return arguments->queue + (index - lane + of) * words;
    }
}

/* --- sets of several words --- */

/* Where the warp keeps what processes need (stubborn_wide_words), and after that the sets of its lanes. */
static __device__ __forceinline__ uint64_t *warp_room(void) {
    return search_near_stubborn.rooms +
           (uint64_t)(blockIdx.x * blockDim.x + threadIdx.x) / 32 * search_near_stubborn.room_words;
}

static __device__ __forceinline__ uint64_t *warp_sets(void) {
    return warp_room() + stubborn_wide_words(search_near_stubborn.count, search_near_stubborn.words);
}

static __device__ __forceinline__ struct stubborn_wide this_wide(void) {
    return stubborn_wide_in(warp_room(), search_near_stubborn.count, search_near_stubborn.words,
                            threadIdx.x % 32);
}

/* Writes the set that was chosen for a lane's state. Called by all lanes. */
static __device__ __forceinline__ void keep_set(const struct stubborn_spread *set, unsigned of) {
    const unsigned lane = threadIdx.x % 32;
    if (lane < search_near_stubborn.words) {
        warp_sets()[of * search_near_stubborn.words + lane] = set->word[0];
    }
    __syncwarp();
}

static __device__ __forceinline__ uint32_t look_at_process(void *context, uint32_t process, uint64_t *needs,
                                                           uint32_t words) {
    return stubborn_look_at((const struct stubborn_state *)context, process, needs, words);
}

/*
 * Chooses sets for the states of the first lanes, whose vectors are `stride` words apart; bit l: lane l has
 * one, among warp_sets. Called by all lanes. Not inlined, so that the choice for fewer processes has its
 * registers; parameters by value, for the same reason.
 */
template <enum search_way way>
static __device__ __noinline__ unsigned choose_wide_sets(const uint64_t *vectors, uint64_t stride,
                                                         unsigned lanes) {
    const struct model_view model = model_view_of(this_image<way>(&search_near_arguments));
    const struct stubborn_wide wide = this_wide();
    const struct stubborn_spread roots = stubborn_wide_all(&wide);
    unsigned having = 0;
#pragma unroll 1
    for (unsigned of = 0; of < lanes; of++) {
        struct stubborn_state state = {&search_near_stubborn, &model, vectors + of * stride};
        struct stubborn_spread chosen;
        const struct stubborn_spread movers = stubborn_wide_look(&wide, look_at_process, &state);
        if (stubborn_wide_choose(&wide, &roots, &movers, &chosen)) {
            keep_set(&chosen, of);
            having |= 1u << of;
        }
        __syncwarp();
    }
    return having;
}

/* --- sets of one word --- */

/* The set of the lane's state, or 0. Lanes that have a state are before those that have none. Called by all
 * lanes. */
template <uint32_t words, enum search_way way, uint32_t halves>
static __device__ __forceinline__ uint64_t choose_set(const struct search_thread *thread, uint64_t index,
                                                      int active) {
    const unsigned lane = threadIdx.x % 32, lanes = __popc(__ballot_sync(ALL_LANES, active));
    struct stubborn_group group;
    group.width = stubborn_group_width(search_near_stubborn.count);
    group.lane = lane % group.width;
    group.first = lane - group.lane;
    const unsigned groups = 32 / group.width;
    uint64_t mine = 0;
#pragma unroll 1
    for (unsigned first = 0; first < lanes; first += groups) {
        const unsigned of = first + lane / group.width;
        const struct stubborn_state state = {&search_near_stubborn, &thread->model,
                                             vector_of<words, way>(thread, index, of < lanes ? of : first)};
        const uint64_t set = stubborn_group_choose(&group, &state, halves);
        const uint64_t given = __shfl_sync(ALL_LANES, set, (int)((lane - first) * group.width % 32));
        mine = lane >= first && lane - first < groups ? given : mine;
    }
    return active ? mine : 0;
}

/* Loads the vector of the lane's state, if it is active. Called by all lanes. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void load_vector(const struct search_thread *thread, uint64_t index,
                                                   int active, uint64_t *vector) {
    const uint64_t *key = thread->arguments->queue + index * words;
    if constexpr (search_is_folded(way)) {
        if (active) {
            fold_undo(thread->model.header, thread->arguments->intern.pairs, key, vector);
        }
        __syncwarp(); /* other lanes read it */
    } else {
        for (uint32_t w = 0; w < words; w++) {
            vector[w] = active ? key[w] & ~TABLE_USED : 0;
        }
    }
}

template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int visit_by_set(void *context, uint32_t label, uint32_t choice,
                                                   const uint64_t *target) {
    if constexpr (search_is_folded(way)) {
        return visit_folded<words>(context, label, choice, target);
    } else {
        return visit_plain<words, way>(context, label, choice, target);
    }
}

/*
 * Expands the lane's state, if it is active. Returns whether the network has no transition from it; *reduced:
 * whether only the moves of a set were made. Called by all lanes.
 */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int expand_by_set(struct search_thread *thread, uint64_t index, int active,
                                                    int *reduced) {
    constexpr int folded = search_is_folded(way);
    const struct model_view *model = &thread->model;
    const uint64_t stride = folded ? fold_stride(model->header) : 0;
    const uint32_t count = folded ? model->header->words : words;
    uint64_t near[3 * words];
    uint64_t *source = folded ? thread->row + stride : near;
    uint64_t *scratch = folded ? source + stride : near + words;
    load_vector<words, way>(thread, index, active, source);
    const uint32_t set_words = search_near_stubborn.words;
    const uint64_t *sets = NULL; /* of several words */
    uint64_t set;
    if (set_words > 1) {
        const unsigned lane = threadIdx.x % 32, lanes = __popc(__ballot_sync(ALL_LANES, active));
        const unsigned having = choose_wide_sets<way>(vector_of<words, way>(thread, index, 0),
                                                      folded ? thread->arguments->row_words : words, lanes);
        sets = warp_sets() + lane * set_words;
        set = active ? having >> lane & 1 : 0;
    } else {
        set = search_near_stubborn.count <= 32 ? choose_set<words, way, 1>(thread, index, active)
                                               : choose_set<words, way, 2>(thread, index, active);
    }
    set = set != 0 && stubborn_is_observed(model, source) ? set : 0;
    *reduced = set != 0;
    if (!active) {
        return 0;
    }
    const struct successors_source from = {model, source, scratch, folded ? scratch + 2 * count : thread->row,
                                           0,     0};
    if (set == 0) {
        return !successors_all(&from, count, visit_by_set<words, way>, thread);
    }
    for (uint32_t w = 0; w < set_words; w++) {
        set = set_words > 1 ? sets[w] : set;
        for (; set != 0; set &= set - 1) {
            successors_process(&from, 64 * w + core_count_trailing_zeros_wide(set), count,
                               visit_by_set<words, way>, thread);
        }
    }
    return 0;
}

#endif
