#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct graph_device;
struct memory;
struct run;

/* The cycles to search for. A set of labels has a byte for each label of the graph (in a coloured one,
 * cycle_colour.h, for each label and kind), non-zero for its members. */
struct cycle_goal {
    const uint8_t *live; /* labels that the transitions of a cycle may have */
    const uint8_t *const
        *needed;           /* sets of labels: the cycle must have a transition with a label of each set */
    uint32_t needed_count; /* number of sets, possibly 0 */
    uint32_t kinds;        /* of a coloured graph; 0: it is not coloured */
    /* Conditions of fairness, of which the cycle must satisfy each: sets of labels, which are possible in the
     * states that have an edge with such a label, live or not. Weak: such an edge is on the cycle, or a state
     * in which none is possible. Strong: such an edge is on it, or they are possible in no state of it. */
    const uint8_t *const *weak, *const *strong;
    uint32_t weak_count, strong_count;
};
/* The size of a set of labels of a graph with so many; at least 1, for edges of vertices without successors.
 */
uint64_t cycle_goal_labels(const struct cycle_goal *goal, uint64_t label_count);

/* The result of the search. Begins as zeros. */
struct cycle {
    int found;
    uint64_t steps;     /* length of the lasso: from the initial vertex to the cycle and once around it */
    uint64_t back;      /* number of steps to the vertex where the cycle begins and ends; less than `steps` */
    uint32_t *vertices; /* steps + 1 */
    uint32_t *labels;   /* steps; without kinds */
    uint64_t vertex_capacity, label_capacity;
};

/* The breadth-first levels of the graph: level l has the vertices [begin[l], begin[l + 1]). */
struct cycle_levels {
    const uint64_t *begin;
    uint64_t count;
};

/*
 * Searches the graph of an exploration for a cycle, which may visit vertices and edges several times. The
 * least vertex on a cycle has a live edge from itself or a later vertex; without needed sets, the first few
 * vertices that have one are tried. If that does not suffice, it decomposes the live edges into strongly
 * connected components; a component has such a cycle if it has an edge inside, and one of each needed set.
 * The lasso does not depend on the algorithm that decomposes the graph: it leads, on a shortest path with the
 * least predecessor and then the least label at each step back, to the least vertex that lies on such a
 * cycle; that is one of those nearest to the initial one. Then, along live edges of the vertex's component:
 * without needed sets, a shortest cycle; with them, from one edge to the nearest one of a set that is still
 * missing, and back; after the needed sets come the conditions that the path does not satisfy yet, first the
 * weak ones, in their order. Strong fairness is by removal (Emerson and Lei 1987): vertices of a component in
 * which a condition is possible, but never met there, are on no fair cycle; what is left is decomposed again.
 * Shortest paths are built from their end, at each step with the least predecessor and label; among nearest
 * edges the one of the least source, then label and target, is taken.
 *
 * It takes 8 bytes a vertex and a bit each for vertices and edges in addition to the decomposition. Returns 0
 * and *cycle, which the caller frees with cycle_free and run->memory, whatever this returns; or -1 with
 * *error filled: ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int cycle_find(const struct graph *graph, const struct cycle_levels *levels, const struct cycle_goal *goal,
               const struct run *run, struct cycle *cycle, struct error *error);
/* The same for a graph and its labels in the memory of a GPU; only the lasso is copied to the host. Also
 * ERROR_DEVICE. */
int cycle_find_cuda(struct graph_device *graph, const struct cycle_levels *levels,
                    const struct cycle_goal *goal, const struct run *run, struct cycle *cycle,
                    struct error *error);
void cycle_free(struct memory *memory, struct cycle *cycle);
/* From labels with kinds to labels. */
void cycle_drop_kinds(struct cycle *cycle, const struct cycle_goal *goal);

#ifdef __cplusplus
}
#endif
#endif
