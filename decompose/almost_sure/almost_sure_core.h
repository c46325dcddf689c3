#ifndef HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_CORE_H
#define HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_CORE_H

/* What almost-sure reachability does with one vertex, on the host and on a GPU
 * (decompose/almost_sure/almost_sure.c).
 */
#include "decompose/prune/prune_core.h"

CORE_FUNCTION void sure_begin(const struct prune_view *view, uint32_t vertex, uint32_t lane) {
    if (lane == 0) {
        int goal = bitmap_has(view->goals, vertex);
        view->rank[vertex] = goal ? 0 : PRUNE_NONE;
        if (goal) {
            prune_push(view, vertex);
        }
    }
}

/* All edges of the transpose are live. */
CORE_FUNCTION void sure_reach(const struct prune_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint32_t rank = view->rank[vertex] + 1;
    for (uint64_t i = view->sources_begin[vertex] + lane; i < view->sources_begin[vertex + 1]; i += lanes) {
        uint32_t source = view->sources[i];
        if (shared_load(&view->rank[source]) == PRUNE_NONE &&
            shared_replace(&view->rank[source], PRUNE_NONE, rank)) {
            prune_push(view, source);
        }
    }
}

CORE_FUNCTION void sure_sweep(const struct prune_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->graph.offsets[vertex + 1];
    if (shared_load(&view->rank[vertex]) != PRUNE_NONE) {
        return;
    }
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (bitmap_has(view->live, edge) &&
            shared_load(&view->rank[view->graph.targets[edge]]) == view->level) {
            shared_store(&view->rank[vertex], view->level + 1);
            shared64_store(&view->counters->told, 1);
            return;
        }
    }
}

CORE_FUNCTION void sure_drop(const struct prune_view *view, uint32_t vertex, uint32_t lane) {
    if (lane == 0 && view->rank[vertex] == PRUNE_NONE) {
        prune_fall(view, vertex);
    }
}

/* Whether the choice [edge, end) has an edge to a lower rank. */
CORE_FUNCTION int sure_descends(const struct prune_view *view, uint64_t edge, uint64_t end, uint32_t rank) {
    for (; edge < end; edge++) {
        if (view->rank[view->graph.targets[edge]] < rank) {
            return 1;
        }
    }
    return 0;
}

/*
 * The first choice of the row that performs the goal, or whose edges all lead to states with a rank and one
 * to a lower rank. A goal by its state takes none.
 */
CORE_FUNCTION void sure_choose(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    uint64_t end = view->graph.offsets[vertex + 1];
    uint32_t rank = view->rank[vertex];
    if (rank == PRUNE_NONE || (rank == 0 && view->goal_edges == NULL)) {
        return;
    }
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (!digraph_begins(&view->graph, edge)) {
            continue;
        }
        if (rank == 0
                ? bitmap_has(view->goal_edges, edge) && (view->given == NULL || bitmap_has(view->given, edge))
                : bitmap_has(view->live, edge) &&
                      sure_descends(view, edge, prune_choice_end(view, edge, end), rank)) {
            shared64_least(&view->choice[vertex], edge);
            return;
        }
    }
}

CORE_FUNCTION void sure_members(const struct prune_view *view, uint32_t vertex, uint32_t lane) {
    if (lane == 0 && view->rank[vertex] != PRUNE_NONE) {
        shared_bit_claim(view->members, vertex);
    }
}

CORE_FUNCTION void sure_join(const struct prune_view *view, uint32_t vertex, uint32_t lane) {
    if (lane == 0 && view->inner_rank[vertex] != PRUNE_NONE) {
        view->rank[vertex] = view->inner_rank[vertex];
        if (view->choice != NULL) {
            view->choice[vertex] = view->inner_choice[vertex];
        }
    }
}

#endif
