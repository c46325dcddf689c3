/*
 * Mends regions that lost vertices to a higher region, or because they were won, from the highest down. A
 * region releases vertices that were in it because of vertices that it has lost, or from which the opponent
 * can move down now; then it attracts again. promotion.c explains why that is enough.
 *
 * The `seen` vertices show what changed. They are vertices that came to no region, and vertices that stayed
 * where they are although a successor came to a higher region or to none, or was won. Only regions that
 * contain a seen vertex, or can attract one now, have to change.
 *
 * Regions are dissolved if it would take too many examinations of seen vertices to keep them, and if a
 * released vertex has a higher level, whose region must be made before them.
 */
#include "parity/promotion/promotion_attract.h"

/* Regions are kept that have at least this many vertices for each examination of a seen vertex. */
#define KEPT_A_LOOK 3u

/* Returns one more than the highest level of [last, bound) that a seen vertex concerns: its own region's, or
 * one to which it may be attracted; 0: there is none. */
static uint32_t level_to_look_at(struct solving *solving, uint32_t vertex, uint32_t bound, uint32_t last) {
    const struct game *game = solving->game;
    uint32_t here = solving->region[vertex], least = REGION_OUT, highest = here >= last ? here + 1 : 0;
    unsigned owner = game->owner[vertex];
    if (here >= bound) {
        return 0;
    }
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        uint32_t there = solving->region[game->targets[edge]];
        least = there < least ? there : least;
        if (there >= highest && there < bound && there >= last && (there & 1) == owner) {
            highest = there + 1;
        }
    }
    solving->work += 1 + game->offsets[vertex + 1] - game->offsets[vertex];
    return least >= highest && least < bound && least >= last && (least & 1) != owner ? least + 1 : highest;
}

/* Returns the highest level_to_look_at of all seen vertices. Forgets vertices for which it is 0. */
static uint32_t highest_to_look_at(struct promotion *promotion, uint32_t bound) {
    struct solving *solving = promotion->solving;
    uint32_t last = promotion->regions[promotion->region_count - 1].level, highest = 0;
    uint64_t kept = 0;
    promotion->looks += solving->seen_count;
    for (uint64_t i = 0; i < solving->seen_count; i++) {
        uint32_t vertex = solving->seen[i];
        if (!is_undecided(solving, vertex)) {
            continue;
        }
        uint32_t level = level_to_look_at(solving, vertex, bound, last);
        if (level == 0) {
            solving->winner[vertex] = UNDECIDED;
            continue;
        }
        solving->seen[kept++] = vertex;
        highest = level > highest ? level : highest;
    }
    solving->seen_count = kept;
    return highest;
}

/* Whether the regions from this number on have enough vertices to keep them. */
static int are_worth_keeping(const struct promotion *promotion, uint64_t number) {
    uint64_t least = KEPT_A_LOOK * (promotion->looks + promotion->solving->seen_count), vertices = 0;
    for (uint64_t i = promotion->region_count; i > number && vertices <= least; i--) {
        vertices += 1 + promotion->regions[i - 1].size;
    }
    return vertices > least && promotion->extent_count + 4 <= promotion->extent_room;
}

/* Returns one more than the highest level below `bound` whose region may need mending; 0: there is none. */
static uint32_t next_to_mend(struct promotion *promotion, uint32_t bound) {
    uint64_t number = bound == 0 ? promotion->region_count : promotion_find_region(promotion, bound - 1);
    uint32_t lost = level_set_remove_from(&promotion->solving->lost_in, bound);
    if (number == promotion->region_count) {
        return 0;
    }
    if (number + 1 == promotion->region_count && lost == promotion->regions[number].level) {
        return lost + 1; /* lower vertices are in no region */
    }
    if (!are_worth_keeping(promotion, number)) {
        return promotion->regions[number].level + 1;
    }
    uint32_t highest = highest_to_look_at(promotion, bound);
    return lost != UINT32_MAX && lost + 1 > highest ? lost + 1 : highest;
}

/* --- one region --- */

struct mending {
    struct promotion *promotion;
    struct region *region;
    uint32_t *released;
    uint64_t count;
    int has_lower; /* regions are below it */
    int are_exits_wrong;
};

/*
 * Call for a vertex that the region began with and that may not be closed any more: appends it to the log
 * again, after the closed part. If there is no room, the whole region will be examined again.
 */
static void look_again(struct mending *mending, uint32_t vertex) {
    struct promotion *promotion = mending->promotion;
    uint64_t left = promotion->count - promotion->solving->lost;
    if (promotion->log_room - promotion->log_top > left) {
        promotion->log[promotion->log_top++] = vertex;
    } else {
        mending->region->closed_in = NO_EXTENT;
    }
}

/* Adds an exit: from a vertex of the opponent to this region; REGION_OUT: to none. */
static void add_exit(struct mending *mending, uint32_t vertex, uint32_t exit) {
    struct exit_heaps *heaps = &mending->promotion->exits;
    if (exit == REGION_OUT) {
        return;
    }
    if (heaps->sibling[vertex] == NOT_IN_HEAP) {
        look_again(mending, vertex);
    } else if (exit < heaps->key[vertex]) {
        heaps->key[vertex] = exit; /* the heap is rebuilt afterwards */
        mending->are_exits_wrong = 1;
    }
}

/* Releases a vertex, unless the region began with it. */
static void release_member(struct mending *mending, uint32_t vertex) {
    struct promotion *promotion = mending->promotion;
    if (promotion->solving->level[vertex] == mending->region->level) {
        look_again(mending, vertex);
        return;
    }
    promotion_release(promotion, vertex);
    if (mending->has_lower) {
        mark_seen(promotion->solving, vertex);
    }
    mending->released[mending->count++] = vertex;
}

/* Releases a vertex of the region if the player cannot keep it there any more. */
static void look_at_member(struct mending *mending, uint32_t vertex) {
    struct solving *solving = mending->promotion->solving;
    uint32_t level = mending->region->level;
    if (solving->game->owner[vertex] == (level & 1)) {
        if (solving->level[vertex] == level || solving->region[solving->strategy[vertex]] != level) {
            release_member(mending, vertex);
        }
        return;
    }
    uint32_t exit = find_exit(solving, vertex, level);
    if (exit < level) {
        release_member(mending, vertex);
        return;
    }
    add_exit(mending, vertex, exit);
}

/* Releases vertices that were in this region because of a released vertex. Marks vertices in lower regions
 * that now have an edge to a lower vertex again. */
static void release_sources(struct mending *mending, uint32_t vertex) {
    struct solving *solving = mending->promotion->solving;
    uint32_t level = mending->region->level;
    uint64_t begin = solving->in_begin[vertex], end = solving->in_begin[vertex + 1];
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t source = solving->sources[edge];
        if (solving->region[source] == level) {
            int is_players = solving->game->owner[source] == (level & 1);
            if (!is_players || solving->strategy[source] == vertex) {
                release_member(mending, source);
            }
        } else if (mending->has_lower && solving->region[source] < level) {
            mark_seen(solving, source);
        }
    }
    solving->work += 1 + end - begin;
}

/* Attracts a vertex, if possible. */
static void attract_again(struct promotion *promotion, uint32_t vertex, uint32_t level) {
    struct solving *solving = promotion->solving;
    if (solving->region[vertex] >= level) {
        return;
    }
    if (solving->game->owner[vertex] == (level & 1) ? can_go(solving, vertex, level)
                                                    : !has_way_down(solving, vertex, level)) {
        solving_note_region(solving, solving->region[vertex]);
        solving->region[vertex] = level;
        promotion->log[promotion->log_top++] = vertex;
    }
}

/* Mends a region. Returns 0, or -1 with *error filled. */
static int mend_region(struct promotion *promotion, uint64_t number) {
    struct solving *solving = promotion->solving;
    struct region *region = &promotion->regions[number];
    uint64_t begin = promotion->log_top;
    struct mending mending = {.promotion = promotion,
                              .region = region,
                              .released = solving->queue + solving->decided,
                              .has_lower = number + 1 < promotion->region_count,
                              .are_exits_wrong = level_set_highest(&solving->lost_in) == region->level};
    for (uint64_t i = 0, count = solving->seen_count; i < count; i++) {
        if (solving->region[solving->seen[i]] == region->level) {
            look_at_member(&mending, solving->seen[i]);
        }
    }
    for (uint64_t i = 0; i < mending.count; i++) {
        release_sources(&mending, mending.released[i]);
    }
    if (mending.are_exits_wrong || mending.count > 0) {
        promotion_keep_exits(promotion, region, 1);
    }
    uint64_t from = promotion->log_top;
    for (uint64_t i = 0; i < mending.count; i++) {
        attract_again(promotion, mending.released[i], region->level);
    }
    for (uint64_t i = 0; i < solving->seen_count; i++) {
        attract_again(promotion, solving->seen[i], region->level);
    }
    solving->work += solving->seen_count;
    if (promotion_attract(promotion, from, region->level, mending.has_lower ? 0 : UINT32_MAX) != 0) {
        return -1;
    }
    promotion_append(promotion, region, begin);
    level_set_add(&promotion->unlooked, region->level);
    return 0;
}

/* --- all regions --- */

/* Dissolves regions below the level of vertices in no region; returns whether there were such regions. */
static int dissolve_below_pending(struct promotion *promotion, uint32_t last) {
    uint32_t pending = promotion_highest_pending(promotion);
    if (pending <= last) {
        return 0;
    }
    promotion_dissolve(promotion, promotion_find_region(promotion, pending - 1));
    return 1;
}

static int mend_regions(struct promotion *promotion, uint32_t bound) {
    uint32_t above;
    while ((above = next_to_mend(promotion, bound)) > 0) {
        bound = above - 1;
        uint64_t number = promotion_find_region(promotion, bound);
        if (number == promotion->region_count) {
            break; /* the remaining seen vertices are in no region */
        }
        if (promotion->regions[number].level != bound || promotion->regions[number].first == NO_EXTENT) {
            continue;
        }
        if (dissolve_below_pending(promotion, bound)) {
            break;
        }
        if (!are_worth_keeping(promotion, number + 1)) {
            promotion_dissolve(promotion, number + 1);
        }
        if (mend_region(promotion, number) != 0) {
            return -1;
        }
    }
    return 0;
}

int promotion_settle(struct promotion *promotion, uint32_t bound) {
    struct solving *solving = promotion->solving;
    promotion->looks = 0;
    int result = mend_regions(promotion, bound);
    if (promotion->region_count > 0) {
        dissolve_below_pending(promotion, promotion->regions[promotion->region_count - 1].level);
    }
    for (uint64_t i = 0; i < solving->seen_count; i++) {
        uint32_t vertex = solving->seen[i];
        solving->winner[vertex] = is_undecided(solving, vertex) ? UNDECIDED : solving->winner[vertex];
    }
    solving->seen_count = 0;
    level_set_remove_from(&solving->lost_in, 0);
    while (promotion->region_count > 0 &&
           promotion->regions[promotion->region_count - 1].first == NO_EXTENT) {
        promotion->region_count--;
    }
    return result;
}
