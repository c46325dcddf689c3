/*
 * Signatures of vertices whose edges have weights: for each part of labels and each block, the sum of the
 * weights, or that there is an edge. Sketches add hashes times weights, modulo 2^64, so that equal sums make
 * equal sketches in any order of the edges; the proof compares the sums themselves.
 */
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "reduce/refine/refine_internal.h"

uint32_t refine_fold_weighted(const struct refinement *refinement, uint32_t vertex) {
    const struct refine_input *input = refinement->input;
    const struct refine_weights *weights = input->weights;
    const struct sketching *how = &refinement->how;
    uint64_t sketch[SKETCH_MOST_WORDS + 1] = {0}, *sum = &sketch[how->words];
    for (uint64_t edge = input->visible.offsets[vertex]; edge < input->visible.offsets[vertex + 1]; edge++) {
        const uint32_t label = input->labels[edge], block = refinement->block[input->visible.targets[edge]];
        const refine_weight weight = weights->weight[label];
        if (weight == 0) {
            sketch_add(how, sketch, weights->part[label], block);
        } else {
            *sum += (uint64_t)weight * sketch_hash(how->seed, weights->part[label], block);
        }
    }
    *sum &= how->bits != 0 ? how->bits - 1 : UINT64_MAX;
    return sketch_fold(sketch, how->words + 1);
}

/* --- the proof --- */

/* What a vertex has of a part and a block; weight 0: at least one edge. */
struct weighed {
    uint64_t pair; /* part << 32 | block */
    refine_weight weight;
};

/* A signature: pairs in ascending order, each once. */
struct signature {
    struct weighed *pairs;
    uint64_t length, capacity;
};

/* 0, or -1 when memory runs out. */
static int weigh(const struct refinement *refinement, uint32_t vertex, struct signature *signature) {
    const struct refine_input *input = refinement->input;
    const uint64_t first = input->visible.offsets[vertex];
    const uint64_t count = input->visible.offsets[vertex + 1] - first;
    if (MEMORY_GROW(refinement->run->memory, &signature->pairs, &signature->capacity, count) != 0) {
        return -1;
    }
    struct weighed *pairs = signature->pairs;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t label = input->labels[first + i];
        const uint32_t block = refinement->block[input->visible.targets[first + i]];
        pairs[i] = (struct weighed){(uint64_t)input->weights->part[label] << 32 | block,
                                    input->weights->weight[label]};
    }
    sort_items(pairs, count, sizeof *pairs, sort_compare_long);
    signature->length = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (signature->length > 0 && pairs[signature->length - 1].pair == pairs[i].pair) {
            pairs[signature->length - 1].weight += pairs[i].weight;
        } else {
            pairs[signature->length++] = pairs[i];
        }
    }
    return 0;
}

static int is_equal(const struct signature *a, const struct signature *b) {
    int equal = a->length == b->length;
    for (uint64_t i = 0; i < a->length && equal; i++) {
        equal = a->pairs[i].pair == b->pairs[i].pair && a->pairs[i].weight == b->pairs[i].weight;
    }
    return equal;
}

int refine_prove_weighted(struct refinement *refinement, uint64_t begin, uint64_t end, uint64_t *longest) {
    struct memory *memory = refinement->run->memory;
    struct signature first = {.length = 0}, other = {.length = 0};
    struct refine_batch batch = {.count = 0};
    int failed = 0;
    for (uint64_t block = begin; block < end && !failed; block++) {
        const uint32_t *member = refinement->member + refinement->begin[block];
        const uint32_t size = refinement->size[block];
        failed = size > 1 && weigh(refinement, member[0], &first) != 0;
        for (uint32_t i = 1; i < size && !failed; i++) {
            failed = weigh(refinement, member[i], &other) != 0;
            if (!failed && !is_equal(&first, &other)) {
                refine_add(refinement, &batch, member[i]);
                *longest = first.length + 1 > *longest ? first.length + 1 : *longest;
            }
        }
    }
    refine_flush(refinement, &batch);
    memory_free(memory, first.pairs, first.capacity * sizeof *first.pairs);
    memory_free(memory, other.pairs, other.capacity * sizeof *other.pairs);
    return failed ? -1 : 0;
}
