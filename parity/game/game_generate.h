#ifndef HEDDLE_PARITY_GAME_GAME_GENERATE_H
#define HEDDLE_PARITY_GAME_GAME_GENERATE_H

#include "parity/game/game.h"

#ifdef __cplusplus
extern "C" {
#endif

struct backend;
struct exploration;
struct graph;
struct graph_device;
struct graph_states;

/*
 * The parity game that a search has found: the product of a network and an observer
 * (explorer/model/observer.h). Vertices are numbered as those of a graph (explorer/graph/graph.h), so 0 is
 * initial, and every engine makes the same game; a row is sorted and has a target once. Owner and priority of
 * a vertex are those of the state that the observer is in. A vertex that the product gives no successor has
 * itself, with a priority by which its owner loses: one of two above all that the observer has, so that
 * priorities fall along no edge where they did not before.
 *
 * It takes 13 bytes a vertex and 4 an edge, where it was made: on the GPU that the search was on, or on the
 * host.
 */
struct generated_game {
    struct game host;      /* in host memory; `targets` is NULL while it is only on the GPU */
    struct game there;     /* in the memory of `device`; `targets` is NULL where it never was on a GPU */
    struct device *device; /* owned; or NULL */
    uint64_t vertices, edges;
    uint32_t priorities; /* different ones that occur */
    /* What the views lie in. */
    struct memory *memory;
    struct graph *graph;
    struct graph_device *graph_device;
    uint8_t *host_owner, *device_owner;
};

/*
 * Makes the game of a complete exploration of a model with an observer, which kept its levels and its visited
 * set: on the GPU where the search left it, else on the host, and there, too, where the GPU's memory does not
 * suffice. `backend` did the search; if that is "auto" and a GPU fails, the host searches once more, and
 * exploration->fallback says why.
 *
 * *states: the states of the vertices, on the host, for the caller to free; NULL: not wanted.
 *
 * Consumes the visited set and the levels, and the GPU is the game's from then on; exploration->memory_peak
 * is as it is in the end. What it takes beside them is said in explorer/graph/graph_device.h. 0, or -1 with
 * *error filled and nothing to free: ERROR_LIMIT (too many vertices, or priorities that are too large),
 * ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int game_generate(const struct backend *backend, struct exploration *exploration,
                  struct generated_game *generated, struct graph_states **states, const struct run *run,
                  struct error *error);
/* Sees to it that it is in host memory, too. 0, or -1 with *error filled and the game as it was. */
int generated_game_fetch(struct generated_game *generated, const struct run *run, struct error *error);
/* Gives back what is on the GPU, and the GPU. A game that was only there is gone. */
void generated_game_leave_device(struct generated_game *generated);
void generated_game_free(struct generated_game *generated); /* of zeros is allowed */

#ifdef __cplusplus
}
#endif
#endif
