#ifndef HEDDLE_PARITY_GAME_GAME_PART_CORE_H
#define HEDDLE_PARITY_GAME_GAME_PART_CORE_H

/* How a winning strategy is followed beyond a part of a game (game_part.h), on the host and on a GPU. */
#include "base/core.h"
#include "parity/game/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A solved game on one side. */
struct part_view {
    const uint64_t *offsets;
    const uint32_t *targets;
    const uint8_t *owner;
    const uint32_t *strategy;
    uint32_t winner; /* of the start */
    uint32_t known;  /* vertices below are in the part */
};

/* The moves that matter: the winner's move by its strategy, or all moves of the loser. */
CORE_FUNCTION uint64_t part_moves(const struct part_view *view, uint32_t vertex) {
    return view->owner[vertex] != view->winner       ? view->offsets[vertex + 1] - view->offsets[vertex]
           : view->strategy[vertex] == SOLUTION_NONE ? 0
                                                     : 1;
}

CORE_FUNCTION uint32_t part_move(const struct part_view *view, uint32_t vertex, uint64_t move) {
    return view->owner[vertex] == view->winner ? view->strategy[vertex]
                                               : view->targets[view->offsets[vertex] + move];
}

/*
 * Writes a vertex beyond the part, and after it vertices beyond the part to which the play is forced to go
 * on: `most` entries, of which those after the last vertex are SOLUTION_NONE.
 */
CORE_FUNCTION void part_follow(const struct part_view *view, uint32_t vertex, uint32_t most, uint32_t *path) {
    for (uint32_t k = 0; k < most; k++) {
        path[k] = vertex;
        if (vertex == SOLUTION_NONE) {
            continue;
        }
        uint32_t next = part_moves(view, vertex) == 1 ? part_move(view, vertex, 0) : SOLUTION_NONE;
        vertex = next == vertex || next < view->known ? SOLUTION_NONE : next;
    }
}

/* Vertices whose moves are copied; the arrays are in host memory. */
struct part_request {
    const uint32_t *list;
    uint64_t count;
    uint32_t *strategy; /* count: the winner's move, SOLUTION_NONE for the loser */
    uint64_t *begin;    /* count + 1: the numbers of moves; then where the moves of each vertex begin */
};

/* Fill path with `most` entries for each vertex of the list (part_follow); strategies and numbers of moves;
 * and the moves. The view is on the GPU. 0, or -1 with *error filled: ERROR_MEMORY, ERROR_DEVICE. */
int game_part_follow_cuda(struct device *device, const struct part_view *view,
                          const struct part_request *request, uint32_t most, uint32_t *path,
                          struct error *error);
int game_part_count_cuda(struct device *device, const struct part_view *view,
                         const struct part_request *request, struct error *error);
int game_part_moves_cuda(struct device *device, const struct part_view *view,
                         const struct part_request *request, uint32_t *targets, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
