/* The host's side of peeling (scc_peel.cuh). */
#include "decompose/scc/labels/scc_peel.cuh"

#include "base/device/device_check.cuh"
#include "base/run.h"
#include "decompose/scc/labels/scc_state.cuh"

#define LEVELS_AT_ONCE 32u /* launched between two looks at how far they came */
#define WORTH_A_LEVEL 64u  /* vertices that a level should have on the average: else it takes too long */

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

/* The vertices without incoming edges are the first level. */
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
