#ifndef HEDDLE_REDUCE_ROUNDS_WEIGHTS_CORE_H
#define HEDDLE_REDUCE_ROUNDS_WEIGHTS_CORE_H

/*
 * The steps for edges with weights (struct refine_weights), for a single vertex. The sketch has the pairs
 * without weights, as always. Beside it is the sum of weight times hash of all other pairs, modulo a prime,
 * in two halves, so that lanes add in any order: equal sums of weights make equal sketches. The proof
 * compares the sums of weights themselves.
 */
#include "reduce/rounds/rounds_list_core.h"

#define WEIGHTS_NONE UINT64_MAX /* as a residue: the label has no weight */

CORE_FUNCTION void rounds_weigh(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    uint64_t sketch[SKETCH_MOST_WORDS], sum = 0;
    const uint64_t end = view->offsets[vertex + 1];
    for (uint32_t i = 0; i < view->how.words; i++) {
        sketch[i] = 0;
    }
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        const uint32_t label = view->labels[edge], to = view->block[view->targets[edge]];
        if (view->residue[label] == WEIGHTS_NONE) {
            sketch_add(&view->how, sketch, view->part[label], to);
        } else {
            const uint64_t hash = sketch_hash(view->how.seed, view->part[label], to) >> 3;
            sum = sketch_reduce(sum + sketch_times(view->residue[label], hash));
        }
    }
    rounds_keep(view, vertex, sketch, view->how.words, lanes);
    shared64_add(&view->sums[2 * (uint64_t)vertex], sum & UINT32_MAX);
    shared64_add(&view->sums[2 * (uint64_t)vertex + 1], sum >> 32);
}

/* --- the proof --- */

/* What a vertex has of a part and a block. */
struct weighed_pair {
    refine_weight sum;
    int has;
};

CORE_FUNCTION struct weighed_pair weights_of(const struct rounds_view *view, uint32_t vertex, uint32_t part,
                                             uint32_t block) {
    struct weighed_pair pair = {0, 0};
    for (uint64_t edge = view->offsets[vertex]; edge < view->offsets[vertex + 1]; edge++) {
        const uint32_t label = view->labels[edge];
        if (view->part[label] == part && view->block[view->targets[edge]] == block) {
            pair.sum += view->weight[label];
            pair.has = 1;
        }
    }
    return pair;
}

/* Whether two vertices have the same of all pairs of the first one; the lane's share of its edges. */
CORE_CALL int weights_agree(const struct rounds_view *view, uint32_t vertex, uint32_t other, uint32_t lane,
                            uint32_t lanes) {
    const uint64_t end = view->offsets[vertex + 1];
    int agree = 1;
    for (uint64_t edge = view->offsets[vertex] + lane; agree && edge < end; edge += lanes) {
        const uint32_t part = view->part[view->labels[edge]], block = view->block[view->targets[edge]];
        const struct weighed_pair own = weights_of(view, vertex, part, block);
        const struct weighed_pair its = weights_of(view, other, part, block);
        agree = its.has && own.sum == its.sum;
    }
    return agree;
}

#endif
