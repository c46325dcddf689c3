#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_COLOUR_CORE_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_COLOUR_CORE_H

/* The steps that colour a graph (cycle_colour.h), on the host and on a GPU (base/steps/steps_core.h). */
#include "base/steps/steps.h"
#include "base/steps/steps_core.h"
#include "explorer/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COLOUR_STEPS(STEP) STEP(colour, COLOUR_LABELS, step_vertex, colour_edges, colour_labels)

enum colour_step { COLOUR_STEPS(STEPS_ENUM) };

struct colour_view {
    uint64_t vertices;
    const uint64_t *offsets;
    uint32_t *labels;         /* edges */
    const uint32_t *observer; /* vertices */
    uint32_t *letter;         /* labels: their classes */
    uint32_t *kind;           /* the observer's states * letters */
    uint32_t letters, kinds, label_count;
};

CORE_FUNCTION uint64_t colour_edges(const struct colour_view *view, uint32_t vertex) {
    return view->offsets[vertex + 1] - view->offsets[vertex];
}

CORE_FUNCTION void colour_labels(const struct colour_view *view, uint32_t vertex, uint32_t lane,
                                 uint32_t lanes) {
    const uint32_t state = view->observer[vertex];
    const uint64_t end = view->offsets[vertex + 1];
    for (uint64_t edge = view->offsets[vertex] + lane; edge < end; edge += lanes) {
        const uint32_t label = view->labels[edge];
        view->labels[edge] =
            state & GRAPH_DEAD_END || label >= view->label_count
                ? 0
                : label * view->kinds + view->kind[(uint64_t)state * view->letters + view->letter[label]];
    }
}

struct cycle_colouring;

/* Colours on a side; the caller gives the graph's arrays and the observer's states in the view. */
int colour_on_side(const struct steps *steps, const step_function *functions, struct colour_view *view,
                   const struct cycle_colouring *colouring);

#ifdef __cplusplus
}
#endif
#endif
