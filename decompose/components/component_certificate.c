/* Certificates of components: ranks and cuts from their order, trees by breadth-first searches inside each.
 */
#include "decompose/components/component_certificate.h"

#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/components/component_order.h"
#include "decompose/components/components.h"
#include "model/digraph_core.h"

static int fail_components(struct error *error, uint64_t vertex) {
    return error_set(error, ERROR_INPUT,
                     "no evidence can be given: that of state %llu is no component of the graph",
                     (unsigned long long)vertex);
}

static int open_evidence(const struct digraph *graph, int mec, const struct run *run,
                         struct component_certificate *evidence, struct error *error) {
    const uint64_t vertices = graph->vertices, word = sizeof(uint32_t);
    struct scope *scope = &evidence->scope;
    scope->memory = run->memory;
    evidence->vertices = vertices;
    evidence->rank = scope_zeroed(scope, vertices, word);
    evidence->forward = scope_array(scope, vertices, word);
    evidence->backward = scope_array(scope, vertices, word);
    evidence->forward_depth = scope_zeroed(scope, vertices, word);
    evidence->backward_depth = scope_zeroed(scope, vertices, word);
    if (mec) {
        evidence->cut = scope_zeroed(scope, vertices, word);
        evidence->internal = scope_array(scope, 1, bitmap_bytes(graph->edges));
    }
    if (scope_check(scope, "for evidence of the components", error) != 0) {
        return -1;
    }
    memset(evidence->forward, 0xff, vertices * word); /* COMPONENT_NONE */
    memset(evidence->backward, 0xff, vertices * word);
    if (mec) {
        digraph_copy_live(graph, evidence->internal);
    }
    return 0;
}

void component_certificate_free(struct component_certificate *evidence) {
    scope_close(&evidence->scope);
    *evidence = (struct component_certificate){0};
}

/* --- ranks and cuts --- */

/* Whether the leaf [begin, end) of the line is one of the given components. */
static int is_component(const uint32_t *line, uint64_t begin, uint64_t end, const uint32_t *component) {
    uint32_t first = line[begin];
    for (uint64_t k = begin + 1; k < end; k++) {
        first = line[k] < first ? line[k] : first;
    }
    for (uint64_t k = begin; k < end; k++) {
        if (component[line[k]] != first) {
            return 0;
        }
    }
    return 1;
}

/* Whether the vertex has an internal edge, and so is in a MEC. live: bitmap of internal edges, or NULL for
 * SCCs. */
static int has_live(const struct digraph *graph, const uint32_t *live, uint32_t vertex) {
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        if (live == NULL || bitmap_has(live, edge)) {
            return 1;
        }
    }
    return live == NULL;
}

static int assign_ranks(const struct digraph *graph, const struct component_order *order,
                        const uint32_t *component, struct component_certificate *evidence,
                        struct error *error) {
    uint32_t rank = 0;
    for (uint64_t begin = 0, end; begin < order->vertices; begin = end, rank++) {
        for (end = begin + 1; end < order->vertices && order->cut[end] == 0;) {
            end++;
        }
        uint32_t vertex = order->line[begin];
        if (has_live(graph, evidence->internal, vertex) ? !is_component(order->line, begin, end, component)
                                                        : component[vertex] != COMPONENT_NONE) {
            return fail_components(error, vertex);
        }
        for (uint64_t k = begin; k < end; k++) {
            evidence->rank[order->line[k]] = rank;
            if (evidence->cut != NULL) {
                evidence->cut[order->line[k]] = order->cut[begin];
            }
        }
    }
    return 0;
}

/* --- trees --- */

struct tree_search {
    const struct digraph *graph; /* trees follow its live edges */
    const struct reversed *reversed;
    const uint32_t *component;
    uint32_t *queue;
    uint64_t head, tail;
    uint32_t *parent, *depth;
};

static void visit_neighbour(struct tree_search *search, uint32_t from, uint32_t to) {
    if (search->component[to] == search->component[from] && search->parent[to] == COMPONENT_NONE) {
        search->parent[to] = from;
        search->depth[to] = search->depth[from] + 1;
        search->queue[search->tail++] = to;
    }
}

static void visit_successors(struct tree_search *search, uint32_t vertex) {
    const struct digraph *graph = search->graph;
    for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
        if (digraph_is_live(graph, edge)) {
            visit_neighbour(search, vertex, graph->targets[edge]);
        }
    }
}

static void visit_predecessors(struct tree_search *search, uint32_t vertex) {
    const struct reversed *reversed = search->reversed;
    for (uint64_t k = reversed->offsets[vertex]; k < reversed->offsets[vertex + 1]; k++) {
        if (reversed->edges == NULL || digraph_is_live(search->graph, reversed->edges[k])) {
            visit_neighbour(search, vertex, reversed->sources[k]);
        }
    }
}

/* Grows the trees of all components in one direction. 0 or -1. */
static int grow_trees(struct tree_search *search, void (*next)(struct tree_search *, uint32_t),
                      const struct run *run, struct error *error) {
    uint64_t vertices = search->graph->vertices;
    for (uint64_t root = 0; root < vertices; root++) {
        if (search->component[root] == root) {
            search->parent[root] = (uint32_t)root;
            search->queue[search->tail++] = (uint32_t)root;
        }
    }
    while (search->head < search->tail) {
        if (certificate_check_stop(run, search->head, vertices, error) != 0) {
            return -1;
        }
        next(search, search->queue[search->head++]);
    }
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        if ((search->parent[vertex] == COMPONENT_NONE) != (search->component[vertex] == COMPONENT_NONE)) {
            return fail_components(error, vertex);
        }
    }
    return 0;
}

static int make_trees(const struct digraph *graph, const struct reversed *reversed, const uint32_t *component,
                      const struct run *run, struct component_certificate *evidence, struct error *error) {
    uint32_t *queue = memory_allocate_array(run->memory, graph->vertices, sizeof *queue);
    if (queue == NULL) {
        return error_memory(error, "for evidence of the components");
    }
    struct tree_search forward = {.graph = graph,
                                  .reversed = reversed,
                                  .component = component,
                                  .queue = queue,
                                  .parent = evidence->forward,
                                  .depth = evidence->forward_depth};
    struct tree_search backward = forward;
    backward.parent = evidence->backward;
    backward.depth = evidence->backward_depth;
    int failed = grow_trees(&forward, visit_successors, run, error) != 0 ||
                 grow_trees(&backward, visit_predecessors, run, error) != 0;
    memory_free(run->memory, queue, graph->vertices * sizeof *queue);
    return failed ? -1 : 0;
}

/* --- the certificates --- */

int component_certificate_scc(const struct digraph *graph, const uint32_t *component, const struct run *run,
                              struct component_certificate *evidence, struct error *error) {
    struct component_order order = {0};
    struct reversed reversed = {0};
    int failed = open_evidence(graph, 0, run, evidence, error) != 0 ||
                 component_order_scc(graph, run, &order, error) != 0 ||
                 assign_ranks(graph, &order, component, evidence, error) != 0;
    component_order_free(&order);
    failed = failed || reversed_make(graph, 0, run, &reversed, error) != 0 ||
             make_trees(graph, &reversed, component, run, evidence, error) != 0;
    reversed_free(&reversed, run);
    return failed ? -1 : 0;
}

int component_certificate_mec(const struct digraph *graph, const uint32_t *component, const struct run *run,
                              struct component_certificate *evidence, struct error *error) {
    struct component_order order = {0};
    struct reversed reversed = {0};
    struct digraph part = *graph;
    int failed = open_evidence(graph, 1, run, evidence, error) != 0;
    if (!failed) {
        part.live = evidence->internal;
        failed = reversed_make(&part, 1, run, &reversed, error) != 0 ||
                 component_order_mec(&part, evidence->internal, &reversed, run, &order, error) != 0 ||
                 assign_ranks(graph, &order, component, evidence, error) != 0 ||
                 make_trees(&part, &reversed, component, run, evidence, error) != 0;
    }
    component_order_free(&order);
    reversed_free(&reversed, run);
    return failed ? -1 : 0;
}
