/* Pruning on a GPU. The queue is drained level by level. */
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

template <class Step> static int cuda_drain(struct prune *prune, const void *view) {
    uint64_t *at = (uint64_t *)prune_allocate(prune, sizeof *at);
    const struct steps_queue queue = {&prune->view.counters->queued, at};
    run_tell(prune->steps.run, "pruning", prune->view.round, 0, "rounds");
    int result = at == NULL ? -1 : steps_drain<Step>(&prune->steps, view, &queue);
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
