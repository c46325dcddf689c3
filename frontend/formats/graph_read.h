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
 * with_numbers: NULL, or for a caller that can use an MDP: a file with distributions becomes one
 * (frontend/formats/mdp_read.h, to be written), with NULL returned and *error as it was; and a warning is
 * given of a label that should have a number, it seems.
 */
struct graph_with_numbers {
    struct mdp
        *mdp; /* the caller frees it (mdp_free); NULL: there are no distributions, or *error is filled */
    struct error warning; /* its code is ERROR_NONE if there is none */
};
struct graph *graph_read(const char *path, label_table *labels, struct graph_with_numbers *with_numbers,
                         const struct run *run, struct error *error);

#endif
