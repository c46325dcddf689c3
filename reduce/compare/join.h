#ifndef HEDDLE_REDUCE_COMPARE_JOIN_H
#define HEDDLE_REDUCE_COMPARE_JOIN_H

struct error;
struct graph;
struct run;

/*
 * Two graphs with labels beside each other: the vertices of the second one come after those of the first one,
 * and labels of the same text are one. The initial vertex is that of the first graph. Choices stay,
 * and the edges of a graph without them get choice 0 if the other one has some. The texts of labels
 * stay with their owners. NULL with *error filled: ERROR_LIMIT (too many vertices), ERROR_MEMORY.
 */
struct graph *join_graphs(const struct graph *first, const struct graph *second, const struct run *run,
                          struct error *error);

#endif
