#ifndef HEDDLE_REDUCE_ROUNDS_PROOF_CORE_H
#define HEDDLE_REDUCE_ROUNDS_PROOF_CORE_H

/*
 * The steps that number the blocks of a partition, write the signature of each block and prove that its
 * vertices have it. For a single vertex or block, on a GPU and, in tests, on the host.
 *
 * The signature of a block is that of one of its bottom vertices, which have no inert edges: pairs (label <<
 * 32 | block), sorted, each once; a run of inert edges without end is the pair of the internal label and the
 * block itself. Every bottom vertex must have this signature, every other vertex a subset: as inert edges
 * lead it to a bottom vertex, the union of what it reaches is then the same. No hashes decide here.
 */
#include "reduce/rounds/rounds_list_core.h"
#include "reduce/rounds/weights_core.h"

#define PROOF_WINDOW 64u /* pairs of a signature that a lane ticks at a time */
#define PROOF_FEW 24u    /* so many pairs are sorted by insertion */

struct proof_view {
    struct step_huge huge;
    struct rounds_view rounds; /* the blocks; `listed` is 0 */
    uint64_t graph_vertices;
    const uint32_t *vertex; /* [graph_vertices]: the vertex of the contracted graph; NULL: the same */
    uint32_t *least;        /* [block]: the least vertex of the graph in it */
    uint32_t *number;       /* [block]: its new number */
    uint32_t *sizes;        /* [new number] */
    uint32_t *result; /* [graph_vertices + 1]: whether a vertex is the least; ranks; in the end its block */
    uint32_t *inert;  /* bitmap of the vertices that have an inert edge */
    uint32_t *bottom; /* [block]: the bottom vertex whose signature is taken */
    uint32_t *other;  /* [block]: a bottom vertex with fewer pairs; ROUNDS_NONE: none */
    uint64_t *begin;  /* [blocks + 1]: where the block's pairs begin */
    uint64_t *pairs;
    uint32_t *length; /* [block]: its pairs */
    uint32_t *longs;  /* blocks with more pairs than `most`, which are not sorted yet */
    uint32_t most;
    /* The quotient. */
    uint32_t *divergent;    /* bitmap over the blocks that begin an infinite run of internal steps */
    uint64_t *made_offsets; /* [blocks + 1] */
    uint32_t *made_targets, *made_labels;
};

/* clang-format off */
#define PROOF_STEPS(STEP)                                                                                    \
    /* numbers by least vertices */                                                                          \
    STEP(proof, PROOF_LEAST,  step_vertex, step_one,    proof_least)                                         \
    STEP(proof, PROOF_FIRST,  step_vertex, step_one,    proof_first)                                         \
    STEP(proof, PROOF_NUMBER, step_vertex, step_one,    proof_number)                                        \
    STEP(proof, PROOF_RENAME, step_vertex, step_one,    proof_rename)                                        \
    STEP(proof, PROOF_RESULT, step_vertex, step_one,    proof_result)                                        \
    /* signatures */                                                                                         \
    STEP(proof, PROOF_BOTTOM, step_vertex, step_one,    proof_bottom)                                        \
    STEP(proof, PROOF_LENGTH, step_vertex, step_one,    proof_lengths)                                       \
    STEP(proof, PROOF_WRITE,  step_vertex, proof_row,   proof_write)                                         \
    STEP(proof, PROOF_SORT,   step_vertex, step_one,    proof_sort)                                          \
    /* vertices without inert edges have all pairs */                                                        \
    STEP(proof, PROOF_LACKS,  step_vertex, proof_edges, proof_lacks)                                         \
    STEP(proof, PROOF_TAKE,   step_vertex, step_one,    proof_take)                                          \
    /* the quotient */                                                                                       \
    STEP(proof, PROOF_COUNT,  step_vertex, step_one,    proof_count)                                         \
    STEP(proof, PROOF_MAKE,   step_vertex, step_one,    proof_make)

#define PROOF_LINE_STEPS(STEP)                                                                               \
    STEP(proof, PROOF_INERT,  step_vertex, proof_edges, proof_mark, step_no_end, proof_queue)                \
    /* vertices have no other pairs */                                                                       \
    STEP(proof, PROOF_FIT,    step_vertex, proof_edges, proof_fit,  step_no_end, proof_queue)                \
    /* if edges have weights: vertices have the sums of the bottom vertex of their block */                  \
    STEP(proof, PROOF_WEIGH,  step_vertex, proof_edges, proof_weigh, step_no_end, proof_queue)

#define PROOF_COUNTED_STEPS(STEP)                                                                            \
    STEP(proof, PROOF_LOOPS,  proof_loops, step_not_over, proof_loop_counter)
/* clang-format on */

enum proof_step { PROOF_STEPS(STEPS_ENUM) PROOF_LINE_STEPS(STEPS_ENUM) PROOF_COUNTED_STEPS(STEPS_ENUM) };

CORE_FUNCTION uint64_t proof_edges(const struct proof_view *view, uint32_t vertex) {
    return rounds_edges(&view->rounds, vertex);
}

CORE_FUNCTION struct step_sink proof_queue(const struct proof_view *view) {
    return rounds_queue(&view->rounds);
}

/* --- numbers --- */

CORE_FUNCTION uint32_t proof_block(const struct proof_view *view, uint32_t vertex) {
    return view->rounds.block[view->vertex == NULL ? vertex : view->vertex[vertex]];
}

CORE_FUNCTION void proof_least(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    (void)lane;
    (void)lanes;
    shared_least(&view->least[proof_block(view, vertex)], vertex);
}

CORE_FUNCTION void proof_first(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    (void)lane;
    (void)lanes;
    view->result[vertex] = vertex < view->graph_vertices && view->least[proof_block(view, vertex)] == vertex;
}

CORE_FUNCTION void proof_number(const struct proof_view *view, uint32_t block, uint32_t lane,
                                uint32_t lanes) {
    (void)lane;
    (void)lanes;
    const uint32_t number = view->result[view->least[block]];
    view->number[block] = number;
    view->sizes[number] = view->rounds.size[block];
}

CORE_FUNCTION void proof_rename(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    (void)lane;
    (void)lanes;
    view->rounds.block[vertex] = view->number[view->rounds.block[vertex]];
}

CORE_FUNCTION void proof_result(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    (void)lane;
    (void)lanes;
    view->result[vertex] = proof_block(view, vertex);
}

/* --- signatures --- */

CORE_FUNCTION int proof_is_inert(const struct proof_view *view, uint64_t edge, uint32_t own) {
    const struct rounds_view *rounds = &view->rounds;
    return rounds->labels[edge] == rounds->internal && rounds->block[rounds->targets[edge]] == own;
}

CORE_FUNCTION int proof_diverges(const struct proof_view *view, uint32_t vertex) {
    return view->rounds.diverges != NULL && bitmap_has(view->rounds.diverges, vertex);
}

CORE_FUNCTION uint32_t proof_mark(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                                  uint32_t lanes, const struct step_sink *sink) {
    const struct rounds_view *rounds = &view->rounds;
    const uint32_t own = rounds->block[vertex];
    (void)sink;
    for (uint64_t edge = rounds->offsets[vertex] + lane; edge < rounds->offsets[vertex + 1]; edge += lanes) {
        if (proof_is_inert(view, edge, own)) {
            shared_bit_claim(view->inert, vertex);
            break;
        }
    }
    return 0;
}

CORE_FUNCTION int proof_is_bottom(const struct proof_view *view, uint32_t vertex) {
    return view->inert == NULL || !bitmap_has(view->inert, vertex);
}

CORE_FUNCTION void proof_bottom(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    (void)lane;
    (void)lanes;
    if (proof_is_bottom(view, vertex)) {
        shared_least(&view->bottom[view->rounds.block[vertex]], vertex);
    }
}

/* Before a prefix sum; the last item is after the blocks. */
CORE_FUNCTION void proof_lengths(const struct proof_view *view, uint32_t block, uint32_t lane,
                                 uint32_t lanes) {
    (void)lane;
    (void)lanes;
    uint64_t most = 0;
    if (block < view->rounds.blocks) {
        const uint32_t vertex = view->bottom[block];
        most = proof_edges(view, vertex) + (uint64_t)proof_diverges(view, vertex);
    }
    view->begin[block] = most;
}

CORE_FUNCTION uint64_t proof_row(const struct proof_view *view, uint32_t block) {
    return proof_edges(view, view->bottom[block]);
}

CORE_FUNCTION uint64_t proof_pair(const struct rounds_view *rounds, uint64_t edge) {
    return (uint64_t)rounds->labels[edge] << 32 | rounds->block[rounds->targets[edge]];
}

CORE_FUNCTION void proof_write(const struct proof_view *view, uint32_t block, uint32_t lane, uint32_t lanes) {
    const struct rounds_view *rounds = &view->rounds;
    const uint32_t vertex = view->bottom[block];
    const uint64_t first = rounds->offsets[vertex], edges = proof_edges(view, vertex);
    for (uint64_t i = lane; i < edges; i += lanes) {
        view->pairs[view->begin[block] + i] = proof_pair(rounds, first + i);
    }
    if (lane == 0 && proof_diverges(view, vertex)) {
        view->pairs[view->begin[block] + edges] = (uint64_t)rounds->internal << 32 | block;
    }
}

/* Lets pair `at` sink in a heap of `count` pairs. */
CORE_FUNCTION void proof_sink(uint64_t *pairs, uint64_t count, uint64_t at) {
    const uint64_t pair = pairs[at];
    for (uint64_t below = 2 * at + 1; below < count; below = 2 * at + 1) {
        below += below + 1 < count && pairs[below + 1] > pairs[below];
        if (pairs[below] <= pair) {
            break;
        }
        pairs[at] = pairs[below];
        at = below;
    }
    pairs[at] = pair;
}

CORE_CALL void proof_sort_many(uint64_t *pairs, uint64_t count) {
    for (uint64_t at = count / 2; at-- > 0;) {
        proof_sink(pairs, count, at);
    }
    for (uint64_t last = count - 1; last > 0; last--) {
        const uint64_t pair = pairs[last];
        pairs[last] = pairs[0];
        pairs[0] = pair;
        proof_sink(pairs, last, 0);
    }
}

CORE_FUNCTION void proof_sort_few(uint64_t *pairs, uint64_t count) {
    for (uint64_t i = 1; i < count; i++) {
        const uint64_t pair = pairs[i];
        uint64_t at = i;
        for (; at > 0 && pairs[at - 1] > pair; at--) {
            pairs[at] = pairs[at - 1];
        }
        pairs[at] = pair;
    }
}

/* Sorts the pairs of a block and drops duplicates; or puts the block into the line of those with many. */
CORE_FUNCTION void proof_sort(const struct proof_view *view, uint32_t block, uint32_t lane, uint32_t lanes) {
    uint64_t *pairs = view->pairs + view->begin[block];
    const uint64_t count = view->begin[block + 1] - view->begin[block];
    (void)lane;
    (void)lanes;
    if (count > view->most) {
        view->longs[shared64_add(&view->rounds.counters->longs, 1)] = block;
        return;
    }
    if (count <= PROOF_FEW) {
        proof_sort_few(pairs, count);
    } else {
        proof_sort_many(pairs, count);
    }
    uint32_t kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (kept == 0 || pairs[kept - 1] != pairs[i]) {
            pairs[kept++] = pairs[i];
        }
    }
    view->length[block] = kept;
}

/* --- whether vertices have them --- */

/* The place of a pair in a signature; `length`: it is not there. */
CORE_FUNCTION uint32_t proof_find(const uint64_t *pairs, uint32_t length, uint64_t pair) {
    uint32_t low = 0, high = length;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (pairs[middle] < pair) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < length && pairs[low] == pair ? low : length;
}

/* The vertex does not have its block's signature. */
CORE_FUNCTION void proof_fails(const struct proof_view *view, uint32_t own, uint64_t *counter) {
    shared64_most(&view->rounds.counters->longest, (uint64_t)view->length[own] + 1);
    shared64_most(counter, 1);
}

/* Lists a vertex with a pair that the signature has not. */
CORE_FUNCTION uint32_t proof_fit(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                                 uint32_t lanes, const struct step_sink *sink) {
    const struct rounds_view *rounds = &view->rounds;
    const uint32_t own = rounds->block[vertex], length = view->length[own];
    const uint64_t *pairs = view->pairs + view->begin[own];
    if (rounds->size[own] == 1 || view->bottom[own] == vertex) {
        return 0;
    }
    int fits = lane != 0 || !proof_diverges(view, vertex) ||
               proof_find(pairs, length, (uint64_t)rounds->internal << 32 | own) != length;
    for (uint64_t edge = rounds->offsets[vertex] + lane; fits && edge < rounds->offsets[vertex + 1];
         edge += lanes) {
        fits =
            proof_is_inert(view, edge, own) || proof_find(pairs, length, proof_pair(rounds, edge)) != length;
    }
    if (!fits) {
        proof_fails(view, own, &rounds->counters->apart);
        rounds_add(rounds, vertex, sink);
    }
    return 0;
}

/* Lists a vertex that has not the sums of the chosen vertex of its block. */
CORE_FUNCTION uint32_t proof_weigh(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                                   uint32_t lanes, const struct step_sink *sink) {
    const struct rounds_view *rounds = &view->rounds;
    const uint32_t own = rounds->block[vertex], chosen = view->bottom[own];
    if (rounds->size[own] > 1 && chosen != vertex &&
        !(weights_agree(rounds, vertex, chosen, lane, lanes) &&
          weights_agree(rounds, chosen, vertex, lane, lanes))) {
        shared64_most(&rounds->counters->longest, proof_edges(view, chosen) + 1);
        shared64_most(&rounds->counters->apart, 1);
        rounds_add(rounds, vertex, sink);
    }
    return 0;
}

/* The pairs of a window of the signature that the vertex has, as bits. */
CORE_FUNCTION uint64_t proof_ticks(const struct proof_view *view, uint32_t vertex, uint64_t window) {
    const struct rounds_view *rounds = &view->rounds;
    const uint32_t own = rounds->block[vertex], length = view->length[own];
    const uint64_t *pairs = view->pairs + view->begin[own];
    uint64_t ticks = 0;
    for (uint64_t edge = rounds->offsets[vertex]; edge < rounds->offsets[vertex + 1]; edge++) {
        const uint32_t at = proof_find(pairs, length, proof_pair(rounds, edge));
        ticks |= at != length && at - window < PROOF_WINDOW ? (uint64_t)1 << (at - window) : 0;
    }
    if (proof_diverges(view, vertex)) {
        const uint32_t at = proof_find(pairs, length, (uint64_t)rounds->internal << 32 | own);
        ticks |= at != length && at - window < PROOF_WINDOW ? (uint64_t)1 << (at - window) : 0;
    }
    return ticks;
}

/*
 * Notes a vertex without inert edges that lacks pairs of the signature. Each lane looks at windows of its
 * own, with all edges of the vertex.
 */
CORE_FUNCTION void proof_lacks(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    const struct rounds_view *rounds = &view->rounds;
    const uint32_t own = rounds->block[vertex], length = view->length[own];
    if (rounds->size[own] == 1 || view->bottom[own] == vertex || !proof_is_bottom(view, vertex) ||
        bitmap_has(rounds->dirty, vertex)) { /* it belongs apart */
        return;
    }
    for (uint64_t window = (uint64_t)lane * PROOF_WINDOW; window < length;
         window += (uint64_t)lanes * PROOF_WINDOW) {
        const uint64_t left = length - window, most = left < PROOF_WINDOW ? left : PROOF_WINDOW;
        if (proof_ticks(view, vertex, window) != ~(uint64_t)0 >> (PROOF_WINDOW - most)) {
            proof_fails(view, own, &rounds->counters->smaller);
            shared_least(&view->other[own], vertex);
            return;
        }
    }
}

CORE_FUNCTION void proof_take(const struct proof_view *view, uint32_t block, uint32_t lane, uint32_t lanes) {
    (void)lane;
    (void)lanes;
    if (view->other[block] != ROUNDS_NONE) {
        view->bottom[block] = view->other[block];
    }
}

/* --- the quotient --- */

/* Before a prefix sum; the last item is after the blocks. */
CORE_FUNCTION void proof_count(const struct proof_view *view, uint32_t block, uint32_t lane, uint32_t lanes) {
    (void)lane;
    (void)lanes;
    view->made_offsets[block] = block < view->rounds.blocks ? view->length[block] : 0;
}

CORE_FUNCTION void proof_make(const struct proof_view *view, uint32_t block, uint32_t lane, uint32_t lanes) {
    const uint64_t *pairs = view->pairs + view->begin[block];
    const uint64_t first = view->made_offsets[block];
    (void)lane;
    (void)lanes;
    for (uint32_t i = 0; i < view->length[block]; i++) {
        view->made_labels[first + i] = (uint32_t)(pairs[i] >> 32);
        view->made_targets[first + i] = (uint32_t)pairs[i];
    }
}

/* Whether the block begins an infinite run of internal steps. */
CORE_FUNCTION uint32_t proof_loops(const struct proof_view *view, uint64_t block) {
    const uint64_t loop = (uint64_t)view->rounds.internal << 32 | block;
    const uint32_t length = view->length[block];
    if (proof_find(view->pairs + view->begin[block], length, loop) == length) {
        return 0;
    }
    shared_bit_claim(view->divergent, block);
    return 1;
}

CORE_FUNCTION uint64_t *proof_loop_counter(const struct proof_view *view) {
    return &view->rounds.counters->loops;
}

#endif
