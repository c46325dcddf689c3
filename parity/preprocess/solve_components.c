/*
 * Splits a block of vertices into its strongly connected components (Tarjan 1972, in the form of Pearce 2016
 * that decompose/scc/tarjan/scc_tarjan.c explains): that one decomposes whole graphs and names components by their
 * members; this one takes a part of a graph again and again, gives components in the order in which the
 * search closes them, successors first, and costs only what the part has of vertices and edges.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "parity/solving.h"

/* Components are decomposed anew while that took no more than so many times the size of the game, or than
 * what solving them took. */
#define SPLIT_EFFORT 8u

#define LOWERED ((uint64_t)1 << 63) /* in a place: the vertex reaches an older open one */

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

struct search {
    const struct game *game;
    const uint32_t *block;
    uint32_t *number;   /* 0: not visited; less than next_index: open; from UINT32_MAX down: closed */
    uint32_t *vertices; /* both stacks, from either end */
    uint64_t *places;   /* of the search's stack: the next edge to look at, and LOWERED */
    uint32_t inside;    /* the block */
    uint64_t depth, kept, room;
    uint32_t next_index, next_component;
};

static inline void enter(struct search *search, uint32_t vertex) {
    uint64_t begin = search->game->offsets[vertex];
    search->vertices[search->depth] = vertex;
    search->places[search->depth++] = begin;
    search->number[vertex] = search->next_index++;
}

static inline void close_component(struct search *search, uint32_t vertex) {
    uint32_t *number = search->number;
    uint32_t index = number[vertex];
    search->next_index--;
    while (search->kept < search->room && number[search->vertices[search->kept]] >= index) {
        number[search->vertices[search->kept++]] = search->next_component;
        search->next_index--;
    }
    number[vertex] = search->next_component--;
}

/* Goes on with the vertex on top of the stack, up to the first child or to its end. */
static inline void step(struct search *search) {
    uint32_t *number = search->number;
    uint32_t vertex = search->vertices[search->depth - 1], least = number[vertex];
    uint64_t lowered = search->places[search->depth - 1] & LOWERED;
    uint64_t place = search->places[search->depth - 1] & ~LOWERED, end = search->game->offsets[vertex + 1];
    for (; place < end; place++) {
        uint32_t target = search->game->targets[place];
        if (search->block[target] != search->inside) {
            continue;
        }
        if (number[target] == 0) {
            number[vertex] = least;
            search->places[search->depth - 1] = place | lowered; /* looked at again when the child is done */
            enter(search, target);
            return;
        }
        if (number[target] < least) {
            least = number[target];
            lowered = LOWERED;
        }
    }
    number[vertex] = least;
    search->depth--;
    if (lowered) {
        search->vertices[--search->kept] = vertex;
    } else {
        close_component(search, vertex);
    }
}

static int search_block(struct splitting *splitting, struct search *search, const uint32_t *list,
                        uint64_t count) {
    struct solving *solving = splitting->solving;
    uint64_t work = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t vertex = list[i];
        search->number[vertex] = 0;
        work += 1 + search->game->offsets[vertex + 1] - search->game->offsets[vertex];
    }
    splitting->work += work;
    for (uint64_t i = 0; i < count; i++) {
        if (search->number[list[i]] == 0) {
            enter(search, list[i]);
        }
        while (search->depth > 0) {
            step(search);
            solving->work++;
            if (solving_should_end(solving)) {
                return -1;
            }
        }
    }
    return 0;
}

/* --- the components as blocks --- */

/* Sorts the list by component, first closed first; stacks of the search are free again. */
static void gather(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t count,
                   uint64_t components) {
    uint32_t *room = splitting->vertices, *sorted = (uint32_t *)splitting->places;
    const uint32_t *number = splitting->number;
    uint64_t sum = 0;
    memset(room, 0, components * sizeof *room);
    for (uint64_t i = 0; i < count; i++) {
        room[UINT32_MAX - number[list[begin + i]]]++;
    }
    for (uint64_t i = 0; i < components; i++) {
        uint32_t size = room[i];
        room[i] = (uint32_t)sum;
        sum += size;
    }
    for (uint64_t i = 0; i < count; i++) {
        uint32_t vertex = list[begin + i];
        sorted[room[UINT32_MAX - number[vertex]]++] = vertex;
    }
    uint64_t first = 0;
    for (uint64_t i = 0; i < count; i++) {
        first = i > 0 && number[sorted[i]] != number[sorted[i - 1]] ? i : first;
        splitting->block[sorted[i]] = (uint32_t)(begin + first);
        list[begin + i] = sorted[i];
    }
}

int splitting_split(struct splitting *splitting, uint32_t *list, uint64_t begin, uint64_t end) {
    struct search search = {.game = splitting->solving->game,
                            .block = splitting->block,
                            .number = splitting->number,
                            .vertices = splitting->vertices,
                            .places = splitting->places,
                            .inside = (uint32_t)begin,
                            .kept = end - begin,
                            .room = end - begin,
                            .next_index = 1,
                            .next_component = UINT32_MAX};
    if (search_block(splitting, &search, list + begin, end - begin) != 0) {
        return -1;
    }
    gather(splitting, list, begin, end - begin, UINT32_MAX - search.next_component);
    return 0;
}

/* Whether a component that lost vertices may be decomposed anew. */
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
