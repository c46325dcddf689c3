/* Writes graphs as AUT (graph_aut.c), or as pictures (graph_dot.c). */
#include "frontend/formats/graph_write.h"

#include "base/error.h"
#include "base/stream/output.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_aut.h"
#include "frontend/formats/graph_dot.h"

int graph_write_picture(const struct graph *graph, const struct graph_picture *picture, const char *path,
                        const struct run *run, struct error *error) {
    if (graph_dot_check(path, graph->vertices, graph->edges, error) != 0) {
        return -1;
    }
    output *output = output_create(run, path, error);
    int failed = output == NULL || graph_dot_write(graph, picture, output, error) != 0;
    return output_end(output, failed, error);
}

int graph_write(const struct graph *graph, const char *path, enum file_format format, const struct run *run,
                struct error *error) {
    if (format == FILE_DOT) {
        return graph_write_picture(graph, NULL, path, run, error);
    }
    output *output = output_create(run, path, error);
    int failed = output == NULL;
    if (!failed && format == FILE_AUT) {
        failed = graph_aut_write(graph, output, run, error) != 0;
    } else if (!failed) {
        failed = error_in(error, ERROR_USAGE, path, "state spaces are not written as .%s",
                          file_format_row(format)->name);
    }
    return output_end(output, failed, error);
}
