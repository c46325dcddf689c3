#ifndef HEDDLE_DECOMPOSE_SCC_GIANT_CUH
#define HEDDLE_DECOMPOSE_SCC_GIANT_CUH

/*
 * The component of one vertex, where it is likely to be a giant one: what the pivot reaches and what reaches
 * it, both at once (Fleischer, Hendrickson, Pinar 2000), level by level, on bitmaps that stay in the second
 * cache.
 *
 * What reaches the pivot is searched without the transposed graph. A few edges of each vertex, transposed,
 * bring most of it; vertices that the forward search has seen and the backward search has not then look at
 * all their edges, until none of them leads to a vertex that reaches the pivot. So the backward set is
 * complete within the forward set, which is all that the component needs.
 */
#include <cooperative_groups.h>

#include "base/device_grid.cuh"
#include "decompose/digraph_core.h"

#define GIANT_THREADS 256u
#define GIANT_SAMPLES 2u    /* edges of a vertex that are transposed */
#define GIANT_WIDE_ROW 256u /* edges from which on a warp looks at a row together */
#define PROVE_LEVELS 32u    /* after so many, this share of the vertices must have been reached */
#define PROVE_SHARE 256u
#define GIANT_LEAST_SHARE 16u /* of the vertices, that the forward search must reach in the end */
#define GIANT_MOST_LEVELS 2048u

struct giant_control {
    unsigned long long found[2][3]; /* vertices, forward and backward, of three levels in turn */
    unsigned long long reached;     /* by the forward search */
    unsigned long long left;        /* vertices that are not in the component */
    uint32_t levels, finished;
    uint32_t pivot;
};

struct giant_arguments {
    struct digraph graph;
    const uint32_t *offsets; /* the sampled edges, transposed */
    const uint32_t *sources;
    uint32_t *seen[2], *done[2]; /* bitmaps over vertices: found, and looked at; forward and backward */
    uint32_t most_levels;        /* of this launch */
    struct giant_control *control;
};

/* The n-th edge behind `first`, round the row, that is live; or `end`. */
static __device__ __forceinline__ uint64_t live_edge(const struct digraph *graph, uint64_t begin,
                                                     uint64_t end, uint64_t first) {
    for (uint64_t i = 0; i < end - begin; i++) {
        uint64_t edge = first + i < end ? first + i : first + i - (end - begin);
        if (digraph_is_live(graph, edge)) {
            return edge;
        }
    }
    return end;
}

/* The edges of a vertex that are sampled; those that are not there are the row's end. */
static __device__ __forceinline__ void sampled_edges(const struct digraph *graph, uint32_t vertex,
                                                     uint64_t *edges, uint64_t *end) {
    uint64_t begin = graph->offsets[vertex];
    *end = graph->offsets[vertex + 1];
    uint64_t degree = *end - begin;
    if (degree == 0) {
        edges[0] = edges[1] = *end;
        return;
    }
    uint64_t first =
        begin + (uint32_t)core_mix(vertex) % (uint32_t)(degree < UINT32_MAX ? degree : UINT32_MAX);
    edges[0] = live_edge(graph, begin, *end, first);
    edges[1] = *end;
    if (degree > 1 && edges[0] != *end) {
        uint64_t second = edges[0] + degree / 2;
        second = second < *end ? second : second - degree;
        edges[1] = live_edge(graph, begin, *end, second);
        edges[1] = edges[1] == edges[0] ? *end : edges[1];
    }
}

static __global__ void count_samples(const struct digraph graph, uint32_t *counts) {
    for (uint64_t vertex = device_grid_thread(); vertex < graph.vertices; vertex += device_grid_step()) {
        uint64_t edges[GIANT_SAMPLES], end;
        sampled_edges(&graph, (uint32_t)vertex, edges, &end);
        for (unsigned i = 0; i < GIANT_SAMPLES; i++) {
            if (edges[i] != end) {
                atomicAdd(&counts[graph.targets[edges[i]]], 1u);
            }
        }
    }
}

/* offsets: where each row ends; they are moved to where it begins. */
static __global__ void place_samples(const struct digraph graph, uint32_t *offsets, uint32_t *sources) {
    for (uint64_t vertex = device_grid_thread(); vertex < graph.vertices; vertex += device_grid_step()) {
        uint64_t edges[GIANT_SAMPLES], end;
        sampled_edges(&graph, (uint32_t)vertex, edges, &end);
        for (unsigned i = 0; i < GIANT_SAMPLES; i++) {
            if (edges[i] != end) {
                sources[atomicSub(&offsets[graph.targets[edges[i]]], 1u) - 1] = (uint32_t)vertex;
            }
        }
    }
}

/* A vertex that random walks come to: one of many edges. One warp. */
static __global__ void choose_pivot(const struct digraph graph, uint32_t steps,
                                    struct giant_control *control) {
    uint64_t seed = core_mix(threadIdx.x + 1);
    uint32_t vertex = (uint32_t)__umul64hi(seed, graph.vertices), degree = 0;
    for (uint32_t step = 0; step < steps; step++) {
        uint64_t begin = graph.offsets[vertex], end = graph.offsets[vertex + 1];
        degree = end - begin < UINT32_MAX ? (uint32_t)(end - begin) : UINT32_MAX;
        seed = core_mix(seed + step);
        uint64_t edge = degree == 0 ? end : begin + (uint32_t)(seed >> 32) % degree;
        if (edge == end || !digraph_is_live(&graph, edge)) {
            break;
        }
        vertex = graph.targets[edge];
    }
    uint32_t most = __reduce_max_sync(ALL_LANES, degree);
    int lane = __ffs((int)__ballot_sync(ALL_LANES, degree == most)) - 1;
    if ((int)threadIdx.x == lane) {
        control->pivot = vertex;
    }
}

static __device__ __forceinline__ int has_bit(const uint32_t *bitmap, uint32_t vertex) {
    uint32_t word;
    asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(word) : "l"(bitmap + vertex / 32) : "memory");
    return (int)(word >> vertex % 32 & 1);
}

/* Notes that a vertex was found; whether it was not before. */
static __device__ __forceinline__ unsigned find(uint32_t *seen, uint32_t vertex) {
    if (has_bit(seen, vertex)) {
        return 0;
    }
    return !(atomicOr(&seen[vertex / 32], 1u << vertex % 32) >> vertex % 32 & 1);
}

static __device__ __forceinline__ unsigned find_row(const struct giant_arguments *arguments, int backward,
                                                    uint64_t begin, uint64_t end, unsigned step) {
    unsigned found = 0;
    for (uint64_t edge = begin; edge < end; edge += step) {
        if (backward) {
            found += find(arguments->seen[1], arguments->sources[edge]);
        } else if (digraph_is_live(&arguments->graph, edge)) {
            found += find(arguments->seen[0], arguments->graph.targets[edge]);
        }
    }
    return found;
}

/* Whether an edge of the row leads to a vertex that reaches the pivot. */
static __device__ __forceinline__ int leads_back(const struct giant_arguments *arguments, uint64_t begin,
                                                 uint64_t end, unsigned step) {
    for (uint64_t edge = begin; edge < end; edge += step) {
        if (has_bit(arguments->seen[1], arguments->graph.targets[edge]) &&
            digraph_is_live(&arguments->graph, edge)) {
            return 1;
        }
    }
    return 0;
}

enum giant_way { GIANT_FORWARD, GIANT_BACKWARD, GIANT_PULL };

/* What one vertex a lane finds; the whole warp comes here. */
static __device__ unsigned search_from(const struct giant_arguments *arguments, enum giant_way way,
                                       int active, uint32_t vertex) {
    uint64_t begin = 0, end = 0;
    unsigned found = 0;
    if (active && way == GIANT_BACKWARD) {
        begin = arguments->offsets[vertex];
        end = arguments->offsets[vertex + 1];
    } else if (active) {
        begin = arguments->graph.offsets[vertex];
        end = arguments->graph.offsets[vertex + 1];
    }
    unsigned wide = __ballot_sync(ALL_LANES, end - begin >= GIANT_WIDE_ROW);
    if (begin < end && end - begin < GIANT_WIDE_ROW) {
        found = way != GIANT_PULL ? find_row(arguments, way == GIANT_BACKWARD, begin, end, 1)
                : leads_back(arguments, begin, end, 1) ? find(arguments->seen[1], vertex)
                                                       : 0;
    }
    for (; wide != 0; wide &= wide - 1) {
        int lane = __ffs((int)wide) - 1;
        uint64_t row = __shfl_sync(ALL_LANES, begin, lane) + threadIdx.x % 32,
                 row_end = __shfl_sync(ALL_LANES, end, lane);
        if (way != GIANT_PULL) {
            found += find_row(arguments, way == GIANT_BACKWARD, row, row_end, 32);
        } else if (__any_sync(ALL_LANES, leads_back(arguments, row, row_end, 32)) &&
                   (int)(threadIdx.x % 32) == lane) {
            found += find(arguments->seen[1], vertex);
        }
    }
    return found;
}

/* The vertices whose bits a warp's 32 words have, 32 at a time. */
static __device__ unsigned search_words(const struct giant_arguments *arguments, enum giant_way way,
                                        uint32_t word, uint64_t first_word) {
    unsigned lane = threadIdx.x % 32, mine = (unsigned)__popc(word), before = mine, found = 0;
    for (unsigned step = 1; step < 32; step *= 2) {
        unsigned other = __shfl_up_sync(ALL_LANES, before, step);
        before += lane >= step ? other : 0;
    }
    unsigned total = __shfl_sync(ALL_LANES, before, 31);
    before -= mine;
    for (unsigned base = 0; base < total; base += 32) {
        unsigned item = base + lane, owner = 0;
        for (unsigned step = 16; step != 0; step /= 2) {
            unsigned begins = __shfl_sync(ALL_LANES, before, owner + step);
            owner += begins <= item ? step : 0;
        }
        unsigned begins = __shfl_sync(ALL_LANES, before, owner);
        uint32_t bits = __shfl_sync(ALL_LANES, word, owner);
        int active = item < total;
        uint32_t bit = active ? __fns(bits, 0, (int)(item - begins) + 1) : 0;
        found += search_from(arguments, way, active, (uint32_t)((first_word + owner) * 32 + bit));
    }
    return found;
}

/* The words of what is to be looked at, and that they have been. */
static __device__ __forceinline__ uint32_t words_of(const struct giant_arguments *arguments,
                                                    enum giant_way way, uint64_t index) {
    if (way == GIANT_PULL) {
        return arguments->seen[0][index] & ~*(volatile uint32_t *)&arguments->seen[1][index];
    }
    uint32_t seen = *(volatile uint32_t *)&arguments->seen[way][index], done = arguments->done[way][index];
    if (seen != done) {
        arguments->done[way][index] = seen;
    }
    return seen & ~done;
}

static __device__ void search_level(const struct giant_arguments *arguments, enum giant_way way,
                                    unsigned *found) {
    uint64_t words = (arguments->graph.vertices + 31) / 32, rounded = (words + 31) / 32 * 32;
    for (uint64_t index = device_grid_thread(); index < rounded; index += device_grid_step()) {
        uint32_t word = index < words ? words_of(arguments, way, index) : 0;
        if (__any_sync(ALL_LANES, word != 0)) {
            *found += search_words(arguments, way, word, index & ~(uint64_t)31);
        }
    }
}

static __device__ void add_found(unsigned long long *counter, unsigned found) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) {
        sum = 0;
    }
    __syncthreads();
    unsigned warp = __reduce_add_sync(ALL_LANES, found);
    if (threadIdx.x % 32 == 0 && warp != 0) {
        atomicAdd(&sum, warp);
    }
    __syncthreads();
    if (threadIdx.x == 0 && sum != 0) {
        atomicAdd(counter, (unsigned long long)sum);
    }
    __syncthreads();
}

/* The pivot is what both searches begin with. */
static __global__ void begin_giant(const struct giant_arguments arguments) {
    uint32_t pivot = arguments.control->pivot;
    arguments.seen[0][pivot / 32] = arguments.seen[1][pivot / 32] = 1u << pivot % 32;
    arguments.control->reached = 1;
}

/*
 * Goes on with both searches to their end, or for as many levels as there may be; without sampled edges with
 * the forward one alone. A cooperative launch.
 */
static __global__ void __launch_bounds__(GIANT_THREADS) search_giant(const struct giant_arguments arguments) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    struct giant_control *control = arguments.control;
    unsigned long long reached = control->reached;
    uint32_t level = 0, finished = 0;
    int pull = 0, both = arguments.offsets != NULL;
    while (level < arguments.most_levels && !finished) {
        unsigned found[2] = {0, 0};
        if (pull) {
            search_level(&arguments, GIANT_PULL, &found[1]);
        } else {
            search_level(&arguments, GIANT_FORWARD, &found[0]);
            if (both) {
                search_level(&arguments, GIANT_BACKWARD, &found[1]);
            }
        }
        add_found(&control->found[0][level % 3], found[0]);
        add_found(&control->found[1][level % 3], found[1]);
        if (grid.thread_rank() == 0) {
            control->found[0][(level + 1) % 3] = control->found[1][(level + 1) % 3] = 0;
        }
        grid.sync();
        unsigned long long forward = *(volatile unsigned long long *)&control->found[0][level % 3];
        unsigned long long backward = *(volatile unsigned long long *)&control->found[1][level % 3];
        reached += forward;
        finished = both ? pull && backward == 0 : forward == 0;
        pull = forward == 0 && backward == 0;
        level++;
    }
    if (grid.thread_rank() == 0) {
        control->levels += level;
        control->finished = finished;
        control->reached = reached;
    }
}

/* Decides the component of the pivot, and divides the others by what the pivot reaches. */
static __global__ void settle_giant(const struct giant_arguments arguments, uint32_t pivot,
                                    uint32_t *component, uint32_t *classes, uint32_t *next,
                                    unsigned long long *left) {
    uint64_t rounded = (arguments.graph.vertices + 31) / 32 * 32;
    unsigned lane = threadIdx.x % 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        int active = i < arguments.graph.vertices;
        uint32_t forward = arguments.seen[0][i / 32], both = forward & arguments.seen[1][i / 32];
        int inside = (int)(both >> lane & 1);
        if (active) {
            component[i] = inside ? pivot : UINT32_MAX;
            classes[i] = forward >> lane & 1;
        }
        unsigned leaving = __ballot_sync(ALL_LANES, active && !inside);
        if (leaving != 0) {
            unsigned long long at = 0;
            if (lane == 0) {
                at = atomicAdd(left, (unsigned long long)__popc(leaving));
            }
            at = __shfl_sync(ALL_LANES, at, 0) + (unsigned)__popc(leaving & ((1u << lane) - 1));
            if (active && !inside) {
                next[at] = (uint32_t)i;
            }
        }
    }
}

#endif
