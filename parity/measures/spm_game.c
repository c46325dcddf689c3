/* Copies a set of vertices, in the order of the options, with the edges between them in both directions. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parity/measures/spm.h"

#define NOT_MET (SPM_NOT_IN_SET - 1) /* in `place`: the vertex is in the set and has no number yet */
#define SPARSE 16u /* a set with fewer than one vertex in SPARSE is sorted by its own numbers */

struct vertex_ordering {
    struct solving *solving;
    uint32_t *place;
    uint32_t *order; /* the order of the game's vertices */
    uint64_t count;
};

/* --- orders --- */

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Vertices of lower keys come first; vertices of equal keys stay in the order of their numbers. */
static uint32_t key_of(const struct vertex_ordering *ordering, enum spm_order order, uint32_t vertex) {
    const struct game *game = ordering->solving->game;
    if (order == SPM_ORDER_DEGREE) {
        uint64_t degree = game->offsets[vertex + 1] - game->offsets[vertex];
        return degree < UINT32_MAX ? UINT32_MAX - (uint32_t)degree : 0;
    }
    return order == SPM_ORDER_PRIORITY ? UINT32_MAX - game->priority[vertex] : 0;
}

static int sort_by_key(struct vertex_ordering *ordering, enum spm_order order, const uint32_t *list) {
    uint64_t *keys = solving_allocate(ordering->solving, ordering->count * sizeof *keys);
    if (keys == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < ordering->count; i++) {
        keys[i] = (uint64_t)key_of(ordering, order, list[i]) << 32 | list[i];
    }
    qsort(keys, ordering->count, sizeof *keys, compare_keys);
    for (uint64_t i = 0; i < ordering->count; i++) {
        ordering->order[i] = (uint32_t)keys[i];
    }
    solving_free(ordering->solving, keys, ordering->count * sizeof *keys);
    return 0;
}

static int sort_by_number(struct vertex_ordering *ordering, const uint32_t *list) {
    uint64_t vertices = ordering->solving->game->vertices, found = 0;
    if (ordering->count < vertices / SPARSE) {
        return sort_by_key(ordering, SPM_ORDER_INPUT, list);
    }
    for (uint64_t vertex = 0; vertex < vertices; vertex++) {
        if (ordering->place[vertex] != SPM_NOT_IN_SET) {
            ordering->order[found++] = (uint32_t)vertex;
        }
    }
    return 0;
}

static void reverse(uint32_t *order, uint64_t count) {
    for (uint64_t i = 0, j = count; i + 1 < j; i++) {
        uint32_t vertex = order[i];
        order[i] = order[--j];
        order[j] = vertex;
    }
}

/*
 * Writes the vertices of ordering->order, which are sorted by number, to `met` in the order in which a
 * depth-first or breadth-first search meets them. `next` has the next edge of each vertex in `met`; `place`
 * has the position in `met` from which the search met the vertex.
 */
static void search(const struct vertex_ordering *ordering, int depth, uint32_t *met, uint64_t *next) {
    const struct game *game = ordering->solving->game;
    uint32_t *place = ordering->place;
    uint64_t end = 0;
    for (uint64_t root = 0; root < ordering->count; root++) {
        uint64_t first = end, at = end;
        uint32_t found = ordering->order[root];
        int is_found = place[found] == NOT_MET;
        while (is_found || at < end) {
            if (is_found) {
                place[found] = (uint32_t)at;
                met[end] = found;
                next[end] = game->offsets[found];
                at = depth ? end : at;
                end++;
            } else if (!depth) {
                at++;
            } else if (at == first) {
                break;
            } else {
                at = place[met[at]];
            }
            is_found = 0;
            while (at < end && !is_found && next[at] < game->offsets[met[at] + 1]) {
                found = game->targets[next[at]++];
                is_found = place[found] == NOT_MET;
            }
        }
    }
}

/* Replaces the order by that in which a search meets the vertices. */
static int order_by_search(struct vertex_ordering *ordering, int depth) {
    uint64_t count = ordering->count, bytes = count * (sizeof(uint64_t) + sizeof(uint32_t));
    uint64_t *next = solving_allocate(ordering->solving, bytes);
    if (next == NULL) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        ordering->place[ordering->order[i]] = NOT_MET;
    }
    uint32_t *met = (uint32_t *)(next + count);
    search(ordering, depth, met, next);
    memcpy(ordering->order, met, count * sizeof *met);
    solving_free(ordering->solving, next, bytes);
    return 0;
}

static int put_in_order(struct vertex_ordering *ordering, enum spm_order order, const uint32_t *list) {
    memcpy(ordering->order, list, ordering->count * sizeof *list); /* the set, even if ordering fails */
    for (uint64_t i = 0; i < ordering->count; i++) {
        ordering->place[list[i]] = 0;
    }
    if (order == SPM_ORDER_DEGREE || order == SPM_ORDER_PRIORITY) {
        return sort_by_key(ordering, order, list);
    }
    if (sort_by_number(ordering, list) != 0) {
        return -1;
    }
    if (order == SPM_ORDER_REVERSED) {
        reverse(ordering->order, ordering->count);
    }
    return order == SPM_ORDER_BEST || order == SPM_ORDER_BFS || order == SPM_ORDER_DFS
               ? order_by_search(ordering, order == SPM_ORDER_DFS)
               : 0;
}

int spm_order_vertices(struct solving *solving, enum spm_order order, uint32_t *place, uint32_t *ordered) {
    uint64_t n = solving->game->vertices;
    struct vertex_ordering ordering = {.solving = solving, .place = place, .order = ordered, .count = n};
    uint32_t *list = solving_allocate(solving, n * sizeof *list);
    if (list == NULL) {
        return -1;
    }
    for (uint64_t vertex = 0; vertex < n; vertex++) {
        list[vertex] = (uint32_t)vertex;
    }
    memset(place, 0xff, n * sizeof *place); /* SPM_NOT_IN_SET */
    int result = put_in_order(&ordering, order, list);
    solving_free(solving, list, n * sizeof *list);
    return result;
}

/* --- the copy --- */

static uint64_t count_edges(const struct solving *solving, const uint32_t *list, uint64_t count,
                            const uint32_t *place) {
    const struct game *game = solving->game;
    uint64_t edges = 0;
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t edge = game->offsets[list[i]]; edge < game->offsets[list[i] + 1]; edge++) {
            edges += place[game->targets[edge]] != SPM_NOT_IN_SET;
        }
    }
    return edges;
}

int spm_game_take(struct spm_game *game, struct solving *solving, int with_levels) {
    uint64_t count = game->count;
    game->bytes = (count + 1) * 16 + game->edges * (with_levels ? 16 : 8);
    game->memory = solving_allocate(solving, game->bytes);
    if (game->memory == NULL) {
        return -1;
    }
    game->out_begin = game->memory;
    game->in_begin = game->out_begin + count + 1;
    game->targets = (uint32_t *)(game->in_begin + count + 1);
    game->sources = game->targets + game->edges;
    if (with_levels) {
        game->target_levels = game->sources + game->edges;
        game->source_levels = game->target_levels + game->edges;
    }
    memset(game->in_begin, 0, (count + 1) * sizeof *game->in_begin);
    return 0;
}

static void copy_rows(struct spm_game *copy, const struct solving *solving, const uint32_t *place) {
    const struct game *game = solving->game;
    uint64_t edges = 0;
    for (uint32_t i = 0; i < copy->count; i++) {
        uint32_t vertex = copy->number[i];
        copy->label[i] = solving->level[vertex] << SPM_LEVEL_SHIFT | game->owner[vertex];
        copy->out_begin[i] = edges;
        for (uint64_t edge = game->offsets[vertex]; edge < game->offsets[vertex + 1]; edge++) {
            uint32_t target = place[game->targets[edge]];
            if (target != SPM_NOT_IN_SET) {
                copy->targets[edges++] = target;
                copy->in_begin[target]++;
            }
        }
    }
    copy->out_begin[copy->count] = edges;
}

/* Fills the rows from their ends, so that each end becomes the beginning of its row. */
int spm_game_turn(struct spm_game *game, struct solving *solving) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < game->count; i++) {
        game->in_begin[i] = sum += game->in_begin[i];
    }
    game->in_begin[game->count] = sum;
    for (uint32_t i = game->count; i-- > 0;) {
        for (uint64_t edge = game->out_begin[i]; edge < game->out_begin[i + 1]; edge++) {
            uint64_t at = --game->in_begin[game->targets[edge]];
            game->sources[at] = i;
            if (game->target_levels != NULL) {
                game->source_levels[at] = game->target_levels[edge];
            }
        }
        solving->work += 1 + game->out_begin[i + 1] - game->out_begin[i];
        if (solving_should_end(solving)) {
            return -1;
        }
    }
    return 0;
}

int spm_game_open(struct spm_game *game, struct solving *solving, enum spm_order order, const uint32_t *list,
                  uint64_t count, uint32_t *place) {
    struct vertex_ordering ordering = {.solving = solving, .place = place, .count = count};
    *game = (struct spm_game){.count = (uint32_t)count};
    game->number = solving_allocate(solving, 2 * count * sizeof *game->number);
    if (game->number == NULL) {
        return -1;
    }
    game->label = game->number + count;
    ordering.order = game->number;
    if (put_in_order(&ordering, order, list) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        place[game->number[i]] = (uint32_t)i;
    }
    game->edges = count_edges(solving, list, count, place);
    if (spm_game_take(game, solving, 0) != 0) {
        return -1;
    }
    copy_rows(game, solving, place);
    solving->work += 3 * (count + game->edges);
    return spm_game_turn(game, solving);
}

void spm_game_close(struct spm_game *game, struct solving *solving, uint32_t *place) {
    for (uint32_t i = 0; game->number != NULL && i < game->count; i++) {
        place[game->number[i]] = SPM_NOT_IN_SET;
    }
    solving_free(solving, game->memory, game->bytes);
    solving_free(solving, game->number, 2 * game->count * sizeof *game->number);
}
