#ifndef HEDDLE_TESTS_ORACLE_ORACLE_GAME_H
#define HEDDLE_TESTS_ORACLE_ORACLE_GAME_H

#include <stdint.h>

#include "parity/game/game.h"

/*
 * Who wins each vertex of a total game, by the textbook recursion over attractors (Zielonka 1998), each step
 * as it is defined. For some hundred vertices; aborts when memory runs out.
 */
void oracle_game(const struct game *game, uint8_t *winner);

/* The winner of one vertex, by oracle_game. */
enum player oracle_game_winner(const struct game *game, uint32_t vertex);

/*
 * The same from the definition alone: Even wins where one of her positional strategies leaves no cycle of an
 * odd highest priority in reach. Tries them all: 0 without an answer when there are more than `most`.
 */
int oracle_game_by_strategies(const struct game *game, uint64_t most, uint8_t *winner);

/*
 * A right solution, found by trying: a successor is good where the winners stay the same with no other one
 * left. For some dozen vertices.
 */
void oracle_game_solution(const struct game *game, struct solution *solution);

/* Whether the vertex lies on a cycle on which its priority is the highest, where strategies are followed. */
int oracle_is_highest_on_cycle(const struct game *game, const uint32_t *strategy, uint64_t vertex);

/*
 * Whether a solution is right, naively: each winner's strategy is an edge inside its winning region, the
 * loser has no edge out of this region, and in the graph that is left no vertex of the other parity lies on a
 * cycle on which its priority is the highest. NULL, or what is wrong.
 */
const char *oracle_solution_is_wrong(const struct game *game, const struct solution *solution);
/* The same, and its winners are those of oracle_game. */
const char *oracle_judge(const struct game *game, const struct solution *solution);

/* Room for a solution, of bytes that no solver writes. Aborts when memory runs out; the caller frees it. */
struct solution oracle_solution_new(uint64_t vertices);
void oracle_solution_free(struct solution *solution);

#endif
