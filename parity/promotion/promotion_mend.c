/*
 * Regions below one that took vertices from them, or those that lost vertices which were won: from the
 * highest down, each for which something changed is mended. What was in it because of vertices that it has no
 * more, or though the other player has a way down now, is released, and it attracts again. promotion.c says
 * why that is enough.
 *
 * The vertices that were seen show what changed: those that lead to a vertex which came to a higher
 * region, or to none, or was won, and that did not go there themselves; and those that came to none. They
 * matter where they are, where they can be attracted to now, and nowhere else.
 *
 * Where they are too many for what is to be kept, and where a vertex was released whose own level is above
 * regions, so that it has to become one before them, what lies below is dissolved.
 */
#include "parity/promotion/promotion_attract.h"

/* Regions are kept where they have so many vertices for each look at one, to find out what to mend. */
#define KEPT_A_LOOK 3u

/* One above the highest level below `bound`, and from that of the last region on, where something may have
 * changed for a vertex that was seen: where it is, or where it may be attracted to; 0: there is none. */
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

/* The same of all vertices that were seen. Those for which there is none are forgotten. */
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

/* Whether regions from this number on have so many vertices that it is worth while to keep them. */
static int are_worth_keeping(const struct promotion *promotion, uint64_t number) {
    uint64_t least = KEPT_A_LOOK * (promotion->looks + promotion->solving->seen_count), vertices = 0;
    for (uint64_t i = promotion->region_count; i > number && vertices <= least; i--) {
        vertices += 1 + promotion->regions[i - 1].size;
    }
    return vertices > least && promotion->extent_count + 4 <= promotion->extent_room;
}

/* One above the highest level below `bound` where a region may have to be mended; 0: there is none. */
static uint32_t next_to_mend(struct promotion *promotion, uint32_t bound) {
    uint64_t number = bound == 0 ? promotion->region_count : promotion_find_region(promotion, bound - 1);
    uint32_t lost = level_set_remove_from(&promotion->solving->lost_in, bound);
    if (number == promotion->region_count) {
        return 0;
    }
    if (number + 1 == promotion->region_count && lost == promotion->regions[number].level) {
        return lost + 1; /* all else is in no region */
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
 * A vertex that the region began with may not be closed any more: it is put into the log once more, after
 * what is known to be closed. Where there is no room for that, the whole region is looked at again.
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

/* A vertex of the other player's can leave the region for this one; REGION_OUT: for none. */
static void add_exit(struct mending *mending, uint32_t vertex, uint32_t exit) {
    struct exit_heaps *heaps = &mending->promotion->exits;
    if (exit == REGION_OUT) {
        return;
    }
    if (heaps->sibling[vertex] == NOT_IN_HEAP) {
        look_again(mending, vertex);
    } else if (exit < heaps->key[vertex]) {
        heaps->key[vertex] = exit; /* the heap is rebuilt when all are known */
        mending->are_exits_wrong = 1;
    }
}

/* Vertices that the region began with stay. */
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

/* Releases a vertex of the region if it is not kept there any more. */
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

/* Releases what a released vertex kept in this region; for others, in lower ones, a way down is there again.
 */
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

/* Attracts one vertex, if the region does. */
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

/* Mends a region. 0, or -1 with *error filled. */
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

/* --- all of them --- */

/* Dissolves what lies below vertices that are in no region. Whether there was something. */
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
            break; /* what is left to be looked at is in no region */
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
