#ifndef HEDDLE_EXPLORER_SEARCH_SEARCH_STUBBORN_CUH
#define HEDDLE_EXPLORER_SEARCH_SEARCH_STUBBORN_CUH

/*
 * Partial-order reduction in the CUDA search. First the lanes of a warp choose the stubborn sets of the
 * states of its batch, a group of lanes for one state after the other (stubborn_group_core.h); then each lane
 * expands its state by components, of which only those in the set lead moves. The sets are those of the
 * search on the CPU, so both find the same states.
 */
#include "explorer/model/stubborn_group_core.h"
#include "explorer/search/search_components.cuh"

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
    uint64_t set = search_near_stubborn.count <= 32 ? choose_set<words, way, 1>(thread, index, active)
                                                    : choose_set<words, way, 2>(thread, index, active);
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
    for (; set != 0; set &= set - 1) {
        successors_process(&from, core_count_trailing_zeros_wide(set), count, visit_by_set<words, way>,
                           thread);
    }
    return 0;
}

#endif
