/* Small games of several ranks: each has all of the game, and solves it alone (rank_game_internal.h). */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph_gather.h"
#include "parity/ranks/rank_game_internal.h"
#include "parity/solve.h"

/* A vertex shows its number, owner and priority in a word. */
#define OWNER_SHIFT 32u
#define PRIORITY_SHIFT 33u

struct gathered_game {
    struct graph_gather gather;
    struct game_store store;
    struct solution solution;
};

static int is_current(const struct rank_work *work, uint64_t vertex) {
    return work->depth[vertex] == work->greatest;
}

static int open_gathered(const struct rank_work *work, struct gathered_game *gathered) {
    uint64_t vertices = 0, edges = 0;
    for (uint64_t v = 0; v < work->game->vertices; v++) {
        if (is_current(work, v)) {
            vertices++;
            edges += work->game->in_offsets[v + 1] - work->game->in_offsets[v];
        }
    }
    return graph_gather_open(&gathered->gather, vertices, edges, work->mail, work->run, work->error);
}

/* The words of this rank: an edge has the place of its target, and its source. */
static void fill_own(const struct rank_work *work, const struct gathered_game *gathered) {
    const struct rank_game *game = work->game;
    uint64_t *vertices = graph_gather_own_vertices(&gathered->gather);
    uint64_t *edges = graph_gather_own_edges(&gathered->gather), count = 0;
    for (uint64_t v = 0; v < game->vertices; v++) {
        if (!is_current(work, v)) {
            continue;
        }
        for (uint64_t i = game->in_offsets[v]; i < game->in_offsets[v + 1]; i++) {
            *edges++ = count;
            *edges++ = game->in_sources[i];
        }
        vertices[count++] =
            (uint64_t)game->priority[v] << PRIORITY_SHIFT | (uint64_t)game->owner[v] << OWNER_SHIFT | v;
    }
}

static void take_vertices(const struct gathered_game *gathered, uint32_t rank) {
    const uint64_t *words = graph_gather_vertices(&gathered->gather, rank);
    const uint64_t first = graph_gather_first(&gathered->gather, rank);
    for (uint64_t i = 0; i < gathered->gather.counts[2 * rank]; i++) {
        gathered->store.owner[first + i] = words[i] >> OWNER_SHIFT & 1;
        gathered->store.priority[first + i] = (uint32_t)(words[i] >> PRIORITY_SHIFT);
    }
}

/* Counts the edges of a rank by source, or places them: before those that came earlier. Edges from vertices
 * that are not in the game are left out. */
static void take_rows(const struct gathered_game *gathered, uint32_t rank, int places) {
    const struct graph_gather *gather = &gathered->gather;
    const uint64_t *edge = graph_gather_edges(gather, rank), first = graph_gather_first(gather, rank);
    for (uint64_t i = 0; i < gather->counts[2 * rank + 1]; i++, edge += 2) {
        const uint64_t source = graph_gather_place(gather, edge[1]);
        if (source == UINT64_MAX) {
            continue;
        }
        if (places) {
            gathered->store.targets[--gathered->store.offsets[source]] = (uint32_t)(first + edge[0]);
        } else {
            gathered->store.offsets[source]++;
        }
    }
}

/* The game of all words. 0 or -1. */
static int make_game(const struct rank_work *work, struct gathered_game *gathered) {
    const struct graph_gather *gather = &gathered->gather;
    struct game_store *store = &gathered->store;
    if (game_store_create(store, gather->vertices, gather->edges, work->run->memory, work->error) != 0) {
        return -1;
    }
    for (uint32_t r = 0; r < work->game->ranks; r++) {
        take_vertices(gathered, r);
        take_rows(gathered, r, 0);
    }
    for (uint64_t v = 1; v <= gather->vertices; v++) {
        store->offsets[v] += store->offsets[v - 1];
    }
    for (uint32_t r = 0; r < work->game->ranks; r++) {
        take_rows(gathered, r, 1);
    }
    store->game.edges = store->offsets[gather->vertices];
    return 0;
}

static int solve_gathered(struct rank_work *work, struct gathered_game *gathered) {
    struct run alone = *work->run;
    const struct solve_options options = {.solver = SOLVER_AUTO};
    struct solve_report report;
    alone.ranks = NULL;
    if (make_game(work, gathered) != 0 ||
        solution_create(&gathered->solution, gathered->gather.vertices, alone.memory, work->error) != 0) {
        return -1;
    }
    const struct solve_task task = {.game = &gathered->store.game,
                                    .options = &options,
                                    .run = &alone,
                                    .solution = &gathered->solution,
                                    .report = &report,
                                    .error = work->error};
    if (solve_cpu(&task) != 0) {
        return -1;
    }
    uint64_t place = graph_gather_first(&gathered->gather, work->game->rank);
    for (uint64_t v = 0; v < work->game->vertices; v++) {
        if (is_current(work, v)) {
            work->winner[v] = gathered->solution.winner[place++];
        }
    }
    return 0;
}

int rank_gather(struct rank_work *work) {
    struct gathered_game gathered = {.solution = {NULL, NULL}};
    int failed = open_gathered(work, &gathered);
    if (!failed) {
        fill_own(work, &gathered);
        graph_gather_share(&gathered.gather);
        failed = graph_gather_agree(&gathered.gather, solve_gathered(work, &gathered));
    }
    solution_free(&gathered.solution, gathered.gather.vertices, work->run->memory);
    game_store_free(&gathered.store);
    graph_gather_close(&gathered.gather);
    return failed ? -1 : 0;
}
