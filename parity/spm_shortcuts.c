/*
 * Shortcuts (Bootsma 2013, chapter 6; there the lowest priority decides, here the highest level). Edges have
 * levels, at first those of their sources. In a pass, every edge from u to another vertex v is replaced by
 * edges from u to the successors of v, where v has one edge only, or the owner of u: a play goes on as the
 * owner of u likes, or as it must. The level of the new edge is the higher one of the two that it stands for.
 * So a play over shortcuts is one of the game with some vertices left out, and both see the same highest
 * level again and again: winners stay the same, but a choice at v may now depend on where the play came from,
 * and strategies cannot be told from measures.
 *
 * What is left of that for measures of the game's own layout: let x and y be the levels of both edges and m a
 * measure. What x makes of what y makes of m is no less than what the higher one makes of m: either cuts m
 * no shorter than the higher one does, and neither makes it less. So the game's own least measures suffice
 * for shortcuts, too, and the least ones of these are nowhere above them. What they lift to the top is lost,
 * and lifting may go on from them over the game's own edges: it ends at the game's least measures, as if it
 * had begun at 0.
 *
 * Decided vertices change nothing of that: edges past one that is lost end at such ones.
 */
#include <string.h>

#include "base/error.h"
#include "parity/spm.h"

#define MOST_EDGES ((uint64_t)1 << 56) /* whose rows have sizes of 64 bits */

static uint32_t owner_of(const struct spm_game *game, uint32_t vertex) {
    return game->label[vertex] >> SPM_OWNER_SHIFT & 1;
}

static uint32_t level_of(const struct spm_game *game, uint32_t source, uint64_t edge) {
    return game->target_levels != NULL ? game->target_levels[edge] : game->label[source] >> SPM_LEVEL_SHIFT;
}

static uint64_t degree_of(const struct spm_game *game, uint32_t vertex) {
    return game->out_begin[vertex + 1] - game->out_begin[vertex];
}

/* Whether an edge is replaced. */
static int is_passed(const struct spm_game *game, uint32_t source, uint32_t target) {
    return source != target &&
           (degree_of(game, target) == 1 || owner_of(game, source) == owner_of(game, target));
}

static int look(struct solving *solving, uint64_t work) {
    solving->work += work;
    return solving_should_end(solving) ? -1 : 0;
}

/* How many edges a pass leaves; more than there can be are MOST_EDGES. */
static int count_edges(const struct spm_game *game, struct solving *solving, uint64_t *edges) {
    *edges = 0;
    for (uint32_t source = 0; source < game->count; source++) {
        for (uint64_t edge = game->out_begin[source]; edge < game->out_begin[source + 1]; edge++) {
            uint32_t target = game->targets[edge];
            *edges += is_passed(game, source, target) ? degree_of(game, target) : 1;
            *edges = *edges < MOST_EDGES ? *edges : MOST_EDGES;
        }
        if (look(solving, 1 + degree_of(game, source)) != 0) {
            return -1;
        }
    }
    return 0;
}

static void add_edge(struct spm_game *to, uint64_t edge, uint32_t target, uint32_t level) {
    to->targets[edge] = target;
    to->target_levels[edge] = level;
    to->in_begin[target]++;
}

/* Writes what an edge becomes; where the next one is to be written. */
static uint64_t replace_edge(const struct spm_game *from, struct spm_game *to, uint32_t source, uint64_t edge,
                             uint64_t end) {
    uint32_t target = from->targets[edge], level = level_of(from, source, edge);
    if (!is_passed(from, source, target)) {
        add_edge(to, end++, target, level);
        return end;
    }
    for (uint64_t next = from->out_begin[target]; next < from->out_begin[target + 1]; next++) {
        uint32_t other = level_of(from, target, next);
        add_edge(to, end++, from->targets[next], other > level ? other : level);
    }
    return end;
}

static int pass(const struct spm_game *from, struct spm_game *to, struct solving *solving) {
    uint64_t end = 0;
    *to = *from;
    to->memory = NULL;
    if (count_edges(from, solving, &to->edges) != 0) {
        return -1;
    }
    if (to->edges >= MOST_EDGES || spm_game_take(to, solving, 1) != 0) {
        return error_set(solving->error, ERROR_MEMORY,
                         "not enough memory for small progress measures with shortcuts: %llu edges take "
                         "%.1f MiB; fewer levels of shortcuts take less",
                         (unsigned long long)to->edges, (double)to->edges * 16 / 1048576);
    }
    for (uint32_t source = 0; source < from->count; source++) {
        to->out_begin[source] = end;
        for (uint64_t edge = from->out_begin[source]; edge < from->out_begin[source + 1]; edge++) {
            uint64_t begin = end;
            end = replace_edge(from, to, source, edge, end);
            if (look(solving, 1 + end - begin) != 0) {
                return -1;
            }
        }
    }
    to->out_begin[to->count] = end;
    return 0;
}

int spm_shortcuts_open(struct spm_game *shortcuts, struct solving *solving, const struct spm_game *game,
                       unsigned passes) {
    *shortcuts = *game;
    shortcuts->memory = NULL;
    for (unsigned i = 0; i < passes; i++) {
        struct spm_game before = *shortcuts;
        int failed = pass(&before, shortcuts, solving);
        solving_free(solving, before.memory, before.bytes);
        if (failed != 0) {
            return -1;
        }
    }
    return spm_game_turn(shortcuts, solving);
}

void spm_shortcuts_close(struct spm_game *shortcuts, struct solving *solving) {
    solving_free(solving, shortcuts->memory, shortcuts->bytes);
    shortcuts->memory = NULL;
}
