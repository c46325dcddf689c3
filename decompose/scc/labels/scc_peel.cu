/*
 * Peeling: a vertex without incoming edges is a component of its own, and when it is removed others may
 * become like it (trimming on one side only, which needs no transposed graph). Incoming edges are counted
 * once; then levels of a queue count them down.
 */
#include "base/device/device_check.cuh"
#include "base/run.h"
#include "decompose/scc/labels/scc_state.cuh"

#define LEVELS_AT_ONCE 32u /* levels launched between two readings of the counters */
#define WORTH_A_LEVEL 64u  /* vertices that a level should have on average; with fewer, peeling ends */
#define PEEL_THREADS 256u

struct peel_control {
    unsigned long long head, level_end,
        tail;        /* positions in the queue; the current level is [head, level_end) */
    uint32_t blocks; /* number of blocks that have done the level */
};

struct peel_arguments {
    struct digraph graph;
    uint32_t *counts; /* by vertex: number of remaining incoming edges */
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

/* Appends the vertices of lanes with `is_free`. Called by whole warps. */
static __device__ __forceinline__ void append_free(const struct peel_arguments *arguments, int is_free,
                                                   uint32_t vertex) {
    uint64_t at = device_warp_places(&arguments->control->tail, is_free);
    if (is_free) {
        arguments->queue[at] = vertex;
        arguments->component[vertex] = vertex;
    }
}

static __global__ void find_free(const struct peel_arguments arguments) {
    uint64_t rounded = (arguments.graph.vertices + 31) / 32 * 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        append_free(&arguments, i < arguments.graph.vertices && arguments.counts[i] == 0, (uint32_t)i);
    }
}

/* Removes an edge of each lane with `has`. Called by whole warps. */
static __device__ __forceinline__ void take_edge(const struct peel_arguments *arguments, int has,
                                                 uint32_t source, uint64_t edge) {
    uint32_t target = has ? arguments->graph.targets[edge] : source;
    int is_free = has && target != source && digraph_is_live(&arguments->graph, edge) &&
                  atomicSub(&arguments->counts[target], 1u) == 1;
    append_free(arguments, is_free, target);
}

/* Does a level of the queue, and appends the next one. */
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

/* Lists the remaining vertices, in ascending order within each warp. */
static __global__ void list_undecided(const uint32_t *component, uint64_t vertices, uint32_t *list,
                                      unsigned long long *left) {
    uint64_t rounded = (vertices + 31) / 32 * 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        int is_left = i < vertices && component[i] == COMPONENT_NONE;
        uint64_t at = device_warp_places(left, is_left);
        if (is_left) {
            list[at] = (uint32_t)i;
        }
    }
}

/* --- the host --- */

static int run_levels(struct scc_state *state, const struct peel_arguments *arguments) {
    struct peel_control control, before;
    unsigned blocks = state->device->processors * 2;
    if (device_download(&control, arguments->control, sizeof control, state->error) != 0) {
        return -1;
    }
    do {
        if (run_should_stop(state->run)) {
            return error_set(state->error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
        }
        run_tell(state->run, "decomposing", control.head, state->graph.vertices, "states");
        before = control;
        for (unsigned level = 0; level < LEVELS_AT_ONCE; level++) {
            peel_level<<<blocks, PEEL_THREADS>>>(*arguments);
        }
        if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 ||
            device_download(&control, arguments->control, sizeof control, state->error) != 0) {
            return -1;
        }
    } while (control.head != control.level_end &&
             control.head - before.head >= LEVELS_AT_ONCE * WORTH_A_LEVEL);
    return 0;
}

/* Makes the first level: the vertices without incoming edges. */
static int begin_peeling(struct scc_state *state, const struct peel_arguments *arguments) {
    unsigned blocks = device_grid_blocks(state->graph.vertices, PEEL_THREADS);
    if (DEVICE_CHECK(cudaMemsetAsync(arguments->counts, 0, state->graph.vertices * sizeof(uint32_t)),
                     state->error) != 0 ||
        DEVICE_CHECK(cudaMemsetAsync(arguments->control, 0, sizeof *arguments->control), state->error) != 0) {
        return -1;
    }
    count_incoming_edges<<<blocks, PEEL_THREADS>>>(*arguments);
    find_free<<<blocks, PEEL_THREADS>>>(*arguments);
    return DEVICE_CHECK(cudaMemcpyAsync(&arguments->control->level_end, &arguments->control->tail,
                                        sizeof arguments->control->tail, cudaMemcpyDeviceToDevice),
                        state->error);
}

int scc_state_peel(struct scc_state *state) {
    struct round_counters counters = {};
    uint64_t vertices = state->graph.vertices;
    unsigned blocks = device_grid_blocks(vertices, PEEL_THREADS);
    struct peel_arguments arguments = {};
    arguments.graph = state->graph;
    arguments.counts = state->classes;
    arguments.queue = state->lists[1];
    arguments.component = state->component;
    arguments.control = (struct peel_control *)state->control;
    if (begin_peeling(state, &arguments) != 0 || run_levels(state, &arguments) != 0 ||
        DEVICE_CHECK(cudaMemsetAsync(state->counters, 0, sizeof *state->counters), state->error) != 0) {
        return -1;
    }
    list_undecided<<<blocks, PEEL_THREADS>>>(state->component, vertices, state->lists[0],
                                             &state->counters->left);
    retire_decided<<<blocks, PEEL_THREADS>>>(state->component, NULL, vertices, state->pairs);
    if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 ||
        device_download(&counters, state->counters, sizeof counters, state->error) != 0) {
        return -1;
    }
    state->report->trimmed += vertices - counters.left;
    state->left = counters.left;
    state->all_left = 0;
    return 0;
}
