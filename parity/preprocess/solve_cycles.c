/*
 * Finds cycles of a given parity, by strongly connected components (SCCs). If the highest level of a
 * component has that parity, all of its vertices lie on such cycles. Otherwise vertices above the highest
 * level of that parity lie on none, and the others are decomposed again (as for the emptiness of parity
 * automata: King, Kupferman, Vardi 2001, but without their halving; the search gives up when it takes too
 * long).
 */
#include <string.h>

#include "parity/solver/solving.h"

/* Work limit of the search for cycles that one player controls, in multiples of the game's size. */
#define CYCLE_EFFORT 6u

/* Returns where the vertices above the highest wanted level of the block begin. */
static uint64_t highest_wanted(const struct splitting *splitting, const uint32_t *list, uint64_t begin,
                               uint64_t end, const uint8_t *wanted) {
    const uint32_t *level = splitting->solving->level;
    while (end > begin && (level[list[end - 1]] & 1) != wanted[list[end - 1]]) {
        end--;
    }
    return end;
}

static void drop(struct splitting *splitting, const uint32_t *list, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++) {
        splitting->block[list[i]] = NO_BLOCK;
    }
}

/* Examines a block that is a component. Returns the result of `found`, or 0. */
static int judge(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t end,
                 const uint8_t *wanted, cycle_found *found) {
    if (!splitting_has_cycle(splitting, list, begin, end)) {
        drop(splitting, list, begin, end);
        return 0;
    }
    uint64_t below = highest_wanted(splitting, list, begin, end, wanted);
    drop(splitting, list, below, end);
    if (below == end) {
        int result = found(splitting, list, begin, end);
        drop(splitting, list, begin, end);
        return result;
    }
    return 0;
}

int cycles_find(struct splitting *splitting, uint32_t *list, uint64_t count, const uint8_t *wanted,
                uint64_t most, cycle_found *found) {
    uint64_t begin = 0, most_work = splitting->work + most;
    while (begin < count) {
        uint64_t end = splitting_block_end(splitting, list, begin, count);
        uint64_t first = splitting_keep_undecided(splitting, list, begin, end);
        if (first == end) {
            begin = end > begin ? end : begin + 1;
            continue;
        }
        begin = first;
        if (splitting->work > most_work) {
            return CYCLES_GAVE_UP;
        }
        if (splitting_split(splitting, list, begin, end) != 0) {
            return -1;
        }
        for (uint64_t at = begin, next; at < end; at = next) {
            next = splitting_block_end(splitting, list, at, end);
            int result = judge(splitting, list, at, next, wanted, found);
            if (result != 0) {
                return result;
            }
        }
    }
    return 0;
}

/* --- cycles that their owner wins alone --- */

/* Decides a component of one player's vertices: all others lead to the highest one. */
static int decide_component(struct splitting *splitting, const uint32_t *list, uint64_t begin, uint64_t end) {
    struct solving *solving = splitting->solving;
    const struct game *game = solving->game;
    uint32_t top = list[end - 1];
    unsigned winner = game->owner[top];
    uint64_t edge = game->offsets[top];
    while (splitting->block[game->targets[edge]] != begin) {
        edge++;
    }
    uint64_t at = solving->decided;
    solving_decide(solving, top, winner, game->targets[edge]);
    for (; at < solving->decided; at++) {
        uint32_t vertex = solving->queue[at];
        for (uint64_t in = solving->in_begin[vertex]; in < solving->in_begin[vertex + 1]; in++) {
            uint32_t source = solving->sources[in];
            if (splitting->block[source] == begin && is_undecided(solving, source)) {
                solving_decide(solving, source, winner, vertex);
            }
        }
    }
    return 0;
}

/* Lists the vertices of Even before those of Odd, each sorted by level; returns the number of Even's. */
static uint64_t part_by_owner(const struct solving *solving, uint32_t *list) {
    uint64_t count = 0, of_even = 0;
    for (unsigned owner = 0; owner < 2; owner++) {
        for (uint64_t i = 0; i < solving->in_order; i++) {
            uint32_t vertex = solving->order[i];
            if (solving->game->owner[vertex] == owner && is_undecided(solving, vertex)) {
                list[count++] = vertex;
            }
        }
        of_even = owner == 0 ? count : of_even;
    }
    return of_even;
}

int cycles_decide(struct splitting *splitting) {
    struct solving *solving = splitting->solving;
    uint32_t *list = solving->stack;
    uint64_t undecided = solving->game->vertices - solving->decided;
    uint64_t of_even = part_by_owner(solving, list);
    splitting_join(splitting, list, 0, of_even);
    splitting_join(splitting, list, of_even, undecided);
    if (cycles_find(splitting, list, undecided, solving->game->owner,
                    CYCLE_EFFORT * (solving->game->vertices + solving->game->edges), decide_component) < 0) {
        return -1;
    }
    memset(splitting->block, 0xff, solving->game->vertices * sizeof *splitting->block);
    return solving_spread(solving);
}
