#ifndef HEDDLE_DECOMPOSE_MEC_MEC_CORE_H
#define HEDDLE_DECOMPOSE_MEC_MEC_CORE_H

/* The steps of MEC decomposition for a single vertex, on the host and on a GPU (decompose/mec/mec.c). */
#include "decompose/prune/prune_core.h"

/* clang-format off */
#define MEC_STEPS(STEP)                                                                                      \
    /* choices that leave their SCC die; SCCs that lost something are marked */                              \
    STEP(mec, MEC_LEAVE,  step_vertex, mec_edges, mec_leave)                                                 \
    STEP(mec, MEC_MARK,   step_vertex, step_one,  mec_mark)                                                  \
    /* SCCs that lost nothing are MECs; reports whether there are others */                                          \
    STEP(mec, MEC_SETTLE, step_vertex, mec_words, mec_settle)
/* clang-format on */

enum mec_step { MEC_STEPS(STEPS_ENUM) };

struct mec_view {
    struct prune_view prune;
    const uint32_t *scc; /* smallest member of each vertex's SCC */
    uint32_t *component;
    uint32_t *lost;     /* bitmap over names of SCCs */
    uint32_t *internal; /* bitmap over edges, or NULL */
};

CORE_FUNCTION uint64_t mec_edges(const struct mec_view *view, uint32_t vertex) {
    return prune_edges(&view->prune, vertex);
}

CORE_FUNCTION uint64_t mec_words(const struct mec_view *view, uint32_t vertex) {
    return prune_words(&view->prune, vertex);
}

/* Choices of the vertex with an edge that leaves its SCC die. */
CORE_FUNCTION void mec_leave(const struct mec_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    const struct prune_view *prune = &view->prune;
    uint64_t end = prune->graph.offsets[vertex + 1];
    uint32_t scc = view->scc[vertex];
    if (prune_has_fallen(prune, vertex) || view->component[vertex] != PRUNE_NONE) {
        return; /* while it falls, the vertex has no live choice left, so other lanes find none */
    }
    for (uint64_t edge = prune->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (!prune_is_live_choice(prune, edge)) {
            continue;
        }
        uint64_t stop = digraph_choice_end(&prune->graph, edge, end), at = edge;
        while (at < stop && view->scc[prune->graph.targets[at]] == scc) {
            at++;
        }
        if (at < stop) {
            prune_kill(prune, vertex, edge, stop);
        }
    }
}

CORE_FUNCTION void mec_mark(const struct mec_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    (void)lanes;
    if (lane == 0 && bitmap_has(view->prune.losers, vertex)) {
        shared_bit_claim(view->lost, view->scc[vertex]);
    }
}

/*
 * A state of an SCC that lost nothing is in a MEC; its choices leave the mask. Of an earlier MEC, only the
 * smallest member appears again, as an SCC of its own without live choices, so nothing changes.
 */
CORE_FUNCTION void mec_settle(const struct mec_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    const struct prune_view *prune = &view->prune;
    uint64_t begin = prune->graph.offsets[vertex], end = prune->graph.offsets[vertex + 1];
    uint32_t scc = view->scc[vertex], component = shared_load(&view->component[vertex]);
    if (prune_has_fallen(prune, vertex) || (component != PRUNE_NONE && component != scc)) {
        return;
    }
    if (bitmap_has(view->lost, scc)) {
        shared64_store(&prune->counters->flag, 1);
        return;
    }
    if (lane == 0) {
        shared_store(&view->component[vertex], scc);
    }
    for (uint64_t word = begin / BITMAP_WORD_BITS + lane; word * BITMAP_WORD_BITS < end; word += lanes) {
        uint32_t bits = shared_load(&prune->live[word]) & bits_in_range(word, begin, end);
        if (bits != 0) {
            shared_and(&prune->live[word], ~bits);
            if (view->internal != NULL) {
                shared_or(&view->internal[word], bits);
            }
        }
    }
}

#endif
