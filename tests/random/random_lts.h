#ifndef HEDDLE_TESTS_RANDOM_RANDOM_LTS_H
#define HEDDLE_TESTS_RANDOM_RANDOM_LTS_H

#include <stdint.h>

struct graph;
struct memory;
struct run;

/*
 * Random small graphs with labels `a`, `b`, `i` and `z`, one in three edges with `i`; with self-loops, cycles
 * and chains of `i`, several parts that are equal but for the numbers of their states, deadlocks, and
 * sometimes states that are not reached. Everything aborts when memory runs out; the caller frees with
 * graph_free.
 */
struct lts_edge {
    uint32_t from, label, to;
};

#define RANDOM_LTS_LABELS 4u
#define RANDOM_LTS_INTERNAL 2u /* the number of `i` */

/* At most `most` vertices. Only some graphs have states that are not reached: not if `reached`. */
struct graph *random_lts_graph(uint64_t seed, uint64_t most, int reached, struct memory *memory);

/* What changes no branching behaviour, and of it what changes no strong behaviour either. */
enum random_lts_change {
    RANDOM_LTS_SPLIT,   /* splits states, which shares their incoming edges among copies; new numbers */
    RANDOM_LTS_INSERT,  /* puts `i` before some targets, and splits states; new numbers */
    RANDOM_LTS_DIVERGE, /* an `i` loop on some states: branching alone stays */
    RANDOM_LTS_DROP     /* leaves out an edge: most often nothing stays */
};

/* An equivalent graph of more vertices, or one that is nearly so. */
struct graph *random_lts_change(const struct graph *graph, uint64_t seed, enum random_lts_change change,
                                struct memory *memory);

/*
 * Edges among `base` states with several copies each, up to three of each state: they lead to any copy of
 * their target, so that copies are equivalent. Returns how many there are.
 */
#define RANDOM_LTS_COPIES 4u
uint64_t random_lts_copies(uint64_t *random, uint64_t base, struct lts_edge *edges);

/* The graph of these edges, in any order; duplicates are dropped. */
struct graph *lts_of_edges(struct lts_edge *edges, uint64_t count, uint64_t vertices, uint32_t initial,
                           struct memory *memory);
/* Both graphs beside each other; the vertices of the second one begin after those of the first. */
struct graph *lts_union(const struct graph *first, const struct graph *second, struct memory *memory);
/* Instead of a graph: the same without vertices that are not reached. */
struct graph *lts_reached(struct graph *graph, const struct run *run);
/* Writes the graph as an AUT file. */
void lts_write(const struct graph *graph, const char *path);

#endif
