/*
 * Zielonka's recursive algorithm by several ranks (rank_game.h). In a game, i is the player of the highest
 * priority, and all priorities above the other player's highest are as good as that. The game without the
 * attractor for i of their vertices is solved first. If i wins all of it, i wins the whole game. Otherwise
 * the other player wins what he attracts to his vertices there, and the game without them is solved again.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "parity/ranks/rank_game_internal.h"

#define FEW_EDGES ((uint64_t)1 << 20) /* of all ranks: so many are gathered */
#define NO_PRIORITY UINT64_MAX

/* The current game, in all ranks. */
struct current {
    uint64_t vertices;
    uint64_t in_edges; /* edges to its vertices, also those from others */
    int has[2];        /* priorities of this parity .. */
    uint64_t highest[2];
};

static int is_current(const struct rank_work *work, uint64_t vertex) {
    return work->depth[vertex] == work->greatest;
}

/* --- priorities --- */

/* Turns the highest priorities of this rank into those of all ranks. */
static void share_highest(const struct rank_work *work, struct current *current) {
    uint64_t turned[2];
    for (unsigned parity = 0; parity < 2; parity++) {
        turned[parity] = current->has[parity] ? NO_PRIORITY - 1 - current->highest[parity] : NO_PRIORITY;
    }
    ranks_least(work->run->ranks, turned, 2);
    for (unsigned parity = 0; parity < 2; parity++) {
        current->has[parity] = turned[parity] != NO_PRIORITY;
        current->highest[parity] = NO_PRIORITY - 1 - turned[parity];
    }
}

static void note_priority(struct current *current, uint32_t priority) {
    const unsigned parity = priority & 1;
    if (!current->has[parity] || priority > current->highest[parity]) {
        current->has[parity] = 1;
        current->highest[parity] = priority;
    }
}

/* How many depths the recursion may need: one, and one more for each change of parity along the sorted
 * priorities of vertices that have successors. */
static uint32_t count_depths(const struct rank_work *work) {
    const struct rank_game *game = work->game;
    uint64_t below = NO_PRIORITY;
    uint32_t depths = 1;
    for (;;) {
        struct current current = {0};
        for (uint64_t v = 0; v < game->vertices; v++) {
            if (game->degree[v] != 0 && game->priority[v] < below) {
                note_priority(&current, game->priority[v]);
            }
        }
        share_highest(work, &current);
        if (!current.has[0] || !current.has[1]) {
            return depths;
        }
        /* Those of the higher one's parity down to there change nothing. */
        const unsigned lower = current.highest[0] < current.highest[1] ? 0 : 1;
        below = current.highest[lower] + 1;
        depths++;
    }
}

/* --- the current game --- */

static void look(const struct rank_work *work, struct current *current) {
    const struct rank_game *game = work->game;
    *current = (struct current){0};
    uint64_t sums[2] = {0, 0};
    for (uint64_t v = 0; v < game->vertices; v++) {
        if (is_current(work, v)) {
            sums[0]++;
            sums[1] += game->in_offsets[v + 1] - game->in_offsets[v];
            note_priority(current, game->priority[v]);
        }
    }
    share_highest(work, current);
    ranks_sum(work->run->ranks, sums, 2);
    current->vertices = sums[0];
    current->in_edges = sums[1];
}

/* The vertices from this depth on are won by this player. */
static void give(const struct rank_work *work, uint32_t depth, enum player winner) {
    for (uint64_t v = 0; v < work->game->vertices; v++) {
        if (work->depth[v] >= depth) {
            work->winner[v] = (uint8_t)winner;
        }
    }
}

/* Makes the game of a level, what it solved alone, the current one again. */
static void begin_again(struct rank_work *work, uint32_t level) {
    for (uint64_t v = 0; v < work->game->vertices; v++) {
        uint32_t *left = work->left + v * work->greatest;
        const uint64_t above = rank_left_above(work, v, level - 1);
        memset(left + level - 1, 0, (work->greatest - level + 1) * sizeof *left);
        left[work->greatest - 1] = (uint32_t)above;
        if (work->depth[v] >= level) {
            work->depth[v] = work->greatest;
            work->winner[v] = RANK_WINNER_NONE;
        }
    }
}

/* --- the recursion --- */

/* Decides the current game if that is easy: 1; 0 if it is not; or -1. */
static int decide_easy(struct rank_work *work, const struct current *current, int keep_apart,
                       struct rank_solve_report *report) {
    if (!current->has[0] || !current->has[1]) {
        give(work, work->greatest, current->has[0] ? PLAYER_EVEN : PLAYER_ODD);
        return 1;
    }
    if (current->vertices > FEW_EDGES || current->in_edges > FEW_EDGES || keep_apart) {
        return 0;
    }
    report->gathered++;
    return rank_gather(work) != 0 ? -1 : 1;
}

/* Takes the attractor of the highest priorities out of the current game, at this level. */
static int descend(struct rank_work *work, const struct current *current, uint32_t level) {
    const enum player player = current->highest[0] > current->highest[1] ? PLAYER_EVEN : PLAYER_ODD;
    work->players[level] = player;
    for (uint64_t v = 0; v < work->game->vertices; v++) {
        if (is_current(work, v) && work->game->priority[v] > current->highest[1 - player]) {
            rank_begin_with(work, v);
        }
    }
    return rank_attract(work, player, level, RANK_WINNER_NONE);
}

/*
 * The current game, of the levels above this one, has been solved. Decides the game of the level, or the
 * other player's part of it: *rest becomes whether the rest is to be solved again.
 */
static int ascend(struct rank_work *work, uint32_t level, int *rest) {
    const enum player player = work->players[level], other = (enum player)(1 - player);
    uint64_t lost = 0;
    for (uint64_t v = 0; v < work->game->vertices; v++) {
        if (work->depth[v] >= level && work->winner[v] == other) {
            rank_begin_with(work, v);
            lost++;
        }
    }
    ranks_sum(work->run->ranks, &lost, 1);
    *rest = lost != 0;
    if (lost == 0) {
        give(work, level, player);
        return 0;
    }
    if (rank_attract(work, other, level - 1, (uint8_t)other) != 0) {
        return -1;
    }
    begin_again(work, level);
    return 0;
}

/* Whether the only vertex that is wanted has been decided. */
static int is_start_decided(const struct rank_work *work, const struct rank_solve_options *options) {
    uint64_t decided = 0;
    if (options->start == GRAPH_PART_NONE) {
        return 0;
    }
    if (graph_part_rank(options->start) == work->game->rank) {
        decided = work->depth[graph_part_index(options->start)] == 0;
    }
    ranks_sum(work->run->ranks, &decided, 1);
    return decided != 0;
}

static int solve_levels(struct rank_work *work, const struct rank_solve_options *options,
                        struct rank_solve_report *report) {
    uint32_t level = 1;
    while (!is_start_decided(work, options)) {
        struct current current;
        look(work, &current);
        run_tell(work->run, "solving the game", 0, 0, NULL);
        const int easy = current.vertices == 0 ? 1 : decide_easy(work, &current, options->keep_apart, report);
        if (easy < 0) {
            return -1;
        }
        if (!easy) {
            if (descend(work, &current, level++) != 0) {
                return -1;
            }
            continue;
        }
        for (int rest = 0; !rest;) {
            if (level == 1) {
                return 0;
            }
            level--;
            if (ascend(work, level, &rest) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* --- the whole --- */

/* The owners of vertices without successors lose them, and what is attracted to them. */
static int decide_dead_ends(struct rank_work *work) {
    for (unsigned player = 0; player < 2; player++) {
        for (uint64_t v = 0; v < work->game->vertices; v++) {
            if (work->game->degree[v] == 0 && work->game->owner[v] != player) {
                rank_begin_with(work, v);
            }
        }
        if (rank_attract(work, (enum player)player, 0, (uint8_t)player) != 0) {
            return -1;
        }
    }
    return 0;
}

static int open_work(struct rank_work *work) {
    const struct rank_game *game = work->game;
    struct memory *memory = work->run->memory;
    work->greatest = count_depths(work);
    work->depth = memory_allocate_array(memory, game->vertices, sizeof *work->depth);
    work->left = memory_allocate_zeroed(memory, game->vertices * work->greatest * sizeof *work->left);
    work->queued = memory_allocate_zeroed(memory, bitmap_bytes(game->vertices));
    work->players = memory_allocate_array(memory, work->greatest + 1, sizeof *work->players);
    if (spread_open(&work->spread, game->vertices, memory) != 0 || work->depth == NULL ||
        work->left == NULL || work->queued == NULL || work->players == NULL) {
        return error_memory(work->error, "to solve the game");
    }
    for (uint64_t v = 0; v < game->vertices; v++) {
        work->winner[v] = RANK_WINNER_NONE;
        work->depth[v] = work->greatest;
        work->left[(v + 1) * work->greatest - 1] = game->degree[v];
    }
    return 0;
}

static void close_work(struct rank_work *work) {
    const uint64_t vertices = work->game->vertices;
    struct memory *memory = work->run->memory;
    spread_close(&work->spread);
    memory_free(memory, work->depth, vertices * sizeof *work->depth);
    memory_free(memory, work->left, vertices * work->greatest * sizeof *work->left);
    memory_free(memory, work->queued, bitmap_bytes(vertices));
    memory_free(memory, work->players, (work->greatest + 1) * sizeof *work->players);
}

int rank_game_solve(const struct rank_game *game, const struct rank_solve_options *options,
                    const struct run *run, uint8_t *winner, struct rank_solve_report *report,
                    struct error *error) {
    struct rank_work work = {.game = game, .run = run, .error = error, .winner = winner};
    *report = (struct rank_solve_report){0};
    work.mail = mail_create(run, 2, open_work(&work), error);
    const int failed =
        work.mail == NULL || decide_dead_ends(&work) != 0 || solve_levels(&work, options, report) != 0;
    report->attractors = work.attractors;
    mail_free(work.mail);
    close_work(&work);
    return failed ? -1 : 0;
}
