#ifndef HEDDLE_FRONTEND_FORMATS_GAME_WRITE_H
#define HEDDLE_FRONTEND_FORMATS_GAME_WRITE_H

#include "parity/game/game.h"

/*
 * Writes a game or a solution of it in the formats of PGSolver, through base/stream/output.h: files appear
 * under their names when they are complete. What game_read reads back is the same game. Of the store, `game`,
 * `ids` and `names` are used: {.game = *view} writes a game that no store has.
 *
 * 0, or -1 with *error filled: ERROR_IO, ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int game_write(const struct game_store *store, const char *path, const struct run *run, struct error *error);
/* `paritysol HIGHEST;`, then `ID WINNER [STRATEGY];` */
int solution_write(const struct game_store *store, const struct solution *solution, const char *path,
                   const struct run *run, struct error *error);
#endif
