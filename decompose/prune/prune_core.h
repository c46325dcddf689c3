#ifndef HEDDLE_DECOMPOSE_PRUNE_PRUNE_CORE_H
#define HEDDLE_DECOMPOSE_PRUNE_PRUNE_CORE_H

/*
 * Pruning the graph of a Markov decision process, on the host and on a GPU: choices die, a state whose last
 * live choice dies falls, and the choices that can lead to a fallen state die. MEC decomposition (mec_core.h)
 * and almost-sure reachability (almost_sure_core.h) use it, and differ in which choices die first.
 *
 * The steps of a machine (base/steps/steps_core.h), in which rows may be shared by many threads.
 */
#include "base/steps/steps_core.h"
#include "model/digraph_core.h"

#define PRUNE_HEAVY_ROW                                                                                      \
    64u /* number of edges; rows with more edges are not examined again each time that a target falls */
#define PRUNE_NONE UINT32_MAX

/* clang-format off */
#define PRUNE_STEPS(STEP)                                                                                    \
    /* counts live choices of each vertex; vertices without any fall */                                      \
    STEP(prune, PRUNE_COUNT,  step_vertex,   prune_words,   prune_count)                                     \
    STEP(prune, PRUNE_EMPTY,  step_vertex,   step_one,      prune_empty)                                     \
    /* remove choices that lead to queued vertices: all; those of waiting rows; those of all rows, with a    \
       report whether there were any */                                                                      \
    STEP(prune, PRUNE_FALL,   prune_queued,  prune_sources, prune_state_fell)                                \
    STEP(prune, PRUNE_HEAVY,  prune_waiting, prune_edges,   prune_heavy)                                     \
    STEP(prune, PRUNE_SWEEP,  step_vertex,   prune_edges,   prune_sweep)                                     \
    /* items are words of `losers`; fallen states are removed from it */                                     \
    STEP(prune, PRUNE_FORGET, step_vertex,   step_one,      prune_forget)
/* clang-format on */

enum prune_step { PRUNE_STEPS(STEPS_ENUM) };

struct prune_counters {
    uint64_t queued;  /* the queue's end */
    uint64_t heavy;   /* length of the heavy list */
    uint64_t flag;    /* raised by steps that ask a question */
    uint64_t crowded; /* a state has too many choices to count */
};

struct prune_view {
    struct digraph graph; /* its `live` is the mask below */
    uint32_t *live;       /* bitmap over edges: no choice is live in part */
    uint32_t *choices;    /* vertices: live choices; goals have one more, so that they never fall */
    uint32_t *fallen;     /* bitmap over vertices */
    uint32_t *losers;     /* bitmap over vertices that lost a choice in this round, or NULL */
    uint32_t *fell;       /* vertices: the round in which they fell, or NULL */
    uint32_t round;
    uint32_t *queue;         /* vertices; each is added at most once until the queue is emptied */
    uint32_t *heavy;         /* long rows that wait: vertices, each at most once */
    uint32_t *waits;         /* bitmap over the vertices in `heavy` */
    uint64_t *sources_begin; /* the transpose of the edges that were live when it was made; NULL: none */
    uint32_t *sources;
    struct prune_counters *counters;
};

/* --- items and rows --- */

CORE_FUNCTION uint32_t prune_queued(const struct prune_view *view, uint64_t at) {
    return view->queue[at];
}

CORE_FUNCTION uint32_t prune_waiting(const struct prune_view *view, uint64_t at) {
    return view->heavy[at];
}

CORE_FUNCTION uint64_t prune_edges(const struct prune_view *view, uint32_t vertex) {
    return view->graph.offsets[vertex + 1] - view->graph.offsets[vertex];
}

/* The words of bitmaps over edges. */
CORE_FUNCTION uint64_t prune_words(const struct prune_view *view, uint32_t vertex) {
    return prune_edges(view, vertex) / BITMAP_WORD_BITS;
}

CORE_FUNCTION uint64_t prune_sources(const struct prune_view *view, uint32_t vertex) {
    return view->sources_begin[vertex + 1] - view->sources_begin[vertex];
}

/* --- events of one state or one choice --- */

CORE_FUNCTION int prune_has_fallen(const struct prune_view *view, uint32_t vertex) {
    return shared_bit_load(view->fallen, vertex);
}

CORE_FUNCTION void prune_push(const struct prune_view *view, uint32_t vertex) {
    view->queue[shared64_add(&view->counters->queued, 1)] = vertex;
}

CORE_FUNCTION void prune_fall(const struct prune_view *view, uint32_t vertex) {
    if (!shared_bit_claim(view->fallen, vertex)) {
        return;
    }
    if (view->fell != NULL) {
        view->fell[vertex] = view->round;
    }
    if (view->losers != NULL) {
        shared_bit_claim(view->losers, vertex);
    }
    prune_push(view, vertex);
}

CORE_FUNCTION int prune_is_live_choice(const struct prune_view *view, uint64_t edge) {
    return digraph_begins(&view->graph, edge) && shared_bit_load(view->live, edge);
}

/* The choice [edge, end) of the vertex dies; the thread that clears its first bit counts it. */
CORE_FUNCTION void prune_kill(const struct prune_view *view, uint32_t vertex, uint64_t edge, uint64_t end) {
    if (!shared_bit_take(view->live, edge)) {
        return;
    }
    for (uint64_t other = edge + 1; other < end; other++) {
        shared_bit_take(view->live, other);
    }
    if (view->losers != NULL) {
        shared_bit_claim(view->losers, vertex);
    }
    if (shared_add(&view->choices[vertex], ~0u) == 1) {
        prune_fall(view, vertex);
    }
}

/* --- steps --- */

/* Counts the lane's part of a vertex's live choices; sets *goal where one is in `goal_edges`, a bitmap or
 * NULL. */
CORE_FUNCTION uint64_t prune_count_choices(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                                           uint32_t lanes, const uint32_t *goal_edges, int *goal) {
    const struct digraph *graph = &view->graph;
    uint64_t begin = graph->offsets[vertex], end = graph->offsets[vertex + 1], choices = 0;
    for (uint64_t word = begin / BITMAP_WORD_BITS + lane; word * BITMAP_WORD_BITS < end; word += lanes) {
        uint32_t bits = view->live[word] & bits_in_range(word, begin, end);
        choices += bits_count(graph->begins != NULL ? bits & graph->begins[word] : bits);
        *goal = *goal || (goal_edges != NULL && (bits & goal_edges[word]) != 0);
    }
    return choices;
}

CORE_FUNCTION void prune_add_choices(const struct prune_view *view, uint32_t vertex, uint64_t choices) {
    if (choices > UINT32_MAX / 2 || shared_add(&view->choices[vertex], (uint32_t)choices) > UINT32_MAX / 2) {
        shared64_store(&view->counters->crowded, 1);
    }
}

CORE_FUNCTION void prune_count(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    int goal = 0;
    prune_add_choices(view, vertex, prune_count_choices(view, vertex, lane, lanes, NULL, &goal));
}

CORE_FUNCTION void prune_empty(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    (void)lanes;
    if (lane == 0 && view->choices[vertex] == 0) {
        prune_fall(view, vertex);
    }
}

/* Kills choices of the row that lead to fallen states; returns whether there were any. */
CORE_FUNCTION int prune_row(const struct prune_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->graph.offsets[vertex + 1];
    int some = 0;
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (!prune_is_live_choice(view, edge)) {
            continue;
        }
        uint64_t stop = digraph_choice_end(&view->graph, edge, end), at = edge;
        while (at < stop && !prune_has_fallen(view, view->graph.targets[at])) {
            at++;
        }
        if (at < stop) {
            prune_kill(view, vertex, edge, stop);
            some = 1;
        }
    }
    return some;
}

/*
 * A state fell. The rows of its predecessors are examined for any fallen target, because the transpose does
 * not say which edge leads here. A long row waits until all other work is done, because each of its targets
 * may fall.
 */
CORE_FUNCTION void prune_state_fell(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                                    uint32_t lanes) {
    for (uint64_t i = view->sources_begin[vertex] + lane; i < view->sources_begin[vertex + 1]; i += lanes) {
        uint32_t source = view->sources[i];
        if (prune_has_fallen(view, source)) {
            continue;
        }
        if (prune_edges(view, source) <= PRUNE_HEAVY_ROW) {
            prune_row(view, source, 0, 1);
        } else if (shared_bit_claim(view->waits, source)) {
            view->heavy[shared64_add(&view->counters->heavy, 1)] = source;
        }
    }
}

CORE_FUNCTION void prune_heavy(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    if (lane == 0) {
        shared_bit_take(view->waits, vertex);
    }
    if (!prune_has_fallen(view, vertex)) {
        prune_row(view, vertex, lane, lanes);
    }
}

CORE_FUNCTION void prune_sweep(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    if (!prune_has_fallen(view, vertex) && prune_row(view, vertex, lane, lanes)) {
        shared64_store(&view->counters->flag, 1);
    }
}

CORE_FUNCTION void prune_forget(const struct prune_view *view, uint32_t word, uint32_t lane, uint32_t lanes) {
    (void)lane;
    (void)lanes;
    view->losers[word] &= ~view->fallen[word];
}

#endif
