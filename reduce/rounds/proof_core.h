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
#include "reduce/rounds/rounds_core.h"

#define PROOF_APART 1u   /* bits of a vertex: it has a pair that the signature has not */
#define PROOF_LACKS 2u   /* the signature has a pair that it has not */
#define PROOF_INERT 4u   /* it has an inert edge */
#define PROOF_WINDOW 64u /* pairs of a signature that a lane ticks at a time */
#define PROOF_FEW 24u    /* so many pairs are sorted by insertion */

struct proof_view {
    struct rounds_view rounds; /* the blocks; `listed` is 0 */
    uint64_t graph_vertices;
    const uint32_t *vertex; /* [graph_vertices]: the vertex of the contracted graph; NULL: the same */
    uint32_t *least;        /* [block]: the least vertex of the graph in it */
    uint32_t *number;       /* [block]: its new number */
    uint32_t *sizes;        /* [new number] */
    uint32_t *result; /* [graph_vertices + 1]: whether a vertex is the least; ranks; in the end its block */
    uint32_t *bottom; /* [block]: the bottom vertex whose signature is taken */
    uint32_t *other;  /* [block]: a bottom vertex with fewer pairs; ROUNDS_NONE: none */
    uint64_t *begin;  /* [blocks + 1]: where the block's pairs begin */
    uint64_t *pairs;
    uint32_t *length; /* [block]: its pairs */
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
    STEP(proof, PROOF_LENGTH, step_vertex, step_one,    proof_lengths)                                       \
    STEP(proof, PROOF_WRITE,  step_vertex, proof_row,   proof_write)                                         \
    STEP(proof, PROOF_SORT,   step_vertex, step_one,    proof_sort)                                          \
    STEP(proof, PROOF_TAKE,   step_vertex, step_one,    proof_take)

#define PROOF_LINE_STEPS(STEP)                                                                               \
    STEP(proof, PROOF_BOTTOM, step_vertex, proof_edges, proof_look, proof_bottom, proof_queue)               \
    STEP(proof, PROOF_CHECK,  step_vertex, proof_edges, proof_fit,  proof_judge,  proof_queue)
/* clang-format on */

enum proof_step { PROOF_STEPS(STEPS_ENUM) PROOF_LINE_STEPS(STEPS_ENUM) };

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

CORE_FUNCTION uint32_t proof_look(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                                  uint32_t lanes, const struct step_sink *sink) {
    const struct rounds_view *rounds = &view->rounds;
    const uint32_t own = rounds->block[vertex];
    (void)sink;
    for (uint64_t edge = rounds->offsets[vertex] + lane;
         rounds->internal != ROUNDS_NONE && edge < rounds->offsets[vertex + 1]; edge += lanes) {
        if (proof_is_inert(view, edge, own)) {
            return PROOF_INERT;
        }
    }
    return 0;
}

CORE_FUNCTION void proof_bottom(const struct proof_view *view, const struct step_item *item,
                                const struct step_sink *sink) {
    (void)sink;
    if (item->seen == 0) {
        shared_least(&view->bottom[view->rounds.block[item->vertex]], item->vertex);
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

/* Sorts the pairs of a block and drops duplicates. */
CORE_FUNCTION void proof_sort(const struct proof_view *view, uint32_t block, uint32_t lane, uint32_t lanes) {
    uint64_t *pairs = view->pairs + view->begin[block];
    const uint64_t count = view->begin[block + 1] - view->begin[block];
    (void)lane;
    (void)lanes;
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

/*
 * Ticks the pairs of the signature that the vertex has, a window at a time. Each lane does windows of its
 * own, with all edges of the vertex.
 */
CORE_FUNCTION uint32_t proof_fit(const struct proof_view *view, uint32_t vertex, uint32_t lane,
                                 uint32_t lanes, const struct step_sink *sink) {
    const struct rounds_view *rounds = &view->rounds;
    const uint32_t own = rounds->block[vertex];
    (void)sink;
    if (rounds->size[own] == 1) {
        return 0;
    }
    const uint64_t *pairs = view->pairs + view->begin[own];
    const uint32_t length = view->length[own];
    uint32_t seen = 0;
    for (uint64_t window = (uint64_t)lane * PROOF_WINDOW; window == 0 || window < length;
         window += (uint64_t)lanes * PROOF_WINDOW) {
        const uint32_t most = length - window < PROOF_WINDOW ? (uint32_t)(length - window) : PROOF_WINDOW;
        uint64_t ticked = 0;
        for (uint64_t edge = rounds->offsets[vertex]; edge < rounds->offsets[vertex + 1]; edge++) {
            if (proof_is_inert(view, edge, own)) {
                seen |= PROOF_INERT;
                continue;
            }
            const uint32_t at = proof_find(pairs, length, proof_pair(rounds, edge));
            seen |= at == length ? PROOF_APART : 0;
            ticked |= at - window < most ? (uint64_t)1 << (at - window) : 0;
        }
        if (proof_diverges(view, vertex)) {
            const uint32_t at = proof_find(pairs, length, (uint64_t)rounds->internal << 32 | own);
            seen |= at == length ? PROOF_APART : 0;
            ticked |= at - window < most ? (uint64_t)1 << (at - window) : 0;
        }
        seen |= most > 0 && ticked != ~(uint64_t)0 >> (PROOF_WINDOW - most) ? PROOF_LACKS : 0;
    }
    return seen;
}

/* Lists vertices that belong apart, and notes smaller signatures. */
CORE_FUNCTION void proof_judge(const struct proof_view *view, const struct step_item *item,
                               const struct step_sink *sink) {
    const struct rounds_view *rounds = &view->rounds;
    struct rounds_counters *counters = rounds->counters;
    if (!(item->seen & PROOF_APART) && (item->seen & (PROOF_LACKS | PROOF_INERT)) != PROOF_LACKS) {
        return;
    }
    const uint32_t own = rounds->block[item->vertex];
    shared64_most(&counters->longest, (uint64_t)view->length[own] + 1);
    if (item->seen & PROOF_APART) {
        shared64_most(&counters->apart, 1);
        rounds_add(rounds, item->vertex, sink);
    } else {
        shared64_most(&counters->smaller, 1);
        shared_least(&view->other[own], item->vertex);
    }
}

CORE_FUNCTION void proof_take(const struct proof_view *view, uint32_t block, uint32_t lane, uint32_t lanes) {
    (void)lane;
    (void)lanes;
    if (view->other[block] != ROUNDS_NONE) {
        view->bottom[block] = view->other[block];
    }
}

#endif
