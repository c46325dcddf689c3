#ifndef HEDDLE_PARITY_PROMOTION_EXIT_HEAP_H
#define HEDDLE_PARITY_PROMOTION_EXIT_HEAP_H

/*
 * Pairing heaps (Fredman, Sedgewick, Sleator, Tarjan 1986) of vertices, each vertex in at most one of them:
 * merging two heaps takes constant time. A heap is represented by its first vertex, or NO_EXIT. Private to
 * parity/promotion*.c.
 */
#include <stdint.h>

#define NO_EXIT (UINT32_MAX - 1)
#define NOT_IN_HEAP UINT32_MAX

struct exit_heaps {
    uint32_t *key;
    uint32_t *child;   /* the first child of a vertex */
    uint32_t *sibling; /* the next child of the same parent, or NO_EXIT; NOT_IN_HEAP */
};

static inline uint32_t exit_heap_join(struct exit_heaps *heaps, uint32_t a, uint32_t b) {
    if (a == NO_EXIT || b == NO_EXIT) {
        return a == NO_EXIT ? b : a;
    }
    uint32_t first = heaps->key[b] < heaps->key[a] ? b : a, second = first == a ? b : a;
    heaps->sibling[second] = heaps->child[first];
    heaps->child[first] = second;
    return first;
}

static inline uint32_t exit_heap_add(struct exit_heaps *heaps, uint32_t heap, uint32_t vertex, uint32_t key) {
    heaps->key[vertex] = key;
    heaps->child[vertex] = NO_EXIT;
    heaps->sibling[vertex] = NO_EXIT;
    return exit_heap_join(heaps, heap, vertex);
}

/* Removes the first vertex. Its children are merged in pairs, and then the pairs one by one. */
static inline uint32_t exit_heap_remove_first(struct exit_heaps *heaps, uint32_t heap) {
    uint32_t *sibling = heaps->sibling, pairs = NO_EXIT, rest = NO_EXIT;
    for (uint32_t a = heaps->child[heap], next; a != NO_EXIT; a = next) {
        uint32_t b = sibling[a];
        next = b == NO_EXIT ? NO_EXIT : sibling[b];
        uint32_t pair = exit_heap_join(heaps, a, b);
        sibling[pair] = pairs;
        pairs = pair;
    }
    for (uint32_t next; pairs != NO_EXIT; pairs = next) {
        next = sibling[pairs];
        sibling[pairs] = NO_EXIT;
        rest = exit_heap_join(heaps, rest, pairs);
    }
    sibling[heap] = NOT_IN_HEAP;
    return rest;
}

/* Turns the heap into a list that is linked by siblings. */
static inline void exit_heap_flatten(struct exit_heaps *heaps, uint32_t heap) {
    uint32_t last = heap;
    for (uint32_t vertex = heap; vertex != NO_EXIT; vertex = heaps->sibling[vertex]) {
        heaps->sibling[last] = heaps->child[vertex];
        heaps->child[vertex] = NO_EXIT;
        while (heaps->sibling[last] != NO_EXIT) {
            last = heaps->sibling[last];
        }
    }
}

#endif
