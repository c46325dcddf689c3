#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_LANES_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_LANES_CUH

/*
 * Expansion of models with data by lanes, in the CUDA search, with everything that a search can have: watched
 * labels, an observer, folded vectors, tables that do not fit into shared memory, none at all. Each lane
 * expands one state, by tables or by the interpreter, as the search on the CPU does; the lanes diverge. With
 * partial-order reduction (search_commands.cuh) it may be the moves of a set of commands alone.
 */
#include "explorer/search/cuda/search_entries.cuh"

/* The tables of the model, in global memory; valid if it has some. */
static __shared__ struct data_tables search_near_tables;

static __device__ __forceinline__ uint64_t *this_moves(const struct search_arguments *arguments) {
    return search_shared + arguments->data.near_bytes / 8 + threadIdx.x / 32 * arguments->data.moves_words;
}

/* Copies the tables to shared memory, if they are to be there. Called by all threads of a block. */
template <enum search_way way> static __device__ void open_data(const struct search_arguments *arguments) {
    const struct data_tables_header *tables = arguments->data.tables;
    if (threadIdx.x % 32 == 0) {
        search_choices[threadIdx.x / 32] = 0;
    }
    if constexpr (search_is_by_data(way)) {
        for (uint64_t i = threadIdx.x; i < arguments->data.near_bytes / 8; i += blockDim.x) {
            search_shared[i] = ((const uint64_t *)tables)[i];
        }
    } else if (threadIdx.x == 0 && tables != NULL) {
        search_near_tables =
            data_tables_of(tables, (const struct data_header *)model_view_of(arguments->image).data);
    }
    __syncthreads();
}

template <uint32_t key_words> struct lane_thread {
    struct search_thread *thread;
    const uint64_t *set; /* commands whose moves are made; NULL: all */
    uint32_t choice;     /* of the last transition */
    struct entry_list list;
};

/* Not inlined: the code would be there many times. */
template <uint32_t key_words, enum search_way way>
static __device__ __noinline__ int visit_lane(void *context, uint32_t label, uint32_t choice,
                                              const uint64_t *target) {
    struct lane_thread<key_words> *lane = (struct lane_thread<key_words> *)context;
    struct search_thread *thread = lane->thread;
    const uint64_t *from = target;
    uint64_t key[key_words];
    note_sight(thread, label, target);
    if constexpr (search_is_folded(way)) {
        const uint64_t stride = fold_stride(thread->model.header);
        if (!fold_vector(thread, target, thread->row + stride, thread->row)) {
            atomicOr(&this_warp()->full, SEARCH_INTERN_FULL);
            return 1;
        }
        from = thread->row + stride - key_words;
    }
    for (uint32_t w = 0; w < key_words; w++) {
        key[w] = from[w] | TABLE_USED;
    }
    lane->choice = choice;
    if (entry_list_has(&lane->list, choice, key, key_words)) {
        return 0;
    }
    thread->transitions++;
    return !stage_key<key_words, way>(thread->arguments, key) || is_stopped(thread);
}

/*
 * Visits the successors of the lane's state: by tables, unless these are in shared memory, where only states
 * that they leave to the interpreter come here.
 */
template <uint32_t key_words, enum search_way way>
static __device__ __forceinline__ int visit_state(const struct successors_source *from, uint32_t words,
                                                  struct lane_thread<key_words> *lane) {
    int moves = DATA_ODD;
    if constexpr (search_is_stubborn(way)) {
        if (lane->set != NULL) {
            const struct stubborn_moving moving = {from, from->work, visit_lane<key_words, way>, lane};
            return move_commands<way>(&moving, lane->set);
        }
    }
    if (!search_is_by_data(way) && lane->thread->arguments->data.tables != NULL) {
        moves = successors_by_data(&search_near_tables, from, words, visit_lane<key_words, way>, lane);
    }
    return moves == DATA_ODD ? successors_all(from, words, visit_lane<key_words, way>, lane) : moves;
}

/* Notes the first level of a DTMC with a state in which several commands are enabled. */
static __device__ __forceinline__ void note_several(const struct search_arguments *arguments, int several) {
    if (several && arguments->data.seeks_several) {
        shared64_least((uint64_t *)&arguments->control->several_level, search_level(arguments));
    }
}

/* Expands the thread's state; returns what successors_all does. set: the commands whose moves are made, or
 * NULL. *choices, *many: what it adds to the counts. */
template <uint32_t key_words, enum search_way way>
static __device__ int expand_by_lane(struct search_thread *thread, uint64_t index, const uint64_t *set,
                                     uint64_t *choices, int *many) {
    const struct search_arguments *arguments = thread->arguments;
    const struct model_header *header = thread->model.header;
    const struct data_header *data = (const struct data_header *)thread->model.data;
    const uint64_t *key = arguments->queue + index * key_words;
    uint64_t keys[ENTRIES_FEW * key_words];
    uint32_t numbers[ENTRIES_FEW];
    struct lane_thread<key_words> lane;
    int moves;
    lane.thread = thread;
    lane.set = set;
    lane.choice = MODEL_NONE;
    lane.list.count = 0;
    lane.list.choice = MODEL_NONE;
    lane.list.compares = header->observer_states != 0 || !data->distinct;
    lane.list.in_order = data->kind != DATA_NETWORK;
    lane.list.many = 0;
    lane.list.keys = keys;
    lane.list.choices = numbers;
    if constexpr (search_is_folded(way)) {
        uint64_t stride = fold_stride(header);
        uint64_t *source = thread->row + stride, *scratch = source + stride;
        fold_undo(header, arguments->intern.pairs, key, source);
        const struct successors_source from = {
            &thread->model, source, scratch, scratch + 2 * header->words, 0, 0};
        moves = visit_state<key_words, way>(&from, header->words, &lane);
    } else {
        uint64_t source[key_words], scratch[2 * key_words];
        for (uint32_t w = 0; w < key_words; w++) {
            source[w] = key[w] & ~TABLE_USED;
        }
        const struct successors_source from = {&thread->model, source, scratch, thread->row, 0, 0};
        moves = visit_state<key_words, way>(&from, key_words, &lane);
    }
    if (moves == SUCCESSORS_FAULT) {
        atomicOr(&this_warp()->full, SEARCH_FAULT);
    }
    note_several(arguments, moves == SUCCESSORS_SEVERAL);
    *choices = (uint32_t)(lane.choice + 1);
    *many = lane.list.many;
    return moves;
}

#endif
