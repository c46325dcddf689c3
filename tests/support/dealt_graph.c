/* Graphs dealt to ranks (dealt_graph.h). */
#include "tests/support/dealt_graph.h"

#include <stdlib.h>

#include "tests/support/testing.h"

/* The part of a rank, whose vertices are known. */
static void fill_part(struct dealt_graph *dealt, unsigned rank, const struct digraph *graph,
                      const uint8_t *ends) {
    struct graph_part *part = &dealt->part[rank];
    part->offsets = test_allocate(part->vertices + 1, sizeof *part->offsets);
    part->targets = test_allocate(graph->edges + 1, sizeof *part->targets);
    part->labels = graph->live == NULL ? NULL : test_allocate(graph->edges + 1, sizeof *part->labels);
    for (uint64_t v = 0; v < part->vertices; v++) {
        const uint32_t vertex = dealt->number[rank][v];
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (ends != NULL && ends[vertex]) {
                continue;
            }
            if (part->labels != NULL) {
                part->labels[part->edges] = digraph_is_live(graph, edge) ? 1 : 0;
            }
            part->targets[part->edges++] = dealt->name[graph->targets[edge]];
        }
        part->offsets[v + 1] = part->edges;
    }
}

void dealt_graph_open(struct dealt_graph *dealt, const struct digraph *graph, const uint8_t *ends,
                      unsigned count, uint64_t *random) {
    const int in_order = random_draw(random, 4) == 0;
    dealt->count = count;
    dealt->name = test_allocate(graph->vertices, sizeof *dealt->name);
    for (unsigned r = 0; r < count; r++) {
        dealt->part[r] = (struct graph_part){.rank = r, .ranks = count};
        dealt->number[r] = test_allocate(graph->vertices, sizeof *dealt->number[r]);
    }
    for (uint64_t v = 0; v < graph->vertices; v++) {
        const unsigned rank = in_order ? (unsigned)(v * count / graph->vertices) : random_draw(random, count);
        dealt->number[rank][dealt->part[rank].vertices] = (uint32_t)v;
        dealt->name[v] = graph_part_vertex(rank, dealt->part[rank].vertices++);
    }
    for (unsigned r = 0; r < count; r++) {
        fill_part(dealt, r, graph, ends);
    }
}

void dealt_graph_close(struct dealt_graph *dealt) {
    for (unsigned r = 0; r < dealt->count; r++) {
        free(dealt->part[r].offsets);
        free(dealt->part[r].targets);
        free(dealt->part[r].labels);
        free(dealt->number[r]);
    }
    free(dealt->name);
}
