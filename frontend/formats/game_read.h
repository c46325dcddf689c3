#ifndef HEDDLE_FRONTEND_FORMATS_GAME_READ_H
#define HEDDLE_FRONTEND_FORMATS_GAME_READ_H

#include "parity/game/game.h"

struct game_read_options {
    int min; /* the least priority that occurs infinitely often decides: p becomes (an even number) - p */
    int dead_loses; /* a player without a move loses (game_add_loops); else a vertex without successors is an
                       error */
    int to_min;     /* the game will be turned around once more: its priorities must allow it */
};

/* Reads a game in the format of PGSolver ("-" is standard input; .gz and .zst show in their first bytes):
 *
 *     [parity N;] [start V;] {ID PRIORITY OWNER SUCCESSOR{,SUCCESSOR} ["NAME"];}
 *
 * OWNER 0 is Even. IDs are below 2^64 - 1, come in any order and may have gaps; N says nothing. Vertices are
 * numbered by ascending ids. store->game.start is V, or the lowest id. Memory is proportional to the file.
 * Bytes in names are kept as they are.
 *
 * 0, or -1 with nothing to free and *error filled: ERROR_INPUT with the place (of the vertex, when a
 * successor has no vertex), ERROR_IO, ERROR_LIMIT for too many vertices, ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int game_read(const char *path, const struct game_read_options *options, const struct run *run,
              struct game_store *store, struct error *error);
#endif
