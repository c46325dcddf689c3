#ifndef HEDDLE_FRONTEND_FORMATS_GRAPH_READ_H
#define HEDDLE_FRONTEND_FORMATS_GRAPH_READ_H

#include "base/error.h"
#include "base/text/label.h"

struct graph;
struct mdp;
struct run;

/*
 * Reads an AUT file as a graph with labels; the texts of these belong to `labels`. States keep their numbers,
 * those that the initial state does not reach included. Choices of `prob` labels do not count: each such
 * label is a label like others. NULL with *error filled: also ERROR_INPUT for a file with distributions,
 * ERROR_LIMIT for too many states. The caller frees it (graph_free).
 *
 * with_numbers: for a caller that can use an MDP; else NULL. A file with distributions becomes an MDP (as
 * mdp_read_as makes with `keep`); then NULL is returned, and *error is as it was. The warning is about a
 * label that probably should have a number.
 */
struct graph_with_numbers {
    struct mdp
        *mdp; /* the caller frees it (mdp_free); NULL: there are no distributions, or *error is filled */
    struct error warning; /* its code is ERROR_NONE if there is none */
};
struct graph *graph_read(const char *path, label_table *labels, struct graph_with_numbers *with_numbers,
                         const struct run *run, struct error *error);

#endif
