#ifndef HEDDLE_EXPLORER_SEARCH_SEARCH_BLOCKS_CUH
#define HEDDLE_EXPLORER_SEARCH_SEARCH_BLOCKS_CUH

/*
 * Expansion by blocks (struct model_block) in the CUDA search, without labels: each lane expands one state.
 * For one block after the other, all lanes look up their moves within the block in its table and stage them,
 * in places given by a prefix sum over the lanes. Then come the rules that join components of several blocks,
 * one transition per lane at a time.
 */
#include "explorer/search/search_warp.cuh"
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

/* The block's bits of the lane's state, at their place in the word. */
template <uint32_t words>
static __device__ __forceinline__ uint64_t block_field(const struct model_block *block,
                                                       const uint64_t *source) {
    return (words == 1 || block->word == 0 ? source[0] : source[words - 1]) & block->mask << block->shift;
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
template <uint32_t words>
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
            moves_of(image, block, (uint32_t)(block_field<words>(block, source) >> block->shift)).leads;
        if (leader->leads != 0) {
            return 1;
        }
    }
    return 0;
}

/*
 * The number of transitions of a rule: the leader's moves times those of each other participant, perhaps 0.
 */
static __device__ __forceinline__ uint64_t count_led(const struct model_view *model,
                                                     const struct model_rule *rule, uint32_t entry,
                                                     const uint64_t *source) {
    uint64_t count = successors_targets(model, entry);
    for (uint32_t i = 0; i < rule->other_count && count != 0; i++) {
        const struct model_other *other = model->other + rule->others + i;
        uint32_t local = model_field(model->component + other->component, source);
        uint32_t found = successors_find_entry(model, other, local);
        count = found == MODEL_NONE ? 0 : successors_multiply(count, successors_targets(model, found));
    }
    return count;
}

/* Target number `number` of a rule; each participant takes its part of the number. */
template <uint32_t words>
static __device__ __forceinline__ void target_led(const struct model_view *model,
                                                  const struct search_leader *leader, uint64_t number,
                                                  const uint64_t *source, uint64_t *target) {
    const struct model_rule *rule = model->rule + leader->rule - 1;
    uint32_t component = leader->component, local = leader->local, entry = leader->entry - 1;
    for (uint32_t w = 0; w < words; w++) {
        target[w] = source[w];
    }
    for (uint32_t i = 0;; i++) {
        uint32_t count = successors_targets(model, entry), pick = 0;
        if (count != 1) {
            pick = (uint32_t)(number % count);
            number /= count;
        }
        const struct model_component *moved = model->component + component;
        uint64_t change = ((uint64_t)model->target[model->entry[entry].targets + pick] - local)
                          << moved->shift;
        target[0] += words == 1 || moved->word == 0 ? change : 0;
        target[words - 1] += words == 2 && moved->word == 1 ? change : 0;
        if (i == rule->other_count) {
            break;
        }
        const struct model_other *other = model->other + rule->others + i;
        component = other->component;
        local = model_field(model->component + component, source);
        entry = successors_find_entry(model, other, local);
    }
}

/* The target of the next transition by a rule that joins several blocks; 0 if there is none left. */
template <uint32_t words>
static __device__ __forceinline__ int next_led(struct search_leader *leader, const void *image,
                                               const uint64_t *source, uint64_t *target) {
    for (;;) {
        asm volatile("" ::: "memory"); /* remakes the view, to save registers */
        const struct model_view model = model_view_of(image);
        if (leader->next != leader->count) {
            target_led<words>(&model, leader, leader->next++, source, target);
            return 1;
        }
        if (leader->rule != leader->rules) {
            leader->next = 0;
            leader->count = count_led(&model, model.rule + leader->rule++, leader->entry - 1, source);
        } else if (leader->entry != leader->entries) {
            uint32_t number =
                model.component[leader->component].lead + model.entry[leader->entry++].class_index;
            leader->rule = model.lead[number];
            leader->rules = model.lead_cross[number];
        } else if (leader->leads != 0 || next_block<words>(leader, image, &model, source)) {
            leader->component = model.block[leader->block].first + core_count_trailing_zeros(leader->leads);
            leader->leads &= leader->leads - 1;
            const struct model_component *component = model.component + leader->component;
            leader->local = model_field(component, source);
            const struct model_row *row = model.row + component->row + leader->local;
            leader->entry = row->begin;
            leader->entries = row->lead_end;
        } else {
            return 0;
        }
    }
}

/* The place of a block's bits. */
struct search_field {
    uint32_t word, shift;
};

/* Stages `take` moves, applied to `base`. */
template <uint32_t words>
static __device__ __forceinline__ void stage_moves(const void *image, uint64_t *at,
                                                   struct search_moves *moves, unsigned take,
                                                   const uint64_t *base, struct search_field field) {
    const struct model_header *header = (const struct model_header *)image;
    const uint16_t *narrow = (const uint16_t *)((const char *)image + header->at[MODEL_ARRAY_block_target]);
    const uint32_t *wide = (const uint32_t *)((const char *)image + header->at[MODEL_ARRAY_move_target]);
#pragma unroll 1
    for (; take != 0; take--, at += words) {
        uint64_t target = (uint64_t)(moves->wide ? wide[moves->begin] : narrow[moves->begin]) << field.shift;
        moves->begin++;
        at[0] = base[0] + (words == 1 || field.word == 0 ? target : 0);
        if (words == 2) {
            at[words - 1] = base[words - 1] + (field.word == 1 ? target : 0);
        }
    }
}

/*
 * Expands state `index` of the queue, if the lane is active, and puts its successors into the visited set.
 * Returns whether the network has no transition from it; *transitions is their number. Called by all lanes. *
 * A single loop does all kinds of steps, so that the code that puts staged keys exists only once.
 */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int expand_by_blocks(const struct search_arguments *arguments,
                                                       uint64_t index, int active, uint64_t *transitions) {
    const void *image = this_image<way>(arguments);
    const unsigned room = search_stage(way) / words, up_to_lane = ALL_LANES >> (31 - threadIdx.x % 32);
    const struct model_header *header = (const struct model_header *)image;
    struct search_moves moves = {0, 0, 0, 0};
    struct search_leader leader = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct search_field place = {0, 0};
    uint64_t source[words], base[words];
    uint32_t block_number = 0;
    unsigned staged = 0;
    for (uint32_t w = 0; w < words; w++) {
        source[w] = active ? arguments->queue[index * words + w] & ~TABLE_USED : 0;
    }
    for (unsigned round = 1;; round++) {
        unsigned take, end, total;
        int led = 0;
        uint64_t target[words];
        if (__any_sync(ALL_LANES, moves.begin != moves.end)) {
            take = moves.end - moves.begin;
            take = take < ROUND_WORDS / words ? take : ROUND_WORDS / words;
            end = sum_lanes(take, &total);
        } else if (block_number != header->blocks) {
            const struct model_block *block =
                (const struct model_block *)((const char *)image + header->at[MODEL_ARRAY_block]) +
                block_number;
            uint64_t field = block_field<words>(block, source);
            place.shift = block->shift;
            place.word = words == 1 ? 0 : block->word;
            if (active) {
                moves = moves_of(image, block, (uint32_t)(field >> place.shift));
            }
            for (uint32_t w = 0; w < words; w++) {
                base[w] = (source[w] - (w == place.word ? field : 0)) | TABLE_USED;
            }
            if (moves.leads != 0) {
                leader.blocks |= 1u << (block_number < LEADER_BITS ? block_number : LEADER_BITS - 1);
            }
            *transitions += moves.end - moves.begin;
            block_number++;
            continue;
        } else {
            led = 1;
            take = (unsigned)next_led<words>(&leader, image, source, target);
            *transitions += take;
            unsigned lanes = __ballot_sync(ALL_LANES, take);
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
        uint64_t *at = this_stage<way>(arguments) + (staged + end - take) * words;
        if (!led) {
            stage_moves<words>(image, at, &moves, take, base, place);
        } else if (take) {
            for (uint32_t w = 0; w < words; w++) {
                at[w] = target[w] | TABLE_USED;
            }
        }
        staged += total;
    }
    return active && *transitions == 0;
}

#endif
