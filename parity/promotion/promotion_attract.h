#ifndef HEDDLE_PARITY_PROMOTION_PROMOTION_ATTRACT_H
#define HEDDLE_PARITY_PROMOTION_PROMOTION_ATTRACT_H

/*
 * Attraction to regions: the tests of a single vertex. They run once for each edge, so these functions are
 * inline. Private to parity/promotion/.
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

/* Whether the player, who owns the vertex, can move to the region; sets the strategy if so. */
static inline int can_go(struct solving *solving, uint32_t vertex, uint32_t level) {
    uint32_t successor = find_successor(solving, vertex, level);
    if (successor == SOLUTION_NONE) {
        return 0;
    }
    solving->strategy[vertex] = successor;
    return 1;
}

CORE_FUNCTION int is_below(const struct solving *solving, uint32_t target, uint32_t level) {
    return solving->region[target] < level;
}

/* Whether the opponent, who owns the vertex, can move to a lower region. */
static inline int has_way_down(struct solving *solving, uint32_t vertex, uint32_t level) {
    return solving_has_way(solving, vertex, is_below, level);
}

/* Returns the lowest region, or any lower than this one, to which the opponent, who owns the vertex, can
 * leave this one; REGION_OUT: none. */
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

/* Call for a vertex that loses an edge to a lower region and stays in its region. */
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
