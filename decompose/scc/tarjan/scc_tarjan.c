/*
 * Tarjan's algorithm on one thread (base/tarjan.h). The array of components has the numbers of the search;
 * the rest takes 12 bytes a vertex.
 */
#include "decompose/scc/scc_internal.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/digraph_tarjan.h"

#define STEPS_BETWEEN_LOOKS ((uint64_t)1 << 16) /* steps between two checks of the stop flag */

#define ROW_AHEAD 32u /* edges that are prefetched when a vertex is entered */

/*
 * The search waits for memory: for numbers and rows of targets, which it reads one by one. So all of them are
 * prefetched as soon as the row is known.
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

/* Replaces component numbers by smallest members; `least` has room for a number a component. */
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

int scc_tarjan(const struct scc_task *task, struct error *error) {
    struct memory *memory = task->run->memory;
    uint64_t vertices = task->graph->vertices;
    struct tarjan search = {.graph = task->graph,
                            .room = vertices,
                            .number = task->component,
                            .vertices = memory_allocate_array(memory, vertices, sizeof(uint32_t)),
                            .places = memory_allocate_array(memory, vertices, sizeof(uint64_t))};
    int failed = 0;
    if (search.vertices == NULL || search.places == NULL) {
        failed = error_memory(error, "for strongly connected components");
    } else {
        memset(search.number, 0, vertices * sizeof *search.number);
        tarjan_start(&search);
        if (visit_all(&search, task->run) != 0) {
            failed = error_set(error, ERROR_INTERRUPTED, SCC_INTERRUPTED);
        } else {
            name_components(vertices, search.number, search.vertices);
        }
    }
    memory_free(memory, search.vertices, vertices * sizeof(uint32_t));
    memory_free(memory, search.places, vertices * sizeof(uint64_t));
    return failed;
}
