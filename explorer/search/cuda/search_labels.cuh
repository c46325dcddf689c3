#ifndef HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_LABELS_CUH
#define HEDDLE_EXPLORER_SEARCH_CUDA_SEARCH_LABELS_CUH

/*
 * Expansion by blocks and links with labels in the CUDA search, for watched labels and observers. As in
 * search_blocks.cuh, each lane expands one state, and all lanes go through blocks, links and other rules
 * together. In each step a lane goes on to the network's next move that the observer joins; then the lanes
 * stage what the observer makes of these moves. The image is in shared memory, unless vectors are folded.
 */
#include "explorer/search/cuda/search_blocks.cuh"
#include "explorer/search/cuda/search_sight.cuh"

/* A lane's move of the network, and the observer's moves that go with it. */
template <uint32_t words> struct search_product {
    uint64_t near[words]; /* target of the move, with the observer still in its old state; of folded vectors
                             it is at the beginning of the thread's row instead, and */
    uint32_t pair;        /* MODEL_NONE, or the move changes words of this pair alone (stages_pair) */
    uint32_t labels;      /* where the labels of the lane's moves begin, see label_of */
    uint32_t next, end;   /* range of the observer's targets that are to come */
    uint32_t state, row;  /* the observer's, if there is one; where its classes begin */
};

/* Sets the range of the observer's targets for a move of the network. */
template <uint32_t words>
static __device__ __forceinline__ void join_observer(const struct search_arguments *arguments,
                                                     const struct model_view *model, uint32_t label,
                                                     struct search_product<words> *product) {
    note_label(arguments, label);
    product->next = 0;
    product->end = 1;
    if (model->header->observer_states != 0) {
        const uint32_t *row = model->observer_row + product->row + model->observer_class[label];
        product->next = row[0];
        product->end = row[1];
    }
}

/* Begins with a copy of the source; returns the place of the target. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ uint64_t *begin_target(struct search_thread *thread, const uint64_t *source,
                                                         struct search_product<words> *product) {
    if constexpr (search_is_folded(way)) {
        for (uint32_t w = 0; w < thread->model.header->words; w++) {
            thread->row[w] = source[w];
        }
        product->pair = MODEL_NONE;
        return thread->row;
    } else {
        for (uint32_t w = 0; w < words; w++) {
            product->near[w] = source[w];
        }
        return product->near;
    }
}

/* Notes that a move changes only this word, and `other`. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void note_pair(const struct model_header *header, uint32_t word,
                                                 uint32_t other, struct search_product<words> *product) {
    if constexpr (search_is_folded(way)) {
        product->pair = word / 2 == other / 2 && stages_pair(header, word) ? word / 2 : MODEL_NONE;
    }
}

/* Makes the lane's next move within a block, or by a link. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void
make_move(struct search_thread *thread, const struct search_arguments *arguments,
          struct search_staging *staging, uint32_t place, const uint64_t *source,
          struct search_product<words> *product) {
    constexpr uint32_t fixed = search_is_folded(way) ? 0 : words;
    const void *image = this_image<way>(arguments);
    const struct model_view model = model_view_of(image);
    const uint32_t move = staging->moves.begin;
    uint32_t label = product->labels;
    uint64_t *target = begin_target<words, way>(thread, source, product);
    if (place != MODEL_NONE) {
        target_linked<fixed>(image, staging, place, source, target);
        label = label == MODEL_NONE ? model.link_target_label[move] : label;
        note_pair<words, way>(model.header, staging->word, model_place_word(place), product);
    } else {
        const uint64_t change = next_word(image, staging) - word_of<fixed>(source, staging->word);
        add_to_word<fixed>(target, staging->word, change);
        label = staging->moves.wide ? model.fast_label[label + model.move_class[move]]
                                    : model.block_label[label + move];
        note_pair<words, way>(model.header, staging->word, staging->word, product);
    }
    join_observer<words>(arguments, &model, label, product);
}

/* Begins with the observer's state; returns whether the network moves in it. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int
begin_product(struct search_thread *thread, const struct search_arguments *arguments, int active,
              const uint64_t *source, struct search_product<words> *product) {
    constexpr uint32_t fixed = search_is_folded(way) ? 0 : words;
    const struct model_view model = model_view_of(this_image<way>(arguments));
    product->next = product->end = 0;
    product->state = product->row = 0;
    if (model.header->observer_states == 0 || !active) {
        return active;
    }
    const struct model_component *field = model.component + model.header->components;
    product->state = local_of<fixed>(field, source);
    const struct model_observer_state *state = model.observer_state + product->state;
    product->row = state->row;
    if (state->kind == OBSERVER_EPSILON) {
        begin_target<words, way>(thread, source, product);
        note_pair<words, way>(model.header, field->word, field->word, product);
        product->next = model.observer_row[product->row];
        product->end = model.observer_row[product->row + 1];
    }
    return state->kind == OBSERVER_STEP;
}

/* Stages the key of the thread's target, or its changed pair with a note: see stage_notes. `word` and
 * `change` are the observer's move. */
template <uint32_t words>
static __device__ __forceinline__ void
stage_folded_product(struct search_thread *thread, const struct model_header *header, uint32_t pair,
                     uint32_t word, uint64_t change, uint64_t *at, uint64_t *note) {
    *note = 0;
    if (change != 0) {
        thread->row[word] += change;
    }
    if (pair != MODEL_NONE && (change == 0 || word / 2 == pair)) {
        at[0] = thread->row[2 * pair];
        at[1] = thread->row[2 * pair + 1];
        *note = pair_note(2 * pair);
    } else {
        stage_folded_target<words>(thread, header, at);
    }
    if (change != 0) {
        thread->row[word] -= change;
    }
}

/* Stages the next `take` of the lane's products, from place `first` of the warp's stage. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void
stage_products(struct search_thread *thread, const struct search_arguments *arguments, unsigned first,
               unsigned take, struct search_product<words> *product) {
    const struct model_view model = model_view_of(this_image<way>(arguments));
    const int observed = model.header->observer_states != 0;
    const struct model_component *field = model.component + model.header->components;
    uint64_t *at = this_stage<way>(arguments) + first * words;
#pragma unroll 1
    for (; take != 0; take--, first++, at += words, product->next++) {
        uint64_t change = 0;
        uint32_t word = words;
        if (observed) {
            const uint32_t to = model.observer_target[product->next];
            if (model.observer_state[to].error) {
                note_error_state(arguments);
            }
            change = ((uint64_t)to - product->state) << field->shift;
            word = field->word;
        }
        if constexpr (search_is_folded(way)) {
            stage_folded_product<words>(thread, model.header, product->pair, word, change, at,
                                        stage_notes<words, way>(arguments) + first);
        } else {
            for (uint32_t w = 0; w < words; w++) {
                at[w] = (product->near[w] + (w == word ? change : 0)) | TABLE_USED;
            }
        }
    }
}

/* Goes to the lanes' moves within the next block. */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ void
enter_block(const struct search_arguments *arguments, uint32_t number, int moving, const uint64_t *source,
            struct search_leader *leader, struct search_staging *staging,
            struct search_product<words> *product) {
    constexpr uint32_t fixed = search_is_folded(way) ? 0 : words;
    const void *image = this_image<way>(arguments);
    const struct model_view model = model_view_of(image);
    const struct model_block *block = model.block + number;
    const uint64_t field = block_field<fixed>(block, source);
    staging->shift = block->shift;
    staging->word = words == 1 ? 0 : block->word;
    staging->base = word_of<fixed>(source, staging->word) - field;
    if (moving) {
        staging->moves = moves_of(image, block, (uint32_t)(field >> block->shift));
        product->labels = staging->moves.wide ? model.component[block->first].lead : block->labels;
        if (staging->moves.leads != 0) {
            leader->blocks |= 1u << (number < LEADER_BITS ? number : LEADER_BITS - 1);
        }
    }
}

/*
 * Makes the lane's next transition by a rule that joins several blocks; returns whether there is one.
 */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int
make_led(struct search_thread *thread, const struct search_arguments *arguments, struct search_leader *leader,
         const uint64_t *source, struct search_product<words> *product) {
    constexpr uint32_t fixed = search_is_folded(way) ? 0 : words;
    const void *image = this_image<way>(arguments);
    if (!next_led<fixed>(leader, image, source)) {
        return 0;
    }
    const struct model_view model = model_view_of(image);
    uint64_t *target = begin_target<words, way>(thread, source, product);
    target_led<fixed>(&model, leader, leader->next - 1, source, target);
    join_observer<words>(arguments, &model, model.rule[leader->rule - 1].label, product);
    return 1;
}

/*
 * Expands state `index` of the queue, if the lane is active, and puts its successors into the visited set.
 * Returns whether the network has no transition from it, and can move; *transitions is the number of the
 * product's transitions. Called by all lanes.
 */
template <uint32_t words, enum search_way way>
static __device__ __forceinline__ int expand_by_labels(const struct search_arguments *arguments,
                                                       struct search_thread *thread, uint64_t index,
                                                       int active, uint64_t *transitions) {
    constexpr int folded = search_is_folded(way);
    constexpr uint32_t fixed = folded ? 0 : words;
    const void *image = this_image<way>(arguments);
    const struct model_header *header = (const struct model_header *)image;
    const unsigned room = stage_room<words, way>();
    struct search_leader leader = {0, 0, 0, {0}, {MODEL_NONE}, {0}, {0}, 0, 0, 0, 0};
    struct search_staging staging = {{0, 0, 0, 0}, 0, 0, 0, 0};
    struct search_product<words> product;
    uint64_t near[words];
    uint32_t block_number = 0;
    unsigned staged = 0;
    int led = 0; /* blocks and links are done */
    load_source<words, way>(arguments, thread, index, active, near);
    const uint64_t *source = folded ? thread->row + fold_stride(header) : near;
    const int moving = begin_product<words, way>(thread, arguments, active, source, &product);
    int fired = 0;
    *transitions = product.end - product.next; /* of an observer that moves alone */
    for (unsigned round = 1; round % 4096 != 0 || !stop_batch(arguments); round++) {
        unsigned end = 0, total = 0;
#pragma unroll 1
        while (product.next == product.end && staging.moves.begin != staging.moves.end) {
            make_move<words, way>(thread, arguments, &staging, leader.place, source, &product);
            *transitions += product.end - product.next;
        }
        if (__any_sync(ALL_LANES, product.next != product.end)) {
            const unsigned left = product.end - product.next;
            staging.take = left < ROUND_WORDS / words ? left : ROUND_WORDS / words;
            end = sum_lanes(staging.take, &total);
        } else if (block_number != header->blocks) {
            enter_block<words, way>(arguments, block_number++, moving, source, &leader, &staging, &product);
            fired |= staging.moves.begin != staging.moves.end;
            continue;
        } else if (!led && next_link<fixed>(image, moving, source, &leader, &staging)) {
            if (staging.moves.begin != staging.moves.end) {
                product.labels = model_view_of(image).link_label[leader.link - 1];
                fired = 1;
            }
            continue;
        } else {
            led = 1;
            const int made = make_led<words, way>(thread, arguments, &leader, source, &product);
            *transitions += made ? product.end - product.next : 0;
            fired |= made;
            if (__any_sync(ALL_LANES, made)) {
                continue;
            }
        }
        if (staged + total > room || total == 0) {
            if constexpr (folded) {
                fold_staged<words, way>(arguments, thread, staged);
            }
            flush<words, way>(arguments, staged);
            staged = 0;
        }
        if (total == 0 || load_shared(&this_warp()->full) != 0) {
            break;
        }
        if constexpr (folded) {
            __syncwarp(); /* all lanes have read `full`, which folding may set */
        }
        stage_products<words, way>(thread, arguments, staged + end - staging.take, staging.take, &product);
        if constexpr (folded) {
            __syncwarp();
        }
        staged += total;
    }
    const int ends = active && moving && !fired;
    return ends &&
           (header->observer_states == 0 || !model_view_of(image).observer_state[product.state].quiet);
}

#endif
