/* Parity games of which each rank has a part: makes them of graphs (rank_game.h). */
#include "parity/ranks/rank_game.h"

#include "base/error.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/distributed/mail.h"
#include "explorer/graph/graph_part.h"

struct game_build {
    const struct graph_part *part;
    struct rank_game *game;
    const struct run *run;
    struct error *error;
    mail *mail;
};

/* --- rows --- */

/* The edge is the first one of its row to its target; rows are sorted. */
static int is_other_target(const struct graph_part *part, uint64_t vertex, uint64_t edge) {
    return edge == part->offsets[vertex] || part->targets[edge] != part->targets[edge - 1];
}

/* Sorts the rows, and counts the different targets in each. 0 or -1. */
static int sort_rows(struct game_build *build) {
    const struct graph_part *part = build->part;
    for (uint64_t v = 0; v < part->vertices; v++) {
        const uint64_t begin = part->offsets[v], end = part->offsets[v + 1];
        uint64_t count = 0;
        sort_items(part->targets + begin, end - begin, sizeof *part->targets, sort_compare_long);
        for (uint64_t edge = begin; edge < end; edge++) {
            count += (uint64_t)is_other_target(part, v, edge);
        }
        if (count > UINT32_MAX) {
            return error_set(build->error, ERROR_LIMIT, "a vertex of the game has 2^32 successors, or more");
        }
        build->game->degree[v] = (uint32_t)count;
    }
    return 0;
}

/* --- turned edges --- */

static int take_count(void *context, const uint64_t *item) {
    const struct game_build *build = context;
    build->game->in_offsets[item[0]]++;
    return 0;
}

/* Its place is before those of the edges that came earlier. */
static int take_edge(void *context, const uint64_t *item) {
    const struct game_build *build = context;
    build->game->in_sources[--build->game->in_offsets[item[0]]] = item[1];
    return 0;
}

/* A round in which each edge goes to its target. */
static int send_edges(struct game_build *build, mail_taker *take, uint64_t *sums, uint32_t count) {
    const struct graph_part *part = build->part;
    int failed = 0;
    mail_begin(build->mail, take, build);
    for (uint64_t v = 0; v < part->vertices && !failed; v++) {
        for (uint64_t edge = part->offsets[v]; edge < part->offsets[v + 1] && !failed; edge++) {
            const uint64_t target = part->targets[edge],
                           item[2] = {graph_part_index(target), graph_part_vertex(part->rank, v)};
            failed =
                is_other_target(part, v, edge) && mail_send(build->mail, graph_part_rank(target), item) != 0;
        }
    }
    return mail_end(build->mail, failed, sums, count);
}

/* Each offset becomes the end of its row: placing the edges then moves it to the beginning. 0 or -1. */
static int open_rows(struct game_build *build) {
    struct rank_game *game = build->game;
    for (uint64_t v = 1; v <= game->vertices; v++) {
        game->in_offsets[v] += game->in_offsets[v - 1];
    }
    game->in_edges = game->in_offsets[game->vertices];
    game->in_sources = memory_allocate_array(game->memory, game->in_edges, sizeof *game->in_sources);
    return game->in_sources == NULL ? error_memory(build->error, "for the edges of the game") : 0;
}

static int turn_edges(struct game_build *build) {
    struct rank_game *game = build->game;
    uint64_t sums[2] = {game->vertices, 0};
    for (uint64_t v = 0; v < game->vertices; v++) {
        sums[1] += game->degree[v] != 0 ? game->degree[v] : 1;
    }
    if (send_edges(build, take_count, sums, 2) != 0) {
        return -1;
    }
    game->all_vertices = sums[0];
    game->all_edges = sums[1];
    mail_begin(build->mail, NULL, NULL);
    return mail_end(build->mail, open_rows(build), NULL, 0) != 0 ? -1 : send_edges(build, take_edge, NULL, 0);
}

/* --- the whole --- */

static int open_game(struct game_build *build) {
    struct rank_game *game = build->game;
    const uint64_t vertices = game->vertices;
    game->in_offsets = memory_allocate_zeroed(game->memory, (vertices + 1) * sizeof *game->in_offsets);
    game->degree = memory_allocate_array(game->memory, vertices, sizeof *game->degree);
    game->owner = memory_allocate_zeroed(game->memory, vertices);
    game->priority = memory_allocate_zeroed(game->memory, vertices * sizeof *game->priority);
    return game->in_offsets == NULL || game->degree == NULL || game->owner == NULL || game->priority == NULL
               ? error_memory(build->error, "for the game")
               : sort_rows(build);
}

int rank_game_make(const struct graph_part *part, const struct run *run, struct rank_game *game,
                   struct error *error) {
    struct game_build build = {.part = part, .game = game, .run = run, .error = error};
    *game = (struct rank_game){
        .memory = run->memory, .rank = part->rank, .ranks = part->ranks, .vertices = part->vertices};
    build.mail = mail_create(run, 2, open_game(&build), error);
    const int failed = build.mail == NULL || turn_edges(&build) != 0;
    mail_free(build.mail);
    return failed ? -1 : 0;
}

void rank_game_free(struct rank_game *game) {
    struct memory *memory = game->memory;
    if (memory != NULL) {
        memory_free(memory, game->in_offsets, (game->vertices + 1) * sizeof *game->in_offsets);
        memory_free(memory, game->in_sources, game->in_edges * sizeof *game->in_sources);
        memory_free(memory, game->degree, game->vertices * sizeof *game->degree);
        memory_free(memory, game->owner, game->vertices);
        memory_free(memory, game->priority, game->vertices * sizeof *game->priority);
    }
    *game = (struct rank_game){0};
}
