#ifndef HEDDLE_PARITY_PROMOTION_PROMOTION_ATTRACT_H
#define HEDDLE_PARITY_PROMOTION_PROMOTION_ATTRACT_H

/*
 * Attraction to regions: the tests of a single vertex. The callers run once an edge, so these functions are
 * inline. Private to parity/promotion*.c.
 */
#include "parity/promotion/promotion.h"

/* Returns a successor of the vertex in the region; SOLUTION_NONE when there is none. */
static inline uint32_t find_successor(const struct solving *solving, uint32_t vertex, uint32_t level) {
    const struct game *game = solving->game;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        if (solving->region[game->targets[edge]] == level) {
            return game->targets[edge];
        }
    }
    return SOLUTION_NONE;
}

/* Whether the player, who owns the vertex, can move from it to the region; this fills the strategy. */
static inline int can_go(struct solving *solving, uint32_t vertex, uint32_t level) {
    uint32_t successor = find_successor(solving, vertex, level);
    if (successor == SOLUTION_NONE) {
        return 0;
    }
    solving->strategy[vertex] = successor;
    return 1;
}

/* Whether the opponent, who owns the vertex, can move to a lower region. */
static inline int has_way_down(struct solving *solving, uint32_t vertex, uint32_t level) {
    const uint32_t *region = solving->region;
    const uint32_t *row = solving->game->targets + solving->game->offsets[vertex];
    uint64_t degree = solving->game->offsets[vertex + 1] - solving->game->offsets[vertex];
    uint64_t place = row_first_place(solving, vertex, degree);
    for (uint64_t i = 0; i < degree; i++) {
        if (region[row[place]] < level) {
            row_remember_place(solving, vertex, degree, place);
            return 1;
        }
        place = place + 1 == degree ? 0 : place + 1;
    }
    return 0;
}

/* The lowest region to which the opponent, who owns the vertex, can leave this one; REGION_OUT: none. A
 * result less than the level: a lower region. */
static inline uint32_t find_exit(const struct solving *solving, uint32_t vertex, uint32_t level) {
    const struct game *game = solving->game;
    uint32_t least = REGION_OUT;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        uint32_t there = solving->region[game->targets[edge]];
        if (there < level) {
            return there;
        }
        least = there != level && there < least ? there : least;
    }
    return least;
}

/* For a vertex that loses an edge to a lower region and stays where it is. */
static inline void mark_seen(struct solving *solving, uint32_t vertex) {
    if (solving->winner[vertex] == UNDECIDED) {
        solving->winner[vertex] = UNDECIDED_SEEN;
        solving->seen[solving->seen_count++] = vertex;
    }
}

/* Appends to the log the vertices that the region of this level attracts by one of its vertices, and returns
 * the log's end. Notes changes to vertices below this region, from level `floor` on. */
static inline uint64_t attract_sources(struct promotion *promotion, uint32_t vertex, uint32_t level,
                                       uint32_t floor, uint64_t top) {
    struct solving *solving = promotion->solving;
    uint32_t *region = solving->region;
    uint64_t begin = solving->in_begin[vertex], end = solving->in_begin[vertex + 1];
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t source = solving->sources[edge];
        if (region[source] >= level) {
            continue;
        }
        if (solving->game->owner[source] == (level & 1)) {
            solving->strategy[source] = vertex;
        } else if (has_way_down(solving, source, level)) {
            if (region[source] >= floor) {
                mark_seen(solving, source);
            }
            continue;
        }
        if (region[source] >= floor) {
            solving_note_region(solving, region[source]);
        }
        region[source] = level;
        promotion->log[top++] = source;
    }
    solving->work += 1 + end - begin;
    return top;
}

#endif
