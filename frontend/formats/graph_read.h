#ifndef HEDDLE_FRONTEND_FORMATS_GRAPH_READ_H
#define HEDDLE_FRONTEND_FORMATS_GRAPH_READ_H

#include "base/text/label.h"

struct error;
struct graph;
struct run;

/*
 * Reads an AUT file as a graph with labels; the texts of these belong to `labels`. States keep their numbers,
 * those that the initial state does not reach included. Choices of `prob` labels do not count: each such
 * label is a label like others. NULL with *error filled: also ERROR_INPUT for a file with distributions,
 * ERROR_LIMIT for too many states. The caller frees it (graph_free).
 */
struct graph *graph_read(const char *path, label_table *labels, const struct run *run, struct error *error);

#endif
