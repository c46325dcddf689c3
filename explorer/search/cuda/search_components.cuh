#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_COMPONENTS_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_COMPONENTS_CUH

/*
 * Expansion by components in the CUDA search, with everything that a network can have: guards, watched
 * labels, an observer, folded vectors. Each lane expands one state by successors_core.h; the lanes diverge.
 */
#include "explorer/search/cuda/search_fold.cuh"
#include "explorer/search/cuda/search_sight.cuh"
#include "explorer/model/successors_core.h"

#ifdef SEARCH_BY_OWNERS
/* On several GPUs (search_owners.cuh): sends a key if another one owns it; returns whether it is sent, and
 * sets *full to SEARCH_ bits if there is no room. */
template <uint32_t words>
static __device__ __forceinline__ int send_at_once(const uint64_t *key, unsigned *full);
#endif

/*
 * Puts a key that did not fit on the stage, and queues it if it is new; 0, or SEARCH_ bits if the batch
 * cannot go on. Rarely called.
 */
template <uint32_t words, enum search_way way>
static __device__ __noinline__ unsigned put_at_once(uint64_t word0, uint64_t word1, uint64_t word2,
                                                    uint64_t word3) {
    const struct search_arguments *arguments = &search_near_arguments;
    const uint64_t key[TABLE_MOST_WORDS] = {word0, word1, word2, word3};
    constexpr bool half = search_is_half(way);
#ifdef SEARCH_BY_OWNERS
    unsigned full = 0;
    if (send_at_once<words>(key, &full)) {
        return full;
    }
#endif
    uint64_t slot, hash = half ? half_hash(&arguments->half, word0) : table_hash_key(key, words);
    if (cache_has(arguments, key, words, hash)) {
        return 0;
    }
    if (*(volatile unsigned long long *)&arguments->control->tail > arguments->full) {
        return SEARCH_GROW;
    }
    enum table_result result = half ? half_device_put(&arguments->half, hash)
                                    : table_device_put(&arguments->table, key, words, hash, &slot);
    if (result == TABLE_FULL) {
        return SEARCH_TABLE_FULL;
    }
    if (result == TABLE_NEW) {
        uint64_t at = shared64_add((uint64_t *)&arguments->control->tail, 1);
        for (uint32_t w = 0; w < words; w++) {
            arguments->queue[at * words + w] = key[w];
        }
    }
    return 0;
}

/* Stages a successor's key; returns whether the batch can go on. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int stage_key(const struct search_arguments *arguments,
                                                const uint64_t *key) {
    struct search_warp *warp = this_warp();
    uint64_t *stage = this_stage<way>(arguments);
    const unsigned room = search_stage(way) / words;
    /* The counter stops just above the room, because one state may have more than 2^32 successors. */
    unsigned place = load_shared(&warp->staged) <= room ? atomicAdd(&warp->staged, 1u) : room;
    if (place >= room) {
        unsigned full = put_at_once<words, way>(key[0], key[1 % words], key[2 % words], key[3 % words]);
        if (full != 0) {
            atomicOr(&warp->full, full);
        }
        return full == 0;
    }
    for (uint32_t w = 0; w < words; w++) {
        stage[place * words + w] = key[w];
    }
    return 1;
}

/* Notes watched events. */
static __device__ __forceinline__ void note_sight(const struct search_thread *thread, uint32_t label,
                                                  const uint64_t *target) {
    note_label(thread->arguments, label);
    if (model_is_error(&thread->model, target)) {
        note_error_state(thread->arguments);
    }
}

/*
 * Checks at intervals, during the transitions of one state, whether the host asks for an end; then the batch
 * is not done.
 */
static __device__ __forceinline__ int is_stopped(const struct search_thread *thread) {
    if ((thread->transitions & 0xffff) != 0 || *(const volatile int *)thread->arguments->stop == 0) {
        return 0;
    }
    atomicOr(&this_warp()->full, SEARCH_SLICE);
    return 1;
}

template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int visit_plain(void *context, uint32_t label, uint32_t choice,
                                                  const uint64_t *target) {
    struct search_thread *thread = (struct search_thread *)context;
    uint64_t key[words];
    (void)choice;
    note_sight(thread, label, target);
    for (uint32_t w = 0; w < words; w++) {
        key[w] = target[w] | TABLE_USED;
    }
    thread->transitions++;
    return !stage_key<words, way>(thread->arguments, key) || is_stopped(thread);
}

template <uint32_t key_words>
static __device__ int visit_folded(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct search_thread *thread = (struct search_thread *)context;
    uint64_t key[key_words];
    (void)choice;
    note_sight(thread, label, target);
    thread->transitions++;
    if (!fold_vector(thread, target, thread->row + fold_stride(thread->model.header), thread->row)) {
        atomicOr(&this_warp()->full, SEARCH_INTERN_FULL);
        return 1;
    }
    const uint64_t *folded = thread->row + fold_stride(thread->model.header) - key_words;
    for (uint32_t w = 0; w < key_words; w++) {
        key[w] = folded[w] | TABLE_USED;
    }
    return !stage_key<key_words, SEARCH_FOLDED>(thread->arguments, key) || is_stopped(thread);
}

/* Expands the thread's state by components; returns whether the network has no transition from it. */
template <uint32_t key_words, enum search_way way>
static __device__ __forceinline__ int expand(struct search_thread *thread, uint64_t index) {
    const struct search_arguments *arguments = thread->arguments;
    const struct model_header *header = thread->model.header;
    const uint64_t *key = arguments->queue + index * key_words;
    if constexpr (way == SEARCH_FOLDED) {
        uint32_t words = header->words;
        uint64_t stride = fold_stride(header);
        uint64_t *source = thread->row + stride, *scratch = source + stride;
        fold_undo(header, arguments->intern.pairs, key, source);
        const struct successors_source from = {&thread->model, source, scratch, scratch + 2 * words, 0, 0};
        return !successors_all(&from, words, visit_folded<key_words>, thread);
    } else {
        uint64_t source[key_words], scratch[2 * key_words];
        for (uint32_t w = 0; w < key_words; w++) {
            source[w] = key[w] & ~TABLE_USED;
        }
        const struct successors_source from = {&thread->model, source, scratch, thread->row, 0, 0};
        return !successors_all(&from, key_words, visit_plain<key_words, way>, thread);
    }
}

#endif
