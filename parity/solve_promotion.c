/*
 * Priority promotion (Benerecetti, Dell'Erba, Mogavero 2016). From the highest level down, the vertices of a
 * level that are in no region yet, with what their level's player attracts among vertices of no higher
 * region, become a region. When the player can stay in it for ever, and the other can leave it for higher
 * regions alone, it is promoted: it joins the lowest of those, and all regions between are dissolved. When he
 * cannot leave at all, the player wins it.
 *
 * Regions lie on a stack, one after another, so that a region is its own queue, joining is a move and
 * dissolving a truncation. A vertex's region is compared with a level and nothing else: vertices in no region
 * have their own level, which is less than that of the region that is being made.
 *
 * What is kept:
 * - a region that grows attracts from its new vertices only: it was an attractor before;
 * - a region is known to be closed up to some vertex: that stays true until it is dissolved;
 * - when a region is won, with what it attracts, the regions above the highest one that lost a vertex, or
 * whose player attracts more now that a way out is gone, are as they would be made again (solving_spread).
 */
#include "parity/solve_promotion.h"

#include <string.h>

#include "base/error.h"

#define AHEAD 8u /* vertices of the queue whose rows are asked for */

static uint64_t promotion_bytes(const struct solving *solving) {
    return (uint64_t)solving->levels * (3 * sizeof(uint32_t) + sizeof(struct region));
}

int promotion_open(struct promotion *promotion, struct solving *solving) {
    *promotion = (struct promotion){.solving = solving, .memory_bytes = promotion_bytes(solving)};
    promotion->memory = solving_allocate(solving, promotion->memory_bytes);
    if (promotion->memory == NULL) {
        return -1;
    }
    promotion->regions = promotion->memory;
    promotion->bucket_begin = (uint32_t *)(promotion->regions + solving->levels);
    promotion->bucket_end = promotion->bucket_begin + solving->levels;
    promotion->below = promotion->bucket_end + solving->levels;
    return 0;
}

void promotion_close(struct promotion *promotion) {
    solving_free(promotion->solving, promotion->memory, promotion->memory_bytes);
}

/* --- levels and their vertices --- */

static void fill_buckets(struct promotion *promotion, uint32_t levels) {
    const uint32_t *level = promotion->solving->level;
    memset(promotion->bucket_begin, 0, levels * sizeof *promotion->bucket_begin);
    memset(promotion->bucket_end, 0, levels * sizeof *promotion->bucket_end);
    for (uint64_t i = 0; i < promotion->count; i++) {
        uint32_t vertex = promotion->list[i];
        if (i == 0 || level[vertex] != level[promotion->list[i - 1]]) {
            promotion->bucket_begin[level[vertex]] = (uint32_t)i;
        }
        promotion->bucket_end[level[vertex]] = (uint32_t)i + 1;
        promotion->solving->region[vertex] = level[vertex];
    }
    for (uint32_t i = 0; i < levels; i++) {
        promotion->below[i] = i == 0 ? NO_LEVEL : i - 1;
    }
}

/* Decided vertices leave a level's bucket. Whether any are left. */
static int shrink_bucket(struct promotion *promotion, uint32_t level) {
    uint32_t *list = promotion->list;
    uint64_t begin = promotion->bucket_begin[level], end = promotion->bucket_end[level];
    for (uint64_t i = begin; i < end;) {
        uint32_t vertex = list[i];
        if (promotion->solving->region[vertex] == REGION_OUT) {
            list[i] = list[--end];
            list[end] = vertex;
        } else {
            i++;
        }
    }
    promotion->bucket_end[level] = (uint32_t)end;
    return begin < end;
}

/* The next level below that has undecided vertices; levels without any are skipped for good. */
static uint32_t next_below(struct promotion *promotion, uint32_t level) {
    uint32_t next = promotion->below[level];
    while (next != NO_LEVEL && !shrink_bucket(promotion, next)) {
        next = promotion->below[next];
        promotion->solving->work++;
    }
    promotion->below[level] = next;
    return next;
}

/* --- regions --- */

/* Puts the vertices of a level that are in no region into a new one. Whether there are any. */
static int begin_region(struct promotion *promotion, uint32_t level) {
    struct solving *solving = promotion->solving;
    uint64_t begin = promotion->top;
    for (uint64_t i = promotion->bucket_begin[level]; i < promotion->bucket_end[level]; i++) {
        uint32_t vertex = promotion->list[i];
        if (solving->region[vertex] == level) {
            solving->stack[promotion->top++] = vertex;
        }
    }
    solving->work += promotion->bucket_end[level] - promotion->bucket_begin[level];
    if (promotion->top == begin) {
        return 0;
    }
    promotion->regions[promotion->region_count++] =
        (struct region){level, REGION_OUT, (uint32_t)begin, (uint32_t)begin};
    return 1;
}

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

/* Attracts to the region on top, from its vertices stack[from ..) on. 0, or -1 with *error filled. */
static int attract(struct promotion *promotion, uint64_t from) {
    struct solving *solving = promotion->solving;
    const uint8_t *owner = solving->game->owner;
    const uint64_t *in_begin = solving->in_begin;
    uint32_t *region = solving->region, *stack = solving->stack;
    uint32_t level = promotion->regions[promotion->region_count - 1].level;
    uint64_t top = promotion->top;
    solving->report->rounds++;
    for (; from < top; from++) {
        uint32_t vertex = stack[from];
        if (from + AHEAD < top) {
            __builtin_prefetch(&in_begin[stack[from + AHEAD]]);
        }
        for (uint64_t edge = in_begin[vertex]; edge < in_begin[vertex + 1]; edge++) {
            uint32_t source = solving->sources[edge];
            if (region[source] >= level) {
                continue;
            }
            if (owner[source] == (level & 1)) {
                solving->strategy[source] = vertex;
            } else if (has_way_down(solving, source, level)) {
                continue;
            }
            region[source] = level;
            stack[top++] = source;
        }
        solving->work += 1 + in_begin[vertex + 1] - in_begin[vertex];
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    promotion->top = top;
    return 0;
}

/* Whether the player can stay in the region from this vertex of his, which the region began with. */
static inline int can_stay(struct solving *solving, uint32_t vertex, uint32_t level) {
    const struct game *game = solving->game;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        if (solving->region[game->targets[edge]] == level) {
            solving->strategy[vertex] = game->targets[edge];
            return 1;
        }
    }
    return 0;
}

/* Whether the other player, whose vertex it is, cannot leave it for lower regions; *best: the lowest of the
 * higher ones that he can leave for. */
static inline int is_shut(struct solving *solving, uint32_t vertex, uint32_t level, uint32_t *best) {
    const struct game *game = solving->game;
    uint32_t least = *best;
    for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
        uint32_t there = solving->region[game->targets[edge]];
        if (there < level) {
            return 0;
        }
        least = there != level && there < least ? there : least;
    }
    *best = least;
    return 1;
}

/* Whether the region on top is closed but for higher ones. What was attracted by the player is not looked at.
 */
static int is_closed(struct promotion *promotion) {
    struct solving *solving = promotion->solving;
    struct region *region = &promotion->regions[promotion->region_count - 1];
    uint32_t level = region->level;
    uint64_t at = region->closed;
    int closed = 1;
    for (; at < promotion->top; at++) {
        uint32_t vertex = solving->stack[at];
        if (solving->game->owner[vertex] != (level & 1)) {
            closed = is_shut(solving, vertex, level, &region->best);
        } else if (solving->level[vertex] == level) {
            closed = can_stay(solving, vertex, level);
        }
        if (!closed) {
            break;
        }
    }
    solving->work += 1 + at - region->closed;
    region->closed = (uint32_t)at;
    return closed;
}

/* Dissolves the regions from number `first` on, but for vertices from stack[end] on. */
static void dissolve(struct promotion *promotion, uint64_t first, uint64_t end) {
    struct solving *solving = promotion->solving;
    if (first == promotion->region_count) {
        return;
    }
    for (uint64_t i = promotion->regions[first].begin; i < end; i++) {
        uint32_t vertex = solving->stack[i];
        if (solving->region[vertex] != REGION_OUT) {
            solving->region[vertex] = solving->level[vertex];
        }
    }
    solving->work += end - promotion->regions[first].begin;
    promotion->top = promotion->regions[first].begin;
    promotion->region_count = first;
}

/* The number of the first region at this level or below. */
static uint64_t find_region(const struct promotion *promotion, uint32_t level) {
    uint64_t low = 0, high = promotion->region_count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (promotion->regions[middle].level > level) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The region on top joins the lowest region that it can be left for. */
static int promote(struct promotion *promotion) {
    struct solving *solving = promotion->solving;
    struct region moved = promotion->regions[promotion->region_count - 1];
    uint64_t count = promotion->top - moved.begin;
    uint64_t first =
        find_region(promotion, moved.best) + 1; /* to be dissolved, if it is not the one on top */
    uint64_t begin = promotion->regions[first].begin;
    promotion->region_count--;
    dissolve(promotion, first, moved.begin);
    memmove(solving->stack + begin, solving->stack + moved.begin, count * sizeof *solving->stack);
    for (uint64_t i = begin; i < begin + count; i++) {
        solving->region[solving->stack[i]] = moved.best;
    }
    promotion->top = begin + count;
    solving->work += count;
    solving->report->promotions++;
    return attract(promotion, begin);
}

/* --- what is won --- */

/* Vertices that lost a way out and stay undecided: where all that is left to them leads up, the player of the
 * lowest region there may attract them, or find his region closed. */
static void look_at_seen(struct solving *solving) {
    const struct game *game = solving->game;
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
        if (least >= solving->region[vertex] && least > solving->highest) {
            solving->highest = least;
        }
    }
    solving->seen_count = 0;
}

/* The player wins the region on top, and what it attracts; *level: from where on regions are to be made. */
static int win(struct promotion *promotion, uint32_t *level) {
    struct solving *solving = promotion->solving;
    struct region *region = &promotion->regions[promotion->region_count - 1];
    unsigned winner = region->level & 1;
    solving->highest = region->level;
    for (uint64_t i = region->begin; i < promotion->top; i++) {
        decide(solving, solving->stack[i], winner, solving->strategy[solving->stack[i]]);
    }
    promotion->top = region->begin;
    promotion->region_count--;
    if (promotion->region_count == 0 && promotion->is_all) {
        solving->spread = solving->decided; /* it attracted in all of the game already */
    }
    if (solving_spread(solving) != 0) {
        return -1;
    }
    look_at_seen(solving);
    *level = solving->highest;
    dissolve(promotion, find_region(promotion, *level), promotion->top);
    return 0;
}

/* --- all of a set --- */

/* Whose priorities are of one parity: no play in it can be won by the other player. */
static void win_all(struct promotion *promotion) {
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
}

/* Makes the region of a level, and lets it be promoted as long as it can. 1 when it was won: *level is where
 * to go on, then; 0 when it stays; -1 with *error filled. */
static int make_region(struct promotion *promotion, uint32_t *level) {
    if (attract(promotion, promotion->regions[promotion->region_count - 1].begin) != 0) {
        return -1;
    }
    while (is_closed(promotion)) {
        if (promotion->regions[promotion->region_count - 1].best == REGION_OUT) {
            return win(promotion, level) != 0 ? -1 : 1;
        }
        if (promote(promotion) != 0) {
            return -1;
        }
    }
    *level = promotion->regions[promotion->region_count - 1].level;
    return 0;
}

/* Nothing of the list is in the set any more. */
static void leave(struct promotion *promotion) {
    for (uint64_t i = 0; i < promotion->count; i++) {
        promotion->solving->region[promotion->list[i]] = REGION_OUT;
    }
}

int promotion_solve(struct promotion *promotion, uint32_t *list, uint64_t count, uint64_t most,
                    int until_half) {
    struct solving *solving = promotion->solving;
    uint32_t levels = solving_number_levels(solving, list, count);
    uint64_t most_work = most > UINT64_MAX - solving->work ? UINT64_MAX : solving->work + most;
    promotion->list = list;
    promotion->count = count;
    promotion->is_all = count == solving->game->vertices - solving->decided;
    promotion->top = promotion->region_count = 0;
    solving->lost = 0;
    fill_buckets(promotion, levels);
    if (promotion->bucket_begin[levels - 1] == 0) {
        win_all(promotion);
        return solving_spread(solving);
    }
    uint32_t level = levels - 1;
    while (solving->lost < count) {
        if (!begin_region(promotion, level)) {
            level = next_below(promotion, level);
            continue;
        }
        int won = make_region(promotion, &level);
        if (won < 0) {
            return -1;
        }
        if (solving->lost < count &&
            (solving->work > most_work || (until_half && won && 2 * solving->lost >= count))) {
            leave(promotion);
            return 1;
        }
        level = won ? level : next_below(promotion, level);
    }
    return 0;
}
