#ifndef HEDDLE_DECOMPOSE_SCC_PARALLEL_SCC_REGIONS_H
#define HEDDLE_DECOMPOSE_SCC_PARALLEL_SCC_REGIONS_H

#include <stdint.h>

#include "base/shared_core.h"
#include "decompose/scc/parallel/scc_queue.h"
#include "decompose/scc/scc_internal.h"
#include "explorer/graph/graph_reverse.h"

struct team;

/* Bits of a vertex's status. */
#define STATUS_FORWARD 1u  /* the forward search found the vertex, which waits in the first lane */
#define STATUS_BACKWARD 2u /* the backward search found it, and it waits in the second lane */
#define STATUS_SEARCHES 3u
#define STATUS_DONE 4u /* its component is known; component[v] is a member of the component */
#define STATUS_TRIMMED 8u

/*
 * Data that the parallel decompositions on the host share. Vertices without STATUS_DONE are in regions, which
 * are unions of whole components: component[v] is the number of v's region, and edges that leave a region do
 * not count. Takes 25 bytes a vertex, and the transposed graph.
 */
struct scc_regions {
    const struct digraph *graph;
    const struct scc_options *options;
    const struct run *run;
    struct team *team;
    struct graph_reverse reverse;
    uint32_t *component;
    uint8_t *status;
    uint32_t *open, *spare; /* the vertices that are not done, in any order, with room for all vertices */
    uint64_t open_count;
    int whole;                /* all open vertices are in one region: no comparison is needed */
    uint64_t *places;         /* memory for searches of regions; its halves are: */
    uint32_t *first, *second; /* rings of the queue, and numbers while the queue is empty */
    uint32_t *scratch[2];     /* [vertices] each: of the step at hand, which says what they are */
    struct scc_queue queue;
    uint64_t rounds, trimmed, bytes;
};

#define SCC_REGIONS_VERTEX_BYTES 25u
#define SCC_REGIONS_ALONE 1024u /* most_alone where the order does not matter (scc_queue.h) */

#define AHEAD_EDGES 16u /* edges of a row whose targets are prefetched */

#define RANK_FACTOR 0x9e3779b1u
#define RANK_INVERSE 0xe8b2f51u /* inverse of RANK_FACTOR, modulo 2^32 */

/* Returns the most memory that it takes. */
uint64_t scc_regions_bytes(const struct digraph *graph);

/*
 * Decomposes: starts with all vertices in one region, calls rounds(regions), which makes every vertex done
 * and returns 0 or -1, names components, and fills rounds, trimmed and bytes of the report. Returns 0, 1 when
 * memory runs out, -1 to stop.
 */
int scc_regions_run(struct scc_regions *regions, struct team *team, const struct scc_task *task,
                    int (*rounds)(struct scc_regions *regions));

/* The functions below return 0, or -1 to stop. */

/*
 * Trims: vertices without an incoming or without an outgoing edge inside their region are components of their
 * own; once these are removed, others may follow. Counts edges, and subtracts edges of trimmed vertices from
 * the counts. Uses all arrays of numbers.
 */
int scc_regions_trim(struct scc_regions *regions);
/* Removes the vertices that are done from the list of open vertices. */
int scc_regions_sweep(struct scc_regions *regions);
/* Decomposes the remaining regions by Tarjan's algorithm: each thread takes whole regions. At the number of a
 * region, `scratch[1]` has its size. */
int scc_regions_finish(struct scc_regions *regions);

/* --- functions for use on many threads --- */

static inline uint8_t load_status(const struct scc_regions *regions, uint64_t vertex) {
    return __atomic_load_n(&regions->status[vertex], __ATOMIC_RELAXED);
}

/* Sets bits; returns the old value. */
static inline uint8_t set_status(struct scc_regions *regions, uint64_t vertex, uint8_t bits) {
    return __atomic_fetch_or(&regions->status[vertex], bits, __ATOMIC_ACQ_REL);
}

/* Whether the vertex is not done and is in that region. */
static inline int is_open_in(const struct scc_regions *regions, uint64_t vertex, uint32_t region) {
    return !(load_status(regions, vertex) & STATUS_DONE) &&
           (regions->whole || shared_load(&regions->component[vertex]) == region);
}

/* Raises a number to at least that value; returns whether it was less. */
static inline int raise_number(uint32_t *number, uint32_t value) {
    uint32_t seen = shared_load(number);
    while (seen < value) {
        if (__atomic_compare_exchange_n(number, &seen, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            return 1;
        }
    }
    return 0;
}

/*
 * An order of vertices that is independent of their numbers, which often follow a search of the graph: a
 * bijection to 1 .. 2^32-1, and its inverse.
 */
static inline uint32_t rank_of_vertex(uint32_t vertex) {
    uint32_t rank = vertex + 1;
    rank ^= rank >> 16;
    rank *= RANK_FACTOR;
    rank ^= rank >> 16;
    rank *= RANK_FACTOR;
    return rank ^ rank >> 16;
}

static inline uint32_t vertex_of_rank(uint32_t rank) {
    rank ^= rank >> 16;
    rank *= RANK_INVERSE;
    rank ^= rank >> 16;
    rank *= RANK_INVERSE;
    rank ^= rank >> 16;
    return rank - 1;
}

/*
 * Prefetches data for the vertices after vertices[i] of a batch: offsets of rows, rows, and the
 * entries of an array of `size` bytes per vertex for the targets of a row.
 */
static inline void look_ahead(const struct digraph *graph, const uint32_t *vertices, uint32_t count,
                              uint32_t i, const void *array, uint64_t size) {
    if (i + 12 < count) {
        __builtin_prefetch(&graph->offsets[vertices[i + 12]]);
    }
    if (i + 8 < count) {
        __builtin_prefetch(&graph->targets[graph->offsets[vertices[i + 8]]]);
    }
    if (i + 3 < count) {
        uint64_t begin = graph->offsets[vertices[i + 3]], end = graph->offsets[vertices[i + 3] + 1];
        for (uint64_t edge = begin; edge < end && edge < begin + AHEAD_EDGES; edge++) {
            __builtin_prefetch((const char *)array + graph->targets[edge] * size);
        }
    }
}

#endif
