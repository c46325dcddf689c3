#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_LOST_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_LOST_H

#include <stdint.h>

struct strategy;

/* What is known of the rest of the game from a node of a strategy on. */
enum strategy_rest {
    STRATEGY_OPEN, /* the winner can reach a node where it has a choice */
    STRATEGY_LOST, /* the winner has one move at each of its nodes that can be reached: the loser has lost */
    STRATEGY_ALONE /* only the loser moves */
};

/* Fills rest[node], an enum strategy_rest, for all nodes of the graph. Linear. Returns 0, or -1 when memory
 * runs out. */
int strategy_find_lost(const struct strategy *strategy, uint8_t *rest);

#endif
