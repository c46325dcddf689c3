/*
 * Pruning on a GPU.
 *
 * The queue is drained level by level. A single block does small levels, one after the other: a launch for
 * each would cost more than the work, and a chain of a million states that fall has a million levels.
 */
#include <string.h>

#include "base/device/device_check.cuh"
#include "base/error.h"
#include "base/run.h"
#include "base/steps/steps.cuh"
#include "decompose/almost_sure/almost_sure_core.h"
#include "decompose/mec/mec_core.h"
#include "decompose/prune/prune.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/digraph_device.h"

#define SMALL_LEVEL 2048u        /* most states of a level that the one block does */
#define LEVELS_OF_A_LAUNCH 8192u /* then the host checks the stop flag */

template <class View> struct pruning_machine : steps_machine<View> {
    static constexpr unsigned MOST_PARTS = 256;
    static constexpr unsigned BLOCKS = 32;
};

typedef pruning_machine<struct prune_view> prune_machine;
typedef pruning_machine<struct mec_view> mec_machine;
typedef pruning_machine<struct sure_view> sure_machine;

PRUNE_STEPS(STEPS_TYPE)
MEC_STEPS(STEPS_TYPE)
SURE_STEPS(STEPS_TYPE)

static const step_function prune_steps[] = {PRUNE_STEPS(STEPS_LAUNCH)};
static const step_function mec_steps[] = {MEC_STEPS(STEPS_LAUNCH)};
static const step_function sure_steps[] = {SURE_STEPS(STEPS_LAUNCH)};

/* --- the queue --- */

/* One block does the levels of the queue from entry *at on, until it is empty or a level is large. *at
 * becomes the beginning of the next level. */
template <class Step>
static __global__ void __launch_bounds__(STEPS_THREADS)
    small_levels(const __grid_constant__ typename Step::view_type view, const uint64_t *queued,
                 uint64_t *at) {
    __shared__ struct steps_block<Step> block;
    const struct step_sink sink = steps_begin<Step>(&view, &block);
    uint64_t first = *at;
    for (unsigned level = 0; level < LEVELS_OF_A_LAUNCH; level++) {
        __syncthreads(); /* the previous level's entries are there */
        uint64_t end = shared64_load(queued);
        if (first == end || end - first > SMALL_LEVEL) {
            break;
        }
        __syncthreads(); /* all have read the end before it moves */
        steps_do_items<Step>(&view, {first, end, 0, 1}, &sink, &block);
        first = end;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *at = first;
    }
}

/* Drains the queue from its beginning; `at` is on the device. */
template <class Step> static int drain_levels(struct prune *prune, const void *view, uint64_t *at) {
    const struct steps *steps = &prune->steps;
    uint64_t first = 0;
    if (prune_fill(prune, at, 0, sizeof *at) != 0) {
        return -1;
    }
    for (;;) {
        struct prune_counters counters;
        if (prune_read(prune, &counters) != 0) {
            return -1;
        }
        if (first == counters.queued) {
            return 0;
        }
        if (counters.queued - first > SMALL_LEVEL) {
            if (prune_each(prune, steps_launch<Step>, view, first, counters.queued - first) != 0) {
                return -1;
            }
            first = counters.queued;
            if (steps->side->upload(steps, at, &first, sizeof first) != 0) {
                return -1;
            }
            continue;
        }
        if (steps_check(steps) != 0) {
            return -1;
        }
        small_levels<Step><<<1, STEPS_THREADS>>>(*(const typename Step::view_type *)view,
                                                 &prune->view.counters->queued, at);
        if (DEVICE_CHECK(cudaGetLastError(), steps->error) ||
            steps->side->download(steps, &first, at, sizeof first) != 0) {
            return -1;
        }
    }
}

template <class Step> static int cuda_drain(struct prune *prune, const void *view) {
    uint64_t *at = (uint64_t *)prune_allocate(prune, sizeof *at);
    int result = at == NULL ? -1 : drain_levels<Step>(prune, view, at);
    prune_release(prune, at, sizeof *at);
    return result;
}

static int cuda_transpose(struct prune *prune) {
    struct digraph_transpose transpose;
    int failed = digraph_transpose_cuda(prune->steps.device, &prune->view.graph, prune->steps.run, &transpose,
                                        prune->steps.error);
    prune->view.sources_begin = transpose.offsets;
    prune->view.sources = transpose.sources;
    prune->source_count = transpose.edges;
    return failed;
}

static int cuda_decompose(struct prune *prune, const struct digraph *graph, const struct scc_options *options,
                          uint32_t *component, struct scc_report *report) {
    const struct digraph_device there = {prune->steps.device, *graph};
    return scc_cuda(&there, options, prune->steps.run, component, report, prune->steps.error);
}

static const struct prune_side cuda_side = {
    prune_steps,    mec_steps,     sure_steps, cuda_drain<PRUNE_FALL_STEP>, cuda_drain<SURE_REACH_STEP>,
    cuda_transpose, cuda_decompose};

struct prune prune_on_device(struct device *device, const struct run *run, struct error *error) {
    struct prune prune;
    memset(&prune, 0, sizeof prune);
    prune.side = &cuda_side;
    prune.steps.side = &steps_cuda_side;
    prune.steps.memory = &device->memory;
    prune.steps.device = device;
    prune.steps.run = run;
    prune.steps.error = error;
    prune.steps.task = "decomposing the graph";
    return prune;
}
