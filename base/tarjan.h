#ifndef HEDDLE_BASE_TARJAN_H
#define HEDDLE_BASE_TARJAN_H

/*
 * Strongly connected components by one depth-first search (Tarjan 1972), without recursion, in the form that
 * keeps one number per vertex (Pearce 2016). While a vertex is open, its number is the least index that it is
 * known to reach; indices count visits from 1. Once its component is closed, its number is the component's:
 * UINT32_MAX for the first component that is closed, then downwards, always above the index of every open
 * vertex. So a vertex whose number is less than the current vertex's is open and was visited before; a closed
 * vertex never has a lesser number. Components are closed in reverse topological order: edges lead to
 * components closed earlier.
 *
 * The functions work on a part of any graph; `rows` gives its edges. They are inlined, and so are the
 * functions of constant `rows`.
 */
#include <stdint.h>
#include <string.h>

#include "base/core.h"

#define TARJAN_NO_EDGE UINT32_MAX
#define TARJAN_LOWERED ((uint64_t)1 << 63) /* flag in a place: the vertex reaches an older open one */

struct tarjan_rows {
    /* The edges of a vertex are numbered from begin to end - 1. */
    uint64_t (*begin)(const void *graph, uint32_t vertex);
    uint64_t (*end)(const void *graph, uint32_t vertex);
    /* Where an edge leads; TARJAN_NO_EDGE if it does not count or leads out of the part. */
    uint32_t (*target)(const void *graph, uint64_t edge);
    /* Prefetches what the edges of a row need; may be NULL. */
    void (*prefetch)(const void *graph, const uint32_t *number, uint64_t begin, uint64_t end);
};

/* The caller owns all arrays. `number` is indexed by the part's vertices, whose entries are 0 at first. */
struct tarjan {
    const void *graph;  /* passed to the functions of the rows */
    uint64_t room;      /* vertices of the part */
    uint32_t *number;   /* 0: not visited */
    uint32_t *vertices; /* [room]: the search's stack from the bottom, the stack of open vertices from the
                           top; together they never have more entries than there are vertices */
    uint64_t *places;   /* [room]: parallel to the search's stack: the next edge, and TARJAN_LOWERED */
    uint32_t *latest;   /* [room]: vertices by visit, the latest first; NULL: not needed */
    uint64_t depth, kept, visited;
    uint32_t next_index, next_component;
};

CORE_FUNCTION void tarjan_start(struct tarjan *search) {
    search->kept = search->room;
    search->depth = search->visited = 0;
    search->next_index = 1;
    search->next_component = UINT32_MAX;
}

CORE_FUNCTION uint64_t tarjan_components(const struct tarjan *search) {
    return UINT32_MAX - search->next_component;
}

/* The number of a closed vertex's component, from 0, in the order in which components are closed. */
CORE_FUNCTION uint32_t tarjan_component(const struct tarjan *search, uint32_t vertex) {
    return UINT32_MAX - search->number[vertex];
}

CORE_FUNCTION void tarjan_enter(struct tarjan *search, const struct tarjan_rows *rows, uint32_t vertex) {
    uint64_t begin = rows->begin(search->graph, vertex);
    if (rows->prefetch != NULL) {
        rows->prefetch(search->graph, search->number, begin, rows->end(search->graph, vertex));
    }
    search->vertices[search->depth] = vertex;
    search->places[search->depth++] = begin;
    search->number[vertex] = search->next_index++;
    search->visited++;
    if (search->latest != NULL) {
        search->latest[search->room - search->visited] = vertex;
    }
}

/*
 * The vertex on top is done and reaches no older one: it forms a component with the open vertices kept since
 * its visit.
 */
CORE_FUNCTION void tarjan_close(struct tarjan *search, uint32_t vertex) {
    uint32_t *number = search->number;
    uint32_t index = number[vertex];
    search->next_index--;
    while (search->kept < search->room && number[search->vertices[search->kept]] >= index) {
        number[search->vertices[search->kept++]] = search->next_component;
        search->next_index--;
    }
    number[vertex] = search->next_component--;
}

/* Continues with the vertex on top of the stack until its first unvisited child or its last edge. */
CORE_FUNCTION void tarjan_step(struct tarjan *search, const struct tarjan_rows *rows) {
    uint32_t *number = search->number;
    uint32_t vertex = search->vertices[search->depth - 1], least = number[vertex];
    uint64_t lowered = search->places[search->depth - 1] & TARJAN_LOWERED;
    uint64_t place = search->places[search->depth - 1] & ~TARJAN_LOWERED;
    uint64_t end = rows->end(search->graph, vertex);
    for (; place < end; place++) {
        uint32_t target = rows->target(search->graph, place);
        if (target == TARJAN_NO_EDGE) {
            continue;
        }
        if (number[target] == 0) {
            number[vertex] = least;
            search->places[search->depth - 1] = place | lowered; /* to look at again when the child is done */
            tarjan_enter(search, rows, target);
            return;
        }
        if (number[target] < least) {
            least = number[target];
            lowered = TARJAN_LOWERED;
        }
    }
    number[vertex] = least;
    search->depth--;
    if (lowered) {
        search->vertices[--search->kept] = vertex;
    } else {
        tarjan_close(search, vertex);
    }
}

/*
 * After the search: sorts `count` vertices by component, in the order in which those were closed; each keeps
 * the order of `list`. Returns the sorted list, which takes the place of search->places; search->vertices is
 * overwritten.
 */
static inline uint32_t *tarjan_sort(struct tarjan *search, const uint32_t *list, uint64_t count) {
    uint32_t *next = search->vertices, *sorted = (uint32_t *)search->places, sum = 0;
    uint64_t components = tarjan_components(search);
    memset(next, 0, components * sizeof *next);
    for (uint64_t i = 0; i < count; i++) {
        next[tarjan_component(search, list[i])]++;
    }
    for (uint64_t i = 0; i < components; i++) {
        uint32_t size = next[i];
        next[i] = sum;
        sum += size;
    }
    for (uint64_t i = 0; i < count; i++) {
        sorted[next[tarjan_component(search, list[i])]++] = list[i];
    }
    return sorted;
}

#endif
