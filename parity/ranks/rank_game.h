#ifndef HEDDLE_PARITY_RANKS_RANK_GAME_H
#define HEDDLE_PARITY_RANKS_RANK_GAME_H

#include <stdint.h>

#include "parity/game/game.h"

struct error;
struct exploration;
struct graph_part;
struct run;

/*
 * The part of a parity game that one rank has: the vertices that it owns, and for each the vertices from
 * which edges lead there, in the whole graph of all ranks (explorer/graph/graph_part.h). That is what an
 * attractor needs. Unlike a struct game, it need not be total: the owner of a vertex without successors
 * loses there, whatever its priority. All functions are collective, and fail in all ranks if they fail in
 * one: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_LIMIT, which is also the error where another rank is the
 * reason.
 */
struct rank_game {
    struct memory *memory;
    uint32_t rank, ranks;
    uint64_t vertices;
    uint64_t *in_offsets; /* [vertices + 1] */
    uint64_t *in_sources; /* of the whole graph; a vertex has each once */
    uint64_t in_edges;
    uint32_t *degree;                 /* [vertices] successors, in all ranks */
    uint8_t *owner;                   /* [vertices] enum player */
    uint32_t *priority;               /* [vertices] below 2^31; max-parity */
    uint64_t all_vertices, all_edges; /* of all ranks; a vertex without successors counts as one edge, which
                                         is the loop that it has in a struct game */
};

/*
 * Makes the game of a graph whose edges' labels are of no matter: sorts each row of part->targets, and turns
 * the edges. Owners and priorities are zeros, for the caller to fill. The graph is not needed afterwards; it
 * takes 8 bytes for each edge, 17 for each vertex. The caller frees the game with rank_game_free, whatever
 * this returns.
 */
int rank_game_make(const struct graph_part *part, const struct run *run, struct rank_game *game,
                   struct error *error);
void rank_game_free(struct rank_game *game);

/*
 * The same of a complete exploration by all ranks of a model with an observer, which kept its levels and its
 * visited set, both of which it consumes: owner and priority of a vertex are those of the observer's state.
 * The exploration may be freed before the game, which the caller frees with rank_game_free.
 */
struct generated_rank_game {
    struct rank_game game;
    uint64_t start;      /* the initial vertex, in the whole graph */
    uint64_t priorities; /* different ones that occur, as in a struct generated_game */
};
int rank_game_generate(struct exploration *exploration, const struct run *run,
                       struct generated_rank_game *generated, struct error *error);

#define RANK_WINNER_NONE 2u /* nobody yet, beside enum player */

struct rank_solve_options {
    uint64_t start; /* the solver may stop when this vertex is decided; GRAPH_PART_NONE: all are wanted */
    int keep_apart; /* for tests: what remains is not gathered, however small it is */
};

struct rank_solve_report {
    uint64_t attractors; /* computed by all ranks together */
    uint64_t gathered;   /* games that every rank solved by itself, as few edges were left */
};

/*
 * Solves the game by Zielonka's recursive algorithm (Infinite games on finitely coloured graphs, 1998), all
 * ranks in lockstep: attractors spread over messages. When at most 2^20 edges lead to the vertices of a
 * subgame, all ranks gather it, and each solves it by itself (solve_cpu). winner: a byte for each vertex of
 * this rank; RANK_WINNER_NONE where the solver stopped before. It takes 12 bytes for each vertex, and 4
 * more for each run of priorities of the same parity.
 */
int rank_game_solve(const struct rank_game *game, const struct rank_solve_options *options,
                    const struct run *run, uint8_t *winner, struct rank_solve_report *report,
                    struct error *error);

#endif
