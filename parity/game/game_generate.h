#ifndef HEDDLE_PARITY_GAME_GAME_GENERATE_H
#define HEDDLE_PARITY_GAME_GAME_GENERATE_H

#include "parity/game/game.h"

struct backend;
struct exploration;
struct graph;
struct graph_device;
struct graph_states;

/*
 * The parity game of an exploration, the product of a network and an observer (model/observer.h).
 * Vertices are numbered as those of a graph (explorer/graph/graph.h), so 0 is initial, and every engine makes
 * the same game; a row is sorted and has each target once. Owner and priority of a vertex are those of the
 * observer's state. A vertex without successors in the product gets a loop, with a priority by which its
 * owner loses: one of two above all priorities of the observer, so that priorities fall along no further
 * edges.
 *
 * The game takes 13 bytes a vertex and 4 an edge on the side that made it: the GPU of the exploration, or the
 * host.
 */
struct generated_game {
    struct game host;      /* in host memory; `targets` is NULL while the game is only on the GPU */
    struct game there;     /* in the memory of `device`; `targets` is NULL if the game was never on a GPU */
    struct device *device; /* owned; or NULL */
    uint64_t vertices, edges;
    uint64_t priorities;         /* number of different priorities that occur */
    struct graph_states *states; /* of the vertices; or NULL. They may be on the device. */
    /* Owners of the arrays. */
    struct memory *memory;
    struct graph *graph;
    struct graph_device *graph_device;
    uint8_t *host_owner, *device_owner;
};

/*
 * Makes the game of a complete exploration of a model with an observer, which kept its levels and its visited
 * set: on the GPU if the exploration left it there and the GPU's memory suffices, else on the host. `backend`
 * did the exploration; if that is "auto" and a GPU fails, the host explores again, and exploration->fallback
 * says why.
 *
 * Consumes the visited set and the levels, and the game then owns the GPU; sets exploration->memory_peak to
 * its final value. explorer/graph/graph_device.h says how much memory it takes in addition. Returns 0, or -1
 * with *error filled and nothing to free: ERROR_LIMIT (too many vertices, or priorities that are too large),
 * ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int game_generate(const struct backend *backend, struct exploration *exploration, int with_states,
                  struct generated_game *generated, const struct run *run, struct error *error);
/* Copies the game to host memory unless it is there. Returns 0, or -1 with *error filled and an unchanged
 * game. */
int generated_game_fetch(struct generated_game *generated, const struct run *run, struct error *error);
/* Moves game and states to host memory, and releases the GPU; does nothing without a GPU. Returns 0, or -1
 * with *error filled and the GPU still in use. */
int generated_game_leave_device(struct generated_game *generated, const struct run *run, struct error *error);
/* Moves the states to host memory if less than `bytes` bytes are left on the GPU. States for which the host
 * has no room are lost. */
void generated_game_make_room(struct generated_game *generated, uint64_t bytes, const struct run *run);
/* Frees a solution that is where solve_generated has left it: on the game's device, or else on the host. */
void generated_game_free_solution(const struct generated_game *generated, struct solution *solution);
void generated_game_free(struct generated_game *generated); /* a game of zeros is allowed */
#endif
