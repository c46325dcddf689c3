/*
 * Splits a block of vertices into its strongly connected components (base/tarjan.h), in the order in which
 * the search closes them, successors first. The work is linear in the vertices and edges of the block.
 */
#include <string.h>

#include "base/memory.h"
#include "base/tarjan.h"
#include "parity/solver/solving.h"

/* Components are decomposed again until that has taken more work than solving them and this multiple of the
 * game's size. */
#define SPLIT_EFFORT 8u

int splitting_open(struct splitting *splitting, struct solving *solving) {
    uint64_t vertices = solving->game->vertices;
    *splitting = (struct splitting){.solving = solving, .memory_bytes = vertices * 20};
    splitting->memory = solving_allocate(solving, splitting->memory_bytes);
    if (splitting->memory == NULL) {
        return -1;
    }
    splitting->places = splitting->memory;
    splitting->block = (uint32_t *)(splitting->places + vertices);
    splitting->number = splitting->block + vertices;
    splitting->vertices = splitting->number + vertices;
    memset(splitting->block, 0xff, vertices * sizeof *splitting->block);
    return 0;
}

void splitting_close(struct splitting *splitting) {
    solving_free(splitting->solving, splitting->memory, splitting->memory_bytes);
}

void splitting_join(struct splitting *splitting, const uint32_t *list, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++) {
        splitting->block[list[i]] = (uint32_t)begin;
    }
}

uint64_t splitting_block_end(const struct splitting *splitting, const uint32_t *list, uint64_t begin,
                             uint64_t end) {
    uint64_t at = begin;
    while (at < end && splitting->block[list[at]] == begin) {
        at++;
    }
    return at;
}

uint64_t splitting_keep_undecided(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t end) {
    uint64_t kept = end;
    for (uint64_t i = end; i-- > begin;) {
        uint32_t vertex = list[i];
        if (is_undecided(splitting->solving, vertex)) {
            list[i] = list[--kept];
            list[kept] = vertex;
        } else {
            splitting->block[vertex] = NO_BLOCK;
        }
    }
    if (kept != begin) {
        splitting_join(splitting, list, kept, end);
    }
    return kept;
}

int splitting_has_cycle(const struct splitting *splitting, const uint32_t *list, uint64_t begin,
                        uint64_t end) {
    const struct game *game = splitting->solving->game;
    uint32_t vertex = list[begin];
    for (uint64_t edge = game->offsets[vertex]; end - begin == 1 && edge < game->offsets[vertex + 1];
         edge++) {
        if (game->targets[edge] == vertex) {
            return 1;
        }
    }
    return end - begin > 1;
}

/* --- the search --- */

struct block_graph {
    const struct game *game;
    const uint32_t *block; /* [vertex]: its block */
    uint32_t inside;       /* the block */
};

static uint64_t row_begin(const void *context, uint32_t vertex) {
    return ((const struct block_graph *)context)->game->offsets[vertex];
}

static uint64_t row_end(const void *context, uint32_t vertex) {
    return ((const struct block_graph *)context)->game->offsets[vertex + 1];
}

static uint32_t target_in_block(const void *context, uint64_t edge) {
    const struct block_graph *part = context;
    uint32_t target = part->game->targets[edge];
    return part->block[target] == part->inside ? target : TARJAN_NO_EDGE;
}

static const struct tarjan_rows block_rows = {row_begin, row_end, target_in_block, NULL};

/* Searches the block with the vertices of the list. */
static int search_block(struct splitting *splitting, struct tarjan *search, const uint32_t *list) {
    struct solving *solving = splitting->solving;
    uint64_t work = 0;
    for (uint64_t i = 0; i < search->room; i++) {
        uint32_t vertex = list[i];
        search->number[vertex] = 0;
        work += 1 + solving->game->offsets[vertex + 1] - solving->game->offsets[vertex];
    }
    splitting->work += work;
    for (uint64_t i = 0; i < search->room; i++) {
        if (search->number[list[i]] == 0) {
            tarjan_enter(search, &block_rows, list[i]);
        }
        while (search->depth > 0) {
            tarjan_step(search, &block_rows);
            solving->work++;
            if (solving_should_end(solving)) {
                return -1;
            }
        }
    }
    return 0;
}

int splitting_split(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t end) {
    const struct block_graph part = {splitting->solving->game, splitting->block, (uint32_t)begin};
    struct tarjan search = {.graph = &part,
                            .room = end - begin,
                            .number = splitting->number,
                            .vertices = splitting->vertices,
                            .places = splitting->places};
    tarjan_start(&search);
    if (search_block(splitting, &search, list + begin) != 0) {
        return -1;
    }
    const uint32_t *sorted = tarjan_sort(&search, list + begin, search.room), *number = search.number;
    uint64_t first = 0;
    for (uint64_t i = 0; i < search.room; i++) {
        first = i > 0 && number[sorted[i]] != number[sorted[i - 1]] ? i : first;
        splitting->block[sorted[i]] = (uint32_t)(begin + first);
        list[begin + i] = sorted[i];
    }
    return 0;
}

/* Whether a component that lost vertices may be decomposed again. */
static int may_split(const struct splitting *splitting) {
    const struct solving *solving = splitting->solving;
    uint64_t size = solving->game->vertices + solving->game->edges;
    return splitting->work < SPLIT_EFFORT * size + solving->work - splitting->work;
}

int splitting_solve(struct splitting *splitting, splitting_solver *solve, void *context) {
    uint32_t *list = splitting->solving->order;
    uint64_t count = splitting->solving->in_order;
    splitting_join(splitting, list, 0, count);
    int is_component = 0;
    for (uint64_t begin = 0, end; begin < count;) {
        end = splitting_block_end(splitting, list, begin, count);
        uint64_t first = splitting_keep_undecided(splitting, list, begin, end);
        if (first == end) {
            begin = end;
            is_component = 1;
            continue;
        }
        int splits = may_split(splitting);
        if ((first != begin || !is_component) && splits) {
            begin = first;
            if (splitting_split(splitting, list, begin, end) != 0) {
                return -1;
            }
            is_component = 1;
            continue;
        }
        begin = first;
        if (solve(context, list + begin, end - begin, splits) != 0) {
            return -1;
        }
    }
    return 0;
}
