/*
 * Solves games without alternation by attractors. Where priorities never fall along an edge, the undecided
 * vertices of the highest priority lead only to one another and to vertices that their priority's player has
 * won already: that player wins them, and all vertices that it attracts to them. This solves the game from
 * the highest priority down, in linear work.
 *
 * The same holds for strongly connected components from the bottom up, when each has cycles of one parity
 * only: priorities of its vertices could be raised until they are all the same.
 */
#include <string.h>

#include "base/error.h"
#include "parity/solver/solving.h"

/* Work limit of the search for cycles of the other parity, in multiples of the game's size. */
#define ALTERNATION_EFFORT 64u

int solve_is_monotone(struct solving *solving) {
    const struct game *game = solving->game;
    for (uint64_t vertex = 0; vertex < game->vertices; vertex++) {
        uint32_t priority = game->priority[vertex];
        if (solving_look_at_item(solving, vertex) != 0) {
            return -1;
        }
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            if (game->priority[game->targets[edge]] < priority) {
                return 0;
            }
        }
    }
    return 1;
}

/* Decides the undecided ones of some vertices, from which edges lead only to these vertices and to vertices
 * of the winner; and the vertices that they attract. */
static int decide_all(struct solving *solving, const uint32_t *vertices, uint64_t count, unsigned winner) {
    const struct game *game = solving->game;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t vertex = vertices[i];
        if (is_undecided(solving, vertex) && game->owner[vertex] == winner) {
            uint64_t edge = game->offsets[vertex];
            while (!is_undecided(solving, game->targets[edge])) {
                edge++;
            }
            solving->strategy[vertex] = game->targets[edge];
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        if (is_undecided(solving, vertices[i])) {
            solving_decide(solving, vertices[i], winner, solving->strategy[vertices[i]]);
        }
    }
    return solving_spread(solving);
}

int solve_monotone(struct solving *solving) {
    const uint32_t *order = solving->order, *level = solving->level;
    for (uint64_t end = solving->in_order, begin; end > 0; end = begin) {
        begin = end - 1;
        while (begin > 0 && level[order[begin - 1]] == level[order[begin]]) {
            begin--;
        }
        if (decide_all(solving, order + begin, end - begin, level[order[begin]] & 1) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- components --- */

static int alternates(struct splitting *splitting, const uint32_t *list, uint64_t begin, uint64_t end) {
    (void)splitting;
    (void)list;
    return begin < end;
}

/*
 * Whether some component has cycles of both parities: it has cycles of the parity of its highest level, so
 * the function searches for cycles of the other parity. `other`: room for a byte a vertex. Returns 1, 0,
 * CYCLES_GAVE_UP, or -1 with *error filled.
 */
static int find_alternation(struct splitting *splitting, uint8_t *other) {
    struct solving *solving = splitting->solving;
    uint64_t count = solving->in_order;
    uint64_t most = ALTERNATION_EFFORT * (count + solving->game->edges);
    uint32_t *list = solving->stack;
    memcpy(list, solving->order, count * sizeof *list);
    splitting_join(splitting, list, 0, count);
    if (splitting_split(splitting, list, 0, count) != 0) {
        return -1;
    }
    for (uint64_t begin = 0, end; begin < count; begin = end) {
        end = splitting_block_end(splitting, list, begin, count);
        for (uint64_t i = begin; i < end; i++) {
            other[list[i]] = (solving->level[list[end - 1]] & 1) ^ 1;
        }
    }
    return cycles_find(splitting, list, count, other, most, alternates);
}

static int solve_components(struct splitting *splitting) {
    struct solving *solving = splitting->solving;
    uint32_t *list = solving->order;
    uint64_t count = solving->in_order;
    splitting_join(splitting, list, 0, count);
    if (splitting_split(splitting, list, 0, count) != 0) {
        return -1;
    }
    for (uint64_t begin = 0, end; begin < count; begin = end) {
        end = splitting_block_end(splitting, list, begin, count);
        if (decide_all(solving, list + begin, end - begin, solving->level[list[end - 1]] & 1) != 0) {
            return -1;
        }
    }
    return 0;
}

int solve_by_components(struct solving *solving) {
    struct splitting splitting;
    uint64_t vertices = solving->game->vertices;
    uint8_t *other = NULL;
    int result = -1;
    if (splitting_open(&splitting, solving) == 0 && (other = solving_allocate(solving, vertices)) != NULL) {
        result = find_alternation(&splitting, other);
        if (result == 1) {
            result = error_set(solving->error, ERROR_USAGE,
                               "the attractor solver takes games without alternation; this one has a "
                               "strongly connected component with cycles won by either player");
        } else if (result == CYCLES_GAVE_UP) {
            result = error_set(solving->error, ERROR_LIMIT,
                               "the attractor solver gave up looking whether the game alternates; the solver "
                               "promotion takes any game");
        } else if (result == 0) {
            result = solve_components(&splitting);
        }
    }
    solving_free(solving, other, vertices);
    splitting_close(&splitting);
    return result;
}
