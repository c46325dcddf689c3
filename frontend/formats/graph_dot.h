#ifndef HEDDLE_FRONTEND_FORMATS_GRAPH_DOT_H
#define HEDDLE_FRONTEND_FORMATS_GRAPH_DOT_H

#include <stdint.h>

struct error;
struct graph;
typedef struct output output;

struct mdp_valuations;

/* What nodes show, and which states are initial. */
struct graph_picture {
    struct mdp_valuations *valuations; /* values of variables; NULL: numbers of states */
    uint64_t initial;                  /* the first states: so many; 1: that of the graph */
};

/* More than that is no picture, and Graphviz does not come to an end. */
#define GRAPH_DOT_STATES 2000u
#define GRAPH_DOT_EDGES 20000u

/* Whether a graph of this size can be drawn: 0, or -1 with an ERROR_LIMIT that says what to do. `path` is for
 * messages. */
int graph_dot_check(const char *path, uint64_t states, uint64_t edges, struct error *error);

/*
 * Writes a graph that can be drawn in the language of Graphviz: an arrow leads to the initial state,
 * deadlocks have a double line, and from one state to another there is one arrow with all labels, as far as
 * they are short. Levels go down the page where there are more of them than would fit beside each other. 0,
 * or -1 with *error filled. picture: NULL for one initial state and numbers in the nodes.
 */
int graph_dot_write(const struct graph *graph, const struct graph_picture *picture, output *output,
                    struct error *error);

#endif
