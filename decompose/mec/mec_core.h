#ifndef HEDDLE_DECOMPOSE_MEC_MEC_CORE_H
#define HEDDLE_DECOMPOSE_MEC_MEC_CORE_H

/* What MEC decomposition does with one vertex, on the host and on a GPU (decompose/mec/mec.c). */
#include "decompose/prune/prune_core.h"

/* Choices of the vertex with an edge that leaves its SCC die. */
CORE_FUNCTION void mec_leave(const struct prune_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->graph.offsets[vertex + 1];
    uint32_t scc = view->scc[vertex];
    if (prune_has_fallen(view, vertex) || view->component[vertex] != PRUNE_NONE) {
        return; /* falling meanwhile it has no live choice left, so that other lanes find none */
    }
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (!prune_is_live_choice(view, edge)) {
            continue;
        }
        uint64_t stop = prune_choice_end(view, edge, end), at = edge;
        while (at < stop && view->scc[view->graph.targets[at]] == scc) {
            at++;
        }
        if (at < stop) {
            prune_kill(view, vertex, edge, stop);
        }
    }
}

CORE_FUNCTION void mec_mark(const struct prune_view *view, uint32_t vertex, uint32_t lane) {
    if (lane == 0 && bitmap_has(view->losers, vertex)) {
        shared_bit_claim(view->lost, view->scc[vertex]);
    }
}

/*
 * A state of an SCC that lost nothing is in a MEC; its choices leave the mask. Of an earlier MEC there is
 * only the smallest member that comes by again, as an SCC of its own, and it has no live choices: nothing
 * changes.
 */
CORE_FUNCTION void mec_settle(const struct prune_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t begin = view->graph.offsets[vertex], end = view->graph.offsets[vertex + 1];
    uint32_t scc = view->scc[vertex], component = shared_load(&view->component[vertex]);
    if (prune_has_fallen(view, vertex) || (component != PRUNE_NONE && component != scc)) {
        return;
    }
    if (bitmap_has(view->lost, scc)) {
        shared64_store(&view->counters->told, 1);
        return;
    }
    if (lane == 0) {
        shared_store(&view->component[vertex], scc);
    }
    for (uint64_t word = begin / BITMAP_WORD_BITS + lane; word * BITMAP_WORD_BITS < end; word += lanes) {
        uint32_t bits = shared_load(&view->live[word]) & bits_in_range(word, begin, end);
        if (bits != 0) {
            shared_and(&view->live[word], ~bits);
            if (view->internal != NULL) {
                shared_or(&view->internal[word], bits);
            }
        }
    }
}

#endif
