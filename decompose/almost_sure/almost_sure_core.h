#ifndef HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_CORE_H
#define HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_CORE_H

/* The steps of almost-sure reachability for a single vertex, on the host and on a GPU
 * (decompose/almost_sure/almost_sure.c).
 */
#include "decompose/prune/prune_core.h"

/* clang-format off */
#define SURE_STEPS(STEP)                                                                                     \
    /* counts live choices; a goal counts one more */                                                                  \
    STEP(sure, SURE_COUNT,   step_vertex, sure_words,   sure_count)                                          \
    /* goals get rank 0 and are queued, others get none; predecessors of queued vertices get the next rank */    \
    STEP(sure, SURE_BEGIN,   step_vertex, step_one,     sure_begin)                                          \
    STEP(sure, SURE_REACH,   sure_queued, sure_sources, sure_reach)                                          \
    /* assigns one rank without a transpose; reports whether some vertex got it */                                           \
    STEP(sure, SURE_SWEEP,   step_vertex, sure_edges,   sure_sweep)                                          \
    /* vertices without rank fall; the others get the choice to take */                                      \
    STEP(sure, SURE_DROP,    step_vertex, step_one,     sure_drop)                                           \
    STEP(sure, SURE_CHOOSE,  step_vertex, sure_edges,   sure_choose)                                         \
    /* makes a bitmap of vertices with a rank; ranks and choices inside goal components replace those outside */   \
    STEP(sure, SURE_MEMBERS, step_vertex, step_one,     sure_members)                                        \
    STEP(sure, SURE_JOIN,    step_vertex, step_one,     sure_join)
/* clang-format on */

enum sure_step { SURE_STEPS(STEPS_ENUM) };

struct sure_view {
    struct prune_view prune;
    const uint32_t *given;       /* bitmap over edges: edges that are live at the start, or NULL: all */
    const uint32_t *goal_edges;  /* bitmap over edges, or NULL */
    const uint32_t *goal_states; /* bitmap over vertices, or NULL */
    uint32_t *goals;             /* bitmap over vertices: goals of either kind */
    uint32_t *rank;              /* vertices: the ranks; PRUNE_NONE: no rank */
    uint32_t level;              /* SURE_SWEEP: all lower ranks are known */
    uint64_t *choice;            /* vertices: first edge of the choice to take, or NULL */
    uint32_t *members;           /* bitmap over vertices */
    const uint32_t *inner_rank;
    const uint64_t *inner_choice;
};

CORE_FUNCTION uint64_t sure_edges(const struct sure_view *view, uint32_t vertex) {
    return prune_edges(&view->prune, vertex);
}

CORE_FUNCTION uint64_t sure_words(const struct sure_view *view, uint32_t vertex) {
    return prune_words(&view->prune, vertex);
}

CORE_FUNCTION uint64_t sure_sources(const struct sure_view *view, uint32_t vertex) {
    return prune_sources(&view->prune, vertex);
}

CORE_FUNCTION uint32_t sure_queued(const struct sure_view *view, uint64_t at) {
    return view->prune.queue[at];
}

CORE_FUNCTION void sure_count(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    int goal = lane == 0 && view->goal_states != NULL && bitmap_has(view->goal_states, vertex);
    uint64_t choices = prune_count_choices(&view->prune, vertex, lane, lanes, view->goal_edges, &goal);
    if (goal && shared_bit_claim(view->goals, vertex)) {
        choices++;
    }
    prune_add_choices(&view->prune, vertex, choices);
}

CORE_FUNCTION void sure_begin(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    (void)lanes;
    if (lane == 0) {
        int goal = bitmap_has(view->goals, vertex);
        view->rank[vertex] = goal ? 0 : PRUNE_NONE;
        if (goal) {
            prune_push(&view->prune, vertex);
        }
    }
}

/* All edges of the transpose are live. */
CORE_FUNCTION void sure_reach(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint32_t rank = view->rank[vertex] + 1;
    for (uint64_t i = view->prune.sources_begin[vertex] + lane; i < view->prune.sources_begin[vertex + 1];
         i += lanes) {
        uint32_t source = view->prune.sources[i];
        if (shared_load(&view->rank[source]) == PRUNE_NONE &&
            shared_replace(&view->rank[source], PRUNE_NONE, rank)) {
            prune_push(&view->prune, source);
        }
    }
}

CORE_FUNCTION void sure_sweep(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->prune.graph.offsets[vertex + 1];
    if (shared_load(&view->rank[vertex]) != PRUNE_NONE) {
        return;
    }
    for (uint64_t edge = view->prune.graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (bitmap_has(view->prune.live, edge) &&
            shared_load(&view->rank[view->prune.graph.targets[edge]]) == view->level) {
            shared_store(&view->rank[vertex], view->level + 1);
            shared64_store(&view->prune.counters->flag, 1);
            return;
        }
    }
}

CORE_FUNCTION void sure_drop(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    (void)lanes;
    if (lane == 0 && view->rank[vertex] == PRUNE_NONE) {
        prune_fall(&view->prune, vertex);
    }
}

/* Whether the choice [edge, end) has an edge to a vertex of lower rank. */
CORE_FUNCTION int sure_descends(const struct sure_view *view, uint64_t edge, uint64_t end, uint32_t rank) {
    for (; edge < end; edge++) {
        if (view->rank[view->prune.graph.targets[edge]] < rank) {
            return 1;
        }
    }
    return 0;
}

/*
 * The first choice of the row that performs the goal, or whose edges all lead to states with a rank and one
 * to a lower rank. A state that is a goal itself takes none.
 */
CORE_FUNCTION void sure_choose(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->prune.graph.offsets[vertex + 1];
    uint32_t rank = view->rank[vertex];
    if (rank == PRUNE_NONE || (rank == 0 && view->goal_edges == NULL)) {
        return;
    }
    for (uint64_t edge = view->prune.graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (!digraph_begins(&view->prune.graph, edge)) {
            continue;
        }
        if (rank == 0
                ? bitmap_has(view->goal_edges, edge) && (view->given == NULL || bitmap_has(view->given, edge))
                : bitmap_has(view->prune.live, edge) &&
                      sure_descends(view, edge, digraph_choice_end(&view->prune.graph, edge, end), rank)) {
            shared64_least(&view->choice[vertex], edge);
            return;
        }
    }
}

CORE_FUNCTION void sure_members(const struct sure_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    (void)lanes;
    if (lane == 0 && view->rank[vertex] != PRUNE_NONE) {
        shared_bit_claim(view->members, vertex);
    }
}

CORE_FUNCTION void sure_join(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    (void)lanes;
    if (lane == 0 && view->inner_rank[vertex] != PRUNE_NONE) {
        view->rank[vertex] = view->inner_rank[vertex];
        if (view->choice != NULL) {
            view->choice[vertex] = view->inner_choice[vertex];
        }
    }
}

#endif
