/* Edges of random graphs and games, put into rows. */
#include "tests/random/edge_list.h"

#include <stdlib.h>

#include "tests/support/testing.h"

void edge_list_add(struct edge_list *list, uint64_t from, uint64_t to) {
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->edges = test_present(realloc(list->edges, list->capacity * sizeof *list->edges));
    }
    list->edges[list->count][0] = (uint32_t)from;
    list->edges[list->count++][1] = (uint32_t)to;
}

uint32_t *edge_list_numbers(uint64_t *random, uint64_t vertices, int scrambled) {
    uint32_t *number = test_allocate(vertices, sizeof *number);
    for (uint64_t v = 0; v < vertices; v++) {
        uint64_t other = scrambled ? random_next(random) % (v + 1) : v;
        number[v] = number[other];
        number[other] = (uint32_t)v;
    }
    return number;
}

void edge_list_rows(const struct edge_list *list, uint64_t vertices, const uint32_t *number,
                    uint64_t **offsets, uint32_t **targets) {
    uint64_t *begin = test_allocate(vertices + 2, sizeof *begin);
    uint32_t *to = test_allocate(list->count, sizeof *to);
    for (uint64_t i = 0; i < list->count; i++) {
        begin[number[list->edges[i][0]] + 2]++;
    }
    for (uint64_t v = 0; v < vertices; v++) {
        begin[v + 2] += begin[v + 1];
    }
    for (uint64_t i = 0; i < list->count; i++) {
        to[begin[number[list->edges[i][0]] + 1]++] = number[list->edges[i][1]];
    }
    *offsets = begin;
    *targets = to;
}
