#ifndef HEDDLE_DECOMPOSE_SCC_LABELS_SCC_PEEL_CUH
#define HEDDLE_DECOMPOSE_SCC_LABELS_SCC_PEEL_CUH

/*
 * Peeling: a vertex without incoming edge is a component of its own, and when it is taken away others may
 * become like it (trimming, on one side only: that needs no transposed graph). Incoming edges are counted
 * once; then levels of a queue count them down.
 */
#include "decompose/scc/labels/scc_rounds.cuh"

#define PEEL_THREADS 256u

struct peel_control {
    unsigned long long head, level_end,
        tail;        /* of the queue: the level under way ends where the next one begins */
    uint32_t blocks; /* that are done with the level */
};

struct peel_arguments {
    struct digraph graph;
    uint32_t *counts; /* incoming edges that are left */
    uint32_t *queue;  /* vertices */
    uint32_t *component;
    struct peel_control *control;
};

static __global__ void count_incoming_edges(const struct peel_arguments arguments) {
    uint64_t rounded = (arguments.graph.vertices + 31) / 32 * 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        uint64_t begin = 0, end = 0;
        if (i < arguments.graph.vertices) {
            begin = arguments.graph.offsets[i];
            end = arguments.graph.offsets[i + 1];
        }
        unsigned wide = __ballot_sync(ALL_LANES, end - begin >= WIDE_ROW);
        for (uint64_t edge = begin; edge < end && end - begin < WIDE_ROW; edge++) {
            uint32_t target = arguments.graph.targets[edge];
            if (target != i && digraph_is_live(&arguments.graph, edge)) {
                atomicAdd(&arguments.counts[target], 1u);
            }
        }
        for (; wide != 0; wide &= wide - 1) {
            int lane = __ffs((int)wide) - 1;
            uint64_t row = __shfl_sync(ALL_LANES, begin, lane), row_end = __shfl_sync(ALL_LANES, end, lane);
            uint64_t source = __shfl_sync(ALL_LANES, i, lane);
            for (uint64_t edge = row + threadIdx.x % 32; edge < row_end; edge += 32) {
                uint32_t target = arguments.graph.targets[edge];
                if (target != source && digraph_is_live(&arguments.graph, edge)) {
                    atomicAdd(&arguments.counts[target], 1u);
                }
            }
        }
    }
}

/* Appends a vertex of each lane that has one. The whole warp comes here. */
static __device__ __forceinline__ void append_free(const struct peel_arguments *arguments, int is_free,
                                                   uint32_t vertex) {
    unsigned lanes = __ballot_sync(ALL_LANES, is_free), lane = threadIdx.x % 32;
    if (lanes != 0) {
        unsigned long long at = 0;
        if (lane == 0) {
            at = atomicAdd(&arguments->control->tail, (unsigned long long)__popc(lanes));
        }
        at = __shfl_sync(ALL_LANES, at, 0) + (unsigned)__popc(lanes & ((1u << lane) - 1));
        if (is_free) {
            arguments->queue[at] = vertex;
            arguments->component[vertex] = vertex;
        }
    }
}

static __global__ void find_free(const struct peel_arguments arguments) {
    uint64_t rounded = (arguments.graph.vertices + 31) / 32 * 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        append_free(&arguments, i < arguments.graph.vertices && arguments.counts[i] == 0, (uint32_t)i);
    }
}

/* Takes the n-th edge of each lane's row away; lanes may have none. The whole warp comes here. */
static __device__ __forceinline__ void take_edge(const struct peel_arguments *arguments, int has,
                                                 uint32_t source, uint64_t edge) {
    uint32_t target = has ? arguments->graph.targets[edge] : source;
    int is_free = has && target != source && digraph_is_live(&arguments->graph, edge) &&
                  atomicSub(&arguments->counts[target], 1u) == 1;
    append_free(arguments, is_free, target);
}

/* One level of the queue. What it appends is the next one. */
static __global__ void __launch_bounds__(PEEL_THREADS) peel_level(const struct peel_arguments arguments) {
    struct peel_control *control = arguments.control;
    unsigned long long head = control->head, end_of_level = control->level_end;
    unsigned long long rounded = head + (end_of_level - head + 31) / 32 * 32;
    for (unsigned long long i = head + device_grid_thread(); i < rounded; i += device_grid_step()) {
        uint64_t begin = 0, end = 0;
        uint32_t vertex = 0;
        if (i < end_of_level) {
            vertex = arguments.queue[i];
            begin = arguments.graph.offsets[vertex];
            end = arguments.graph.offsets[vertex + 1];
        }
        unsigned wide = __ballot_sync(ALL_LANES, end - begin >= WIDE_ROW);
        uint32_t degree = end - begin < WIDE_ROW ? (uint32_t)(end - begin) : 0;
        uint32_t most = __reduce_max_sync(ALL_LANES, degree);
        for (uint32_t n = 0; n < most; n++) {
            take_edge(&arguments, n < degree, vertex, begin + n);
        }
        for (; wide != 0; wide &= wide - 1) {
            int lane = __ffs((int)wide) - 1;
            uint64_t row = __shfl_sync(ALL_LANES, begin, lane), row_end = __shfl_sync(ALL_LANES, end, lane);
            uint32_t source = __shfl_sync(ALL_LANES, vertex, lane);
            for (; row < row_end; row += 32) {
                take_edge(&arguments, row + threadIdx.x % 32 < row_end, source, row + threadIdx.x % 32);
            }
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        if (atomicAdd(&control->blocks, 1u) == gridDim.x - 1) {
            control->blocks = 0;
            control->head = end_of_level;
            control->level_end = atomicAdd(&control->tail, 0ull);
        }
    }
}

/* The vertices that are left, in the order of their numbers as far as warps go. */
static __global__ void list_undecided(const uint32_t *component, uint64_t vertices, uint32_t *list,
                                      unsigned long long *left) {
    uint64_t rounded = (vertices + 31) / 32 * 32;
    unsigned lane = threadIdx.x % 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        int is_left = i < vertices && component[i] == COMPONENT_NONE;
        unsigned lanes = __ballot_sync(ALL_LANES, is_left);
        unsigned long long at = 0;
        if (lane == 0 && lanes != 0) {
            at = atomicAdd(left, (unsigned long long)__popc(lanes));
        }
        at = __shfl_sync(ALL_LANES, at, 0) + (unsigned)__popc(lanes & ((1u << lane) - 1));
        if (is_left) {
            list[at] = (uint32_t)i;
        }
    }
}

#endif
