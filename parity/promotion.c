/*
 * Priority promotion. From the highest level down, the vertices of a level that are in no region yet, with
 * what their level's player attracts among vertices of no higher region, become a region. When the player can
 * stay in it for ever, and the other one can leave it for higher regions alone, it is promoted: it joins the
 * lowest of those. When the other one cannot leave at all, the player wins it.
 *
 * A vertex's region is compared with a level and nothing else: a vertex in no region has its own level, which
 * is below those of all regions.
 *
 * The article dissolves all regions below one that grew. Here they stay as they are while nothing changed for
 * them. When a region takes vertices, or they are won, the highest region below that can tell is the one that
 * lost a vertex, or whose player attracts more, or is closed, now that others lost a way down. Those below
 * that one are dissolved; it is mended: what was in it because of vertices that it lost is released, and it
 * attracts anew. Regions above are as they would be made again, so what the article says of progress holds:
 * from the top down, regions only grow.
 */
#include "parity/promotion.h"

#include "base/error.h"

#define AHEAD 8u /* vertices of the log whose rows are asked for */

/* --- attractors --- */

/* Whether the other player, whose vertex it is, can leave for a lower region. */
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

/* A vertex that loses a way down and stays where it is. */
static inline void see(struct solving *solving, uint32_t vertex) {
    if (solving->winner[vertex] == UNDECIDED) {
        solving->winner[vertex] = UNDECIDED_SEEN;
        solving->seen[solving->seen_count++] = vertex;
    }
}

/* Appends to the log, whose end is returned, what the region of this level attracts by one of its vertices.
 * What happens to regions between this one and level `floor` is noted. */
static inline uint64_t look_back(struct promotion *promotion, uint32_t vertex, uint32_t level, uint32_t floor,
                                 uint64_t top) {
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
            if (region[source] > floor) {
                see(solving, source);
            }
            continue;
        }
        if (region[source] > floor) {
            solving_note_region(solving, region[source]);
        }
        region[source] = level;
        promotion->log[top++] = source;
    }
    solving->work += 1 + end - begin;
    return top;
}

/* Attracts to a region by log[from ..) and what comes to it. 0, or -1 with *error filled. */
static inline int attract(struct promotion *promotion, uint64_t from, uint32_t level, uint32_t floor) {
    struct solving *solving = promotion->solving;
    const uint32_t *log = promotion->log;
    uint64_t top = promotion->log_top;
    solving->report->rounds++;
    for (; from < top; from++) {
        if (from + AHEAD < top) {
            __builtin_prefetch(&solving->in_begin[log[from + AHEAD]]);
        }
        top = look_back(promotion, log[from], level, floor, top);
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    promotion->log_top = top;
    return 0;
}

/* --- closed regions --- */

/* A successor of the vertex in the region; SOLUTION_NONE when there is none. */
static inline uint32_t find_successor(const struct solving *solving, uint32_t vertex, uint32_t level) {
    const struct game *game = solving->game;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        if (solving->region[game->targets[edge]] == level) {
            return game->targets[edge];
        }
    }
    return SOLUTION_NONE;
}

/* Whether the player, whose vertex it is, can go from it to the region: his strategy, then. */
static inline int can_go(struct solving *solving, uint32_t vertex, uint32_t level) {
    uint32_t successor = find_successor(solving, vertex, level);
    if (successor == SOLUTION_NONE) {
        return 0;
    }
    solving->strategy[vertex] = successor;
    return 1;
}

/* The lowest region that the other player, whose vertex it is, can leave this one for; REGION_OUT: for none.
 * Less than the level: for lower ones. */
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
    if (exit != REGION_OUT && promotion->exit_links[vertex] == UNLINKED) {
        promotion->exit_links[vertex] = region->exits;
        region->last_exit = region->exits == LAST_LINK ? vertex : region->last_exit;
        region->exits = vertex;
    }
    return 1;
}

/* Whether a region is closed but for higher ones. */
static int is_closed(struct promotion *promotion, struct region *region) {
    struct solving *solving = promotion->solving;
    if (region->closed_in == NO_EXTENT) {
        region->closed_in = region->first;
        region->closed = promotion->extents[region->first].begin;
    }
    for (;;) {
        const struct extent *extent = &promotion->extents[region->closed_in];
        uint64_t place = region->closed;
        while (place < extent->end && is_closed_at(promotion, region, promotion->log[place])) {
            place++;
        }
        solving->work += 1 + place - region->closed;
        region->closed = place;
        if (place < extent->end) {
            return 0;
        }
        if (extent->next == NO_EXTENT) {
            return 1;
        }
        region->closed_in = extent->next;
        region->closed = promotion->extents[extent->next].begin;
    }
}

/* The lowest region that a closed one can be left for; REGION_OUT: none. Exits that are none any more, since
 * the region has grown, are forgotten. */
static uint32_t lowest_exit(struct promotion *promotion, struct region *region) {
    uint32_t least = REGION_OUT, *link = &region->exits;
    for (uint32_t vertex = region->exits; vertex != LAST_LINK; vertex = *link) {
        uint32_t exit = find_exit(promotion->solving, vertex, region->level);
        promotion->solving->work++;
        if (exit == REGION_OUT) {
            *link = promotion->exit_links[vertex];
            promotion->exit_links[vertex] = UNLINKED;
        } else {
            region->last_exit = vertex;
            least = exit < least ? exit : least;
            link = &promotion->exit_links[vertex];
        }
    }
    return least;
}

/* --- regions that others took vertices from --- */

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
        if (is_players ? solving->strategy[source] != vertex : is_lost) {
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
    uint64_t from = promotion->log_top;
    for (uint64_t i = 0; i < count; i++) {
        attract_again(promotion, released[i], level);
    }
    for (uint64_t i = 0; i < solving->seen_count; i++) {
        attract_again(promotion, solving->seen[i], level);
    }
    if (attract(promotion, from, level, UINT32_MAX) != 0) {
        return -1;
    }
    regions_append(promotion, region, begin);
    regions_keep_exits(promotion, region);
    promotion->is_last_new = 1;
    return 0;
}

/* Dissolves and mends what is to be, after some vertices were attracted from lower regions, or won. */
static int settle(struct promotion *promotion, const uint32_t *lost, uint64_t lost_count) {
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

/* --- regions that are closed --- */

/* Takes all pieces of a region away from it. Returns the first. */
static uint32_t empty_region(struct promotion *promotion, uint64_t number) {
    struct region *region = &promotion->regions[number];
    uint32_t first = region->first;
    region->first = NO_EXTENT;
    region->closed_in = NO_EXTENT;
    region->exits = LAST_LINK;
    region->size = 0;
    if (number + 1 == promotion->region_count) {
        promotion->region_count--;
        promotion->is_last_new = 0;
    }
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
        see(solving, vertex);
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
                        look_back(promotion, vertex, level, moved->level, promotion->log_top);
                }
            }
            end = at == moved->last;
        }
    }
    if (begin < promotion->log_top && attract(promotion, begin, level, moved->level) != 0) {
        return -1;
    }
    regions_append(promotion, &promotion->regions[number], begin);
    return 0;
}

/* A closed region joins the lowest one that it can be left for, whose number is returned in *number. Its
 * vertices come first there: they are closed, and nothing but their exits needs another look. */
static int promote(struct promotion *promotion, uint64_t *number, uint32_t level) {
    struct solving *solving = promotion->solving;
    struct region moved = promotion->regions[*number];
    empty_region(promotion, *number);
    *number = regions_find(promotion, level);
    struct region *region = &promotion->regions[*number];
    relabel(promotion, moved.first, moved.level, level);
    if (region->closed_in == NO_EXTENT) {
        region->closed_in = region->first;
        region->closed = promotion->extents[region->first].begin;
    }
    promotion->extents[moved.last].next = region->first;
    region->first = moved.first;
    region->size += moved.size;
    promotion->exit_links[moved.last_exit] = region->exits;
    region->last_exit = region->exits == LAST_LINK ? moved.last_exit : region->last_exit;
    region->exits = moved.exits;
    solving->report->promotions++;
    solving->highest = 0;
    uint64_t begin = promotion->log_top;
    if (attract_between(promotion, *number, &moved) != 0) {
        return -1;
    }
    return settle(promotion, promotion->log + begin, promotion->log_top - begin);
}

/* A region's player wins it, and what it attracts. */
static int win(struct promotion *promotion, uint64_t number) {
    struct solving *solving = promotion->solving;
    uint32_t level = promotion->regions[number].level, first = empty_region(promotion, number);
    for (uint32_t at = first; at != NO_EXTENT; at = promotion->extents[at].next) {
        for (uint64_t place = promotion->extents[at].begin; place < promotion->extents[at].end; place++) {
            uint32_t vertex = promotion->log[place];
            if (solving->region[vertex] == level) {
                decide(solving, vertex, level & 1, solving->strategy[vertex]);
            }
        }
    }
    if (promotion->region_count == 0 && promotion->is_all) {
        solving->spread = solving->decided; /* it attracted in all of the game already */
    }
    solving->highest = 0;
    solving->won_level = level;
    solving->won_end = solving->decided;
    uint64_t before = solving->decided;
    if (solving_spread(solving) != 0) {
        return -1;
    }
    return settle(promotion, solving->queue + before, solving->decided - before);
}

/* --- all of a set --- */

/* Whose priorities are of one parity: no play in it can be won by the other player. */
static int win_all(struct promotion *promotion) {
    struct solving *solving = promotion->solving;
    const struct game *game = solving->game;
    unsigned winner = solving->level[promotion->list[0]] & 1;
    for (uint64_t i = 0; i < promotion->count; i++) {
        uint32_t vertex = promotion->list[i];
        uint64_t edge = game->offsets[vertex];
        while (game->owner[vertex] == winner && solving->region[game->targets[edge]] == REGION_OUT) {
            edge++;
        }
        solving->strategy[vertex] = game->targets[edge];
    }
    for (uint64_t i = 0; i < promotion->count; i++) {
        decide(solving, promotion->list[i], winner, solving->strategy[promotion->list[i]]);
    }
    solving->work += promotion->count;
    solving->spread = promotion->is_all ? solving->decided : solving->spread;
    return solving_spread(solving);
}

/* Makes the next region, when there is none to be looked at. */
static int make_region(struct promotion *promotion) {
    uint64_t begin = promotion->log_top;
    if (promotion->is_last_new || !regions_add(promotion)) {
        return 0;
    }
    struct region *region = &promotion->regions[promotion->region_count - 1];
    promotion->is_last_new = 1;
    if (attract(promotion, begin, region->level, UINT32_MAX) != 0) {
        return -1;
    }
    regions_append(promotion, region, begin);
    return 0;
}

/* Lets the last region be promoted or won, and those that this closes. 0, or -1 with *error filled. */
static int close_regions(struct promotion *promotion) {
    uint64_t number = promotion->region_count - 1;
    promotion->is_last_new = 0;
    while (is_closed(promotion, &promotion->regions[number])) {
        regions_make_room(promotion);
        uint32_t exit = lowest_exit(promotion, &promotion->regions[number]);
        if (exit == REGION_OUT) {
            return win(promotion, number);
        }
        if (promote(promotion, &number, exit) != 0) {
            return -1;
        }
    }
    return 0;
}

int promotion_solve(struct promotion *promotion, const uint32_t *list, uint64_t count, uint64_t most,
                    int until_half) {
    struct solving *solving = promotion->solving;
    uint64_t most_work = most > UINT64_MAX - solving->work ? UINT64_MAX : solving->work + most;
    promotion->list = list;
    promotion->count = count;
    promotion->is_all = count == solving->game->vertices - solving->decided;
    promotion->is_last_new = 0;
    solving->lost = 0;
    uint32_t levels = regions_begin(promotion);
    if (promotion->begins[levels - 1] == 0) {
        return win_all(promotion);
    }
    while (solving->lost < count) {
        if (solving->work > most_work || (until_half && 2 * solving->lost >= count)) {
            regions_end(promotion);
            return 1;
        }
        regions_make_room(promotion);
        if (make_region(promotion) != 0 || (promotion->is_last_new && close_regions(promotion) != 0)) {
            return -1;
        }
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    regions_end(promotion);
    return 0;
}
