#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_WORK_CUH
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_WORK_CUH

/*
 * Data of the kernels of FBT and BFBT: the graph in both directions, the state of vertices, queues.
 *
 * For a decided vertex, component[vertex] is the name of its component, one of its members. For an undecided
 * vertex, it is the name of its region, and two bits say which of the last searches reached it: a region and
 * those bits are a class. Both bits mean decided: the vertices that both searches from a pivot reach are its
 * component, which keeps the name of the region, the pivot. Every component is inside one class.
 */
#include "base/device/device_grid.cuh"
#include "model/digraph_core.h"

#define FBT_THREADS 256u /* threads of a block */
#define FBT_WARPS (FBT_THREADS / 32)
#define FBT_NONE UINT32_MAX /* no vertex, and padding of rows */
#define FBT_DECIDED 3u      /* both bits */

enum fbt_direction { FBT_FORWARD, FBT_BACKWARD };

/*
 * The edges in one direction: rows one after the other; or restructured (scc_fbt_layout.cuh): rows of 32
 * neighbouring vertices are interleaved and padded with FBT_NONE to the longest of them, and rows longer than
 * the bound are at the tail.
 */
struct fbt_rows {
    const uint64_t *offsets;  /* offsets of all rows, or of those at the tail */
    const uint32_t *targets;  /* or sources */
    const uint32_t *live;     /* bitmap over edges; NULL: all are live */
    const uint64_t *segments; /* where the rows of each 32 vertices begin; NULL: not restructured */
    const uint32_t *tall;     /* bitmap over vertices: those whose row is at the tail */
    const uint32_t *ranks;    /* for each 32 vertices: number of tall ones before them */
};

/* Counters on the device. Levels use them in turn: while one is counted in, one is read and one cleared. */
#define FBT_TURNS 3u
struct fbt_level_counts {
    unsigned long long found[2]; /* vertices put into the queue of each direction */
    unsigned long long wide[2];  /* wide rows deferred to the next level */
    unsigned long long leave;    /* the run is to end */
};

struct fbt_control {
    struct fbt_level_counts turns[FBT_TURNS];
    unsigned long long pivots;  /* number of pivots of this round */
    unsigned long long active;  /* number of undecided vertices */
    unsigned long long trimmed; /* number of vertices trimmed in all rounds */
};

/* A view, passed to kernels by value. */
struct fbt_work {
    uint64_t vertices, edges;
    struct fbt_rows rows[2];
    uint32_t *component;
    uint32_t *bits;    /* two words for each 32 vertices: reached forward, reached backward */
    uint32_t *claimed; /* bitmap: trimmed */
    uint32_t *front;   /* two bitmaps, for large levels; zeros between levels */
    const uint32_t *candidates;
    uint32_t *active; /* vertices that were undecided after the last trimming, ascending */
    uint64_t active_count;
    uint32_t *queue[2];
    int step[2];         /* distance between entries of a queue; -1: it grows downwards */
    uint32_t *wide[2];   /* vertices with wide rows, for the whole grid */
    uint32_t *degree[2]; /* trimming: edges inside the class that lead to a vertex in each direction */
    uint32_t *parent;    /* splitting: towards the least vertex of a part */
    uint32_t *table;     /* pivot selection, by the name of a region: its winner, or FBT_NONE */
    struct fbt_control *control;
    const int *stop; /* host memory: the run is to end */
    uint32_t cache_rounds;
    uint32_t round; /* from 0 */
    int whole;      /* all undecided vertices are in one class */
    int bounding, separate, single_pivots;
};

static __device__ __forceinline__ uint64_t fbt_words(const struct fbt_work *work) {
    return (work->vertices + 31) / 32;
}

/* Reads a word that other threads write meanwhile. */
static __device__ __forceinline__ uint32_t fbt_load(const uint32_t *word) {
    return *(const volatile uint32_t *)word;
}

/* Returns both bits of a vertex. */
static __device__ __forceinline__ uint32_t fbt_bits(const struct fbt_work *work, uint32_t vertex) {
    const uint2 both = *(const uint2 *)(work->bits + vertex / 32 * 2);
    return (both.x >> vertex % 32 & 1) | (both.y >> vertex % 32 & 1) << 1;
}

/* Sets one bit; returns whether it was clear. */
static __device__ __forceinline__ int fbt_reach(const struct fbt_work *work, uint32_t direction,
                                                uint32_t vertex) {
    uint32_t bit = 1u << vertex % 32;
    return !(atomicOr(&work->bits[vertex / 32 * 2 + direction], bit) & bit);
}

/* The first vertex on the list with bits in a word takes care of that word. */
static __device__ __forceinline__ int fbt_takes_word(const struct fbt_work *work, uint64_t i,
                                                     uint32_t vertex) {
    return i == 0 || work->active[i - 1] / 32 != vertex / 32;
}

/* The number of the calling warp in the grid, and the number of warps. */
static __device__ __forceinline__ uint64_t fbt_warp(void) {
    return device_grid_thread() / 32;
}

static __device__ __forceinline__ uint64_t fbt_warps(void) {
    return device_grid_step() / 32;
}

/* --- rows --- */

/* Entry k of a row is edge begin + k * step; entries may be FBT_NONE. */
struct fbt_row {
    uint64_t begin, length;
    uint32_t step;
};

static __device__ __forceinline__ struct fbt_row fbt_row_of(const struct fbt_rows *rows, uint32_t vertex) {
    uint64_t at = vertex;
    if (rows->segments != NULL) {
        uint32_t segment = vertex / 32, lane = vertex % 32, tall = rows->tall[segment];
        if (!(tall >> lane & 1)) {
            uint64_t begin = rows->segments[segment];
            struct fbt_row row = {begin + lane, (rows->segments[segment + 1] - begin) / 32, 32};
            return row;
        }
        at = rows->ranks[segment] + (uint32_t)__popc(tall & ((1u << lane) - 1));
    }
    struct fbt_row row = {rows->offsets[at], rows->offsets[at + 1] - rows->offsets[at], 1};
    return row;
}

static __device__ __forceinline__ uint32_t fbt_target(const struct fbt_rows *rows, uint64_t edge) {
    return rows->live == NULL || bitmap_has(rows->live, edge) ? rows->targets[edge] : FBT_NONE;
}

#endif
