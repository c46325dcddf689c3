/* Naive cycles. */
#include "tests/oracle/oracle_cycle.h"

#include <stdlib.h>
#include <string.h>

#include "model/trace.h"
#include "tests/support/testing.h"

#define FAR UINT32_MAX

static int is_live(const struct oracle_graph *graph, const struct oracle_cycle_goal *goal, uint64_t edge) {
    return goal->live(goal->context, graph->edge_label[edge]);
}

/* Distances from the vertex along live edges, through vertices that are `inside` (NULL: through all). */
static void find_distances(const struct oracle_graph *graph, const struct oracle_cycle_goal *goal,
                           const uint8_t *inside, uint32_t vertex, uint32_t *distance) {
    uint32_t *queue = test_allocate(graph->states, sizeof *queue);
    uint64_t count = 0;
    memset(distance, 0xff, graph->states * sizeof *distance);
    distance[vertex] = 0;
    queue[count++] = vertex;
    for (uint64_t at = 0; at < count; at++) {
        for (uint64_t e = graph->offsets[queue[at]]; e < graph->offsets[queue[at] + 1]; e++) {
            uint32_t target = graph->edge_target[e];
            if (is_live(graph, goal, e) && distance[target] == FAR && (inside == NULL || inside[target])) {
                distance[target] = distance[queue[at]] + 1;
                queue[count++] = target;
            }
        }
    }
    free(queue);
}

/* The vertices that the vertex reaches and that reach it, along live edges; itself included. */
static void find_component(const struct oracle_graph *graph, const struct oracle_cycle_goal *goal,
                           uint32_t vertex, uint8_t *inside) {
    uint32_t *distance = test_allocate(graph->states, sizeof *distance);
    find_distances(graph, goal, NULL, vertex, distance);
    memset(inside, 0, graph->states);
    inside[vertex] = 1;
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint64_t u = graph->states; u-- > 0;) {
            for (uint64_t e = graph->offsets[u]; e < graph->offsets[u + 1] && !inside[u]; e++) {
                if (distance[u] != FAR && is_live(graph, goal, e) && inside[graph->edge_target[e]]) {
                    inside[u] = 1;
                    changed = 1;
                }
            }
        }
    }
    free(distance);
}

/* Whether an edge inside is of the set. */
static int has_set(const struct oracle_graph *graph, const struct oracle_cycle_goal *goal,
                   const uint8_t *inside, uint32_t set) {
    for (uint64_t u = 0; u < graph->states; u++) {
        for (uint64_t e = graph->offsets[u]; e < graph->offsets[u + 1]; e++) {
            if (inside[u] && inside[graph->edge_target[e]] && is_live(graph, goal, e) &&
                goal->needed(goal->context, set, graph->edge_label[e])) {
                return 1;
            }
        }
    }
    return 0;
}

/* Steps of a shortest cycle through the vertex; 0 when there is none. */
static uint64_t cycle_length(const struct oracle_graph *graph, const struct oracle_cycle_goal *goal,
                             uint32_t vertex, uint32_t *distance) {
    uint64_t least = 0;
    find_distances(graph, goal, NULL, vertex, distance);
    for (uint64_t u = 0; u < graph->states; u++) {
        for (uint64_t e = graph->offsets[u]; e < graph->offsets[u + 1] && distance[u] != FAR; e++) {
            if (is_live(graph, goal, e) && graph->edge_target[e] == vertex &&
                (least == 0 || distance[u] + 1u < least)) {
                least = distance[u] + 1u;
            }
        }
    }
    return least;
}

struct oracle_cycle oracle_cycle_find(const struct oracle_graph *graph,
                                      const struct oracle_cycle_goal *goal) {
    struct oracle_cycle truth = {0};
    uint32_t *distance = test_allocate(graph->states, sizeof *distance);
    uint8_t *inside = test_allocate(graph->states, 1);
    for (uint32_t vertex = 0; vertex < graph->states && !truth.violated; vertex++) {
        uint64_t length = cycle_length(graph, goal, vertex, distance);
        truth.violated = length != 0;
        if (length != 0 && goal->needed_count != 0) {
            find_component(graph, goal, vertex, inside);
            for (uint32_t set = 0; set < goal->needed_count; set++) {
                truth.violated &= has_set(graph, goal, inside, set);
            }
        }
        truth.vertex = vertex;
        truth.before = graph->level[vertex];
        truth.length = goal->needed_count == 0 ? length : 0;
    }
    free(distance);
    free(inside);
    return truth;
}

/* --- lassos of others --- */

/* A trace as vertices of the graph. */
struct path {
    const struct oracle_graph *graph;
    const struct oracle_cycle_goal *goal;
    const struct trace *trace;
    uint32_t *vertices;
};

/* The least label of an edge, of live ones if `live`; NULL when there is no edge. */
static const char *least_label(const struct path *path, int live, uint32_t from, uint32_t to) {
    const struct oracle_graph *graph = path->graph;
    for (uint64_t e = graph->offsets[from]; e < graph->offsets[from + 1]; e++) {
        if (graph->edge_target[e] == to && (!live || is_live(graph, path->goal, e))) {
            return graph->edge_label[e];
        }
    }
    return NULL;
}

/* Whether the canonical lasso takes `step`: of all steps to its end from vertices at this distance, it is the
 * one from the least vertex, by the least label. */
static int is_least_step(const struct path *path, int live, const uint32_t *distance, uint64_t of,
                         uint64_t step) {
    for (uint32_t from = 0; from < path->graph->states; from++) {
        const char *label =
            distance[from] == of ? least_label(path, live, from, path->vertices[step + 1]) : NULL;
        if (label != NULL) {
            return path->vertices[step] == from && strcmp(path->trace->labels[step], label) == 0;
        }
    }
    return 0;
}

static const char *way_fault(const struct path *path, const struct oracle_cycle *truth) {
    if (path->trace->lasso != truth->before || path->vertices[truth->before] != truth->vertex) {
        return "where the lasso's cycle begins";
    }
    for (uint64_t step = 0; step < truth->before; step++) {
        if (!is_least_step(path, 0, path->graph->level, step, step)) {
            return "the canonical way to the cycle";
        }
    }
    return NULL;
}

/* The steps from `begin` on, `steps` of them and then a wanted one: by shortest paths, canonical. */
static const char *segment_fault(const struct path *path, const uint32_t *distance, uint64_t begin,
                                 uint64_t steps) {
    for (uint64_t step = 0; step < steps; step++) {
        if (!is_least_step(path, 1, distance, step, begin + step)) {
            return "canonical steps of the cycle";
        }
    }
    return distance[path->vertices[begin + steps]] == steps ? NULL : "a path of the cycle, not a shortest,";
}

/* Whether an edge has a label of a missing set, or, when no set is missing, leads to the cycle's beginning.
 */
static int is_wanted(const struct path *path, const uint8_t *has, uint64_t edge) {
    const struct oracle_cycle_goal *goal = path->goal;
    int missing = 0, wanted = 0;
    for (uint32_t set = 0; set < goal->needed_count; set++) {
        missing |= !has[set];
        wanted |= !has[set] && goal->needed(goal->context, set, path->graph->edge_label[edge]);
    }
    return missing ? wanted : path->graph->edge_target[edge] == path->vertices[path->trace->lasso];
}

/* The canonical nearest wanted edge inside. */
static uint64_t nearest_edge(const struct path *path, const uint8_t *inside, const uint8_t *has,
                             const uint32_t *distance) {
    const struct oracle_graph *graph = path->graph;
    uint64_t nearest = UINT64_MAX;
    uint32_t at = FAR;
    for (uint32_t u = 0; u < graph->states; u++) {
        for (uint64_t e = graph->offsets[u]; e < graph->offsets[u + 1]; e++) {
            if (inside[u] && inside[graph->edge_target[e]] && is_live(graph, path->goal, e) &&
                is_wanted(path, has, e) && distance[u] < at) {
                at = distance[u];
                nearest = e;
            }
        }
    }
    return nearest;
}

static const char *round_fault(const struct path *path, const uint8_t *inside, uint8_t *has,
                               uint32_t *distance) {
    const struct oracle_cycle_goal *goal = path->goal;
    const struct trace *trace = path->trace;
    uint64_t at = trace->lasso;
    while (at < trace->steps) {
        find_distances(path->graph, goal, inside, path->vertices[at], distance);
        uint64_t edge = nearest_edge(path, inside, has, distance), from = 0;
        if (edge == UINT64_MAX) {
            return "a cycle that there is not,";
        }
        while (path->graph->offsets[from + 1] <= edge) {
            from++;
        }
        uint64_t steps = distance[from];
        if (at + steps >= trace->steps || path->vertices[at + steps] != from ||
            path->vertices[at + steps + 1] != path->graph->edge_target[edge] ||
            strcmp(trace->labels[at + steps], path->graph->edge_label[edge]) != 0) {
            return "the nearest wanted step of the cycle";
        }
        const char *fault = segment_fault(path, distance, at, steps);
        if (fault != NULL) {
            return fault;
        }
        at += steps + 1;
        for (uint32_t set = 0; set < goal->needed_count; set++) {
            has[set] |= (uint8_t)goal->needed(goal->context, set, trace->labels[at - 1]);
        }
    }
    return NULL;
}

/* The fault of the cycle's labels, as the property restricts them; or NULL. */
static const char *label_fault(const struct path *path) {
    const struct oracle_cycle_goal *goal = path->goal;
    const struct trace *trace = path->trace;
    for (uint64_t step = trace->lasso; step < trace->steps; step++) {
        if (!goal->live(goal->context, trace->labels[step])) {
            return "a label of the cycle";
        }
    }
    for (uint32_t set = 0; set < goal->needed_count; set++) {
        int met = 0;
        for (uint64_t step = trace->lasso; step < trace->steps; step++) {
            met |= goal->needed(goal->context, set, trace->labels[step]);
        }
        if (!met) {
            return "a label that the cycle needs";
        }
    }
    return NULL;
}

static const char *path_fault(struct path *path, const struct oracle_cycle *truth) {
    const struct oracle_graph *graph = path->graph;
    const struct trace *trace = path->trace;
    for (uint64_t i = 0; i <= trace->steps; i++) {
        path->vertices[i] = oracle_find(graph, trace_state(trace, i));
        if (path->vertices[i] == graph->states || (i == 0 && graph->level[path->vertices[i]] != 0)) {
            return "a state of the lasso";
        }
        if (i > 0) {
            int found = 0;
            uint32_t from = path->vertices[i - 1];
            for (uint64_t e = graph->offsets[from]; e < graph->offsets[from + 1]; e++) {
                found |= graph->edge_target[e] == path->vertices[i] &&
                         strcmp(graph->edge_label[e], trace->labels[i - 1]) == 0;
            }
            if (!found) {
                return "a step of the lasso, which is no transition,";
            }
        }
    }
    if (trace->lasso >= trace->steps || path->vertices[trace->lasso] != path->vertices[trace->steps]) {
        return "the lasso's return";
    }
    if (path->goal->needed_count == 0 && trace->steps - trace->lasso != truth->length) {
        return "the cycle's length";
    }
    const char *fault = label_fault(path);
    return fault != NULL ? fault : way_fault(path, truth);
}

const char *oracle_cycle_fault(const struct oracle_graph *graph, const struct oracle_cycle_goal *goal,
                               const struct oracle_cycle *truth, const struct trace *trace) {
    struct path path = {graph, goal, trace, test_allocate(trace->steps + 1, sizeof *path.vertices)};
    uint32_t *distance = test_allocate(graph->states, sizeof *distance);
    uint8_t *inside = test_allocate(graph->states, 1), *has = test_allocate(goal->needed_count, 1);
    const char *fault = trace->components != graph->leaves ? "numbers of components" : NULL;
    fault = fault != NULL ? fault : path_fault(&path, truth);
    if (fault == NULL) {
        find_component(graph, goal, truth->vertex, inside);
        fault = round_fault(&path, inside, has, distance);
    }
    free(path.vertices);
    free(distance);
    free(inside);
    free(has);
    return fault;
}
