#ifndef HEDDLE_BENCH_GAME_WRITER_H
#define HEDDLE_BENCH_GAME_WRITER_H

/* Writes a game vertex by vertex, in the order of its construction. Private to the families of games. */
#include "bench/game_family.h"

struct game_writer {
    struct game_store *store;
    uint64_t vertex, edge; /* the next ones */
    uint64_t random;       /* state of the generator of numbers */
};

/* Begins the next vertex; its edges follow. */
static inline void put_vertex(struct game_writer *writer, enum player owner, uint32_t priority) {
    struct game_store *store = writer->store;
    store->owner[writer->vertex] = (uint8_t)owner;
    store->priority[writer->vertex] = priority;
    store->offsets[++writer->vertex] = writer->edge;
}

static inline void put_edge(struct game_writer *writer, uint64_t target) {
    writer->store->targets[writer->edge++] = (uint32_t)target;
    writer->store->offsets[writer->vertex] = writer->edge;
}

/* The families of counters (counter_family.c), of `length` bits. */
uint64_t counter_family_vertices(const struct game_family *family);
uint64_t counter_family_edges(const struct game_family *family); /* at most */
void counter_family_write(const struct game_family *family, struct game_writer *writer);

#endif
