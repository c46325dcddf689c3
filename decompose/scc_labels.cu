/*
 * Which labels are propagated, round by round: ECL as in the article, and AUTO.
 *
 * AUTO knows four things beyond the article. Where most edges lead from smaller numbers to greater ones, the
 * least number that a vertex reaches tells the components of a mesh or a pipeline apart almost at once: tried
 * first, and given up when changes do not dwindle. A giant component of small depth is found by searches from
 * one vertex (scc_giant.cuh). Elsewhere labels of a random order spread in a few sweeps,
 * whatever the numbering, since compression joins long ways. And the first sweeps need not look at all edges:
 * one a vertex, another each time, brings nearly as much.
 */
#include "decompose/scc_labels.h"

#include <string.h>

#include "base/device_check.cuh"
#include "base/run.h"
#include "decompose/scc_state.cuh"

#define SAMPLE_EDGES 4096u
#define MOSTLY_FORWARD 0.7
#define NATURAL_SWEEPS 12u

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

/* How many of SAMPLE_EDGES edges, spread over the graph, lead from a smaller number to a greater one. */
static __global__ void sample_edges(const struct digraph graph, unsigned *forward) {
    uint64_t vertex = (uint64_t)((double)graph.vertices / SAMPLE_EDGES * device_grid_thread());
    uint64_t begin = graph.offsets[vertex], end = graph.offsets[vertex + 1];
    if (begin < end && graph.targets[begin + vertex % (end - begin)] > vertex) {
        atomicAdd(forward, 1u);
    }
}

static int is_mostly_forward(struct scc_state *state, int *answer) {
    unsigned *counter = (unsigned *)state->control, forward;
    if (device_clear(counter, sizeof *counter, state->error) != 0) {
        return -1;
    }
    sample_edges<<<SAMPLE_EDGES / STATE_THREADS, STATE_THREADS>>>(state->graph, counter);
    if (DEVICE_CHECK(cudaGetLastError(), state->error) != 0 ||
        device_download(&forward, counter, sizeof forward, state->error) != 0) {
        return -1;
    }
    *answer = forward > MOSTLY_FORWARD * SAMPLE_EDGES;
    return 0;
}

/* One way alone, by the graph's own numbers: 1 when it came to an end, 0 when it was not worth it, or -1. */
static int try_natural(struct scc_state *state) {
    struct scc_round round = {SCC_ORDER_LEAST};
    int forward;
    round.by_block = round.only_out = round.must_dwindle = 1;
    round.most_sweeps = NATURAL_SWEEPS;
    if (is_mostly_forward(state, &forward) != 0) {
        return -1;
    }
    int done = forward ? scc_state_propagate(state, &round) : 0;
    return done > 0 && scc_state_settle(state, &round) != 0 ? -1 : done;
}

static int decompose_auto(struct scc_state *state) {
    int done = try_natural(state);
    if (done == 0) {
        done = scc_state_giant(state);
    }
    if (done < 0) {
        return -1;
    }
    while (state->left != 0) {
        struct scc_round round = {SCC_ORDER_RANDOM};
        round.most_sampled = MOST_SAMPLED_SWEEPS;
        round.saturates = 1;
        if (scc_state_propagate(state, &round) < 0 || scc_state_settle(state, &round) != 0) {
            return -1;
        }
    }
    return 0;
}

uint64_t scc_labels_cuda_bytes(const struct digraph *graph, const struct scc_options *options) {
    (void)options;
    return scc_state_bytes(graph->vertices);
}

int scc_labels_cuda(struct device *device, const struct digraph *graph, const struct scc_options *options,
                    const struct run *run, uint32_t *component, struct scc_report *report,
                    struct error *error) {
    struct scc_state state;
    report->bytes = scc_state_bytes(graph->vertices);
    int failed = scc_state_open(&state, device, graph, run, component, report, error) != 0;
    double begun = run_clock();
    if (!failed) {
        failed =
            DEVICE_CHECK(cudaMemsetAsync(component, 0xff, graph->vertices * sizeof *component), error) != 0 ||
            (options->algorithm == SCC_ECL ? decompose_ecl(&state, options) : decompose_auto(&state)) != 0 ||
            scc_state_finish(&state) != 0;
    }
    report->seconds = run_clock() - begun;
    scc_state_close(&state);
    return failed ? -1 : 0;
}
