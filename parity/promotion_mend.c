/*
 * Regions that others took vertices from: the highest one that can tell is mended, those below it are
 * dissolved. promotion.c says why that is enough.
 */
#include "parity/promotion_attract.h"

/* Vertices that lost a way down: where all that is left to them leads up, the player of the lowest region
 * there may attract them, or find his region closed. */
static void look_at_seen(struct solving *solving) {
    const struct game *game = solving->game;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < solving->seen_count; i++) {
        uint32_t vertex = solving->seen[i], least = REGION_OUT;
        if (!is_undecided(solving, vertex)) {
            continue;
        }
        solving->winner[vertex] = UNDECIDED;
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            uint32_t there = solving->region[game->targets[edge]];
            least = there < least ? there : least;
        }
        solving->work += 1 + game->offsets[vertex + 1] - game->offsets[vertex];
        if (least >= solving->region[vertex] && (least & 1) != game->owner[vertex]) {
            solving_note_region(solving, least);
            solving->seen[kept++] = vertex;
        }
    }
    solving->seen_count = kept;
}

/*
 * A vertex that the last region began with may not be closed any more: it is put into the log once more,
 * behind what is known to be closed. Where there is no room for that, the whole region is looked at again.
 */
static void look_again(struct promotion *promotion, uint32_t vertex) {
    uint64_t left = promotion->count - promotion->solving->lost;
    if (promotion->log_room - promotion->log_top > left) {
        promotion->log[promotion->log_top++] = vertex;
    } else {
        promotion->regions[promotion->region_count - 1].closed_in = NO_EXTENT;
    }
}

/* A vertex of the other player's in the last region, which is mended, can leave it for a region that took one
 * of its successors; REGION_OUT: it cannot, the successor is decided. */
static void add_exit(struct promotion *promotion, uint32_t vertex, uint32_t exit) {
    struct exit_heaps *heaps = &promotion->exits;
    if (exit == REGION_OUT) {
        return;
    }
    if (heaps->sibling[vertex] == NOT_IN_HEAP) {
        look_again(promotion, vertex);
    } else if (exit < heaps->key[vertex]) {
        heaps->key[vertex] = exit; /* the heap is made anew when all are known */
    }
}

/* The last region lost a vertex, or released it: `released` gets those that are in it because of this one.
 * Those that it began with stay. */
static uint64_t release_sources(struct promotion *promotion, uint32_t vertex, uint32_t level, int is_lost,
                                uint32_t *released, uint64_t count) {
    struct solving *solving = promotion->solving;
    uint64_t begin = solving->in_begin[vertex], end = solving->in_begin[vertex + 1];
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t source = solving->sources[edge];
        if (solving->region[source] != level) {
            continue;
        }
        int is_players = solving->game->owner[source] == (level & 1);
        if (!is_players && is_lost) {
            add_exit(promotion, source, solving->region[vertex]);
            continue;
        }
        if (is_players && solving->strategy[source] != vertex) {
            continue;
        }
        if (solving->level[source] == level) {
            look_again(promotion, source);
        } else {
            regions_release(promotion, source);
            released[count++] = source;
        }
    }
    solving->work += 1 + end - begin;
    return count;
}

/* Attracts one vertex, if the region does. */
static void attract_again(struct promotion *promotion, uint32_t vertex, uint32_t level) {
    struct solving *solving = promotion->solving;
    if (solving->region[vertex] >= level) {
        return;
    }
    if (solving->game->owner[vertex] == (level & 1) ? can_go(solving, vertex, level)
                                                    : !has_way_down(solving, vertex, level)) {
        solving->region[vertex] = level;
        promotion->log[promotion->log_top++] = vertex;
    }
}

/* Mends the last region, to which these vertices are lost, and maybe others. 0, or -1 with *error filled. */
static int mend(struct promotion *promotion, const uint32_t *lost, uint64_t lost_count) {
    struct solving *solving = promotion->solving;
    struct region *region = &promotion->regions[promotion->region_count - 1];
    uint32_t level = region->level, *released = solving->queue + solving->decided;
    uint64_t count = 0, begin = promotion->log_top;
    for (uint64_t i = 0; i < lost_count; i++) {
        count = release_sources(promotion, lost[i], level, 1, released, count);
    }
    for (uint64_t i = 0; i < count; i++) {
        count = release_sources(promotion, released[i], level, 0, released, count);
    }
    regions_keep_exits(promotion, region);
    uint64_t from = promotion->log_top;
    for (uint64_t i = 0; i < count; i++) {
        attract_again(promotion, released[i], level);
    }
    for (uint64_t i = 0; i < solving->seen_count; i++) {
        attract_again(promotion, solving->seen[i], level);
    }
    if (promotion_attract(promotion, from, level, UINT32_MAX) != 0) {
        return -1;
    }
    regions_append(promotion, region, begin);
    promotion->is_last_new = 1;
    return 0;
}

int promotion_settle(struct promotion *promotion, const uint32_t *lost, uint64_t lost_count) {
    struct solving *solving = promotion->solving;
    int result = 0;
    look_at_seen(solving);
    if (solving->highest > 0) {
        uint32_t level = solving->highest - 1;
        uint64_t first = regions_find(promotion, level);
        if (first < promotion->region_count && promotion->regions[first].level == level &&
            promotion->regions[first].first != NO_EXTENT) {
            regions_dissolve(promotion, first + 1);
            result = mend(promotion, lost, lost_count);
        } else {
            regions_dissolve(promotion, first);
        }
    }
    solving->seen_count = 0;
    while (promotion->region_count > 0 &&
           promotion->regions[promotion->region_count - 1].first == NO_EXTENT) {
        promotion->region_count--;
    }
    return result;
}
