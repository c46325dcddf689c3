#ifndef HEDDLE_DECOMPOSE_PRUNE_PRUNE_CORE_H
#define HEDDLE_DECOMPOSE_PRUNE_PRUNE_CORE_H

/*
 * Pruning the graph of a Markov decision process, on the host and on a GPU: choices die, a state whose last
 * live choice dies falls, and the choices that can lead to a fallen state die. MEC decomposition and
 * almost-sure reachability are made of it, and differ in who dies first.
 *
 * All is done in steps over items: vertices, places of the queue, .. . A step's items are independent: they
 * may be done in any order, by any threads, at once. An item may be shared by `lanes` threads, which do each
 * lanes-th part of it from `lane` on: every step goes over a row, and rows may be long.
 */
#include "base/shared_core.h"
#include "explorer/graph/digraph_core.h"

#define PRUNE_HEAVY_ROW 64u /* edges; longer rows are not looked at again for each target that falls */
#define PRUNE_NONE UINT32_MAX

enum prune_step {
    PRUNE_COUNT,  /* vertices: their live choices, and whether they are goals */
    PRUNE_EMPTY,  /* vertices: those without choices fall */
    PRUNE_FALL,   /* places of the queue: choices that lead to the state there die */
    PRUNE_HEAVY,  /* the heavy list: choices of long rows that lead to fallen states die */
    PRUNE_SWEEP,  /* vertices: choices that lead to fallen states die; tells whether some did */
    PRUNE_FORGET, /* words of `losers`: fallen states are none */
    MEC_LEAVE,    /* vertices: choices that leave their SCC die */
    MEC_MARK,     /* vertices: SCCs that lost something */
    MEC_SETTLE,   /* vertices: SCCs that lost nothing are MECs; tells whether there are others */
    SURE_BEGIN,   /* vertices: goals have rank 0 and are queued, the others have none */
    SURE_REACH,   /* places of the queue: predecessors have the next rank */
    SURE_SWEEP,   /* vertices: one rank without a transpose; tells whether some vertex has it */
    SURE_DROP,    /* vertices: those without rank fall */
    SURE_CHOOSE,  /* vertices: the choice to take */
    SURE_MEMBERS, /* vertices: those that have a rank, as a bitmap */
    SURE_JOIN     /* vertices: ranks and choices inside goal components, over those outside */
};

struct prune_counters {
    uint64_t queued; /* the queue's end */
    uint64_t heavy;  /* length of the heavy list */
    uint64_t told;
    uint64_t crowded; /* a state has too many choices to count */
};

/* Passed by value to kernels. Pointers that a step has no use for may be NULL. */
struct prune_view {
    struct digraph graph; /* its `live` is the mask below */
    uint32_t *live;       /* bitmap over edges: no choice is live in part */
    uint32_t *choices;    /* vertices: live choices; goals have one more, so that they never fall */
    uint32_t *fallen;     /* bitmap over vertices */
    uint32_t *losers;     /* bitmap over vertices: those that lost a choice in this round, or NULL */
    uint32_t *fell;       /* vertices: the round of falling, or NULL */
    uint32_t round;
    uint32_t *queue;               /* vertices, each at most once between two times that it is emptied */
    uint32_t *heavy;               /* long rows that wait: vertices, each at most once */
    uint32_t *waits;               /* bitmap over vertices: those in it */
    const uint64_t *sources_begin; /* the transpose of the edges that are live, or were when it was made */
    const uint32_t *sources;
    struct prune_counters *counters;
    /* MEC decomposition */
    const uint32_t *scc; /* smallest member of each vertex's SCC */
    uint32_t *component;
    uint32_t *lost;     /* bitmap over names of SCCs */
    uint32_t *internal; /* bitmap over edges, or NULL */
    /* almost-sure reachability */
    const uint32_t *given;       /* bitmap: edges live from the beginning, or NULL: all */
    const uint32_t *goal_edges;  /* bitmap over edges, or NULL */
    const uint32_t *goal_states; /* bitmap over vertices, or NULL */
    uint32_t *goals;             /* bitmap over vertices: those of either kind */
    uint32_t *rank;              /* vertices; PRUNE_NONE: none */
    uint32_t level;              /* SURE_SWEEP: ranks below are known */
    uint64_t *choice;            /* vertices: first edge of the choice to take, or NULL */
    uint32_t *members;           /* bitmap over vertices */
    const uint32_t *inner_rank;
    const uint64_t *inner_choice;
};

/* --- what happens to one state, one choice --- */

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

/* The end of the choice that begins with the edge, in a row up to `end`. */
CORE_FUNCTION uint64_t prune_choice_end(const struct prune_view *view, uint64_t edge, uint64_t end) {
    edge++;
    while (edge < end && !digraph_begins(&view->graph, edge)) {
        edge++;
    }
    return edge;
}

CORE_FUNCTION int prune_is_live_choice(const struct prune_view *view, uint64_t edge) {
    return digraph_begins(&view->graph, edge) && shared_bit_load(view->live, edge);
}

/* The choice [edge, end) of the vertex dies; whoever clears its first bit counts it. */
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

CORE_FUNCTION void prune_count(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    const struct digraph *graph = &view->graph;
    uint64_t begin = graph->offsets[vertex], end = graph->offsets[vertex + 1], choices = 0;
    int goal = lane == 0 && view->goal_states != NULL && bitmap_has(view->goal_states, vertex);
    for (uint64_t word = begin / BITMAP_WORD_BITS + lane; word * BITMAP_WORD_BITS < end; word += lanes) {
        uint32_t bits = view->live[word] & bits_in_range(word, begin, end);
        choices += bits_count(graph->begins != NULL ? bits & graph->begins[word] : bits);
        goal = goal || (view->goal_edges != NULL && (bits & view->goal_edges[word]) != 0);
    }
    if (goal && shared_bit_claim(view->goals, vertex)) {
        choices++;
    }
    if (choices > UINT32_MAX / 2 || shared_add(&view->choices[vertex], (uint32_t)choices) > UINT32_MAX / 2) {
        shared64_store(&view->counters->crowded, 1);
    }
}

CORE_FUNCTION void prune_empty(const struct prune_view *view, uint32_t vertex, uint32_t lane) {
    if (lane == 0 && view->choices[vertex] == 0) {
        prune_fall(view, vertex);
    }
}

/* Choices of the row that lead to fallen states die; whether some did. */
CORE_FUNCTION int prune_row(const struct prune_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->graph.offsets[vertex + 1];
    int some = 0;
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (!prune_is_live_choice(view, edge)) {
            continue;
        }
        uint64_t stop = prune_choice_end(view, edge, end), at = edge;
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
 * A state fell. Rows of its predecessors are looked at for any fallen target, as the transpose does not say
 * which edge leads here. Where a row is long, this waits until nothing else is to be done: each of its
 * targets may fall.
 */
CORE_FUNCTION void prune_state_fell(const struct prune_view *view, uint32_t vertex, uint32_t lane,
                                    uint32_t lanes) {
    for (uint64_t i = view->sources_begin[vertex] + lane; i < view->sources_begin[vertex + 1]; i += lanes) {
        uint32_t source = view->sources[i];
        if (prune_has_fallen(view, source)) {
            continue;
        }
        if (view->graph.offsets[source + 1] - view->graph.offsets[source] <= PRUNE_HEAVY_ROW) {
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
        shared64_store(&view->counters->told, 1);
    }
}

#endif
