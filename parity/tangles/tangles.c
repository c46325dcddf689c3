/*
 * Tangle learning. The game is passed over from the highest level down: the vertices of a level that are in
 * no region yet, and what the level's player attracts to them by edges and by known tangles, become a region.
 * A region is closed when its player can stay in it for ever, and the opponent can leave it only for regions
 * that were made before. The tangles of closed regions are learned. After a pass those without escapes are
 * decided, with what they attract; then the next pass begins. The last region of a pass is always closed, so
 * each pass learns.
 *
 * A tangle is attracted to the last region that one of its escapes is in. Regions that were made before the
 * first one of these would be made again as they are. So the next pass keeps them, unless vertices were
 * decided.
 *
 * The article learns nothing in a region that is not closed. Here its opponent attracts, inside the region,
 * the vertices where it is not closed. From the rest the opponent cannot escape to them, nor to vertices that
 * are in no region yet. So the rest is a game of its own, in which regions are made and searched in the same
 * way. Tangles of this inner game are tangles of the whole one: where the opponent leaves the inner game, a
 * region was made before. Without that, games with counters in them take exponentially many passes (two
 * counters: van Dijk, A Parity Game Tale of Two Counters, 2019), and those of the priority promotion articles
 * take one for each bit.
 *
 * No tangle is learned twice. If a known tangle is in a region as a whole, the opponent has no way from it
 * that stays in the part of the game that the region was made in: the region to which the last of its escapes
 * in this part came would have attracted it. The same holds in the part around this one, and so on; and a
 * tangle without any escapes is decided after the pass.
 */
#include "parity/tangles/tangles.h"

#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "parity/tangles/tangle_set.h"

int tangles_open(struct tangles **made, struct solving *solving) {
    uint64_t vertices = solving->game->vertices;
    uint64_t bytes = solving_cut_bytes(1, sizeof(struct tangles)) + solving_cut_bytes(vertices, 8) +
                     solving_cut_bytes(2 * vertices, 4) + 3 * solving_cut_bytes(vertices, 4) +
                     solving_cut_bytes(vertices, sizeof(struct outer_region));
    char *rest = solving_allocate(solving, bytes);
    if (rest == NULL) {
        return -1;
    }
    struct tangles *tangles = solving_cut(&rest, 1, sizeof *tangles);
    *tangles = (struct tangles){
        .solving = solving, .bytes = bytes, .log = solving->stack, .log_room = SOLVING_STACKS * vertices};
    tangles->places = solving_cut(&rest, vertices, 8);
    tangles->first = solving_cut(&rest, 2 * vertices, 4);
    tangles->component = solving_cut(&rest, vertices, 4);
    tangles->stack = solving_cut(&rest, vertices, 4);
    tangles->list = solving_cut(&rest, vertices, 4);
    tangles->outer = solving_cut(&rest, vertices, sizeof *tangles->outer);
    memset(tangles->first, 0xff, 2 * vertices * sizeof *tangles->first);
    memset(tangles->component, 0, vertices * sizeof *tangles->component);
    *made = tangles;
    return 0;
}

void tangles_close(struct tangles *tangles) {
    if (tangles == NULL) {
        return;
    }
    struct solving *solving = tangles->solving;
    solving_free(solving, tangles->tangles, tangles->capacity * sizeof *tangles->tangles);
    solving_free(solving, tangles->links, tangles->link_capacity * sizeof *tangles->links);
    solving_free(solving, tangles->words, tangles->word_capacity * sizeof *tangles->words);
    solving_free(solving, tangles, tangles->bytes);
}

/* --- a region --- */

/* Whether a region is closed at a vertex that it began with; sets the player's strategy. */
static int is_closed_at(struct solving *solving, const struct attraction *region, uint32_t vertex) {
    const struct game *game = solving->game;
    int is_players = game->owner[vertex] == region->player;
    uint32_t wanted = is_players ? region->region : region->part;
    uint64_t edge = game->offsets[vertex], end = game->offsets[vertex + 1];
    while (edge < end && solving->region[game->targets[edge]] != wanted) {
        edge++;
    }
    solving->work += 1 + edge - game->offsets[vertex];
    if (is_players && edge < end) {
        solving->strategy[vertex] = game->targets[edge];
    }
    return is_players == (edge < end);
}

/* Appends those of log[begin .. end), the vertices that a region began with, to the log where it is not
 * closed; returns their number. */
static uint64_t list_open(struct tangles *tangles, const struct attraction *region, uint64_t begin,
                          uint64_t end) {
    uint64_t top = tangles->log_top;
    for (uint64_t at = begin; at < end; at++) {
        if (!is_closed_at(tangles->solving, region, tangles->log[at])) {
            tangles->log[tangles->log_top++] = tangles->log[at];
        }
    }
    return tangles->log_top - top;
}

/* Keeps those vertices of log[begin ..) that are still in the region of this number, sorted by level. */
static void keep_rest(struct tangles *tangles, uint32_t number, uint64_t begin) {
    const struct solving *solving = tangles->solving;
    uint64_t *keys = tangles->places, kept = 0;
    for (uint64_t at = begin; at < tangles->log_top; at++) {
        uint32_t vertex = tangles->log[at];
        if (solving->region[vertex] == number) {
            keys[kept++] = (uint64_t)solving->level[vertex] << 32 | vertex;
        }
    }
    sort_items(keys, kept, sizeof *keys, sort_compare_long);
    for (uint64_t i = 0; i < kept; i++) {
        tangles->log[begin + i] = (uint32_t)keys[i];
    }
    tangles->log_top = begin + kept;
}

/* Makes what is left of log[begin ..), a region that is not closed at the last `open` vertices of the log,
 * the part that is searched next. */
static int enter_region(struct tangles *tangles, const struct attraction *region, uint64_t begin,
                        uint64_t open) {
    struct solving *solving = tangles->solving;
    uint64_t top = tangles->log_top - open;
    const struct attraction opposed = {region->region, ++tangles->number, 1 - region->player};
    for (uint64_t at = top; at < tangles->log_top; at++) {
        solving->region[tangles->log[at]] = opposed.region;
    }
    if (tangle_set_attract(tangles, &opposed, top) != 0) {
        return -1;
    }
    solving->work += tangles->log_top - begin;
    tangles->log_top = top;
    keep_rest(tangles, region->region, begin);
    uint64_t kept = tangles->log_top - begin;
    if (kept == 0 || tangles->depth == MOST_PARTS || tangles->log_room - tangles->log_top < 2 * kept) {
        tangles->log_top = begin;
        return 0;
    }
    tangles->parts[tangles->depth++] =
        (struct tangle_part){tangles->log + begin, kept, begin, region->region};
    return 0;
}

/* Takes the vertices of the highest level that are left of a part, and what they attract. */
static int make_region(struct tangles *tangles, struct tangle_part *part) {
    struct solving *solving = tangles->solving;
    uint64_t begin = tangles->log_top, at = part->left;
    uint32_t level = solving->level[part->list[at - 1]];
    const struct attraction region = {part->number, ++tangles->number, level & 1};
    if (tangles->depth == 1) {
        tangles->outer[tangles->outer_count++] = (struct outer_region){region.region, (uint32_t)at};
    }
    for (; at > 0 && solving->level[part->list[at - 1]] == level; at--) {
        uint32_t vertex = part->list[at - 1];
        if (solving->region[vertex] == part->number) {
            solving->region[vertex] = region.region;
            tangles->log[tangles->log_top++] = vertex;
        }
    }
    solving->work += part->left - at;
    part->left = at;
    uint64_t begun = tangles->log_top;
    if (tangle_set_attract(tangles, &region, begin) != 0) {
        return -1;
    }
    uint64_t open = list_open(tangles, &region, begin, begun);
    if (open > 0) {
        return enter_region(tangles, &region, begin, open);
    }
    int result = tangle_set_learn(tangles, &region, begin);
    tangles->log_top = begin;
    return result;
}

/* Makes the next region of the innermost part, or ends its search. */
static int search_part(struct tangles *tangles) {
    struct solving *solving = tangles->solving;
    struct tangle_part *part = &tangles->parts[tangles->depth - 1];
    uint64_t left = part->left;
    while (part->left > 0 && solving->region[part->list[part->left - 1]] != part->number) {
        part->left--;
    }
    solving->work += left - part->left;
    if (part->left > 0) {
        return make_region(tangles, part);
    }
    tangles->log_top = part->begin;
    tangles->depth--;
    return 0;
}

/* --- passes --- */

/* Dissolves the regions from outer[first] on. */
static void dissolve_from(struct tangles *tangles, uint64_t first) {
    uint32_t *region = tangles->solving->region, number = tangles->outer[first].number;
    uint64_t left = tangles->outer[first].left;
    for (uint64_t i = 0; i < left; i++) {
        uint32_t vertex = tangles->list[i];
        region[vertex] = region[vertex] >= number ? 0 : region[vertex];
    }
    tangles->solving->work += left;
    tangles->parts[0].left = left;
    tangles->outer_count = first;
}

static void move_all(struct tangles *tangles, uint32_t number) {
    for (uint64_t i = 0; i < tangles->left; i++) {
        tangles->solving->region[tangles->list[i]] = number;
    }
    tangles->solving->work += tangles->left;
}

/* Dissolves all regions. */
static void dissolve_all(struct tangles *tangles) {
    tangles->serial += (uint64_t)tangles->number + 1;
    tangles->number = 0;
    tangles->outer_count = 0;
    tangles->parts[0].left = tangles->left;
    move_all(tangles, 0);
}

/* Returns the place in `outer` of the region that the vertex is in. */
static uint64_t outer_of(const struct tangles *tangles, uint32_t vertex) {
    uint32_t number = tangles->solving->region[vertex];
    uint64_t low = 0, high = tangles->outer_count;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (tangles->outer[middle].number <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns the place in `outer` of the region that attracts the tangle. */
static uint64_t place_of_tangle(const struct tangles *tangles, const struct tangle *tangle) {
    const uint32_t *escapes = tangles->words + tangle->begin + 2 * (uint64_t)tangle->vertices;
    uint64_t last = 0;
    for (uint32_t i = 0; i < tangle->escapes; i++) {
        uint64_t place = outer_of(tangles, escapes[i]);
        last = place > last ? place : last;
    }
    tangles->solving->work += tangle->escapes;
    return last;
}

/* Dissolves the regions that change because of the tangles from number `first` on, and those after them. */
static void dissolve_for(struct tangles *tangles, uint64_t first) {
    uint64_t least = tangles->outer_count;
    for (uint64_t i = first; i < tangles->count && least > 0; i++) {
        uint64_t place = place_of_tangle(tangles, &tangles->tangles[i]);
        least = place < least ? place : least;
    }
    dissolve_from(tangles, least);
}

/* Decides the tangles from number `first` on that have no escapes, and what they attract by edges and by
 * tangles; forgets decided vertices. */
static int decide_tangles(struct tangles *tangles, uint64_t first) {
    struct solving *solving = tangles->solving;
    uint64_t kept = 0, at = solving->decided;
    for (uint64_t i = first; i < tangles->count; i++) {
        if (tangles->tangles[i].escapes == 0) {
            tangle_set_decide(tangles, &tangles->tangles[i]);
        }
    }
    do {
        if (solving_spread(solving) != 0) {
            return -1;
        }
        while (at < solving->decided && solving->spread == solving->decided) {
            tangle_set_spread(tangles, solving->queue[at++]);
        }
    } while (solving->spread < solving->decided);
    for (uint64_t i = 0; i < tangles->left; i++) {
        if (is_undecided(solving, tangles->list[i])) {
            tangles->list[kept++] = tangles->list[i];
        }
    }
    tangles->left = kept;
    return 0;
}

/* Whether the search must end in the middle of a pass. */
static int is_exhausted(const struct tangles *tangles, uint64_t most_work) {
    return tangles->is_full || tangles->solving->work > most_work || tangles->number >= REGION_OUT - 2;
}

/* Whether one of the tangles from number `first` on has no escapes. */
static int is_one_won(const struct tangles *tangles, uint64_t first) {
    uint64_t at = first;
    while (at < tangles->count && tangles->tangles[at].escapes > 0) {
        at++;
    }
    return at < tangles->count;
}

/* Passes over what is in no region, until solving->work exceeds `most_work`; then dissolves what would be
 * made otherwise now. Returns 0, 1 to give up, -1 with *error filled. */
static int pass(struct tangles *tangles, uint64_t most_work) {
    uint64_t known = tangles->count;
    int is_given_up = 0;
    tangles->log_top = 0;
    tangles->depth = 1;
    while (tangles->depth > 0 && !is_given_up) {
        if (search_part(tangles) != 0) {
            return -1;
        }
        is_given_up = is_exhausted(tangles, most_work);
    }
    is_given_up |= tangles->count == known;
    if (is_one_won(tangles, known)) {
        move_all(tangles, REGION_OUT);
        if (decide_tangles(tangles, known) != 0) {
            return -1;
        }
        dissolve_all(tangles);
    } else if (!is_given_up) {
        dissolve_for(tangles, known);
    }
    return is_given_up;
}

static void begin_tangles(struct tangles *tangles, const uint32_t *list, uint64_t count) {
    struct solving *solving = tangles->solving;
    solving_stop_counting(solving);
    solving->has_regions = 0;
    solving->won_end = 0;
    tangles->left = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (is_undecided(solving, list[i])) {
            tangles->list[tangles->left++] = list[i];
        }
    }
    tangles->parts[0] = (struct tangle_part){.list = tangles->list};
    dissolve_all(tangles);
}

/* The limits start again when one vertex in PROGRESS has been decided. */
#define PROGRESS 32u

/* Passes that learned no fewer tangles than the one before them. */
struct stalls {
    uint64_t learned;    /* by all of these */
    uint64_t last, most; /* by the last one of all passes, and by the one that learned most */
};

static void note_pass(struct stalls *stalls, uint64_t learned) {
    stalls->learned += learned >= stalls->last ? learned : 0;
    stalls->last = learned;
    stalls->most = learned > stalls->most ? learned : stalls->most;
}

static int does_count(const struct stalls *stalls, uint64_t most) {
    return stalls->learned > 0 && (stalls->learned - 1) / stalls->most >= most;
}

int tangles_solve(struct tangles *tangles, const uint32_t *list, uint64_t count,
                  const struct tangle_limits *limits) {
    struct solving *solving = tangles->solving;
    uint64_t most_work = solving->work + limits->work, left;
    struct stalls stalls = {.last = UINT64_MAX};
    int result = 0;
    begin_tangles(tangles, list, count);
    left = tangles->left;
    while (result == 0 && tangles->left > 0) {
        uint64_t known = tangles->count;
        result = does_count(&stalls, limits->stalls) ? 1 : pass(tangles, most_work);
        note_pass(&stalls, tangles->count - known);
        if (result == 0 && PROGRESS * (left - tangles->left) >= left) {
            stalls = (struct stalls){.last = UINT64_MAX};
            most_work = solving->work + limits->work;
            left = tangles->left;
        }
    }
    move_all(tangles, REGION_OUT);
    result = tangles->left == 0 && result == 1 ? 0 : result;
    if (result == 1 && tangles->is_full && solving->options->solver == SOLVER_TANGLES) {
        result = error_memory(solving->error, "for the tangles of the game");
    }
    return result;
}

void tangles_forget(struct tangles *tangles, const uint32_t *list, uint64_t count) {
    if (tangles != NULL) {
        tangle_set_clear(tangles, list, count);
    }
}
