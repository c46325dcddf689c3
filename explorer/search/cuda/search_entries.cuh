#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_ENTRIES_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_ENTRIES_CUH

/*
 * Counts of the transition matrix in the CUDA search (entries_core.h) for states that have choices with many
 * targets: each is counted again, by its lane alone, with a hash set in global memory, of which there are
 * some for all warps.
 */
#include "explorer/search/entries_core.h"
#include "explorer/search/cuda/search_components.cuh"
#include "explorer/model/stubborn_data_core.h"
#include "explorer/model/successors_data_core.h"

/* Makes the moves of a set of commands: stubborn_data_move. Defined only in the file with kernels for that:
 * search_commands.cuh. */
template <enum search_way way>
static __device__ __forceinline__ int move_commands(const struct stubborn_moving *moving,
                                                    const uint64_t *commands);

/* Takes one of the sets, for the warp. Called by all lanes; release_set gives it back. */
static __device__ unsigned take_set(const struct search_arguments *arguments) {
    unsigned number = (blockIdx.x * blockDim.x + threadIdx.x) / 32 % SEARCH_SET_COUNT;
    if (threadIdx.x % 32 == 0) {
        while (!shared_replace(arguments->data.set_locks + number, 0, 1)) {
            number = (number + 1) % SEARCH_SET_COUNT;
        }
        __threadfence();
    }
    return __shfl_sync(ALL_LANES, number, 0);
}

static __device__ void release_set(const struct search_arguments *arguments, unsigned number) {
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        __threadfence();
        shared_store(arguments->data.set_locks + number, 0);
    }
}

/* Counts the entries of the lane's state, a key of the queue, with a set that is empty. commands: those whose
 * moves are made, or NULL. */
template <enum search_way way>
static __device__ __noinline__ void count_entries(struct search_thread *thread, uint64_t index,
                                                  const uint64_t *commands, struct entry_set *set) {
    const struct search_arguments *arguments = thread->arguments;
    const struct model_header *header = thread->model.header;
    const uint64_t *key = arguments->queue + index * header->key_words;
    uint64_t near[3 * MODEL_KEY_WORDS], *source = near, *scratch = near + MODEL_KEY_WORDS;
    uint64_t *work = thread->row;
    if (header->fold_levels != 0) {
        const uint64_t stride = fold_stride(header);
        source = thread->row + stride;
        scratch = source + stride;
        work = scratch + 2 * header->words;
        fold_undo(header, arguments->intern.pairs, key, source);
    } else {
        for (uint32_t w = 0; w < header->key_words; w++) {
            source[w] = key[w] & ~TABLE_USED;
        }
    }
    const struct successors_source from = {&thread->model, source, scratch, work, 0, 0};
    if constexpr (search_is_stubborn(way)) {
        if (commands != NULL) {
            const struct stubborn_moving moving = {&from, work, entry_set_add, set};
            (void)move_commands<way>(&moving, commands);
            return;
        }
    }
    successors_all(&from, header->words, entry_set_add, set);
}

/*
 * Counts the entries of the states of the lanes with `many`, from whose transitions no more than *count are
 * entries; writes their number to it. commands: as of count_entries. Called by all lanes.
 */
template <enum search_way way>
static __device__ void count_many(struct search_thread *thread, uint64_t index, const uint64_t *commands,
                                  int many, uint64_t *count) {
    const struct search_arguments *arguments = thread->arguments;
    const unsigned lane = threadIdx.x % 32;
    const uint32_t words = thread->model.header->words;
    unsigned left = __ballot_sync(ALL_LANES, many);
    if (__any_sync(ALL_LANES, many && entry_set_slots(*count) > arguments->data.set_slots)) {
        if (lane == 0) {
            this_warp()->full |= SEARCH_SETS;
        }
        __syncwarp();
        return;
    }
    const unsigned number = take_set(arguments);
    struct entry_set set;
    set.slots = arguments->data.sets + number * arguments->data.set_slots * (words + 1);
    set.words = words;
    for (; left != 0; left &= left - 1) {
        const unsigned one = (unsigned)__ffs((int)left) - 1;
        const uint64_t most = __shfl_sync(ALL_LANES, (unsigned long long)*count, one);
        const uint64_t slots = entry_set_slots(most);
        set.mask = slots - 1;
        set.count = 0;
        for (uint64_t i = lane; i < slots * (words + 1); i += 32) {
            set.slots[i] = 0;
        }
        __syncwarp();
        if (lane == one) {
            count_entries<way>(thread, index, commands, &set);
            *count = set.count;
        }
        __syncwarp();
    }
    release_set(arguments, number);
}

#endif
