/* Writing graphs: AUT (graph_dot.c has pictures). */
#include "frontend/formats/graph_write.h"

#include "base/error.h"
#include "base/stream/output.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_dot.h"
#include "frontend/formats/aut_write.h"

static int keep_going(const struct graph *graph, uint64_t vertex, const struct run *run,
                      struct error *error) {
    if (vertex % 65536 != 0) {
        return 0;
    }
    if (run_should_stop(run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while writing");
    }
    run_tell(run, "writing", vertex, graph->vertices, "states");
    return 0;
}

static int write_aut(const struct graph *graph, output *output, const struct run *run, struct error *error) {
    int failed =
        aut_write_header(output, graph->initial, graph_distinct_edges(graph), graph->vertices, error);
    for (uint64_t vertex = 0; vertex < graph->vertices && !failed; vertex++) {
        failed = keep_going(graph, vertex, run, error);
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
    if (output == NULL) {
        return -1;
    }
    int failed =
        format == FILE_DOT ? graph_dot_write(graph, output, error) : write_aut(graph, output, run, error);
    if (failed) {
        output_discard(output);
        return -1;
    }
    return output_finish(output, error);
}
