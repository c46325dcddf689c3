#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_WALK_CUH
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_WALK_CUH

/*
 * Walks along edges: a lane walks the row of a vertex, a warp a long row, and the whole grid a wide row, one
 * level later. There are four ways to treat an edge. Vertices that are found go to the queue of the
 * direction, staged by warps, or first to a cache in shared memory.
 */
#include "decompose/scc/forward_backward/scc_fbt_work.cuh"

#define FBT_LONG 32u        /* most edges of a row that a lane walks alone */
#define FBT_WIDE (1u << 16) /* most edges of a row that a warp walks alone */
#define FBT_STAGED 64u      /* most vertices that a warp holds back */
#define FBT_CACHED 1024u    /* capacity of each half of a block's cache */
#define FBT_NO_CACHE 2u     /* neither half */

enum fbt_way {
    FBT_COUNT, /* count edges inside the class */
    FBT_JOIN,  /* join the ends of edges inside the class (scc_fbt_pivots.cuh) */
    FBT_TRIM,  /* count down, and find vertices to which no edge leads (scc_fbt_trim.cuh) */
    FBT_SEARCH /* find vertices that were not reached (scc_fbt_search.cuh) */
};

/* The work of a level in one direction. */
struct fbt_slice {
    uint64_t begin, end;           /* the current entries of the queue */
    uint64_t wide_begin, wide_end; /* the current entries of the list of wide rows */
};

/* The position of the grid, which every block computes from the same counters. */
struct fbt_levels {
    struct fbt_slice slices[2];
    uint64_t level; /* number of levels done */
    uint32_t turn;  /* the turn of the counters */
    int leave;      /* the run is to end */
    int cut[2];     /* by direction: the search was bounded */
};

struct fbt_block {
    struct fbt_levels levels;
    uint32_t staged[FBT_WARPS][FBT_STAGED];
    uint32_t cache[2][FBT_CACHED];
    uint32_t cached[2]; /* vertices offered; at most FBT_CACHED are there */
};

static __shared__ struct fbt_block fbt_block;

/* The state of a warp, the same in all its lanes. */
struct fbt_walk {
    uint32_t direction;
    int bounded;         /* continue only from vertices that the other search found */
    uint32_t staged;     /* vertices held back */
    uint32_t cache_half; /* the half that takes found vertices */
};

static __device__ __forceinline__ struct fbt_walk fbt_walk_begin(uint32_t direction) {
    struct fbt_walk walk = {direction, 0, 0, FBT_NO_CACHE};
    return walk;
}

/* The source of edges, and its class. */
struct fbt_source {
    uint32_t vertex, region, bits;
};

/* Treats an edge; returns whether the target is found (or counts). */
template <enum fbt_way way>
static __device__ int fbt_visit(const struct fbt_work *work, const struct fbt_walk *walk,
                                struct fbt_source source, uint32_t target);

static __device__ __forceinline__ int fbt_same_class(const struct fbt_work *work, struct fbt_source source,
                                                     uint32_t target) {
    return work->whole || (fbt_bits(work, target) == source.bits && work->component[target] == source.region);
}

/* --- found vertices; functions are called by all lanes --- */

static __device__ void fbt_flush(const struct fbt_work *work, struct fbt_walk *walk) {
    const uint32_t lane = threadIdx.x % 32;
    const uint32_t *staged = fbt_block.staged[threadIdx.x / 32];
    unsigned long long place = 0;
    __syncwarp();
    if (lane == 0 && walk->staged != 0) {
        place = atomicAdd(&work->control->turns[fbt_block.levels.turn].found[walk->direction], walk->staged);
    }
    place = fbt_block.levels.slices[walk->direction].end + __shfl_sync(ALL_LANES, place, 0);
    for (uint32_t i = lane; i < walk->staged; i += 32) {
        work->queue[walk->direction][(int64_t)(place + i) * work->step[walk->direction]] = staged[i];
    }
    walk->staged = 0;
    __syncwarp();
}

/* Puts found vertices into the cache; returns whether the lane's vertex found no room. */
static __device__ __forceinline__ int fbt_put_near(const struct fbt_walk *walk, int found, uint32_t vertex) {
    const uint32_t lane = threadIdx.x % 32, mask = __ballot_sync(ALL_LANES, found);
    uint32_t place = 0;
    if (mask == 0) {
        return 0;
    }
    if (lane == 0) {
        place = atomicAdd(&fbt_block.cached[walk->cache_half], (uint32_t)__popc(mask));
    }
    place = __shfl_sync(ALL_LANES, place, 0) + (uint32_t)__popc(mask & ((1u << lane) - 1));
    if (found && place < FBT_CACHED) {
        fbt_block.cache[walk->cache_half][place] = vertex;
        found = 0;
    }
    return found;
}

static __device__ __forceinline__ void fbt_put(const struct fbt_work *work, struct fbt_walk *walk, int found,
                                               uint32_t vertex) {
    const uint32_t lane = threadIdx.x % 32;
    if (walk->cache_half != FBT_NO_CACHE) {
        found = fbt_put_near(walk, found, vertex);
    }
    const uint32_t mask = __ballot_sync(ALL_LANES, found);
    if (mask == 0) {
        return;
    }
    if (walk->staged + (uint32_t)__popc(mask) > FBT_STAGED) {
        fbt_flush(work, walk);
    }
    if (found) {
        uint32_t place = walk->staged + (uint32_t)__popc(mask & ((1u << lane) - 1));
        fbt_block.staged[threadIdx.x / 32][place] = vertex;
    }
    walk->staged += (uint32_t)__popc(mask);
}

/* --- rows --- */

/* Walks every stride-th 32 edges of a row. Returns how many count. Called by all lanes. */
template <enum fbt_way way>
static __device__ uint32_t fbt_walk_span(const struct fbt_work *work, struct fbt_walk *walk,
                                         struct fbt_source source, uint64_t begin, uint64_t end,
                                         uint64_t stride) {
    const struct fbt_rows *rows = &work->rows[walk->direction];
    uint32_t count = 0;
    for (; begin < end; begin += stride) {
        uint64_t edge = begin + threadIdx.x % 32;
        uint32_t target = edge < end ? fbt_target(rows, edge) : FBT_NONE;
        int found = target != FBT_NONE && fbt_visit<way>(work, walk, source, target);
        if (way == FBT_COUNT) {
            count += (uint32_t)__popc(__ballot_sync(ALL_LANES, found));
        } else if (way != FBT_JOIN) {
            fbt_put(work, walk, found, target);
        }
    }
    return count;
}

/* Walks the long rows of lanes, one after the other. Called by all lanes. */
template <enum fbt_way way>
static __device__ void fbt_walk_long(const struct fbt_work *work, struct fbt_walk *walk,
                                     struct fbt_source source, struct fbt_row row, int is_long) {
    for (uint32_t mask = __ballot_sync(ALL_LANES, is_long); mask != 0; mask &= mask - 1) {
        const int lane = __ffs((int)mask) - 1;
        struct fbt_source from;
        from.vertex = __shfl_sync(ALL_LANES, source.vertex, lane);
        from.region = __shfl_sync(ALL_LANES, source.region, lane);
        from.bits = __shfl_sync(ALL_LANES, source.bits, lane);
        uint64_t begin = __shfl_sync(ALL_LANES, (unsigned long long)row.begin, lane);
        uint64_t length = __shfl_sync(ALL_LANES, (unsigned long long)row.length, lane);
        uint32_t count = fbt_walk_span<way>(work, walk, from, begin, begin + length, 32);
        if (way == FBT_COUNT && threadIdx.x % 32 == 0) {
            work->degree[1 - walk->direction][from.vertex] = count;
        }
    }
}

static __device__ __forceinline__ struct fbt_source fbt_source_of(const struct fbt_work *work,
                                                                  uint32_t vertex) {
    struct fbt_source source = {vertex, work->component[vertex], fbt_bits(work, vertex)};
    return source;
}

/* Whether the search continues from the vertex. */
static __device__ __forceinline__ int fbt_is_inside(const struct fbt_walk *walk, struct fbt_source source) {
    return !walk->bounded || (source.bits >> (1 - walk->direction) & 1);
}

/* Walks the edges of each lane's vertex, or FBT_NONE. Called by all lanes. */
template <enum fbt_way way>
static __device__ void fbt_walk_rows(const struct fbt_work *work, struct fbt_walk *walk, uint32_t vertex) {
    const struct fbt_rows *rows = &work->rows[walk->direction];
    struct fbt_source source = {vertex, 0, 0};
    struct fbt_row row = {0, 0, 1};
    if (vertex != FBT_NONE) {
        source = fbt_source_of(work, vertex);
        if (fbt_is_inside(walk, source)) {
            row = fbt_row_of(rows, vertex);
        }
    }
    if (row.step == 1 && row.length > FBT_WIDE) {
        uint64_t place = atomicAdd(&work->control->turns[fbt_block.levels.turn].wide[walk->direction], 1ULL);
        work->wide[walk->direction][fbt_block.levels.slices[walk->direction].wide_end + place] = vertex;
        row.length = 0;
    }
    const int is_long = row.step == 1 && row.length > FBT_LONG;
    const uint32_t length = is_long ? 0 : (uint32_t)row.length;
    const uint32_t most = __reduce_max_sync(ALL_LANES, length);
    uint32_t count = 0;
    for (uint32_t k = 0; k < most; k++) {
        uint32_t target = k < length ? fbt_target(rows, row.begin + (uint64_t)k * row.step) : FBT_NONE;
        int found = target != FBT_NONE && fbt_visit<way>(work, walk, source, target);
        if (way == FBT_COUNT) {
            count += (uint32_t)found;
        } else if (way != FBT_JOIN) {
            fbt_put(work, walk, found, target);
        }
    }
    if (way == FBT_COUNT && vertex != FBT_NONE) {
        work->degree[1 - walk->direction][vertex] = count; /* 0 for wide rows, until the grid walks them */
    }
    __syncwarp();
    fbt_walk_long<way>(work, walk, source, row, is_long);
}

/* Walks wide rows, one after the other. Called by all threads of the grid. */
template <enum fbt_way way>
static __device__ void fbt_walk_wide(const struct fbt_work *work, struct fbt_walk *walk, const uint32_t *wide,
                                     uint64_t rows) {
    for (uint64_t i = 0; i < rows; i++) {
        struct fbt_source source = fbt_source_of(work, wide[i]);
        if (!fbt_is_inside(walk, source)) {
            continue;
        }
        struct fbt_row row = fbt_row_of(&work->rows[walk->direction], source.vertex);
        uint32_t count = fbt_walk_span<way>(work, walk, source, row.begin + fbt_warp() * 32,
                                            row.begin + row.length, fbt_warps() * 32);
        if (way == FBT_COUNT && threadIdx.x % 32 == 0 && count != 0) {
            atomicAdd(&work->degree[1 - walk->direction][source.vertex], count);
        }
    }
}

/* --- caches --- */

/*
 * A block continues alone for some rounds with the vertices in its cache; if it does the level alone, only as
 * long as there is no work for other blocks. Called by all threads of the block.
 */
template <enum fbt_way way>
static __device__ void fbt_walk_cache(const struct fbt_work *work, struct fbt_walk *walk, uint32_t rounds,
                                      int alone) {
    for (uint32_t round = 1; round <= rounds; round++) {
        const uint32_t half = walk->cache_half;
        __syncthreads();
        const uint32_t wanted = fbt_block.cached[half];
        const uint32_t entries = wanted < FBT_CACHED ? wanted : FBT_CACHED;
        const int last = round == rounds || (alone && wanted > FBT_THREADS);
        walk->cache_half = last ? FBT_NO_CACHE : 1 - half;
        for (uint32_t first = threadIdx.x / 32 * 32; first < entries; first += FBT_THREADS) {
            uint32_t at = first + threadIdx.x % 32;
            fbt_walk_rows<way>(work, walk, at < entries ? fbt_block.cache[half][at] : FBT_NONE);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            fbt_block.cached[half] = 0;
        }
        if (entries == 0 || last) {
            break;
        }
    }
    walk->cache_half = FBT_NO_CACHE;
    __syncthreads();
}

#endif
