#ifndef HEDDLE_REDUCE_COMPARE_ROOT_H
#define HEDDLE_REDUCE_COMPARE_ROOT_H

struct error;
struct graph;
struct run;

/*
 * Graphs with several initial vertices, made comparable: one more vertex, the root, which comes last and is
 * initial, has an edge with a label of its own to each vertex that was initial. So the roots of two graphs
 * are equivalent if each initial vertex of one has an equivalent one of the other, and have the same
 * sequences of labels if the initial vertices of both have together.
 */

/* Size of the buffer for root_label. */
#define ROOT_LABEL 32

/* A label that neither graph has. */
const char *root_label(const struct graph *const graphs[2], char text[ROOT_LABEL]);
/*
 * The graph with a root; the text must outlive it. The caller frees it. NULL with *error filled: ERROR_LIMIT,
 * ERROR_MEMORY.
 */
struct graph *root_graph(const struct graph *graph, const char *label, const struct run *run,
                         struct error *error);

#endif
