/*
 * Propagation from edge to edge, for graphs with rows of very different lengths: each thread takes an edge,
 * whose source is looked up in a list that is made first (4 bytes an edge). The vertex with the longest row
 * has the best label, because it is likely to be in a large component.
 */
#include <cub/device/device_scan.cuh>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/scc/labels/scc_state.cuh"

#define EDGE_SWEEPS 4u       /* launched between two readings of the control block */
#define MOST_EDGE_SWEEPS 24u /* then other methods are better */

/* --- sources of edges --- */

static __global__ void mark_rows(const struct digraph graph, uint32_t *sources) {
    for (uint64_t i = device_grid_thread(); i < graph.vertices; i += device_grid_step()) {
        uint64_t begin = graph.offsets[i];
        if (begin < graph.offsets[i + 1]) {
            sources[begin] = (uint32_t)i;
        }
    }
}

struct greater {
    __host__ __device__ uint32_t operator()(uint32_t a, uint32_t b) const {
        return a > b ? a : b;
    }
};

/* Fills in the sources after those that begin rows. `scratch` NULL: only says how many bytes it takes. */
static int fill_sources(const struct scc_state *state, void *scratch, size_t *bytes, uint32_t *sources) {
    return DEVICE_CHECK(
        cub::DeviceScan::InclusiveScan(scratch, *bytes, sources, sources, greater(), state->graph.edges),
        state->error);
}

static int make_sources(const struct scc_state *state, uint32_t *sources) {
    size_t bytes = 0;
    if (DEVICE_CHECK(cudaMemsetAsync(sources, 0, state->graph.edges * sizeof *sources), state->error) != 0 ||
        fill_sources(state, NULL, &bytes, sources) != 0) {
        return -1;
    }
    mark_rows<<<device_grid_blocks(state->graph.vertices, STATE_THREADS), STATE_THREADS>>>(state->graph,
                                                                                           sources);
    void *scratch = device_allocate(state->device, bytes, state->error);
    int failed = scratch == NULL || DEVICE_CHECK(cudaGetLastError(), state->error) != 0 ||
                 fill_sources(state, scratch, &bytes, sources) != 0;
    device_free(state->device, scratch, bytes);
    return failed ? -1 : 0;
}

/* --- sweeps --- */

static __global__ void find_saturated(const struct propagate_arguments arguments) {
    uint64_t rounded = (arguments.graph.vertices + 31) / 32 * 32;
    if (arguments.control->ended) {
        return;
    }
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        int active = i < arguments.graph.vertices;
        unsigned more = note_saturated(&arguments, active, (uint32_t)i, arguments.saturated[i / 32]);
        if (threadIdx.x % 32 == 0 && more != 0) {
            atomicAdd(&arguments.control->saturated, (unsigned long long)more);
        }
    }
}

/* Lowers the labels of both ends of an edge; returns the changes. */
static __device__ __forceinline__ unsigned relax_edge(const struct propagate_arguments *arguments,
                                                      uint32_t source, uint32_t target) {
    label_pair from = load_pair(arguments->pairs, source), to = load_pair(arguments->pairs, target);
    uint32_t in = pair_in(compressed(arguments, source, from)),
             out = pair_out(compressed(arguments, target, to));
    unsigned changes = 0;
    for (unsigned end = 0; end < 2; end++) {
        label_pair pair = end == 0 ? from : to;
        uint32_t vertex = end == 0 ? source : target;
        if (in < pair_in(pair)) {
            lower_half(arguments->pairs, vertex, 0, in);
            changes++;
        }
        if (out < pair_out(pair)) {
            lower_half(arguments->pairs, vertex, 1, out);
            changes++;
        }
    }
    return changes;
}

static __global__ void __launch_bounds__(PROPAGATE_THREADS)
    propagate_edges(const __grid_constant__ struct propagate_arguments arguments, const uint32_t *sources) {
    struct sweep_sums sums = {0, 0};
    if (arguments.control->ended) {
        return;
    }
    for (uint64_t edge = device_grid_thread(); edge < arguments.graph.edges; edge += device_grid_step()) {
        uint32_t source = sources[edge], target = arguments.graph.targets[edge];
        int is_done = bitmap_has(arguments.saturated, source) && bitmap_has(arguments.saturated, target);
        if (!is_done && source != target && digraph_is_live(&arguments.graph, edge)) {
            sums.changes += relax_edge(&arguments, source, target);
        }
    }
    add_sums(&arguments, sums, 0);
}

static int sweep_edges(struct scc_state *state, struct propagate_arguments *arguments,
                       const uint32_t *sources) {
    struct propagate_control control = {};
    unsigned vertex_blocks = device_grid_blocks(state->graph.vertices, STATE_THREADS);
    while (!control.ended) {
        if (run_should_stop(state->run)) {
            return error_set(state->error, ERROR_INTERRUPTED, SCC_INTERRUPTED);
        }
        for (unsigned i = 0; i < EDGE_SWEEPS; i++) {
            find_saturated<<<vertex_blocks, STATE_THREADS>>>(*arguments);
            propagate_edges<<<state->blocks, PROPAGATE_THREADS>>>(*arguments, sources);
        }
        if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 ||
            device_download(&control, state->control, sizeof control, state->error) != 0) {
            return -1;
        }
    }
    return (int)control.converged;
}

int scc_state_propagate_edges(struct scc_state *state, uint32_t best) {
    uint64_t bytes = state->graph.edges * sizeof(uint32_t);
    struct scc_round round = {SCC_ORDER_RANDOM};
    round.most_sweeps = MOST_EDGE_SWEEPS;
    struct propagate_arguments arguments = scc_state_arguments(state, &round);
    arguments.labels = state->labels = scc_labels_best(best);
    arguments.saturated = state->saturated;
    arguments.best = 0;
    if (bytes > memory_left(&state->device->memory)) {
        return 0;
    }
    uint32_t *sources = (uint32_t *)device_allocate(state->device, bytes, state->error);
    if (sources == NULL) {
        return state->error->code == ERROR_MEMORY ? 0 : -1;
    }
    state->report->bytes = state->bytes + bytes;
    int done = make_sources(state, sources) != 0 || scc_state_begin_propagation(state, &arguments) != 0
                   ? -1
                   : sweep_edges(state, &arguments, sources);
    device_free(state->device, sources, bytes);
    return done;
}
