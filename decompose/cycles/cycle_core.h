#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_CORE_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_CORE_H

/*
 * The steps of the search for cycles (base/steps/steps_core.h), on the host and on a GPU; cycle.c builds the
 * lasso from them.
 */
#include "base/steps/steps_core.h"
#include "model/digraph_core.h"

/* clang-format off */
#define CYCLE_STEPS(STEP)                                                                                    \
    /* counts the sets of labels that a component has; finds the least vertex of a component with all */     \
    STEP(cycle, CYCLE_COUNT,  step_vertex, cycle_edges, cycle_count)                                         \
    STEP(cycle, CYCLE_LEAST,  step_vertex, step_one,    cycle_least)                                         \
    /* finds the least vertex, from the target on, with a live edge from itself or a later vertex */         \
    STEP(cycle, CYCLE_BACK,   step_vertex, cycle_edges, cycle_back)                                          \
    /* appends new successors to the queue; finds the least vertex with a wanted edge */                     \
    STEP(cycle, CYCLE_EXPAND, cycle_item,  cycle_edges, cycle_expand)                                        \
    /* finds the least vertex with an edge to the target; the least wanted edge of a vertex */               \
    STEP(cycle, CYCLE_BEFORE, cycle_item,  cycle_edges, cycle_before)                                        \
    STEP(cycle, CYCLE_EDGE,   step_vertex, cycle_edges, cycle_edge)                                          \
    /* finds the least vertex of the queue without an edge of the set */                                     \
    STEP(cycle, CYCLE_REST,   cycle_item,  step_one,    cycle_rest)                                          \
    /* notes which components have an edge of the set */                                                     \
    STEP(cycle, CYCLE_TAKE,   step_vertex, cycle_edges, cycle_take)

#define CYCLE_FAIR_STEPS(STEP)                                                                               \
    /* notes the vertices without an edge of the set */                                                      \
    STEP(cycle, CYCLE_IDLE,   step_vertex, cycle_edges, cycle_look, cycle_idle, cycle_no_line)               \
    /* removes the vertices with one, where their components have none */                                    \
    STEP(cycle, CYCLE_STARVE, step_vertex, cycle_edges, cycle_look, cycle_starve, cycle_no_line)
/* clang-format on */

enum cycle_step { CYCLE_STEPS(STEPS_ENUM) CYCLE_FAIR_STEPS(STEPS_ENUM) };

struct cycle_answer {
    uint64_t count; /* vertices in the queue */
    uint64_t least; /* a vertex, or UINT64_MAX */
    uint64_t edge;  /* label << 32 | target, or UINT64_MAX */
};

struct cycle_view {
    struct digraph graph;      /* its `live` is the mask below */
    uint32_t *live;            /* bitmap over edges: those with labels that a cycle may have */
    const uint32_t *labels;    /* edges */
    uint32_t *component;       /* vertices: SCCs over live edges; zeros if they do not matter */
    uint32_t *queue;           /* vertices; during CYCLE_COUNT, by component: sets that it has; during
                                  CYCLE_TAKE and CYCLE_STARVE: the last set that it has */
    uint32_t *visited;         /* bitmap over vertices */
    const uint8_t *wanted_set; /* the wanted edges: by label, a byte each; NULL: those to the target */
    uint32_t *idle;            /* bitmap over vertices, those without an edge of the set: their edges are
                                  wanted, too; or NULL */
    uint32_t target;
    uint32_t index; /* CYCLE_COUNT: number of the set; CYCLE_LEAST: number of sets */
    int all_edges;  /* items of CYCLE_BEFORE are vertices instead of entries of the queue, and edges need not
                       be live */
    struct cycle_answer *answer;
};

CORE_FUNCTION uint32_t cycle_item(const struct cycle_view *view, uint64_t at) {
    return view->all_edges ? (uint32_t)at : view->queue[at];
}

CORE_FUNCTION uint64_t cycle_edges(const struct cycle_view *view, uint32_t vertex) {
    return view->graph.offsets[vertex + 1] - view->graph.offsets[vertex];
}

/* Whether the edge is live and stays in the component of its source. */
CORE_FUNCTION int cycle_is_inside(const struct cycle_view *view, uint32_t component, uint64_t edge) {
    return bitmap_has(view->live, edge) && view->component[view->graph.targets[edge]] == component;
}

CORE_FUNCTION int cycle_is_wanted(const struct cycle_view *view, uint32_t vertex, uint64_t edge) {
    return view->wanted_set == NULL ? view->graph.targets[edge] == view->target
                                    : view->wanted_set[view->labels[edge]] != 0 ||
                                          (view->idle != NULL && bitmap_has(view->idle, vertex));
}

/* Without a set, any edge inside counts. Threads that meet store the same. */
CORE_FUNCTION void cycle_count(const struct cycle_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    uint32_t component = view->component[vertex], *found = &view->queue[component];
    uint64_t end = view->graph.offsets[vertex + 1];
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end && shared_load(found) == view->index;
         edge += lanes) {
        if (cycle_is_inside(view, component, edge) &&
            (view->wanted_set == NULL || cycle_is_wanted(view, vertex, edge))) {
            shared_store(found, view->index + 1);
        }
    }
}

CORE_FUNCTION void cycle_take(const struct cycle_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint32_t component = view->component[vertex], *found = &view->queue[component];
    uint64_t end = view->graph.offsets[vertex + 1];
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end && shared_load(found) != view->index;
         edge += lanes) {
        if (view->wanted_set[view->labels[edge]] != 0 && cycle_is_inside(view, component, edge)) {
            shared_store(found, view->index);
        }
    }
}

/* Whether the vertex has an edge of the set, 1, and one inside, 2. */
CORE_FUNCTION uint32_t cycle_look(const struct cycle_view *view, uint32_t vertex, uint32_t lane,
                                  uint32_t lanes, const struct step_sink *sink) {
    uint64_t end = view->graph.offsets[vertex + 1];
    uint32_t seen = 0;
    (void)sink;
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end && seen != 3; edge += lanes) {
        seen |= (uint32_t)(view->wanted_set[view->labels[edge]] != 0) |
                (uint32_t)cycle_is_inside(view, view->component[vertex], edge) << 1;
    }
    return seen;
}

CORE_FUNCTION void cycle_idle(const struct cycle_view *view, const struct step_item *item,
                              const struct step_sink *sink) {
    (void)sink;
    if ((item->seen & 1) == 0) {
        shared_bit_claim(view->idle, item->vertex);
    }
}

CORE_FUNCTION void cycle_rest(const struct cycle_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    (void)lanes;
    if (lane == 0 && bitmap_has(view->idle, vertex)) {
        shared64_least(&view->answer->least, vertex);
    }
}

CORE_FUNCTION void cycle_starve(const struct cycle_view *view, const struct step_item *item,
                                const struct step_sink *sink) {
    (void)sink;
    if (item->seen != 3 || view->queue[view->component[item->vertex]] == view->index) {
        return;
    }
    for (uint64_t edge = view->graph.offsets[item->vertex]; edge < view->graph.offsets[item->vertex + 1];
         edge++) {
        shared_bit_take(view->live, edge);
    }
    shared64_add(&view->answer->count, 1);
}

CORE_FUNCTION struct step_sink cycle_no_line(const struct cycle_view *view) {
    struct step_sink sink;
    sink.line = NULL;
    sink.tail = NULL;
    sink.staged = sink.staged_count = NULL;
    sink.staged_most = 0;
    (void)view;
    return sink;
}

/* The name of a component is its least member. */
CORE_FUNCTION void cycle_least(const struct cycle_view *view, uint32_t vertex, uint32_t lane,
                               uint32_t lanes) {
    (void)lanes;
    if (lane == 0 && view->queue[vertex] == view->index && vertex < shared64_load(&view->answer->least)) {
        shared64_least(&view->answer->least, vertex);
    }
}

CORE_FUNCTION void cycle_back(const struct cycle_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->graph.offsets[vertex + 1];
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        uint32_t target = view->graph.targets[edge];
        if (target <= vertex && target >= view->target && bitmap_has(view->live, edge) &&
            target < shared64_load(&view->answer->least)) {
            shared64_least(&view->answer->least, target);
        }
    }
}

CORE_FUNCTION void cycle_expand(const struct cycle_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    uint32_t component = view->component[vertex];
    uint64_t end = view->graph.offsets[vertex + 1];
    int found = 0;
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (!cycle_is_inside(view, component, edge)) {
            continue;
        }
        uint32_t target = view->graph.targets[edge];
        found |= cycle_is_wanted(view, vertex, edge);
        if (shared_bit_claim(view->visited, target)) {
            view->queue[shared64_add(&view->answer->count, 1)] = target;
        }
    }
    if (found) {
        shared64_least(&view->answer->least, vertex);
    }
}

CORE_FUNCTION void cycle_before(const struct cycle_view *view, uint32_t vertex, uint32_t lane,
                                uint32_t lanes) {
    uint64_t end = view->graph.offsets[vertex + 1];
    if (vertex >= shared64_load(&view->answer->least)) {
        return;
    }
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (view->graph.targets[edge] == view->target && (view->all_edges || bitmap_has(view->live, edge))) {
            shared64_least(&view->answer->least, vertex);
            return;
        }
    }
}

/* Rows are sorted by label and target. */
CORE_FUNCTION void cycle_edge(const struct cycle_view *view, uint32_t vertex, uint32_t lane, uint32_t lanes) {
    uint64_t end = view->graph.offsets[vertex + 1];
    for (uint64_t edge = view->graph.offsets[vertex] + lane; edge < end; edge += lanes) {
        if (cycle_is_wanted(view, vertex, edge) &&
            (view->all_edges || cycle_is_inside(view, view->component[vertex], edge))) {
            shared64_least(&view->answer->edge,
                           (uint64_t)view->labels[edge] << 32 | view->graph.targets[edge]);
            return;
        }
    }
}

#endif
