/* The host's side of the search for a giant component (scc_giant.cuh). */
#include "decompose/scc_giant.cuh"

#include <cub/device/device_scan.cuh>

#include "base/device_check.cuh"
#include "base/run.h"
#include "decompose/scc_state.cuh"

#define PIVOT_STEPS 24u /* of the random walks that choose a pivot */

static_assert(sizeof(struct giant_control) <= GIANT_CONTROL_BYTES, "a state has room for it");

struct giant {
    struct scc_state *state;
    struct giant_arguments arguments;
    struct giant_control *control; /* on the GPU */
    unsigned blocks, launch_blocks;
};

/* Where a state's memory serves: its bitmaps, and what is free before the first round. */
static void lay_out(struct giant *giant, struct scc_state *state) {
    uint64_t words = digraph_bitmap_words(state->graph.vertices);
    giant->state = state;
    giant->arguments.graph = state->graph;
    for (unsigned way = 0; way < 2; way++) {
        giant->arguments.seen[way] = state->bitmaps + way * words;
        giant->arguments.done[way] = state->bitmaps + (2 + way) * words;
    }
    giant->control = giant->arguments.control = (struct giant_control *)state->giant_control;
    giant->blocks = device_grid_blocks(state->graph.vertices, GIANT_THREADS);
}

static int launch(struct giant *giant, uint32_t most_levels, struct giant_control *control) {
    struct error *error = giant->state->error;
    void *parameters[] = {&giant->arguments};
    giant->arguments.most_levels = most_levels;
    if (DEVICE_CHECK(cudaMemsetAsync(giant->control->found, 0, sizeof giant->control->found), error) != 0 ||
        DEVICE_CHECK(cudaLaunchCooperativeKernel((const void *)search_giant, dim3(giant->launch_blocks),
                                                 dim3(GIANT_THREADS), parameters, 0, NULL),
                     error) != 0) {
        return -1;
    }
    return device_download(control, giant->control, sizeof *control, error);
}

static int begin(struct giant *giant) {
    struct scc_state *state = giant->state;
    uint64_t words = digraph_bitmap_words(state->graph.vertices);
    int per_processor = 0;
    if (DEVICE_CHECK(
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, search_giant, GIANT_THREADS, 0),
            state->error) != 0 ||
        DEVICE_CHECK(cudaMemsetAsync(state->bitmaps, 0, 4 * words * sizeof *state->bitmaps), state->error) !=
            0 ||
        DEVICE_CHECK(cudaMemsetAsync(giant->control, 0, sizeof *giant->control), state->error) != 0) {
        return -1;
    }
    unsigned most = (unsigned)per_processor * state->device->processors;
    unsigned worth = device_grid_blocks(words, GIANT_THREADS);
    giant->launch_blocks = worth < most ? worth : most;
    choose_pivot<<<1, 32>>>(state->graph, PIVOT_STEPS, giant->control);
    begin_giant<<<1, 1>>>(giant->arguments);
    return DEVICE_CHECK(cudaGetLastError(), state->error);
}

/* A few edges of each vertex, transposed. */
static int transpose_samples(struct giant *giant) {
    struct scc_state *state = giant->state;
    uint64_t vertices = state->graph.vertices;
    uint32_t *counts = state->lists[1], *offsets = state->lists[0], *sources = (uint32_t *)state->pairs;
    size_t bytes = 0;
    if (DEVICE_CHECK(cub::DeviceScan::InclusiveSum(NULL, bytes, counts, offsets, vertices + 1),
                     state->error) != 0) {
        return -1;
    }
    if (bytes > vertices * sizeof *state->classes) {
        return 1; /* a graph so small that there is no room for it */
    }
    if (DEVICE_CHECK(cudaMemsetAsync(counts, 0, (vertices + 1) * sizeof *counts), state->error) != 0) {
        return -1;
    }
    count_samples<<<giant->blocks, GIANT_THREADS>>>(state->graph, counts);
    if (DEVICE_CHECK(cub::DeviceScan::InclusiveSum(state->classes, bytes, counts, offsets, vertices + 1),
                     state->error) != 0) {
        return -1;
    }
    place_samples<<<giant->blocks, GIANT_THREADS>>>(state->graph, offsets, sources);
    giant->arguments.offsets = offsets;
    giant->arguments.sources = sources;
    return DEVICE_CHECK(cudaGetLastError(), state->error);
}

static int settle(struct giant *giant, struct giant_control *control) {
    struct scc_state *state = giant->state;
    uint64_t vertices = state->graph.vertices;
    settle_giant<<<giant->blocks, GIANT_THREADS>>>(giant->arguments, control->pivot, state->component,
                                                   state->classes, state->lists[0], &giant->control->left);
    retire_decided<<<giant->blocks, GIANT_THREADS>>>(state->component, NULL, vertices, state->pairs);
    if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 ||
        device_download(control, giant->control, sizeof *control, state->error) != 0) {
        return -1;
    }
    state->left = control->left;
    state->all_left = 0;
    state->divided = 1;
    state->report->rounds++;
    return 1;
}

int scc_state_giant(struct scc_state *state) {
    struct giant giant = {};
    struct giant_control control;
    uint64_t vertices = state->graph.vertices;
    if (vertices > UINT32_MAX / GIANT_SAMPLES) {
        return 0; /* the sampled edges would need wider offsets */
    }
    lay_out(&giant, state);
    if (begin(&giant) != 0 || launch(&giant, PROVE_LEVELS, &control) != 0) {
        return -1;
    }
    if (control.reached * (control.finished ? GIANT_LEAST_SHARE : PROVE_SHARE) < vertices) {
        return 0;
    }
    int unfit = transpose_samples(&giant);
    if (unfit != 0) {
        return unfit > 0 ? 0 : -1;
    }
    if (run_should_stop(state->run)) {
        return error_set(state->error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
    }
    if (launch(&giant, GIANT_MOST_LEVELS, &control) != 0) {
        return -1;
    }
    return control.finished ? settle(&giant, &control) : 0;
}
