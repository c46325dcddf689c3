/*
 * Tarjan's algorithm on one thread (base/tarjan.h), the numbers of the search in the array of components: 12
 * bytes a vertex beside them.
 */
#include "decompose/scc/tarjan/scc_tarjan.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/scc/scc_internal.h"
#include "explorer/graph/digraph_tarjan.h"

#define STEPS_BETWEEN_LOOKS ((uint64_t)1 << 20) /* at the stop flag */

#define ROW_AHEAD 32u /* edges that are asked for when a vertex is entered */

/*
 * What the search waits for is memory: numbers and rows of targets, which it looks at one by one. So they are
 * asked for all together, as soon as the row is known.
 */
static void prefetch_row(const void *context, const uint32_t *number, uint64_t begin, uint64_t end) {
    const struct digraph *graph = context;
    end = end - begin < ROW_AHEAD ? end : begin + ROW_AHEAD;
    for (uint64_t edge = begin; edge < end; edge++) {
        __builtin_prefetch(&number[graph->targets[edge]], 1);
        __builtin_prefetch(&graph->offsets[graph->targets[edge]]);
    }
}

static const struct tarjan_rows live_rows = {digraph_row_begin, digraph_row_end, digraph_live_target,
                                             prefetch_row};

static int visit_all(struct tarjan *search, const struct run *run) {
    uint64_t steps = 0;
    for (uint64_t root = 0; root < search->room; root++) {
        if (search->number[root] == 0) {
            tarjan_enter(search, &live_rows, (uint32_t)root);
        }
        while (search->depth > 0) {
            tarjan_step(search, &live_rows);
            if (++steps % STEPS_BETWEEN_LOOKS == 0) {
                if (run_should_stop(run)) {
                    return -1;
                }
                scc_tell_progress(run, search->visited, search->room);
            }
        }
    }
    return 0;
}

/* From component numbers to smallest members; `least` has room for a number a component. */
static void name_components(uint64_t vertices, uint32_t *number, uint32_t *least) {
    memset(least, 0xff, vertices * sizeof *least);
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        uint32_t *first = &least[UINT32_MAX - number[vertex]];
        *first = *first == UINT32_MAX ? (uint32_t)vertex : *first;
        number[vertex] = *first;
    }
}

uint64_t scc_tarjan_bytes(const struct digraph *graph) {
    return graph->vertices * (sizeof(uint32_t) + sizeof(uint64_t));
}

int scc_tarjan(const struct digraph *graph, const struct run *run, uint32_t *component, struct error *error) {
    uint64_t vertices = graph->vertices;
    struct tarjan search = {.graph = graph,
                            .room = vertices,
                            .number = component,
                            .vertices = memory_allocate_array(run->memory, vertices, sizeof(uint32_t)),
                            .places = memory_allocate_array(run->memory, vertices, sizeof(uint64_t))};
    int result = 0;
    if (search.vertices == NULL || search.places == NULL) {
        result = error_memory(error, "for strongly connected components");
    } else {
        memset(component, 0, vertices * sizeof *component);
        tarjan_start(&search);
        if (visit_all(&search, run) != 0) {
            result = error_set(error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
        } else {
            name_components(vertices, component, search.vertices);
        }
    }
    memory_free(run->memory, search.vertices, vertices * sizeof(uint32_t));
    memory_free(run->memory, search.places, vertices * sizeof(uint64_t));
    return result;
}
