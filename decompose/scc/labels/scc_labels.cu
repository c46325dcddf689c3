/*
 * The choice of labels to propagate, round by round: ECL as in the article, and AUTO.
 *
 * AUTO samples a few edges. If most lead from smaller to greater numbers and none leads far back, the least
 * number that a vertex reaches separates the components of a mesh or a pipeline almost at once. Otherwise it
 * begins as ECL does, with the greatest numbers, which in a state space belong to the states found last. If
 * that does not end soon (deep graphs with numbers unrelated to the structure), vertices that no vertex
 * reaches are peeled off, and then labels of random orders are propagated, round by round; their first sweeps
 * read one edge of each vertex, a different one each time, which achieves nearly as much as reading all.
 */
#include "decompose/scc/scc_internal.h"

#include <string.h>

#include "base/device/device_check.cuh"
#include "base/run.h"
#include "decompose/scc/labels/scc_state.cuh"

#define SAMPLE_EDGES 4096u
#define MOSTLY_FORWARD 0.7
#define FAR_BACK 64u /* difference of numbers */
#define NATURAL_SWEEPS 12u
#define GREATEST_SWEEPS 16u
#define CACHED_VERTICES                                                                                      \
    ((uint64_t)6 << 20) /* this many labels stay in the second cache: sweeps cost half as much */

/* --- ECL --- */

static int decompose_ecl(struct scc_state *state, const struct scc_options *options) {
    struct scc_round round = {SCC_ORDER_GREATEST};
    round.no_compression = options->no_compression;
    round.by_block = !options->synchronous;
    while (state->left != 0) {
        if (scc_state_propagate(state, &round) < 0 || scc_state_settle(state, &round) != 0) {
            return -1;
        }
    }
    return 0;
}

/* --- AUTO --- */

/* Sampled edges: how many lead to a greater number, back, and far back. */
struct edge_sample {
    unsigned forward, back, far_back;
};

static __global__ void sample_edges(const struct digraph graph, struct edge_sample *sample) {
    uint64_t vertex = (uint64_t)((double)graph.vertices / SAMPLE_EDGES * device_grid_thread());
    uint64_t begin = graph.offsets[vertex], end = graph.offsets[vertex + 1];
    if (begin < end) {
        uint64_t edge = begin + core_mix(vertex) % (end - begin);
        uint32_t target = graph.targets[edge];
        if (!digraph_is_live(&graph, edge)) {
            return;
        }
        if (target > vertex) {
            atomicAdd(&sample->forward, 1u);
        } else {
            atomicAdd(vertex - target > FAR_BACK ? &sample->far_back : &sample->back, 1u);
        }
    }
}

static int draw_sample(struct scc_state *state, struct edge_sample *sample) {
    struct edge_sample *there = (struct edge_sample *)state->control;
    if (device_clear(there, sizeof *there, state->error) != 0) {
        return -1;
    }
    sample_edges<<<SAMPLE_EDGES / STATE_THREADS, STATE_THREADS>>>(state->graph, there);
    return DEVICE_CHECK(cudaGetLastError(), state->error) != 0
               ? -1
               : device_download(sample, there, sizeof *sample, state->error);
}

/* Propagates to the end and settles: 1; 0 if propagation gave up; or -1. */
static int try_round(struct scc_state *state, const struct scc_round *round) {
    int done = scc_state_propagate(state, round);
    return done > 0 && scc_state_settle(state, round) != 0 ? -1 : done;
}

/* Propagates in one direction, by the graph's own numbers. */
static int try_natural(struct scc_state *state) {
    struct scc_round round = {SCC_ORDER_LEAST};
    round.by_block = round.only_out = round.must_dwindle = 1;
    round.most_sweeps = NATURAL_SWEEPS;
    return try_round(state, &round);
}

/* Begins as ECL, for a number of sweeps; or to the end, if numbers follow the edges. */
static int try_greatest(struct scc_state *state, int is_forward) {
    struct scc_round round = {SCC_ORDER_GREATEST};
    round.saturates = 1;
    round.most_sweeps = GREATEST_SWEEPS * (state->graph.vertices <= CACHED_VERTICES ? 2 : 1);
    int done = try_round(state, &round);
    if (done == 0 && is_forward) {
        round.saturates = 0;
        round.by_block = 1;
        round.most_sweeps = 0;
        done = try_round(state, &round);
    }
    return done;
}

static int decompose_auto(struct scc_state *state) {
    struct edge_sample sample;
    if (draw_sample(state, &sample) != 0) {
        return -1;
    }
    unsigned sampled = sample.forward + sample.back + sample.far_back;
    int is_forward = sample.forward > MOSTLY_FORWARD * sampled;
    int done = is_forward && sample.far_back == 0 ? try_natural(state) : 0;
    done = done == 0 ? try_greatest(state, is_forward) : done;
    if (done < 0 || (done == 0 && scc_state_peel(state) != 0)) {
        return -1;
    }
    while (state->left != 0) {
        struct scc_round round = {SCC_ORDER_RANDOM};
        round.most_sampled = MOST_SAMPLED_SWEEPS;
        if (try_round(state, &round) < 0) {
            return -1;
        }
    }
    return 0;
}

uint64_t scc_labels_cuda_bytes(const struct digraph *graph) {
    return scc_state_bytes(graph->vertices);
}

int scc_labels_cuda(struct device *device, const struct scc_task *task, struct error *error) {
    const struct scc_options *options = task->options;
    struct scc_state state;
    int failed = scc_state_open(&state, device, task, error) != 0;
    task->report->bytes = state.bytes;
    double begun = run_clock();
    if (!failed) {
        uint64_t bytes = task->graph->vertices * sizeof *task->component;
        failed =
            DEVICE_CHECK(cudaMemsetAsync(task->component, 0xff, bytes), error) != 0 ||
            (options->algorithm == SCC_ECL ? decompose_ecl(&state, options) : decompose_auto(&state)) != 0 ||
            scc_state_finish(&state) != 0;
    }
    task->report->seconds = run_clock() - begun;
    scc_state_close(&state);
    return failed ? -1 : 0;
}
