/*
 * Shortcuts (Bootsma 2013, chapter 6; there the lowest priority decides, here the highest level). Edges have
 * levels, at first those of their sources. In a pass, every edge from u to another vertex v is replaced by
 * edges from u to the successors of v before the pass, if v has only one edge, or the same owner as u. The
 * level of a new edge is the higher level of the two edges that it replaces. So a play over shortcuts is a
 * play of the game without some vertices, with the same highest level: winners stay the same. But the choice
 * at v may now depend on the previous vertex, so measures do not give strategies.
 *
 * Measures have the same layout as without shortcuts. Let x be the level of the edge to v, y that of the next
 * edge, and m the measure of its target. prog of x, applied to prog of y of m, is at least prog of the higher
 * level of m: the lower level keeps more components, and raises one that the higher level does not keep. So
 * the least measures of the game satisfy the shortcuts, too, and the least measures for the shortcuts are
 * nowhere above them. Vertices that lifting over shortcuts takes to the top are lost, and lifting over the
 * game's own edges afterwards ends at the game's own least measures, as if it had begun at 0.
 *
 * Of several edges between the same two vertices only the best one for the owner is kept, so rows are not
 * longer than there are vertices. Shortcuts stay right when vertices are decided later: if the player that
 * chooses at a bypassed vertex loses it, it loses the targets of all shortcuts past it.
 */
#include <string.h>

#include "base/error.h"
#include "parity/measures/spm.h"

static uint32_t level_of(const struct spm_game *game, uint32_t source, uint64_t edge) {
    return game->target_levels != NULL ? game->target_levels[edge] : spm_level(game->label[source]);
}

static uint64_t degree_of(const struct spm_game *game, uint32_t vertex) {
    return game->out_begin[vertex + 1] - game->out_begin[vertex];
}

/* Whether an edge is replaced. */
static int is_passed(const struct spm_game *game, uint32_t source, uint32_t target) {
    return source != target &&
           (degree_of(game, target) == 1 || spm_owner(game->label[source]) == spm_owner(game->label[target]));
}

/* A pass, which runs twice: to count edges, and to write them. */
struct shortcut_pass {
    const struct spm_game *from;
    struct spm_game *to;
    struct solving *solving;
    uint64_t *last; /* targets: the position after the last edge to it */
    uint64_t begin; /* position where the row begins */
    uint64_t end;   /* number of edges so far */
    int writes;
};

/* Returns the better one for a player of two levels of its edges to the same vertex, which requires less of
 * its measures, and more of the opponent's: the highest of its parity, else the lowest of the other parity.
 */
static uint32_t better_level(uint32_t owner, uint32_t a, uint32_t b) {
    int a_good = (a & 1) == owner, b_good = (b & 1) == owner;
    uint32_t high = a > b ? a : b, low = a > b ? b : a;
    return a_good != b_good ? (a_good ? a : b) : a_good ? high : low;
}

static void add_edge(struct shortcut_pass *pass, uint32_t source, uint32_t target, uint32_t level) {
    struct spm_game *to = pass->to;
    if (pass->last[target] > pass->begin) {
        if (pass->writes) {
            uint32_t *there = &to->target_levels[pass->last[target] - 1];
            *there = better_level(spm_owner(to->label[source]), *there, level);
        }
        return;
    }
    if (pass->writes) {
        to->targets[pass->end] = target;
        to->target_levels[pass->end] = level;
        to->in_begin[target]++;
    }
    pass->last[target] = ++pass->end;
}

/* Adds the edges that replace an edge. */
static void replace_edge(struct shortcut_pass *pass, uint32_t source, uint64_t edge) {
    const struct spm_game *from = pass->from;
    uint32_t target = from->targets[edge], level = level_of(from, source, edge);
    if (!is_passed(from, source, target)) {
        add_edge(pass, source, target, level);
        return;
    }
    for (uint64_t next = from->out_begin[target]; next < from->out_begin[target + 1]; next++) {
        uint32_t other = level_of(from, target, next);
        add_edge(pass, source, from->targets[next], other > level ? other : level);
    }
    pass->solving->work += degree_of(from, target);
}

/* Replaces the edges of all rows. */
static int replace_edges(struct shortcut_pass *pass, int writes) {
    const struct spm_game *from = pass->from;
    pass->writes = writes;
    pass->end = 0;
    memset(pass->last, 0, from->count * sizeof *pass->last);
    for (uint32_t source = 0; source < from->count; source++) {
        pass->begin = pass->end;
        if (writes) {
            pass->to->out_begin[source] = pass->begin;
        }
        for (uint64_t edge = from->out_begin[source]; edge < from->out_begin[source + 1]; edge++) {
            replace_edge(pass, source, edge);
            pass->solving->work++;
            if (solving_should_end(pass->solving)) {
                return -1;
            }
        }
    }
    return 0;
}

static int make_pass(struct shortcut_pass *pass) {
    struct spm_game *to = pass->to;
    struct solving *solving = pass->solving;
    if (replace_edges(pass, 0) != 0) {
        return -1;
    }
    to->edges = pass->end;
    if (spm_game_take(to, solving, 1) != 0) {
        return error_set(solving->error, ERROR_MEMORY,
                         "not enough memory for small progress measures with shortcuts: %llu edges take %.1f "
                         "MiB; fewer levels of shortcuts take less",
                         (unsigned long long)to->edges, (double)to->edges * 16 / 1048576);
    }
    to->out_begin[to->count] = to->edges;
    return replace_edges(pass, 1);
}

int spm_shortcuts_open(struct spm_game *shortcuts, struct solving *solving, const struct spm_game *game,
                       unsigned passes) {
    uint64_t bytes = game->count * sizeof(uint64_t);
    uint64_t *last = solving_allocate(solving, bytes);
    int result = last == NULL ? -1 : 0;
    *shortcuts = *game;
    shortcuts->memory = NULL;
    for (unsigned i = 0; result == 0 && i < passes; i++) {
        struct spm_game before = *shortcuts;
        shortcuts->memory = NULL;
        result = make_pass(
            &(struct shortcut_pass){.from = &before, .to = shortcuts, .solving = solving, .last = last});
        solving_free(solving, before.memory, before.bytes);
    }
    solving_free(solving, last, bytes);
    return result == 0 ? spm_game_turn(shortcuts, solving) : -1;
}

void spm_shortcuts_close(struct spm_game *shortcuts, struct solving *solving) {
    solving_free(solving, shortcuts->memory, shortcuts->bytes);
    shortcuts->memory = NULL;
}
