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
    STEP(sure, SURE_JOIN,    step_vertex, step_one,     sure_join)                                           \
    /* every scheduler: choices that perform the goal and those of goal states die; counts the others; the states \
       that have not fallen become goals of the search; the choices that avoid the goal */                   \
    STEP(sure, SURE_FORBID,  step_vertex, sure_edges,   sure_forbid)                                         \
    STEP(sure, SURE_LEFT,    step_vertex, sure_words,   sure_left)                                           \
    STEP(sure, SURE_KEPT,    step_vertex, step_one,     sure_kept)                                           \
    STEP(sure, SURE_AVOID,   step_vertex, sure_edges,   sure_avoid)
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

/* --- every scheduler --- */

CORE_FUNCTION int sure_is_goal_state(const struct sure_view *view, uint32_t vertex) {
    return view->goal_states != NULL && bitmap_has(view->goal_states, vertex);
}

CORE_FUNCTION void sure_forbid(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->prune.graph.offsets[vertex + 1];
    int goal = sure_is_goal_state(view, vertex);
    for (uint64_t edge = view->prune.graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (goal || (view->goal_edges != NULL && bitmap_has(view->goal_edges, edge))) {
            shared_bit_take(view->prune.live, edge);
        }
    }
}

/* Whether the state had no live choice at the start. */
CORE_FUNCTION int sure_is_dead(const struct sure_view *view, uint32_t vertex) {
    uint64_t edge = view->prune.graph.offsets[vertex], end = view->prune.graph.offsets[vertex + 1];
    while (edge < end && view->given != NULL && !bitmap_has(view->given, edge)) {
        edge++;
    }
    return edge == end;
}

/* A deadlock that is no goal counts one more, so that it never falls: it avoids the goal. */
CORE_FUNCTION void sure_left(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    int goal = 0;
    uint64_t choices = prune_count_choices(&view->prune, vertex, lane, lanes, NULL, &goal);
    choices += lane == 0 && !sure_is_goal_state(view, vertex) && sure_is_dead(view, vertex);
    prune_add_choices(&view->prune, vertex, choices);
}

CORE_FUNCTION void sure_kept(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    (void)lanes;
    if (lane == 0 && !prune_has_fallen(&view->prune, vertex)) {
        shared_bit_claim(view->goals, vertex);
    }
}

/* Whether the choice [edge, end) leads to vertices of rank 0 alone. */
CORE_FUNCTION int sure_stays(const struct sure_view *view, uint64_t edge, uint64_t end) {
    while (edge < end && view->rank[view->prune.graph.targets[edge]] == 0) {
        edge++;
    }
    return edge == end;
}

/* The first choice of the row that may be taken and stays in rank 0, or leads to a lower rank. */
CORE_FUNCTION void sure_avoid(const struct sure_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->prune.graph.offsets[vertex + 1];
    uint32_t rank = view->rank[vertex];
    for (uint64_t edge = view->prune.graph.offsets[vertex] + lane; edge < end && rank != PRUNE_NONE;
         edge += lanes) {
        if (prune_is_live_choice(&view->prune, edge)) {
            const uint64_t stop = digraph_choice_end(&view->prune.graph, edge, end);
            if (rank == 0 ? sure_stays(view, edge, stop) : sure_descends(view, edge, stop, rank)) {
                shared64_least(&view->choice[vertex], edge);
                return;
            }
        }
    }
}

#endif
