#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_JOINT_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_JOINT_CUH

/*
 * Moves of a state in the tables of blocks and links, and by rules that join several blocks, for the CUDA
 * search (search_blocks.cuh). `fixed` is the number of words of a vector; 0 for folded vectors, which lie in
 * rows.
 */
#include "explorer/search/cuda/search_fold.cuh"
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
    if (block->fused) {
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

template <uint32_t fixed>
static __device__ __forceinline__ void add_to_word(uint64_t *vector, uint32_t number, uint64_t change) {
    if constexpr (fixed == 1 || fixed == 2) {
        vector[0] += fixed == 1 || number == 0 ? change : 0;
        vector[fixed - 1] += fixed == 2 && number == 1 ? change : 0;
    } else {
        vector[number] += change;
    }
}

/* The block's bits of the lane's state, at their place in the word. */
template <uint32_t fixed>
static __device__ __forceinline__ uint64_t block_field(const struct model_block *block,
                                                       const uint64_t *source) {
    return word_of<fixed>(source, block->word) & block->mask << block->shift;
}

/* The local state of a link's partner. */
template <uint32_t fixed>
static __device__ __forceinline__ uint32_t partner_of(const uint64_t *source, uint32_t place) {
    return (uint32_t)(word_of<fixed>(source, model_place_word(place)) >> model_place_shift(place)) &
           model_place_mask(place);
}

/* A component's local state in the vector. */
template <uint32_t fixed>
static __device__ __forceinline__ uint32_t local_of(const struct model_component *component,
                                                    const uint64_t *source) {
    return (uint32_t)(word_of<fixed>(source, component->word) >> component->shift & component->mask);
}

/*
 * A lane's position in what joins several blocks: first links, then other rules, which use the same
 * registers.
 */
struct search_leader {
    uint32_t blocks; /* bit b: block b has leaders; the last bit stands for all later blocks */
    uint32_t block;  /* the block of the current leader */
    uint32_t leads;  /* leaders still to come, as in struct search_moves */
    union {
        uint32_t linkers;   /* number of linkers so far */
        uint32_t component; /* the current leader */
    };
    union {
        uint32_t place; /* of the current link */
        uint32_t local; /* the leader's local state */
    };
    union {
        uint32_t link; /* links of the last linker: [link, links) are to come */
        uint32_t
            entry; /* entries of the leader's row: [entry - 1] is current, [entry, entries) are to come */
    };
    union {
        uint32_t links;
        uint32_t entries;
    };
    uint32_t rule, rules; /* rules of the entry's class, likewise */
    uint64_t next, count; /* transitions of the rule: [next, count) are to come */
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
        add_to_word<fixed>(target, moved->word, change);
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

/*
 * The moves of a block that are staged next: `take` of them, applied to a word without the block's bits. Or
 * the moves by a link; then the word is the change of the linker's to which a move adds its own.
 */
struct search_staging {
    struct search_moves moves;
    uint32_t word, shift; /* the place of the block's or linker's bits */
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

/*
 * Goes to the next link of each active lane, or to the next linker if no lane has a link left; sets what is
 * staged next for those that have one. Returns 0 if there are no linkers left. Called by all lanes.
 */
template <uint32_t fixed>
static __device__ __forceinline__ int next_link(const void *image, int active, const uint64_t *source,
                                                struct search_leader *at, struct search_staging *staging) {
    asm volatile("" ::: "memory"); /* remakes the view, to save registers */
    const struct model_view model = model_view_of(image);
    int next = !__any_sync(ALL_LANES, at->link != at->links);
    if (next && at->linkers == model.header->linkers) {
        return 0;
    }
    at->linkers += next;
    const struct model_linker *linker = model.linker + at->linkers - 1;
    staging->word = fixed == 1 ? 0 : linker->word;
    staging->shift = linker->shift;
    const uint32_t local = (uint32_t)(word_of<fixed>(source, staging->word) >> staging->shift) & linker->mask;
    if (next && active) {
        const uint32_t *begin = model.link_begin + linker->begin + local;
        at->link = begin[0];
        at->links = begin[1];
    }
    if (at->link != at->links) {
        const struct model_link link = model.link[at->link++];
        const uint32_t row = model.link_row[link.row + partner_of<fixed>(source, link.place)];
        at->place = link.place;
        staging->moves.begin = row >> 16;
        staging->moves.end = (row >> 16) + (row & 0xffff);
        staging->base = ((uint64_t)link.to - local) << staging->shift;
    }
    return 1;
}

/* What the next move by a link adds to the linker's word and to the partner's. */
struct search_change {
    uint64_t own, partner;
};

template <uint32_t fixed>
static __device__ __forceinline__ struct search_change
next_change(const void *image, struct search_staging *staging, uint32_t place, const uint64_t *source) {
    const struct model_header *header = (const struct model_header *)image;
    const uint32_t *targets = (const uint32_t *)((const char *)image + header->at[MODEL_ARRAY_link_target]);
    const uint32_t to = targets[staging->moves.begin++];
    const uint64_t partner = partner_of<fixed>(source, place);
    return {staging->base + ((uint64_t)(to & 0xffff) << staging->shift), ((to >> 16) - partner)
                                                                             << model_place_shift(place)};
}

/* Makes the next move by a link of `target`, which is a copy of the source. */
template <uint32_t fixed>
static __device__ __forceinline__ void target_linked(const void *image, struct search_staging *staging,
                                                     uint32_t place, const uint64_t *source,
                                                     uint64_t *target) {
    const struct search_change change = next_change<fixed>(image, staging, place, source);
    add_to_word<fixed>(target, staging->word, change.own);
    add_to_word<fixed>(target, model_place_word(place), change.partner);
}

#endif
