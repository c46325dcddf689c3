/* How tangles are attracted: each vertex has a list of the tangles that it is an escape of. */
#include "parity/tangles/tangle_set.h"

#include <string.h>

CORE_FUNCTION int is_in_part(const struct solving *solving, uint32_t target, uint32_t part) {
    return solving->region[target] == part;
}

CORE_FUNCTION int is_open(const struct solving *solving, uint32_t target, uint32_t unused) {
    (void)unused;
    return is_undecided(solving, target);
}

/* Whether the opponent can leave the tangle for such a vertex. */
CORE_FUNCTION int has_escape(struct tangles *tangles, struct tangle *tangle, solving_way *is_way,
                             uint32_t bound) {
    const uint32_t *escapes = tangles->words + tangle->begin + 2 * (uint64_t)tangle->vertices;
    struct solving *solving = tangles->solving;
    for (uint32_t i = 0; i < tangle->escapes; i++) {
        solving->work++;
        if (is_way(solving, escapes[tangle->last_escape], bound)) {
            return 1;
        }
        tangle->last_escape = tangle->last_escape + 1 == tangle->escapes ? 0 : tangle->last_escape + 1;
    }
    return 0;
}

/* Whether all vertices of the tangle are in the part or the region, or won by the player. */
static int is_within_reach(struct tangles *tangles, struct tangle *tangle,
                           const struct attraction *attraction) {
    const uint32_t *words = tangles->words + tangle->begin;
    struct solving *solving = tangles->solving;
    for (uint32_t i = 0; i < tangle->vertices; i++) {
        uint32_t vertex = words[2 * (uint64_t)tangle->last_vertex], region = solving->region[vertex];
        solving->work++;
        if (region != attraction->part && region != attraction->region &&
            solving->winner[vertex] != tangle->player) {
            tangle->is_dead = !is_undecided(solving, vertex);
            return 0;
        }
        tangle->last_vertex = tangle->last_vertex + 1 == tangle->vertices ? 0 : tangle->last_vertex + 1;
    }
    return 1;
}

static void attract_tangle(struct tangles *tangles, const struct tangle *tangle,
                           const struct attraction *attraction) {
    struct solving *solving = tangles->solving;
    const uint32_t *words = tangles->words + tangle->begin;
    for (uint64_t i = 0; i < tangle->vertices; i++) {
        uint32_t vertex = words[2 * i];
        if (solving->region[vertex] == attraction->part) {
            solving->region[vertex] = attraction->region;
            solving->strategy[vertex] = words[2 * i + 1];
            tangles->log[tangles->log_top++] = vertex;
        }
    }
}

/* Returns the first tangle of the list that is not dead, and removes those before it; NULL: there is none. */
static struct tangle *live_tangle(struct tangles *tangles, uint32_t *link) {
    while (*link != NO_LINK) {
        struct tangle *tangle = &tangles->tangles[tangles->links[*link].tangle];
        tangles->solving->work++;
        if (!tangle->is_dead) {
            return tangle;
        }
        *link = tangles->links[*link].next;
    }
    return NULL;
}

/* Attracts tangles because this vertex, an escape of theirs, is in the region. */
static void attract_tangles(struct tangles *tangles, const struct attraction *attraction, uint32_t vertex) {
    uint32_t *link = &tangles->first[2 * (uint64_t)vertex + attraction->player];
    uint64_t serial = tangles->serial + attraction->region;
    for (struct tangle *tangle; (tangle = live_tangle(tangles, link)) != NULL;
         link = &tangles->links[*link].next) {
        if (tangle->inside != serial && !has_escape(tangles, tangle, is_in_part, attraction->part) &&
            is_within_reach(tangles, tangle, attraction)) {
            tangle->inside = serial;
            attract_tangle(tangles, tangle, attraction);
        }
    }
}

/* Attracts by the edges to this vertex. */
static void attract_sources(struct tangles *tangles, const struct attraction *attraction, uint32_t vertex) {
    struct solving *solving = tangles->solving;
    uint64_t begin = solving->in_begin[vertex], end = solving->in_begin[vertex + 1];
    for (uint64_t edge = begin; edge < end; edge++) {
        uint32_t source = solving->sources[edge];
        if (solving->region[source] != attraction->part) {
            continue;
        }
        if (solving->game->owner[source] == attraction->player) {
            solving->strategy[source] = vertex;
        } else if (solving_has_way(solving, source, is_in_part, attraction->part)) {
            continue;
        }
        solving->region[source] = attraction->region;
        tangles->log[tangles->log_top++] = source;
    }
    solving->work += 1 + end - begin;
}

int tangle_set_attract(struct tangles *tangles, const struct attraction *attraction, uint64_t from) {
    tangles->solving->report->rounds++;
    for (; from < tangles->log_top; from++) {
        attract_sources(tangles, attraction, tangles->log[from]);
        attract_tangles(tangles, attraction, tangles->log[from]);
        if (solving_should_end(tangles->solving)) {
            return -1;
        }
    }
    return 0;
}

void tangle_set_decide(struct tangles *tangles, struct tangle *tangle) {
    struct solving *solving = tangles->solving;
    const uint32_t *words = tangles->words + tangle->begin;
    for (uint64_t i = 0; i < tangle->vertices && !tangle->is_dead; i++) {
        tangle->is_dead = solving->winner[words[2 * i]] == 1 - tangle->player;
    }
    for (uint64_t i = 0; i < tangle->vertices && !tangle->is_dead; i++) {
        if (is_undecided(solving, words[2 * i])) {
            solving_decide(solving, words[2 * i], tangle->player, words[2 * i + 1]);
        }
    }
    solving->work += tangle->vertices;
    tangle->is_dead = 1;
}

void tangle_set_spread(struct tangles *tangles, uint32_t vertex) {
    uint32_t *link = &tangles->first[2 * (uint64_t)vertex + tangles->solving->winner[vertex]];
    for (struct tangle *tangle; (tangle = live_tangle(tangles, link)) != NULL;
         link = &tangles->links[*link].next) {
        if (!has_escape(tangles, tangle, is_open, 0)) {
            tangle_set_decide(tangles, tangle);
        }
    }
}

void tangle_set_clear(struct tangles *tangles, const uint32_t *list, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        memset(&tangles->first[2 * (uint64_t)list[i]], 0xff, 2 * sizeof *tangles->first);
    }
    tangles->count = tangles->link_count = tangles->word_count = 0;
    tangles->is_full = 0;
}
