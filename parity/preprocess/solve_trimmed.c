/*
 * Removes vertices that no cycle leads to before solving: no play visits them twice. They are decided
 * afterwards, each when all its successors are.
 */
#include "parity/solver/solving.h"

#define COUNTLESS UINT32_MAX /* the vertex has too many incoming edges to count */

static inline void lose_edge(const struct solving *solving, uint32_t vertex) {
    solving->seen[vertex] -= solving->seen[vertex] != COUNTLESS;
}

/* Counts the edges from undecided vertices to each vertex. */
static int count_ways(struct solving *solving) {
    const struct game *game = solving->game;
    for (uint64_t vertex = 0; vertex < game->vertices; vertex++) {
        uint64_t ways = solving->in_begin[vertex + 1] - solving->in_begin[vertex];
        solving->seen[vertex] = ways < COUNTLESS ? (uint32_t)ways : COUNTLESS;
        if (solving_look_at_item(solving, vertex) != 0) {
            return -1;
        }
    }
    for (uint64_t i = 0; i < solving->decided; i++) {
        uint32_t vertex = solving->queue[i];
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            lose_edge(solving, game->targets[edge]);
        }
    }
    return 0;
}

int solving_trim(struct solving *solving, uint64_t *trimmed) {
    const struct game *game = solving->game;
    uint64_t first = game->vertices; /* trimmed vertices fill the queue from its end */
    if (count_ways(solving) != 0) {
        return -1;
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        if (solving->seen[v] == 0 && is_undecided(solving, (uint32_t)v)) {
            solving->queue[--first] = (uint32_t)v;
        }
    }
    for (uint64_t at = game->vertices; at > first; at--) {
        uint32_t vertex = solving->queue[at - 1];
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            uint32_t target = game->targets[edge];
            if (is_undecided(solving, target)) {
                lose_edge(solving, target);
                if (solving->seen[target] == 0) {
                    solving->queue[--first] = target;
                }
            }
        }
        if (solving_look_at_item(solving, at) != 0) {
            return -1;
        }
    }
    *trimmed = game->vertices - first;
    return 0;
}

void solving_decide_trimmed(struct solving *solving, uint64_t trimmed) {
    const struct game *game = solving->game;
    for (uint64_t i = game->vertices - trimmed; i < game->vertices; i++) {
        uint32_t vertex = solving->queue[i];
        unsigned owner = game->owner[vertex];
        uint64_t edge = game->offsets[vertex], end = game->offsets[vertex + 1];
        while (edge < end && solving->winner[game->targets[edge]] != owner) {
            edge++;
        }
        if (edge < end) {
            solving_decide(solving, vertex, owner, game->targets[edge]);
        } else {
            solving_decide(solving, vertex, 1 - owner, SOLUTION_NONE);
        }
    }
    solving->spread = solving->decided;
}
