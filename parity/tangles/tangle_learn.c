/*
 * How tangles are learned: they are the bottom components of the graph of a strategy in a closed region,
 * where the player's vertices have the strategy's edge alone.
 */
#include "base/memory.h"
#include "base/tarjan.h"
#include "parity/tangles/tangle_set.h"

/* --- growing arrays --- */

/* Makes room for `need` items in an array. Returns 0, or -1 when there is not enough memory. */
static int make_room(struct solving *solving, void *data, uint64_t *capacity, uint64_t need, uint64_t size) {
    uint64_t before = *capacity;
    if (need <= before) {
        return 0;
    }
    if (memory_grow(solving->run->memory, data, capacity, need, size) != 0) {
        return -1;
    }
    solving_account(solving, (*capacity - before) * size);
    return 0;
}

static int append_word(struct tangles *tangles, uint32_t word) {
    if (make_room(tangles->solving, &tangles->words, &tangles->word_capacity, tangles->word_count + 1,
                  sizeof word) != 0) {
        return -1;
    }
    tangles->words[tangles->word_count++] = word;
    return 0;
}

/* --- the strategy's graph of a region --- */

/* Edges of the opponent's vertices have their own numbers; the only edge of a vertex of the player is its
 * successor with a flag. */
struct tangle_graph {
    const struct solving *solving;
    uint32_t region;
    unsigned player;
};

#define STRATEGY_EDGE ((uint64_t)1 << 62)

static uint64_t row_begin(const void *context, uint32_t vertex) {
    const struct tangle_graph *graph = context;
    const struct solving *solving = graph->solving;
    return solving->game->owner[vertex] == graph->player ? STRATEGY_EDGE | solving->strategy[vertex]
                                                         : solving->game->offsets[vertex];
}

static uint64_t row_end(const void *context, uint32_t vertex) {
    const struct tangle_graph *graph = context;
    const struct solving *solving = graph->solving;
    return solving->game->owner[vertex] == graph->player ? (STRATEGY_EDGE | solving->strategy[vertex]) + 1
                                                         : solving->game->offsets[vertex + 1];
}

static uint32_t target_of_region(const void *context, uint64_t edge) {
    const struct tangle_graph *graph = context;
    uint32_t target = (edge & STRATEGY_EDGE) != 0 ? (uint32_t)edge : graph->solving->game->targets[edge];
    return graph->solving->region[target] == graph->region ? target : TARJAN_NO_EDGE;
}

static const struct tarjan_rows region_rows = {row_begin, row_end, target_of_region, NULL};

static int search_region(struct solving *solving, struct tarjan *search, const uint32_t *list) {
    tarjan_start(search);
    for (uint64_t i = 0; i < search->room; i++) {
        if (search->number[list[i]] == 0) {
            tarjan_enter(search, &region_rows, list[i]);
        }
        while (search->depth > 0) {
            tarjan_step(search, &region_rows);
            solving->work++;
            if (solving_should_end(solving)) {
                return -1;
            }
        }
    }
    return 0;
}

/* --- learning --- */

/* A component of the strategy's graph of a region; the numbers of components are in tangles->component. */
struct component {
    const uint32_t *vertices;
    uint64_t count;
    uint32_t region;
    unsigned player;
};

enum found { FOUND_NOTHING, FOUND_TANGLE, FOUND_NO_MEMORY };

/* Whether an edge to this vertex stays in the component; sets *has_way if it leaves it inside the region. */
static inline int stays(const struct tangles *tangles, const struct component *component, uint32_t target,
                        int *has_way) {
    int does_stay = tangles->component[target] == tangles->component[component->vertices[0]];
    *has_way |= !does_stay && tangles->solving->region[target] == component->region;
    return does_stay;
}

/* Appends the vertices of a component, if it is a tangle: it has an edge, and none leaves it inside the
 * region. */
static enum found append_vertices(struct tangles *tangles, const struct component *component) {
    struct solving *solving = tangles->solving;
    const struct game *game = solving->game;
    int has_edge = 0, has_way = 0;
    for (uint64_t i = 0; i < component->count && !has_way; i++) {
        uint32_t vertex = component->vertices[i], to = SOLUTION_NONE;
        if (game->owner[vertex] == component->player) {
            to = solving->strategy[vertex];
            has_edge |= stays(tangles, component, to, &has_way);
        } else {
            for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
                has_edge |= stays(tangles, component, game->targets[edge], &has_way);
            }
            solving->work += game->offsets[vertex + 1] - game->offsets[vertex];
        }
        if (append_word(tangles, vertex) != 0 || append_word(tangles, to) != 0) {
            return FOUND_NO_MEMORY;
        }
    }
    return has_edge && !has_way ? FOUND_TANGLE : FOUND_NOTHING;
}

/* Appends the escapes of a tangle, each once. */
static enum found append_escapes(struct tangles *tangles, const struct component *component) {
    struct solving *solving = tangles->solving;
    const struct game *game = solving->game;
    uint64_t begin = tangles->word_count;
    enum found found = FOUND_TANGLE;
    for (uint64_t i = 0; i < component->count; i++) {
        uint32_t vertex = component->vertices[i];
        uint64_t end = game->owner[vertex] == component->player ? 0 : game->offsets[vertex + 1];
        for (uint64_t edge = game->offsets[vertex]; edge < end && found == FOUND_TANGLE; edge++) {
            uint32_t target = game->targets[edge];
            if (!is_undecided(solving, target) || tangles->component[target] != 0) {
                continue; /* the player has won it, or it is known, or in the region */
            }
            if (append_word(tangles, target) == 0) {
                tangles->component[target] = 1;
            } else {
                found = FOUND_NO_MEMORY;
            }
        }
    }
    for (uint64_t i = begin; i < tangles->word_count; i++) {
        tangles->component[tangles->words[i]] = 0;
    }
    return found;
}

/* Stores the tangle whose words begin at `begin`. */
static enum found add_tangle(struct tangles *tangles, const struct component *component, uint64_t begin) {
    struct solving *solving = tangles->solving;
    uint64_t escapes = tangles->word_count - begin - 2 * component->count;
    if (tangles->count >= NO_LINK || tangles->link_count + escapes >= NO_LINK ||
        make_room(solving, &tangles->tangles, &tangles->capacity, tangles->count + 1,
                  sizeof *tangles->tangles) != 0 ||
        make_room(solving, &tangles->links, &tangles->link_capacity, tangles->link_count + escapes,
                  sizeof *tangles->links) != 0) {
        return FOUND_NO_MEMORY;
    }
    for (uint64_t i = tangles->word_count - escapes; i < tangles->word_count; i++) {
        uint32_t *first = &tangles->first[2 * (uint64_t)tangles->words[i] + component->player];
        tangles->links[tangles->link_count] = (struct tangle_link){(uint32_t)tangles->count, *first};
        *first = (uint32_t)tangles->link_count++;
    }
    solving->report->tangles++;
    tangles->tangles[tangles->count++] = (struct tangle){.begin = begin,
                                                         .vertices = (uint32_t)component->count,
                                                         .escapes = (uint32_t)escapes,
                                                         .player = (uint8_t)component->player};
    return FOUND_TANGLE;
}

/* Learns a component if it is a tangle. */
static void learn_component(struct tangles *tangles, const struct component *component) {
    uint64_t begin = tangles->word_count;
    enum found found = append_vertices(tangles, component);
    if (found == FOUND_TANGLE) {
        found = append_escapes(tangles, component);
    }
    if (found == FOUND_TANGLE) {
        found = add_tangle(tangles, component, begin);
    }
    if (found != FOUND_TANGLE) {
        tangles->word_count = begin;
        tangles->is_full |= found == FOUND_NO_MEMORY;
    }
}

int tangle_set_learn(struct tangles *tangles, const struct attraction *region, uint64_t begin) {
    const struct tangle_graph graph = {tangles->solving, region->region, region->player};
    uint32_t *list = tangles->log + begin;
    uint64_t count = tangles->log_top - begin;
    struct tarjan search = {.graph = &graph,
                            .room = count,
                            .number = tangles->component,
                            .vertices = tangles->stack,
                            .places = tangles->places};
    if (search_region(tangles->solving, &search, list) != 0) {
        return -1;
    }
    const uint32_t *sorted = tarjan_sort(&search, list, count), *number = tangles->component;
    for (uint64_t at = 0, end; at < count && !tangles->is_full; at = end) {
        for (end = at + 1; end < count && number[sorted[end]] == number[sorted[at]];) {
            end++;
        }
        const struct component component = {sorted + at, end - at, region->region, region->player};
        learn_component(tangles, &component);
    }
    for (uint64_t i = 0; i < count; i++) {
        tangles->component[list[i]] = 0;
    }
    return 0;
}
