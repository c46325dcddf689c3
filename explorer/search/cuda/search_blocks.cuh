#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_BLOCKS_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_BLOCKS_CUH

/*
 * Expansion by blocks (struct model_block) in the CUDA search, without labels: each lane expands one state.
 * For one block after the other, all lanes look up their moves within the block in its table and stage them,
 * in places given by a prefix sum over the lanes. Links come next (struct model_link), in the same way: for
 * one linker after the other, the next link of each lane. Then come other rules that join components of
 * several blocks, one transition per lane at a time. Of a vector that is folded in one level, a move within a
 * block stages the one pair of words that it changes; all lanes together make keys of the staged pairs before
 * they are put (fold_staged). Other folded vectors are folded when they are staged.
 */
#include "explorer/search/cuda/search_joint.cuh"

/*
 * The end of the lane's part if each lane takes `count` places; *total is the end of the last part. Called by
 * all lanes.
 */
static __device__ __forceinline__ unsigned sum_lanes(unsigned count, unsigned *total) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned apart = 1; apart < 32; apart *= 2) {
        unsigned before = __shfl_up_sync(ALL_LANES, count, apart);
        count += lane >= apart ? before : 0;
    }
    *total = __shfl_sync(ALL_LANES, count, 31);
    return count;
}

/* Whether the host asks for an end in the middle of very many moves. Called by all lanes. */
static __device__ __forceinline__ int stop_batch(const struct search_arguments *arguments) {
    __syncwarp(); /* all lanes have read `full`, which led here */
    if (threadIdx.x % 32 == 0 && *(const volatile int *)arguments->stop != 0) {
        this_warp()->full |= SEARCH_SLICE;
    }
    __syncwarp();
    return load_shared(&this_warp()->full) != 0;
}

/* Stages moves within a block. */
template <uint32_t words>
static __device__ __forceinline__ void stage_moves(const void *image, struct search_staging *staging,
                                                   const uint64_t *source, uint64_t *at) {
#pragma unroll 1
    for (unsigned left = staging->take; left != 0; left--, at += words) {
        uint64_t word = next_word(image, staging) | TABLE_USED;
        for (uint32_t w = 0; w < words; w++) {
            at[w] = w == staging->word ? word : source[w] | TABLE_USED;
        }
    }
}

/* Stages moves by a link. */
template <uint32_t words>
static __device__ __forceinline__ void stage_linked(const void *image, struct search_staging *staging,
                                                    uint32_t place, const uint64_t *source, uint64_t *at) {
#pragma unroll 1
    for (unsigned left = staging->take; left != 0; left--, at += words) {
        uint64_t target[words];
        for (uint32_t w = 0; w < words; w++) {
            target[w] = source[w] | TABLE_USED;
        }
        target_linked<words>(image, staging, place, source, target);
        for (uint32_t w = 0; w < words; w++) {
            at[w] = target[w];
        }
    }
}

/* Stages a transition by a rule that joins several blocks. */
template <uint32_t words>
static __device__ __forceinline__ void stage_led(const void *image, const struct search_leader *leader,
                                                 const uint64_t *source, uint64_t *at) {
    const struct model_view model = model_view_of(image);
    uint64_t target[words];
    for (uint32_t w = 0; w < words; w++) {
        target[w] = source[w];
    }
    target_led<words>(&model, leader, leader->next - 1, source, target);
    for (uint32_t w = 0; w < words; w++) {
        at[w] = target[w] | TABLE_USED;
    }
}

/*
 * The stage of folded vectors: room for keys, a note for each, and the keys of the lanes' sources. Note 0:
 * the key is there; else 32 (pair + 1) + lane: the first two words are a pair of the vector that the lane's
 * state leads to.
 */
template <uint32_t words, enum search_way way> static __device__ __forceinline__ unsigned stage_room(void) {
    return search_is_folded(way) ? (search_stage(way) - 32 * words) / (words + 1) : search_stage(way) / words;
}

template <uint32_t words, enum search_way way>
static __device__ __forceinline__ uint64_t *stage_notes(const struct search_arguments *arguments) {
    return this_stage<way>(arguments) + stage_room<words, way>() * words;
}

template <uint32_t words, enum search_way way>
static __device__ __forceinline__ uint64_t *stage_sources(const struct search_arguments *arguments) {
    return this_stage<way>(arguments) + search_stage(way) - 32 * words;
}

/* Makes keys of staged pairs; `full` is set in the warp if the interner is full. Called by all lanes. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void fold_staged(const struct search_arguments *arguments,
                                                   struct search_thread *thread, unsigned staged) {
    const struct model_header *header = (const struct model_header *)this_image<way>(arguments);
    const uint64_t *notes = stage_notes<words, way>(arguments);
    const uint64_t *sources = stage_sources<words, way>(arguments);
    const uint32_t pairs = header->fold_words[0] / 2;
    const int joined = (int)header->fold_tail_joined[0];
    __syncwarp();
#pragma unroll 1
    for (unsigned at = threadIdx.x % 32; at < staged; at += 32) {
        const unsigned note = (unsigned)notes[at];
        uint64_t *key = this_stage<way>(arguments) + at * words, id;
        if (note == 0) {
            continue;
        }
        if (intern_put(&search_near_arguments.intern, &thread->stock, key[0], key[1],
                       intern_hash(key[0], key[1]), &id) == TABLE_FULL) {
            atomicOr(&this_warp()->full, SEARCH_INTERN_FULL);
            break;
        }
        copy_key<words>(key, sources + note % 32 * words);
        fold_replace(key, note / 32 - 1, pairs, joined, id);
    }
    __syncwarp();
}

/* Whether moves that change only this word, or its neighbour, are staged as pairs. */
static __device__ __forceinline__ int stages_pair(const struct model_header *header, uint32_t word) {
    return header->fold_levels == 1 && word / 2 < header->fold_words[0] / 2;
}

/* The note for a pair of the lane's state. */
static __device__ __forceinline__ uint64_t pair_note(uint32_t word) {
    return 32 * (word / 2 + 1) + threadIdx.x % 32;
}

/* stage_moves for folded vectors; `full` is set in the warp if the interner is full. */
template <uint32_t words>
static __device__ __forceinline__ void stage_folded_moves(struct search_thread *thread, const void *image,
                                                          struct search_staging *staging, uint64_t *at,
                                                          uint64_t *note) {
    const struct model_header *header = (const struct model_header *)image;
    const uint64_t stride = fold_stride(header), *source = thread->row + stride;
    const uint64_t *key = source + stride - words;
    const int is_pair = stages_pair(header, staging->word);
#pragma unroll 1
    for (unsigned left = staging->take; left != 0; left--, at += words, note++) {
        uint64_t value = next_word(image, staging);
        uint32_t number = staging->word;
        if (is_pair) {
            at[number % 2] = value;
            at[1 - number % 2] = source[number ^ 1];
            *note = pair_note(number);
            continue;
        }
        *note = 0;
        if (!fold_one_word(header, &search_near_arguments.intern, &thread->stock, source, &number, &value)) {
            atomicOr(&this_warp()->full, SEARCH_INTERN_FULL);
            return;
        }
        for (uint32_t w = 0; w < words; w++) {
            at[w] = (w == number ? value : key[w]) | TABLE_USED;
        }
    }
}

/* Folds the thread's target, a vector that differs from the source in few words, and stages its key,
 * likewise. */
template <uint32_t words>
static __device__ __forceinline__ void stage_folded_target(struct search_thread *thread,
                                                           const struct model_header *header, uint64_t *at) {
    const uint64_t stride = fold_stride(header);
    if (!fold_again(header, &search_near_arguments.intern, &thread->stock, thread->row + stride,
                    thread->row)) {
        atomicOr(&this_warp()->full, SEARCH_INTERN_FULL);
        return;
    }
    for (uint32_t w = 0; w < words; w++) {
        at[w] = thread->row[stride - words + w] | TABLE_USED;
    }
}

/* stage_linked for folded vectors. */
template <uint32_t words>
static __device__ __forceinline__ void stage_folded_linked(struct search_thread *thread, const void *image,
                                                           uint32_t place, struct search_staging *staging,
                                                           uint64_t *at, uint64_t *note) {
    const struct model_header *header = (const struct model_header *)image;
    const uint64_t *source = thread->row + fold_stride(header);
    const uint32_t word = staging->word, partner = model_place_word(place);
    const int is_pair = word / 2 == partner / 2 && stages_pair(header, word);
#pragma unroll 1
    for (unsigned left = staging->take; left != 0; left--, at += words, note++) {
        const struct search_change change = next_change<0>(image, staging, place, source);
        if (is_pair) {
            at[word % 2] = source[word];
            at[1 - word % 2] = source[word ^ 1];
            at[word % 2] += change.own;
            at[partner % 2] += change.partner;
            *note = pair_note(word);
            continue;
        }
        *note = 0;
        for (uint32_t w = 0; w < header->words; w++) {
            thread->row[w] = source[w];
        }
        thread->row[word] += change.own;
        thread->row[partner] += change.partner;
        stage_folded_target<words>(thread, header, at);
    }
}

/* stage_led for folded vectors. */
template <uint32_t words>
static __device__ __forceinline__ void stage_folded_led(struct search_thread *thread, const void *image,
                                                        const struct search_leader *leader, uint64_t *at) {
    const struct model_view model = model_view_of(image);
    const uint64_t *source = thread->row + fold_stride(model.header);
    for (uint32_t w = 0; w < model.header->words; w++) {
        thread->row[w] = source[w];
    }
    target_led<0>(&model, leader, leader->next - 1, source, thread->row);
    stage_folded_target<words>(thread, model.header, at);
}

/* Loads the vector of state `index`, or zeroes: to `near`, or with its foldings to the thread's row. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void load_source(const struct search_arguments *arguments,
                                                   struct search_thread *thread, uint64_t index, int active,
                                                   uint64_t *near) {
    const uint64_t *key = arguments->queue + index * words;
    if constexpr (search_is_folded(way)) {
        const struct model_header *header = (const struct model_header *)this_image<way>(arguments);
        uint64_t *source = thread->row + fold_stride(header);
        if (active) {
            fold_undo(header, arguments->intern.pairs, key, source);
            copy_key<words>(stage_sources<words, way>(arguments) + threadIdx.x % 32 * words, key);
        } else {
            for (uint32_t w = 0; w < header->words; w++) {
                source[w] = 0;
            }
        }
    } else {
        for (uint32_t w = 0; w < words; w++) {
            near[w] = active ? key[w] & ~TABLE_USED : 0;
        }
    }
}

/*
 * Expands state `index` of the queue, if the lane is active, and puts its successors into the visited set.
 * Returns whether the network has no transition from it; *transitions is their number. Called by all lanes. A
 * single loop does all kinds of steps, so that the code that puts staged keys exists only once.
 */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int expand_by_blocks(const struct search_arguments *arguments,
                                                       struct search_thread *thread, uint64_t index,
                                                       int active, uint64_t *transitions) {
    constexpr int folded = search_is_folded(way);
    constexpr uint32_t fixed = folded ? 0 : words;
    const void *image = this_image<way>(arguments);
    const unsigned room = stage_room<words, way>(), up_to_lane = ALL_LANES >> (31 - threadIdx.x % 32);
    const struct model_header *header = (const struct model_header *)image;
    struct search_leader leader = {0, 0, 0, {0}, {0}, {0}, {0}, 0, 0, 0, 0};
    struct search_staging staging = {{0, 0, 0, 0}, 0, 0, 0, 0};
    uint64_t near[words];
    uint32_t block_number = 0;
    unsigned staged = 0;
    int led = 0; /* blocks and links are done */
    load_source<words, way>(arguments, thread, index, active, near);
    const uint64_t *source = folded ? thread->row + fold_stride(header) : near;
    for (unsigned round = 1;; round++) {
        unsigned end, total;
        if (__any_sync(ALL_LANES, staging.moves.begin != staging.moves.end)) {
            unsigned left = staging.moves.end - staging.moves.begin;
            staging.take = left < ROUND_WORDS / words ? left : ROUND_WORDS / words;
            end = sum_lanes(staging.take, &total);
        } else if (block_number != header->blocks) {
            const struct model_block *block =
                (const struct model_block *)((const char *)image + header->at[MODEL_ARRAY_block]) +
                block_number;
            uint64_t field = block_field<fixed>(block, source);
            staging.shift = block->shift;
            staging.word = words == 1 ? 0 : block->word;
            if (active) {
                staging.moves = moves_of(image, block, (uint32_t)(field >> staging.shift));
            }
            staging.base = word_of<fixed>(source, staging.word) - field;
            if (staging.moves.leads != 0) {
                leader.blocks |= 1u << (block_number < LEADER_BITS ? block_number : LEADER_BITS - 1);
            }
            *transitions += staging.moves.end - staging.moves.begin;
            block_number++;
            continue;
        } else if (!led && next_link<fixed>(image, active, source, &leader, &staging)) {
            *transitions += staging.moves.end - staging.moves.begin;
            continue;
        } else {
            led = 1;
            staging.take = (unsigned)next_led<fixed>(&leader, image, source);
            *transitions += staging.take;
            unsigned lanes = __ballot_sync(ALL_LANES, staging.take);
            end = __popc(lanes & up_to_lane);
            total = __popc(lanes);
        }
        if (staged + total > room || total == 0) {
            if constexpr (folded) {
                fold_staged<words, way>(arguments, thread, staged);
            }
            flush<words, way>(arguments, staged);
            staged = 0;
        }
        if (total == 0 || load_shared(&this_warp()->full) != 0 ||
            (round % 4096 == 0 && stop_batch(arguments))) {
            break;
        }
        uint64_t *at = this_stage<way>(arguments) + (staged + end - staging.take) * words;
        if constexpr (folded) {
            uint64_t *note = stage_notes<words, way>(arguments) + staged + end - staging.take;
            __syncwarp(); /* all lanes have read `full`, which folding may set */
            if (!led && leader.linkers != 0) {
                stage_folded_linked<words>(thread, image, leader.place, &staging, at, note);
            } else if (!led) {
                stage_folded_moves<words>(thread, image, &staging, at, note);
            } else if (staging.take) {
                *note = 0;
                stage_folded_led<words>(thread, image, &leader, at);
            }
            __syncwarp();
        } else if (!led && leader.linkers != 0) {
            stage_linked<words>(image, &staging, leader.place, source, at);
        } else if (!led) {
            stage_moves<words>(image, &staging, source, at);
        } else if (staging.take) {
            stage_led<words>(image, &leader, source, at);
        }
        staged += total;
    }
    return active && *transitions == 0;
}

#endif
