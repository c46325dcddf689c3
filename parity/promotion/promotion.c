/*
 * Priority promotion. From the highest level down, the vertices of a level that are in no region yet, with
 * the vertices of no higher region that the level's player attracts to them, become a region. When the player
 * can stay in it for ever, and the opponent can leave it only for higher regions, it is promoted: it joins
 * the lowest of those. When the opponent cannot leave at all, the player wins it.
 *
 * A vertex's region is compared with a level and nothing else: a vertex in no region has its own level, which
 * is below those of all regions.
 *
 * The article dissolves all regions below one that grew. Here they are mended (promotion_mend.c): each keeps
 * what its player can still keep the other one in, and attracts what that player can, from the highest down.
 * Then no player can attract anything more to any region, and wins every play that stays in one of its own
 * for ever. This is the only condition on a region, so that any closed one may be promoted or won, whichever
 * is below. The order of regions above one that grows stays as it was, so what the article says of progress
 * holds: from the top down, regions only grow.
 */
#include "parity/promotion/promotion_attract.h"

/* --- closed regions --- */

/* What was attracted by the player needs no look; nor does what stands in the log and is elsewhere, now. */
static inline int is_closed_at(struct promotion *promotion, struct region *region, uint32_t vertex) {
    struct solving *solving = promotion->solving;
    uint32_t level = region->level;
    if (solving->region[vertex] != level) {
        return 1;
    }
    if (solving->game->owner[vertex] == (level & 1)) {
        return solving->level[vertex] != level || can_go(solving, vertex, level);
    }
    uint32_t exit = find_exit(solving, vertex, level);
    if (exit < level) {
        return 0;
    }
    if (exit != REGION_OUT && promotion->exits.sibling[vertex] == NOT_IN_HEAP) {
        region->exits = exit_heap_add(&promotion->exits, region->exits, vertex, exit);
    }
    return 1;
}

/* Whether a region is closed but for higher ones. What it attracted cannot leave it for lower ones, so where
 * there are none above, only those that it began with are looked at. */
static int is_closed(struct promotion *promotion, struct region *region) {
    struct solving *solving = promotion->solving;
    if (region->closed_in == NO_EXTENT) {
        region->closed_in = region->first;
        region->closed = promotion->extents[region->first].begin;
    }
    for (;;) {
        const struct extent *extent = &promotion->extents[region->closed_in];
        int is_begun = region == promotion->regions && region->closed_in == region->begun_in;
        uint64_t place = region->closed, end = is_begun ? region->begun : extent->end;
        while (place < end && is_closed_at(promotion, region, promotion->log[place])) {
            place++;
        }
        solving->work += 1 + place - region->closed;
        region->closed = place;
        if (place < end) {
            return 0;
        }
        if (extent->next == NO_EXTENT) {
            return 1;
        }
        region->closed_in = extent->next;
        region->closed = promotion->extents[extent->next].begin;
    }
}

/* The lowest region that a closed one can be left for; REGION_OUT: none. */
static uint32_t lowest_exit(struct promotion *promotion, struct region *region) {
    struct exit_heaps *heaps = &promotion->exits;
    while (region->exits != NO_EXIT) {
        uint32_t vertex = region->exits, exit = find_exit(promotion->solving, vertex, region->level);
        promotion->solving->work++;
        if (exit == heaps->key[vertex]) {
            return exit;
        }
        region->exits = exit_heap_remove_first(heaps, vertex);
        if (exit != REGION_OUT) {
            region->exits = exit_heap_add(heaps, region->exits, vertex, exit);
        }
    }
    return REGION_OUT;
}

/* --- promoted, or won --- */

/* Takes all pieces of a region away from it. Returns the first. */
static uint32_t empty_region(struct promotion *promotion, uint64_t number) {
    struct region *region = &promotion->regions[number];
    uint32_t first = region->first;
    region->first = NO_EXTENT;
    region->closed_in = NO_EXTENT;
    region->exits = NO_EXIT;
    region->size = 0;
    level_set_remove(&promotion->unlooked, region->level);
    promotion->region_count -= number + 1 == promotion->region_count;
    promotion->solving->has_regions = promotion->region_count > 0;
    return first;
}

/* The vertices of the region stand in the log from extent `first` on. */
static void relabel(struct promotion *promotion, uint32_t first, uint32_t from, uint32_t to) {
    uint32_t *region = promotion->solving->region;
    for (uint32_t at = first; at != NO_EXTENT; at = promotion->extents[at].next) {
        const struct extent *extent = &promotion->extents[at];
        for (uint64_t place = extent->begin; place < extent->end; place++) {
            uint32_t vertex = promotion->log[place];
            region[vertex] = region[vertex] == from ? to : region[vertex];
        }
        promotion->solving->work += extent->end - extent->begin;
    }
}

/* A vertex of a region between: it is attracted, or loses a way down, or nothing happens to it. */
static void look_between(struct promotion *promotion, uint32_t vertex, uint32_t level) {
    struct solving *solving = promotion->solving;
    int is_players = solving->game->owner[vertex] == (level & 1);
    if (is_players ? can_go(solving, vertex, level) : !has_way_down(solving, vertex, level)) {
        solving_note_region(solving, solving->region[vertex]);
        solving->region[vertex] = level;
        promotion->log[promotion->log_top++] = vertex;
    } else if (!is_players && find_successor(solving, vertex, level) != SOLUTION_NONE) {
        mark_seen(solving, vertex);
    }
}

/* Calls a function with the vertices of a region whose extents begin with `first`. */
static void for_each(struct promotion *promotion, uint32_t first, uint32_t region, uint32_t level,
                     void (*look)(struct promotion *, uint32_t vertex, uint32_t level)) {
    for (uint32_t at = first; at != NO_EXTENT; at = promotion->extents[at].next) {
        for (uint64_t place = promotion->extents[at].begin; place < promotion->extents[at].end; place++) {
            uint32_t vertex = promotion->log[place];
            promotion->solving->work++;
            if (promotion->solving->region[vertex] == region) {
                look(promotion, vertex, level);
            }
        }
    }
}

/*
 * A region took in another one, of level `floor`, whose extents begin with `first`: attracts what can go
 * there from the regions between them. Others cannot, or could have before. Looks at these regions or back
 * from the one that was taken in, whatever is less.
 */
static int attract_between(struct promotion *promotion, uint64_t number, const struct region *moved) {
    struct solving *solving = promotion->solving;
    uint32_t level = promotion->regions[number].level;
    uint64_t between = 0, last = number + 1;
    while (last < promotion->region_count && promotion->regions[last].level > moved->level &&
           between <= moved->size) {
        between += promotion->regions[last++].size;
    }
    uint64_t begin = promotion->log_top;
    if (between <= moved->size) {
        for (uint64_t i = number + 1; i < last; i++) {
            for_each(promotion, promotion->regions[i].first, promotion->regions[i].level, level,
                     look_between);
        }
    } else {
        for (uint32_t at = moved->first, end = 0; !end; at = promotion->extents[at].next) {
            for (uint64_t place = promotion->extents[at].begin; place < promotion->extents[at].end; place++) {
                uint32_t vertex = promotion->log[place];
                if (solving->region[vertex] == level) {
                    promotion->log_top =
                        attract_sources(promotion, vertex, level, moved->level + 1, promotion->log_top);
                }
            }
            end = at == moved->last;
        }
    }
    if (begin < promotion->log_top && promotion_attract(promotion, begin, level, 0) != 0) {
        return -1;
    }
    promotion_append(promotion, &promotion->regions[number], begin);
    return 0;
}

/* A closed region joins the lowest one that it can be left for, whose number is returned in *number. Its
 * vertices come first there: they are closed, and nothing but their exits needs another look. */
static int promote(struct promotion *promotion, uint64_t *number, uint32_t level) {
    struct solving *solving = promotion->solving;
    struct region moved = promotion->regions[*number];
    empty_region(promotion, *number);
    *number = promotion_find_region(promotion, level);
    struct region *region = &promotion->regions[*number];
    relabel(promotion, moved.first, moved.level, level);
    if (region->closed_in == NO_EXTENT) {
        region->closed_in = region->first;
        region->closed = promotion->extents[region->first].begin;
    }
    promotion->extents[moved.last].next = region->first;
    region->first = moved.first;
    region->size += moved.size;
    region->exits = exit_heap_join(&promotion->exits, region->exits, moved.exits);
    solving->report->promotions++;
    level_set_add(&promotion->unlooked, level);
    if (attract_between(promotion, *number, &moved) != 0) {
        return -1;
    }
    return promotion_settle(promotion, level);
}

/* A region's player wins it, and what it attracts. */
static int win_region(struct promotion *promotion, uint64_t number) {
    struct solving *solving = promotion->solving;
    uint32_t level = promotion->regions[number].level, first = empty_region(promotion, number);
    for (uint32_t at = first; at != NO_EXTENT; at = promotion->extents[at].next) {
        for (uint64_t place = promotion->extents[at].begin; place < promotion->extents[at].end; place++) {
            uint32_t vertex = promotion->log[place];
            if (solving->region[vertex] == level) {
                solving_decide(solving, vertex, level & 1, solving->strategy[vertex]);
            }
        }
    }
    if (promotion->region_count == 0 && promotion->is_all) {
        solving->spread = solving->decided; /* it attracted in all of the game already */
    }
    solving->won_level = level;
    solving->won_end = solving->decided;
    if (solving_spread(solving) != 0) {
        return -1;
    }
    return promotion_settle(promotion, REGION_OUT);
}

/* --- all of a set --- */

/* Wins all that is undecided, which the other player cannot leave: every play in it ends in its highest
 * level. Of `begun`, vertices of that level, strategies are not known yet. */
static int win_all(struct promotion *promotion, const uint32_t *begun, uint64_t begun_count) {
    struct solving *solving = promotion->solving;
    const struct game *game = solving->game;
    unsigned winner = solving->level[begun[0]] & 1;
    for (uint64_t i = 0; i < begun_count; i++) {
        uint32_t vertex = begun[i];
        uint64_t edge = game->offsets[vertex];
        while (game->owner[vertex] == winner && solving->region[game->targets[edge]] == REGION_OUT) {
            edge++;
        }
        solving->strategy[vertex] = game->targets[edge];
    }
    for (uint64_t i = 0; i < promotion->count; i++) {
        uint32_t vertex = promotion->list[i];
        if (is_undecided(solving, vertex)) {
            solving_decide(solving, vertex, winner, solving->strategy[vertex]);
        }
    }
    solving->work += promotion->count;
    solving->spread = promotion->is_all ? solving->decided : solving->spread;
    return solving_spread(solving);
}

/* Makes the next region; wins it when it is all that is left. */
static int make_region(struct promotion *promotion) {
    struct solving *solving = promotion->solving;
    uint64_t begin = promotion->log_top, left = promotion->count - solving->lost;
    if (!promotion_add_region(promotion)) {
        return 0;
    }
    struct region *region = &promotion->regions[promotion->region_count - 1];
    uint64_t begun_count = promotion->log_top - begin;
    if (!promotion->is_all) {
        solving_stop_counting(solving);
    }
    if (begun_count < left && promotion_attract(promotion, begin, region->level, UINT32_MAX) != 0) {
        return -1;
    }
    if (promotion->log_top - begin == left) {
        return win_all(promotion, promotion->log + begin, begun_count);
    }
    promotion_append(promotion, region, begin);
    return 0;
}

/* Lets a region be promoted or won, if it is closed. 0, or -1 with *error filled. */
static int close_region(struct promotion *promotion, uint32_t level) {
    uint64_t number = promotion_find_region(promotion, level);
    if (!is_closed(promotion, &promotion->regions[number])) {
        level_set_remove(&promotion->unlooked, level);
        solving_stop_counting(promotion->solving);
        return 0;
    }
    uint32_t exit = lowest_exit(promotion, &promotion->regions[number]);
    if (exit == REGION_OUT) {
        return win_region(promotion, number);
    }
    solving_stop_counting(promotion->solving);
    return promote(promotion, &number, exit);
}

static int gives_up(const struct promotion *promotion, const struct promotion_limits *limits,
                    uint64_t work_before) {
    const struct solving *solving = promotion->solving;
    return solving->work - work_before > limits->work || promotion->region_count > limits->regions ||
           (limits->until_half && 2 * solving->lost >= promotion->count);
}

int promotion_solve(struct promotion *promotion, const uint32_t *list, uint64_t count,
                    const struct promotion_limits *limits) {
    struct solving *solving = promotion->solving;
    uint64_t work_before = solving->work;
    promotion->list = list;
    promotion->count = count;
    promotion->is_all = count == solving->game->vertices - solving->decided;
    solving->lost = 0;
    promotion_begin_regions(promotion);
    while (solving->lost < count) {
        if (gives_up(promotion, limits, work_before)) {
            promotion_end_regions(promotion);
            return 1;
        }
        promotion_make_room(promotion);
        uint32_t level = level_set_highest(&promotion->unlooked);
        if ((level == UINT32_MAX ? make_region(promotion) : close_region(promotion, level)) != 0) {
            return -1;
        }
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    promotion_end_regions(promotion);
    return 0;
}
