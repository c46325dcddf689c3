#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_PATH_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_PATH_H

struct error;
struct strategy;

/*
 * Finds the only path of the network that all plays of a strategy follow, if there is one. Sets
 * evidence->shape and, for a TRACE or a LASSO, the trace, which begins as zeros.
 *
 * A station is a set of nodes connected by moves of the observer alone; the first station contains node 0. If
 * all moves of the network from a station have the same label and lead to the same state, their target nodes
 * begin the next station. A station without such moves ends a TRACE. A station that occurred before closes a
 * LASSO (which has as few steps as its endless path allows). Anything else is a GRAPH, also a path through
 * too many stations. Linear in nodes and edges. Returns 0, or -1 with *error filled: ERROR_MEMORY.
 */
int strategy_path_find(struct strategy *evidence, struct error *error);

#endif
