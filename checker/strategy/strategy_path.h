#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_PATH_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_PATH_H

struct error;
struct strategy;

/*
 * The one path of the network that all plays of a strategy go along, if there is one: sets evidence->shape
 * and, for a TRACE or a LASSO, the trace, which begins as zeros.
 *
 * A station is a set of nodes between which the observer moves alone; the first has node 0. Where all moves
 * of the network from a station have the same label and lead to the same state, the nodes to which they lead
 * begin the next. A station without such moves ends a TRACE, one that was there before closes a LASSO (which
 * has as few steps as the endless path that it stands for allows); anything else is a GRAPH, and so is a path
 * through too many stations. Linear in nodes and edges. 0, or -1 with *error filled: ERROR_MEMORY.
 */
int strategy_path_find(struct strategy *evidence, struct error *error);

#endif
