/* How tangles are learned, stored by their escapes, and attracted. */
#include "parity/promotion/promotion_tangles.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/tarjan.h"

int tangles_begin(struct promotion *promotion) {
    uint64_t vertices = promotion->solving->game->vertices;
    uint64_t bytes = solving_cut_bytes(1, sizeof(struct tangles)) + solving_cut_bytes(vertices, 8) +
                     solving_cut_bytes(2 * vertices, 4) + 2 * solving_cut_bytes(vertices, 4);
    if (promotion->tangles != NULL) {
        return 0;
    }
    char *rest = solving_allocate(promotion->solving, bytes);
    if (rest == NULL) {
        return -1;
    }
    struct tangles *tangles = solving_cut(&rest, 1, sizeof *tangles);
    *tangles = (struct tangles){.bytes = bytes};
    tangles->places = solving_cut(&rest, vertices, 8);
    tangles->first = solving_cut(&rest, 2 * vertices, 4);
    tangles->component = solving_cut(&rest, vertices, 4);
    tangles->stack = solving_cut(&rest, vertices, 4);
    memset(tangles->first, 0xff, 2 * vertices * sizeof *tangles->first);
    memset(tangles->component, 0, vertices * sizeof *tangles->component);
    promotion->tangles = tangles;
    return 0;
}

void tangles_end(struct promotion *promotion) {
    struct tangles *tangles = promotion->tangles;
    if (tangles == NULL) {
        return;
    }
    solving_free(promotion->solving, tangles->tangles, tangles->capacity * sizeof *tangles->tangles);
    solving_free(promotion->solving, tangles->links, tangles->link_capacity * sizeof *tangles->links);
    solving_free(promotion->solving, tangles->words, tangles->word_capacity * sizeof *tangles->words);
    solving_free(promotion->solving, tangles, tangles->bytes);
    promotion->tangles = NULL;
}

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

static int append_word(struct promotion *promotion, uint32_t word) {
    struct tangles *tangles = promotion->tangles;
    if (make_room(promotion->solving, &tangles->words, &tangles->word_capacity, tangles->word_count + 1,
                  sizeof word) != 0) {
        return -1;
    }
    tangles->words[tangles->word_count++] = word;
    return 0;
}

/* --- the strategy's graph of a region --- */

/* Edges of the opponent's vertices have their own numbers; the only edge of a vertex of the player is its
 * successor with a flag. */
struct region_graph {
    const struct solving *solving;
    uint32_t level;
};

#define STRATEGY_EDGE ((uint64_t)1 << 62)

static inline int is_players(const struct solving *solving, uint32_t vertex, uint32_t level) {
    return solving->game->owner[vertex] == (level & 1);
}

static uint64_t row_begin(const void *context, uint32_t vertex) {
    const struct region_graph *graph = context;
    const struct solving *solving = graph->solving;
    return is_players(solving, vertex, graph->level) ? STRATEGY_EDGE | solving->strategy[vertex]
                                                     : solving->game->offsets[vertex];
}

static uint64_t row_end(const void *context, uint32_t vertex) {
    const struct region_graph *graph = context;
    const struct solving *solving = graph->solving;
    return is_players(solving, vertex, graph->level) ? (STRATEGY_EDGE | solving->strategy[vertex]) + 1
                                                     : solving->game->offsets[vertex + 1];
}

static uint32_t target_of_region(const void *context, uint64_t edge) {
    const struct region_graph *graph = context;
    uint32_t target = (edge & STRATEGY_EDGE) != 0 ? (uint32_t)edge : graph->solving->game->targets[edge];
    return graph->solving->region[target] == graph->level ? target : TARJAN_NO_EDGE;
}

static const struct tarjan_rows region_rows = {row_begin, row_end, target_of_region, NULL};

/* Fills a list with the region's vertices, each once; returns their number. */
static uint64_t list_region(struct promotion *promotion, const struct region *region, uint32_t *list) {
    struct solving *solving = promotion->solving;
    uint32_t *number = promotion->tangles->component;
    uint64_t count = 0;
    for (uint32_t at = region->first; at != NO_EXTENT; at = promotion->extents[at].next) {
        for (uint64_t place = promotion->extents[at].begin; place < promotion->extents[at].end; place++) {
            uint32_t vertex = promotion->log[place];
            if (solving->region[vertex] == region->level && number[vertex] == 0) {
                number[vertex] = 1;
                list[count++] = vertex;
            }
        }
    }
    for (uint64_t i = 0; i < count; i++) {
        number[list[i]] = 0;
    }
    solving->work += region->size;
    return count;
}

static int search_region(struct promotion *promotion, struct tarjan *search, const uint32_t *list) {
    struct solving *solving = promotion->solving;
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
    uint32_t level; /* of the region */
};

enum found { FOUND_NOTHING, FOUND_TANGLE, FOUND_NO_MEMORY };

/* Whether an edge to this vertex stays in the component; sets *has_way if it leaves it inside the region. */
static inline int stays(const struct promotion *promotion, const struct component *component, uint32_t target,
                        int *has_way) {
    const uint32_t *number = promotion->tangles->component;
    int does_stay = number[target] == number[component->vertices[0]];
    *has_way |= !does_stay && promotion->solving->region[target] == component->level;
    return does_stay;
}

/* Appends the vertices of a component, if it is a tangle: it has an edge, and none leaves it inside the
 * region. */
static enum found append_vertices(struct promotion *promotion, const struct component *component) {
    struct solving *solving = promotion->solving;
    const struct game *game = solving->game;
    int has_edge = 0, has_way = 0;
    for (uint64_t i = 0; i < component->count && !has_way; i++) {
        uint32_t vertex = component->vertices[i], to = SOLUTION_NONE;
        if (is_players(solving, vertex, component->level)) {
            to = solving->strategy[vertex];
            has_edge |= stays(promotion, component, to, &has_way);
        } else {
            for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
                has_edge |= stays(promotion, component, game->targets[edge], &has_way);
            }
            solving->work += game->offsets[vertex + 1] - game->offsets[vertex];
        }
        if (append_word(promotion, vertex) != 0 || append_word(promotion, to) != 0) {
            return FOUND_NO_MEMORY;
        }
    }
    return has_edge && !has_way ? FOUND_TANGLE : FOUND_NOTHING;
}

/* Appends the escapes of a tangle, each once. */
static enum found append_escapes(struct promotion *promotion, const struct component *component) {
    struct solving *solving = promotion->solving;
    const struct game *game = solving->game;
    struct tangles *tangles = promotion->tangles;
    uint64_t begin = tangles->word_count;
    enum found found = FOUND_TANGLE;
    for (uint64_t i = 0; i < component->count; i++) {
        uint32_t vertex = component->vertices[i];
        uint64_t end = is_players(solving, vertex, component->level) ? 0 : game->offsets[vertex + 1];
        for (uint64_t edge = game->offsets[vertex]; edge < end && found == FOUND_TANGLE; edge++) {
            uint32_t target = game->targets[edge];
            if (!is_undecided(solving, target) || tangles->component[target] != 0) {
                continue; /* the player has won it, or it is known, or in the region */
            }
            if (append_word(promotion, target) == 0) {
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
static enum found add_tangle(struct promotion *promotion, const struct component *component, uint64_t begin) {
    struct solving *solving = promotion->solving;
    struct tangles *tangles = promotion->tangles;
    uint64_t escapes = tangles->word_count - begin - 2 * component->count;
    if (tangles->count >= NO_LINK || tangles->link_count + escapes >= NO_LINK ||
        make_room(solving, &tangles->tangles, &tangles->capacity, tangles->count + 1,
                  sizeof *tangles->tangles) != 0 ||
        make_room(solving, &tangles->links, &tangles->link_capacity, tangles->link_count + escapes,
                  sizeof *tangles->links) != 0) {
        return FOUND_NO_MEMORY;
    }
    for (uint64_t i = tangles->word_count - escapes; i < tangles->word_count; i++) {
        uint32_t *first = &tangles->first[2 * (uint64_t)tangles->words[i] + (component->level & 1)];
        tangles->links[tangles->link_count] = (struct tangle_link){(uint32_t)tangles->count, *first};
        *first = (uint32_t)tangles->link_count++;
    }
    tangles->tangles[tangles->count++] =
        (struct tangle){.begin = begin, .vertices = (uint32_t)component->count, .escapes = (uint32_t)escapes};
    return FOUND_TANGLE;
}

static void win_component(struct solving *solving, const struct component *component) {
    for (uint64_t i = 0; i < component->count; i++) {
        uint32_t vertex = component->vertices[i];
        solving_decide(solving, vertex, component->level & 1, solving->strategy[vertex]);
    }
}

/* Learns a component if it is a tangle; decides it if that has no escapes. */
static void learn_component(struct promotion *promotion, const struct component *component) {
    struct tangles *tangles = promotion->tangles;
    uint64_t begin = tangles->word_count;
    enum found found = append_vertices(promotion, component);
    if (found == FOUND_TANGLE) {
        found = append_escapes(promotion, component);
    }
    if (found == FOUND_TANGLE && tangles->word_count == begin + 2 * component->count) {
        win_component(promotion->solving, component);
        tangles->word_count = begin;
    } else if (found == FOUND_TANGLE) {
        found = add_tangle(promotion, component, begin);
    }
    if (found != FOUND_TANGLE) {
        tangles->word_count = begin;
        tangles->is_full |= found == FOUND_NO_MEMORY;
    }
}

int tangles_learn(struct promotion *promotion, const struct region *region) {
    struct tangles *tangles = promotion->tangles;
    struct solving *solving = promotion->solving;
    const struct region_graph graph = {solving, region->level};
    uint32_t *list = promotion->log + promotion->log_top;
    if (tangles->is_full) {
        return 0;
    }
    struct tarjan search = {.graph = &graph,
                            .room = list_region(promotion, region, list),
                            .number = tangles->component,
                            .vertices = tangles->stack,
                            .places = tangles->places};
    uint64_t count = search.room;
    if (search_region(promotion, &search, list) != 0) {
        return -1;
    }
    const uint32_t *sorted = tarjan_sort(&search, list, count), *number = tangles->component;
    for (uint64_t begin = 0, end; begin < count && !tangles->is_full; begin = end) {
        for (end = begin + 1; end < count && number[sorted[end]] == number[sorted[begin]];) {
            end++;
        }
        learn_component(promotion, &(struct component){sorted + begin, end - begin, region->level});
    }
    for (uint64_t i = 0; i < count; i++) {
        tangles->component[list[i]] = 0;
    }
    return tangles->is_full && solving->options->solver == SOLVER_TANGLES
               ? error_memory(solving->error, "for the tangles of the game")
               : 0;
}

/* --- attraction --- */

/* Whether the opponent can leave the tangle for a vertex below the region. */
static int has_escape_below(struct promotion *promotion, struct tangle *tangle, uint32_t level) {
    const uint32_t *escapes = promotion->tangles->words + tangle->begin + 2 * (uint64_t)tangle->vertices;
    struct solving *solving = promotion->solving;
    for (uint32_t i = 0; i < tangle->escapes; i++) {
        solving->work++;
        if (solving->region[escapes[tangle->last_escape]] < level) {
            return 1;
        }
        tangle->last_escape = tangle->last_escape + 1 == tangle->escapes ? 0 : tangle->last_escape + 1;
    }
    return 0;
}

/* Whether no vertex of the tangle is above the region or decided. */
static int is_within_reach(struct promotion *promotion, struct tangle *tangle, uint32_t level) {
    const uint32_t *words = promotion->tangles->words + tangle->begin;
    struct solving *solving = promotion->solving;
    for (uint32_t i = 0; i < tangle->vertices; i++) {
        uint32_t vertex = words[2 * (uint64_t)tangle->last_vertex];
        solving->work++;
        if (solving->region[vertex] > level) {
            tangle->is_dead = !is_undecided(solving, vertex);
            return 0;
        }
        tangle->last_vertex = tangle->last_vertex + 1 == tangle->vertices ? 0 : tangle->last_vertex + 1;
    }
    return 1;
}

static uint64_t attract_tangle(struct promotion *promotion, const struct tangle *tangle, uint32_t level,
                               uint64_t top) {
    struct solving *solving = promotion->solving;
    const uint32_t *words = promotion->tangles->words + tangle->begin;
    for (uint64_t i = 0; i < tangle->vertices; i++) {
        uint32_t vertex = words[2 * i];
        if (solving->region[vertex] < level) {
            solving_note_region(solving, solving->region[vertex]);
            solving->region[vertex] = level;
            solving->strategy[vertex] = words[2 * i + 1];
            promotion->log[top++] = vertex;
        }
    }
    return top;
}

uint64_t tangles_attract(struct promotion *promotion, uint32_t vertex, uint32_t level, uint64_t top) {
    struct tangles *tangles = promotion->tangles;
    uint32_t *link = &tangles->first[2 * (uint64_t)vertex + (level & 1)];
    while (*link != NO_LINK) {
        struct tangle *tangle = &tangles->tangles[tangles->links[*link].tangle];
        promotion->solving->work++;
        if (tangle->inside != promotion->serial && !tangle->is_dead &&
            !has_escape_below(promotion, tangle, level) && is_within_reach(promotion, tangle, level)) {
            tangle->inside = promotion->serial;
            top = attract_tangle(promotion, tangle, level, top);
        }
        if (tangle->is_dead) {
            *link = tangles->links[*link].next;
        } else {
            link = &tangles->links[*link].next;
        }
    }
    return top;
}
