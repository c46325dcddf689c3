/* Live edges of a graph for certificates: copied, counted, and sorted by target. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/components/component_order.h"
#include "model/digraph_core.h"

#define STEPS_BETWEEN_CHECKS 65536u

int certificate_check_stop(const struct run *run, uint64_t done, uint64_t total, struct error *error) {
    if (done % STEPS_BETWEEN_CHECKS != 0) {
        return 0;
    }
    run_tell(run, "making evidence", done, total, "states");
    return run_ask(run, error, "interrupted while making evidence");
}

void digraph_remove_choice(const struct digraph *graph, uint64_t edge, uint64_t row_end, uint32_t *live) {
    uint64_t end = digraph_choice_end(graph, edge, row_end);
    while (!digraph_begins(graph, edge)) {
        edge--;
    }
    for (; edge < end; edge++) {
        bitmap_clear(live, edge);
    }
}

int reversed_make(const struct digraph *graph, int with_edges, const struct run *run,
                  struct reversed *reversed, struct error *error) {
    uint64_t vertices = graph->vertices;
    reversed->vertices = vertices;
    reversed->capacity = graph->edges;
    reversed->offsets = memory_allocate_zeroed(run->memory, (vertices + 1) * sizeof *reversed->offsets);
    reversed->sources = memory_allocate_array(run->memory, graph->edges, sizeof *reversed->sources);
    if (with_edges) {
        reversed->edges = memory_allocate_array(run->memory, graph->edges, sizeof *reversed->edges);
    }
    if (reversed->offsets == NULL || reversed->sources == NULL || (with_edges && reversed->edges == NULL)) {
        return error_memory(error, "for evidence of the components");
    }
    for (uint64_t edge = 0; edge < graph->edges; edge++) {
        reversed->offsets[graph->targets[edge]] += (uint64_t)digraph_is_live(graph, edge);
    }
    uint64_t sum = 0; /* offsets are ends of rows until filling from the end turns them into beginnings */
    for (uint64_t vertex = 0; vertex <= vertices; vertex++) {
        sum += reversed->offsets[vertex];
        reversed->offsets[vertex] = sum;
    }
    for (uint64_t vertex = vertices; vertex-- > 0;) {
        for (uint64_t edge = graph->offsets[vertex + 1]; edge-- > graph->offsets[vertex];) {
            if (digraph_is_live(graph, edge)) {
                uint64_t at = --reversed->offsets[graph->targets[edge]];
                reversed->sources[at] = (uint32_t)vertex;
                if (with_edges) {
                    reversed->edges[at] = edge;
                }
            }
        }
    }
    return 0;
}

void digraph_copy_live(const struct digraph *graph, uint32_t *live) {
    if (graph->live != NULL) {
        memcpy(live, graph->live, bitmap_bytes(graph->edges));
    } else {
        memset(live, 0xff, bitmap_bytes(graph->edges));
    }
}

void digraph_count_choices(const struct digraph *graph, const uint32_t *live, uint32_t *choices) {
    for (uint64_t vertex = 0; vertex < graph->vertices; vertex++) {
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            choices[vertex] += digraph_begins(graph, edge) && bitmap_has(live, edge);
        }
    }
}

void reversed_free(struct reversed *reversed, const struct run *run) {
    memory_free(run->memory, reversed->offsets, (reversed->vertices + 1) * sizeof *reversed->offsets);
    memory_free(run->memory, reversed->sources, reversed->capacity * sizeof *reversed->sources);
    memory_free(run->memory, reversed->edges, reversed->capacity * sizeof *reversed->edges);
    *reversed = (struct reversed){0};
}
