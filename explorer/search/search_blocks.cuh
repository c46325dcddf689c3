#ifndef HEDDLE_EXPLORER_SEARCH_SEARCH_BLOCKS_CUH
#define HEDDLE_EXPLORER_SEARCH_SEARCH_BLOCKS_CUH

/*
 * Expansion by blocks (struct model_block) in the CUDA search, without labels: each lane expands one state.
 * For one block after the other, all lanes look up their moves within the block in its table and stage them,
 * in places given by a prefix sum over the lanes. Then come the rules that join components of several blocks,
 * one transition per lane at a time. Long vectors are folded when they are staged: a move within a block
 * changes one word of the vector, so one pair of each level.
 *
 * `fixed` is the number of words of a vector; 0 for folded vectors, which lie in rows.
 */
#include "explorer/search/search_fold.cuh"
#include "explorer/model/successors_core.h"

#define LEADER_BITS 32u

/* The moves of a state within one block. */
struct search_moves {
    uint32_t begin, end; /* range of the targets in block_target, */
    int wide;            /* or, if `wide`, in move_target */
    uint32_t leads;      /* bit k: component first + k leads rules with other blocks */
};

static __device__ __forceinline__ struct search_moves
moves_of(const void *image, const struct model_block *block, uint32_t value) {
    const struct model_header *header = (const struct model_header *)image;
    const char *base = (const char *)image;
    struct search_moves moves = {0, 0, 0, 0};
    if (block->members > 1) {
        const struct model_block_row *row =
            (const struct model_block_row *)(base + header->at[MODEL_ARRAY_block_row]) + block->row + value;
        moves.begin = row[0].targets;
        moves.end = row[1].targets;
        moves.leads = row[0].leads;
    } else {
        const struct model_view model = model_view_of(image);
        const struct model_component *component = model.component + block->first;
        moves.wide = 1;
        if (value < component->rows) {
            const struct model_row *row = model.row + component->row + value;
            moves.begin = row[0].moves;
            moves.end = row[1].moves;
            moves.leads = row[0].begin < row[0].lead_end;
        }
    }
    return moves;
}

/* Word `number` of a vector; short vectors stay in registers. */
template <uint32_t fixed>
static __device__ __forceinline__ uint64_t word_of(const uint64_t *vector, uint32_t number) {
    if constexpr (fixed == 1 || fixed == 2) {
        return number == 0 || fixed == 1 ? vector[0] : vector[fixed - 1];
    }
    return vector[number];
}

/* The block's bits of the lane's state, at their place in the word. */
template <uint32_t fixed>
static __device__ __forceinline__ uint64_t block_field(const struct model_block *block,
                                                       const uint64_t *source) {
    return word_of<fixed>(source, block->word) & block->mask << block->shift;
}

/* A component's local state in the vector. */
template <uint32_t fixed>
static __device__ __forceinline__ uint32_t local_of(const struct model_component *component,
                                                    const uint64_t *source) {
    return (uint32_t)(word_of<fixed>(source, component->word) >> component->shift & component->mask);
}

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

/* A lane's position in the rules that join several blocks. */
struct search_leader {
    uint32_t blocks;           /* bit b: block b has leaders; the last bit stands for all later blocks */
    uint32_t block;            /* the block of the current leader */
    uint32_t leads;            /* leaders still to come, as in struct search_moves */
    uint32_t component, local; /* the current leader, and its local state */
    uint32_t entry, entries;   /* entries of its row: [entry - 1] is current, [entry, entries) are to come */
    uint32_t rule, rules;      /* rules of the entry's class, likewise */
    uint64_t next, count;      /* transitions of the rule: [next, count) are to come */
};

/* Goes to the next block with leaders, and sets the fields for its leaders. 0 if there is none. */
template <uint32_t fixed>
static __device__ __forceinline__ int next_block(struct search_leader *leader, const void *image,
                                                 const struct model_view *model, const uint64_t *source) {
    const uint32_t last = model->header->blocks;
    while (leader->blocks != 0) {
        uint32_t number = core_count_trailing_zeros(leader->blocks);
        if (number < LEADER_BITS - 1) {
            leader->blocks &= leader->blocks - 1;
            leader->block = number;
        } else {
            leader->block = leader->block < number ? number : leader->block + 1;
            if (leader->block >= last) {
                leader->blocks = 0;
                return 0;
            }
        }
        const struct model_block *block = model->block + leader->block;
        leader->leads =
            moves_of(image, block, (uint32_t)(block_field<fixed>(block, source) >> block->shift)).leads;
        if (leader->leads != 0) {
            return 1;
        }
    }
    return 0;
}

/*
 * The number of transitions of a rule: the leader's moves times those of each other participant, perhaps 0.
 */
template <uint32_t fixed>
static __device__ __forceinline__ uint64_t count_led(const struct model_view *model,
                                                     const struct model_rule *rule, uint32_t entry,
                                                     const uint64_t *source) {
    uint64_t count = successors_targets(model, entry);
    for (uint32_t i = 0; i < rule->other_count && count != 0; i++) {
        const struct model_other *other = model->other + rule->others + i;
        uint32_t local = local_of<fixed>(model->component + other->component, source);
        uint32_t found = successors_find_entry(model, other, local);
        count = found == MODEL_NONE ? 0 : successors_multiply(count, successors_targets(model, found));
    }
    return count;
}

/*
 * Makes target number `number` of a rule of `target`, which is a copy of the source; each participant takes
 * its part of the number.
 */
template <uint32_t fixed>
static __device__ __forceinline__ void target_led(const struct model_view *model,
                                                  const struct search_leader *leader, uint64_t number,
                                                  const uint64_t *source, uint64_t *target) {
    const struct model_rule *rule = model->rule + leader->rule - 1;
    uint32_t component = leader->component, local = leader->local, entry = leader->entry - 1;
    for (uint32_t i = 0;; i++) {
        uint32_t count = successors_targets(model, entry), pick = 0;
        if (count != 1) {
            pick = (uint32_t)(number % count);
            number /= count;
        }
        const struct model_component *moved = model->component + component;
        uint64_t change = ((uint64_t)model->target[model->entry[entry].targets + pick] - local)
                          << moved->shift;
        if constexpr (fixed == 1 || fixed == 2) {
            target[0] += fixed == 1 || moved->word == 0 ? change : 0;
            target[fixed - 1] += fixed == 2 && moved->word == 1 ? change : 0;
        } else {
            target[moved->word] += change;
        }
        if (i == rule->other_count) {
            break;
        }
        const struct model_other *other = model->other + rule->others + i;
        component = other->component;
        local = local_of<fixed>(model->component + component, source);
        entry = successors_find_entry(model, other, local);
    }
}

/*
 * Goes to the next transition by a rule that joins several blocks, which is leader->next - 1 of its rule; 0
 * if there is none left.
 */
template <uint32_t fixed>
static __device__ __forceinline__ int next_led(struct search_leader *leader, const void *image,
                                               const uint64_t *source) {
    for (;;) {
        asm volatile("" ::: "memory"); /* remakes the view, to save registers */
        const struct model_view model = model_view_of(image);
        if (leader->next != leader->count) {
            leader->next++;
            return 1;
        }
        if (leader->rule != leader->rules) {
            leader->next = 0;
            leader->count = count_led<fixed>(&model, model.rule + leader->rule++, leader->entry - 1, source);
        } else if (leader->entry != leader->entries) {
            uint32_t number =
                model.component[leader->component].lead + model.entry[leader->entry++].class_index;
            leader->rule = model.lead[number];
            leader->rules = model.lead_cross[number];
        } else if (leader->leads != 0 || next_block<fixed>(leader, image, &model, source)) {
            leader->component = model.block[leader->block].first + core_count_trailing_zeros(leader->leads);
            leader->leads &= leader->leads - 1;
            const struct model_component *component = model.component + leader->component;
            leader->local = local_of<fixed>(component, source);
            const struct model_row *row = model.row + component->row + leader->local;
            leader->entry = row->begin;
            leader->entries = row->lead_end;
        } else {
            return 0;
        }
    }
}

/* The moves of a block that are staged next: `take` of them, applied to a word without the block's bits. */
struct search_staging {
    struct search_moves moves;
    uint32_t word, shift; /* the place of the block's bits */
    uint64_t base;        /* the word */
    unsigned take;
};

/* The next move's word. */
static __device__ __forceinline__ uint64_t next_word(const void *image, struct search_staging *staging) {
    const struct model_header *header = (const struct model_header *)image;
    const uint16_t *narrow = (const uint16_t *)((const char *)image + header->at[MODEL_ARRAY_block_target]);
    const uint32_t *wide = (const uint32_t *)((const char *)image + header->at[MODEL_ARRAY_move_target]);
    const uint32_t next = staging->moves.begin++;
    return staging->base + ((uint64_t)(staging->moves.wide ? wide[next] : narrow[next]) << staging->shift);
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

/* stage_moves for folded vectors; `full` is set in the warp if the interner is full. */
template <uint32_t words>
static __device__ __forceinline__ void stage_folded_moves(struct search_thread *thread, const void *image,
                                                          struct search_staging *staging, uint64_t *at) {
    const struct model_header *header = (const struct model_header *)image;
    const uint64_t stride = fold_stride(header), *source = thread->row + stride;
    const uint64_t *key = source + stride - words;
#pragma unroll 1
    for (unsigned left = staging->take; left != 0; left--, at += words) {
        uint64_t value = next_word(image, staging);
        uint32_t number = staging->word;
        if (!fold_one_word(header, &search_near_arguments.intern, &thread->stock, source, &number, &value)) {
            atomicOr(&this_warp()->full, SEARCH_INTERN_FULL);
            return;
        }
        for (uint32_t w = 0; w < words; w++) {
            at[w] = (w == number ? value : key[w]) | TABLE_USED;
        }
    }
}

/* stage_led for folded vectors, likewise. */
template <uint32_t words>
static __device__ __forceinline__ void stage_folded_led(struct search_thread *thread, const void *image,
                                                        const struct search_leader *leader, uint64_t *at) {
    const struct model_header *header = (const struct model_header *)image;
    const struct model_view model = model_view_of(image);
    const uint64_t stride = fold_stride(header), *source = thread->row + stride;
    for (uint32_t w = 0; w < header->words; w++) {
        thread->row[w] = source[w];
    }
    target_led<0>(&model, leader, leader->next - 1, source, thread->row);
    if (!fold_again(header, &search_near_arguments.intern, &thread->stock, source, thread->row)) {
        atomicOr(&this_warp()->full, SEARCH_INTERN_FULL);
        return;
    }
    for (uint32_t w = 0; w < words; w++) {
        at[w] = thread->row[stride - words + w] | TABLE_USED;
    }
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
    const unsigned room = search_stage(way) / words, up_to_lane = ALL_LANES >> (31 - threadIdx.x % 32);
    const struct model_header *header = (const struct model_header *)image;
    struct search_leader leader = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct search_staging staging = {{0, 0, 0, 0}, 0, 0, 0, 0};
    uint64_t near[words];
    uint32_t block_number = 0;
    unsigned staged = 0;
    load_source<words, way>(arguments, thread, index, active, near);
    const uint64_t *source = folded ? thread->row + fold_stride(header) : near;
    for (unsigned round = 1;; round++) {
        unsigned end, total;
        int led = 0;
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
        } else {
            led = 1;
            staging.take = (unsigned)next_led<fixed>(&leader, image, source);
            *transitions += staging.take;
            unsigned lanes = __ballot_sync(ALL_LANES, staging.take);
            end = __popc(lanes & up_to_lane);
            total = __popc(lanes);
        }
        if (staged + total > room || total == 0) {
            flush<words, way>(arguments, staged);
            staged = 0;
        }
        if (total == 0 || load_shared(&this_warp()->full) != 0 ||
            (round % 4096 == 0 && stop_batch(arguments))) {
            break;
        }
        uint64_t *at = this_stage<way>(arguments) + (staged + end - staging.take) * words;
        if constexpr (folded) {
            __syncwarp(); /* all lanes have read `full`, which folding may set */
            if (!led) {
                stage_folded_moves<words>(thread, image, &staging, at);
            } else if (staging.take) {
                stage_folded_led<words>(thread, image, &leader, at);
            }
            __syncwarp();
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
