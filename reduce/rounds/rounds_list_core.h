#ifndef HEDDLE_REDUCE_ROUNDS_ROUNDS_LIST_CORE_H
#define HEDDLE_REDUCE_ROUNDS_ROUNDS_LIST_CORE_H

/* The steps that list the vertices of the next round (reduce/rounds/rounds_core.h). */
#include "reduce/rounds/rounds_core.h"

/* Lists the vertex; if there are inner edges, queues it, too, for those that lead to it by inert ones. */
CORE_FUNCTION void rounds_add(const struct rounds_view *view, uint32_t vertex, const struct step_sink *sink) {
    if (shared_bit_claim(view->dirty, vertex) && view->inner_back != NULL &&
        view->size[view->block[vertex]] > 1) {
        step_append(sink, vertex);
    }
}

/*
 * A vertex has got a new block: the sources of its edges have new pairs, unless the edge is inert; and so
 * has the vertex if an edge of it was inert before.
 */
CORE_FUNCTION uint32_t rounds_mark(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                   uint32_t lanes, const struct step_sink *sink) {
    const uint32_t own = view->block[vertex];
    for (uint64_t edge = view->visible_back[vertex] + lane; edge < view->visible_back[vertex + 1];
         edge += lanes) {
        rounds_add(view, view->visible_sources[edge], sink);
    }
    if (view->inner_back == NULL) {
        return 0;
    }
    for (uint64_t edge = view->inner_back[vertex] + lane; edge < view->inner_back[vertex + 1];
         edge += lanes) {
        if (view->block[view->inner_sources[edge]] != own) {
            rounds_add(view, view->inner_sources[edge], sink);
        }
    }
    for (uint64_t edge = view->offsets[vertex] + lane; edge < view->offsets[vertex + 1]; edge += lanes) {
        if (view->labels[edge] == view->internal && view->block[view->targets[edge]] == view->parent[own]) {
            rounds_add(view, vertex, sink);
            break;
        }
    }
    return 0;
}

CORE_FUNCTION uint32_t rounds_close(const struct rounds_view *view, uint32_t vertex, uint32_t lane,
                                    uint32_t lanes, const struct step_sink *sink) {
    const uint32_t own = view->block[vertex];
    for (uint64_t edge = view->inner_back[vertex] + lane; edge < view->inner_back[vertex + 1];
         edge += lanes) {
        if (view->block[view->inner_sources[edge]] == own) {
            rounds_add(view, view->inner_sources[edge], sink);
        }
    }
    return 0;
}

/* A word of the bitmap: without vertices that are alone in their block. The last item is after the words. */
CORE_FUNCTION void rounds_count(const struct rounds_view *view, uint32_t word, uint32_t lane,
                                uint32_t lanes) {
    const uint64_t first = (uint64_t)word * BITMAP_WORD_BITS;
    (void)lane;
    (void)lanes;
    if (first >= view->vertices) {
        view->rank[word] = 0;
        return;
    }
    uint32_t kept = 0;
    for (uint32_t bits = view->dirty[word] & bits_in_range(word, 0, view->vertices); bits != 0;
         bits &= bits - 1) {
        const uint32_t bit = core_count_trailing_zeros(bits);
        kept |= (uint32_t)(view->size[view->block[first + bit]] > 1) << bit;
    }
    view->dirty[word] = kept;
    view->rank[word] = bits_count(kept);
}

CORE_FUNCTION void rounds_emit(const struct rounds_view *view, uint32_t word, uint32_t lane, uint32_t lanes) {
    const uint64_t first = (uint64_t)word * BITMAP_WORD_BITS;
    uint32_t at = view->rank[word];
    (void)lane;
    (void)lanes;
    if (first >= view->vertices) {
        view->counters->listed = at;
        return;
    }
    for (uint32_t bits = view->dirty[word]; bits != 0; bits &= bits - 1) {
        view->list[at++] = (uint32_t)first + core_count_trailing_zeros(bits);
    }
}

#endif
