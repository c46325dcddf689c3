#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_PATH_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_PATH_H

struct error;
struct strategy;

/*
 * Finds the path of the network that a strategy forces. Sets evidence->shape, and the trace and the ends,
 * which begin as zeros.
 *
 * The loser has *lost* at a node if the winner has no choice at any node that can be reached from it: each of
 * its nodes there has one move in the game. A play is followed until the loser has lost.
 *
 * A station is the set of nodes at which plays can be after a number of steps of the network, closed under
 * moves of the observer alone; the first station contains node 0. If all moves of the network from a station
 * have the same label and lead to the same state, they are a step of the path, and their target nodes begin
 * the next station. The path is
 * - a TRACE if it leads to a station where all plays have ended;
 * - a LASSO if a station occurs again (it has as few steps as its endless path allows);
 * - otherwise a GRAPH: it ends where the loser has a choice. (Also a path through too many stations.)
 *
 * A TRACE goes on after the loser has lost if no player has a choice, and some moves are the winner's: to a
 * dead end, or as a LASSO. If only the loser moves, or if the loser can choose later, it ends at once.
 *
 * evidence->ends has, in the order of steps, the nodes at which plays end (STRATEGY_END_LOST), and for a
 * LASSO and a GRAPH the nodes at the end of the path. Linear in nodes and edges. Returns 0, or -1 with *error
 * filled: ERROR_MEMORY.
 */
int strategy_path_find(struct strategy *evidence, struct error *error);

#endif
