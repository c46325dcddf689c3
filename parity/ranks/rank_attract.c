/* Attractors in parity games of several ranks (rank_game_internal.h). */
#include "parity/ranks/rank_game_internal.h"

#define DEPTH_SHIFT 32u /* an item: the vertex, then the old and the new depth of a successor */

static void attract(struct rank_work *work, uint64_t vertex) {
    bitmap_set(work->queued, vertex);
    spread_append(&work->spread, vertex);
}

/* A successor has been attracted. */
static int take_successor(void *context, const uint64_t *item) {
    struct rank_work *work = context;
    const uint64_t vertex = item[0];
    const uint32_t from = (uint32_t)(item[1] >> DEPTH_SHIFT), to = (uint32_t)item[1];
    uint32_t *left = work->left + vertex * work->greatest;
    left[from - 1]--;
    if (to != 0) {
        left[to - 1]++;
    }
    if (work->depth[vertex] <= work->to || bitmap_has(work->queued, vertex)) {
        return 0;
    }
    if (work->game->owner[vertex] == work->player || rank_left_above(work, vertex, work->to) == 0) {
        attract(work, vertex);
    }
    return 0;
}

static int send_attracted(void *context, uint64_t vertex) {
    struct rank_work *work = context;
    const struct rank_game *game = work->game;
    uint64_t item[2] = {0, (uint64_t)work->depth[vertex] << DEPTH_SHIFT | work->to};
    int failed = 0;
    bitmap_clear(work->queued, vertex);
    work->depth[vertex] = work->to;
    work->winner[vertex] = work->given;
    for (uint64_t i = game->in_offsets[vertex]; i < game->in_offsets[vertex + 1] && !failed; i++) {
        item[0] = graph_part_index(game->in_sources[i]);
        failed = mail_send(work->mail, graph_part_rank(game->in_sources[i]), item) != 0;
    }
    return failed;
}

int rank_attract(struct rank_work *work, enum player player, uint32_t to, uint8_t winner) {
    work->player = player;
    work->to = to;
    work->given = winner;
    work->attractors++;
    return spread_run(&work->spread, work->mail, send_attracted, take_successor, work);
}
