#ifndef HEDDLE_FRONTEND_FORMATS_GRAPH_WRITE_H
#define HEDDLE_FRONTEND_FORMATS_GRAPH_WRITE_H

#include "frontend/formats/table/file_format.h"

struct error;
struct graph;
struct run;

/*
 * Writes a graph that has labels, as FILE_AUT or FILE_DOT; the file appears under its name only when complete
 * (base/stream/output.h). 0, or -1 with *error filled.
 */
struct graph_picture;

int graph_write(const struct graph *graph, const char *path, enum file_format format, const struct run *run,
                struct error *error);
/* A picture, FILE_DOT (graph_dot.h). picture: NULL for the default. */
int graph_write_picture(const struct graph *graph, const struct graph_picture *picture, const char *path,
                        const struct run *run, struct error *error);
#endif
