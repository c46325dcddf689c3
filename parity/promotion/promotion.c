/*
 * Priority promotion. From the highest level down, the vertices of a level that are in no region yet, and the
 * vertices that the level's player attracts to them, become a region. When the player can stay in it for
 * ever, and the opponent can leave it only for higher regions, it is promoted: it joins the lowest of these.
 * When the opponent cannot leave at all, the player wins it.
 *
 * A vertex in no region has its own level as its region[], which is below the levels of all regions, so that
 * comparisons with a level need no special case.
 *
 * The article dissolves all regions below one that grew. Here they are mended (promotion_mend.c), from the
 * highest down: each keeps the vertices in which its player can still keep the opponent, and attracts again.
 * Then no player can attract anything more to any region, and a player wins every play that stays in one of
 * its own regions for ever. This is the only condition on a region, so any closed one may be promoted or won,
 * whatever regions are below. Regions above one that grows do not change, so the article's proof of progress
 * holds: from the top down, regions only grow.
 *
 * Mended regions keep vertices that came to them by earlier promotions. On most games that saves work, but on
 * some it takes exponentially many promotions (promotion_ways.c), and to dissolve all lower regions may take
 * few.
 */
#include "parity/promotion/promotion_attract.h"

/* --- closed regions --- */

/* Whether the region is closed at a vertex of its log. It is at vertices of the player that were attracted,
 * and at vertices that have left the region. */
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

/* Whether a region can be left for higher regions only. Attracted vertices cannot leave it for lower ones, so
 * in the highest region only those that it began with are examined. */
static int is_closed(struct promotion *promotion, struct region *region) {
    struct solving *solving = promotion->solving;
    if (region->closed_in == NO_EXTENT) {
        region->closed_in = region->first;
        region->closed = promotion->extents[region->first].begin;
    }
    for (;;) {
        const struct log_extent *extent = &promotion->extents[region->closed_in];
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

/* Returns the lowest region that a closed one can be left for; REGION_OUT: none. */
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

/* Makes a region empty; returns its first extent. */
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

static void move_to(struct promotion *promotion, uint32_t vertex, uint32_t level) {
    promotion->solving->region[vertex] = level;
}

/* Examines a vertex of a region between: it is attracted, or may lose an edge to a lower region. */
static void look_between(struct promotion *promotion, uint32_t vertex, uint32_t level) {
    struct solving *solving = promotion->solving;
    int is_players = solving->game->owner[vertex] == (level & 1);
    if (is_players ? can_go(solving, vertex, level) : !has_way_down(solving, vertex, level)) {
        solving_note_region(solving, solving->region[vertex]);
        solving->region[vertex] = level;
        promotion->log[promotion->log_top++] = vertex;
    } else if (!is_players && !promotion->dissolves &&
               find_successor(solving, vertex, level) != SOLUTION_NONE) {
        mark_seen(solving, vertex);
    }
}

static void look_back(struct promotion *promotion, uint32_t vertex, uint32_t floor) {
    promotion->log_top =
        attract_sources(promotion, vertex, promotion->solving->region[vertex], floor, promotion->log_top);
}

/*
 * After a region took in another one, which is not linked to its extents yet: attracts vertices of the
 * regions between them. No others can be attracted. Examines these regions, or the predecessors of the region
 * that was taken in, whichever is less. Notes what changes, unless the regions between are to be dissolved.
 */
static int attract_between(struct promotion *promotion, uint64_t number, const struct region *moved) {
    uint32_t level = promotion->regions[number].level;
    uint64_t between = 0, last = number + 1;
    while (last < promotion->region_count && promotion->regions[last].level > moved->level &&
           between <= moved->size) {
        between += promotion->regions[last++].size;
    }
    uint64_t begin = promotion->log_top;
    if (between <= moved->size) {
        for (uint64_t i = number + 1; i < last; i++) {
            const struct region *region = &promotion->regions[i];
            promotion->solving->work += region->size;
            promotion_each(promotion, region->first, region->level, look_between, level);
        }
    } else {
        promotion_each(promotion, moved->first, level, look_back,
                       promotion->dissolves ? UINT32_MAX : moved->level + 1);
    }
    if (begin < promotion->log_top &&
        promotion_attract(promotion, begin, level, promotion->dissolves ? UINT32_MAX : 0) != 0) {
        return -1;
    }
    promotion_append(promotion, &promotion->regions[number], begin);
    return 0;
}

/* Joins a closed region to the lowest region that it can be left for, which has this level. Its vertices come
 * first there: they are closed, and only their exits matter later. */
static int promote(struct promotion *promotion, uint64_t number, uint32_t level) {
    struct solving *solving = promotion->solving;
    struct region moved = promotion->regions[number];
    empty_region(promotion, number);
    number = promotion_find_region(promotion, level);
    struct region *region = &promotion->regions[number];
    promotion_each(promotion, moved.first, moved.level, move_to, level);
    solving->work += moved.size;
    if (region->closed_in == NO_EXTENT) {
        region->closed_in = region->first;
        region->closed = promotion->extents[region->first].begin;
    }
    region->exits = exit_heap_join(&promotion->exits, region->exits, moved.exits);
    solving->report->promotions++;
    level_set_add(&promotion->unlooked, level);
    if (attract_between(promotion, number, &moved) != 0) {
        return -1;
    }
    if (promotion->dissolves) {
        promotion_dissolve(promotion, number + 1);
    }
    promotion->extents[moved.last].next = region->first;
    region->first = moved.first;
    region->size += moved.size;
    return promotion_settle(promotion, level);
}

static void decide_for(struct promotion *promotion, uint32_t vertex, uint32_t player) {
    solving_decide(promotion->solving, vertex, player, promotion->solving->strategy[vertex]);
}

/* Decides the vertices that those attract that have just been decided, and were in a region of this level. */
static int win_more(struct promotion *promotion, uint32_t level) {
    struct solving *solving = promotion->solving;
    solving->won_level = level;
    solving->won_end = solving->decided;
    if (solving_spread(solving) != 0) {
        return -1;
    }
    return promotion_settle(promotion, REGION_OUT);
}

/* Decides a region, and the vertices that it attracts, for its player. */
static int win_region(struct promotion *promotion, uint64_t number) {
    struct solving *solving = promotion->solving;
    uint32_t level = promotion->regions[number].level, first = empty_region(promotion, number);
    promotion_each(promotion, first, level, decide_for, level & 1);
    if (promotion->region_count == 0 && promotion->is_all) {
        solving->spread = solving->decided; /* the region has attracted in the whole game already */
    }
    return win_more(promotion, level);
}

/* --- one player wins a whole set --- */

/* Decides all undecided vertices for one player: every play visits the highest of their levels again and
 * again. `begun`: the vertices of that level, which have no strategies yet. */
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

/* Makes the next region; decides it when it contains all remaining vertices. */
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

/* Promotes or decides a region, if it is closed. Returns 0, or -1 with *error filled. */
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
    return promote(promotion, number, exit);
}

/* Returns what promotion_solve returns when it gives up, or 0. */
static int gives_up(const struct promotion *promotion, const struct promotion_limits *limits,
                    uint64_t work_before, uint64_t promotions_before) {
    const struct solving *solving = promotion->solving;
    if (solving->report->promotions - promotions_before > limits->promotions ||
        solving->work - work_before > limits->work || promotion->region_count > limits->regions) {
        return PROMOTION_GAVE_UP;
    }
    return limits->until_half && 2 * solving->lost >= promotion->count;
}

static void give_up(struct promotion *promotion, int pauses) {
    solving_stop_counting(promotion->solving); /* a region that is not won may have lost its counts */
    if (pauses) {
        promotion_pause(promotion);
    } else {
        promotion_end_regions(promotion);
    }
}

static void begin_promotion(struct promotion *promotion, const uint32_t *list, uint64_t count) {
    struct solving *solving = promotion->solving;
    promotion_end_pause(promotion);
    promotion->list = list;
    promotion->count = count;
    promotion_begin_regions(promotion);
    promotion->is_all = count - solving->lost == solving->game->vertices - solving->decided;
}

int promotion_solve(struct promotion *promotion, const uint32_t *list, uint64_t count,
                    const struct promotion_limits *limits) {
    struct solving *solving = promotion->solving;
    uint64_t work_before = solving->work, promotions_before = solving->report->promotions;
    if (!limits->pauses || !promotion_resume(promotion, list)) {
        begin_promotion(promotion, list, count);
    }
    while (solving->lost < count) {
        int reason = gives_up(promotion, limits, work_before, promotions_before);
        if (reason != 0) {
            give_up(promotion, reason == PROMOTION_GAVE_UP && limits->pauses);
            return reason;
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
