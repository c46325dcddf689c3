#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_COLOUR_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_COLOUR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct graph_device;
struct graph_part;
struct observer;
struct observer_acceptance;
struct run;

/*
 * For cycles that an observer accepts: the graph is that of a product with an observer (GRAPH_LABELS,
 * GRAPH_OBSERVER), and each label becomes label * kinds + kind, where the kind is that of the observer's
 * moves (model/observer.h); 0 for the edge to itself of a vertex without successors. So the sets of labels of
 * a goal (cycle.h), with goal->kinds, speak of both; rows stay sorted. label_count * kinds must be below
 * 2^32. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
struct cycle_colouring {
    const struct observer *observer;
    const struct observer_acceptance *acceptance;
    uint32_t label_count;
};
int cycle_colour(struct graph *graph, const struct cycle_colouring *colouring, const struct run *run,
                 struct error *error);
/* The same of the part of a graph that a rank has, by the vectors of its vertices. */
void cycle_colour_part(struct graph_part *part, const struct cycle_colouring *colouring);
int cycle_colour_cuda(struct graph_device *graph, const struct cycle_colouring *colouring,
                      const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
