/* Writes graphs as AUT, or as pictures (graph_dot.c). */
#include "frontend/formats/graph_write.h"

#include "base/stream/output.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_dot.h"
#include "frontend/formats/aut_write.h"
#include "frontend/formats/write_progress.h"

static int write_aut(const struct graph *graph, output *output, const struct run *run, struct error *error) {
    int failed =
        aut_write_header(output, graph->initial, graph_distinct_edges(graph), graph->vertices, error);
    for (uint64_t vertex = 0; vertex < graph->vertices && !failed; vertex++) {
        failed = write_progress(run, vertex, graph->vertices, "states", error);
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1] && !failed; edge++) {
            if (graph_edge_is_repeated(graph, edge, graph->offsets[vertex])) {
                continue;
            }
            failed = aut_write_transition(output, vertex, graph->label_text[graph->labels[edge]],
                                          graph->targets[edge], error);
        }
    }
    return failed ? -1 : 0;
}

int graph_write(const struct graph *graph, const char *path, enum file_format format, const struct run *run,
                struct error *error) {
    if (format == FILE_DOT && graph_dot_check(path, graph->vertices, graph->edges, error) != 0) {
        return -1;
    }
    output *output = output_create(run, path, error);
    int failed = output == NULL;
    if (!failed && format == FILE_DOT) {
        failed = graph_dot_write(graph, output, error) != 0;
    } else if (!failed && format == FILE_AUT) {
        failed = write_aut(graph, output, run, error) != 0;
    } else if (!failed) {
        failed = error_in(error, ERROR_USAGE, path, "state spaces are not written as .%s",
                          file_format_row(format)->name);
    }
    return output_end(output, failed, error);
}
