#ifndef HEDDLE_PARITY_GAME_GAME_REACH_H
#define HEDDLE_PARITY_GAME_GAME_REACH_H

#include <stdint.h>

#include "explorer/model/model.h"
#include "parity/game/game_part.h"

struct error;
struct run;

/*
 * What plays of a generated game can visit from a vertex on, whoever moves: counted in the memory that holds
 * the game, and exact however much it is.
 *
 * A breadth-first search over the game's rows meets the vertices. Their states, without the observer's, go
 * into a hash table, so that each counts once, and the model's transitions of each state tell which labels
 * occur. A transition that the observer follows leads to a vertex of the game, so only the targets of others
 * are looked up; and no transition has a label on which the observer would move to a state that no vertex
 * has. What is clear in this way is not looked for.
 *
 * Takes 10 bytes for each vertex that is met, 4 more for each that is not, and a bit for each vertex.
 */
struct game_reach {
    uint64_t vertices; /* of the game, the first one included */
    uint64_t states;   /* of the network: vertices that differ in the observer's state alone count once */
    int is_closed;     /* no transition of the network leads to another state */
    /* Labels of the model; the caller's arrays. */
    const uint8_t *wanted; /* not 0: it is to be found out whether the label occurs; NULL: of all */
    uint8_t *occurs;       /* set to 1 where it is wanted and some state has a transition with it */
};

/*
 * Counts from a vertex on; `model` is the one that the game was generated from. The game must be whole, with
 * its states on the same side. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED,
 * ERROR_DEVICE, ERROR_USAGE if the states are not on the side of the game.
 */
int game_reach_count(const struct solved_game *solved, const model *model, uint32_t vertex,
                     const struct run *run, struct game_reach *reach, struct error *error);

#endif
