/* Search for cycles in a graph on a GPU. Only answers of a few words are copied to the host. */
#include <string.h>

#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "base/steps/steps.cuh"
#include "decompose/cycles/cycle_internal.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/digraph_device.h"
#include "explorer/graph/graph_device.h"
#include "explorer/model/network.h"

struct cycle_machine : steps_machine<struct cycle_view> {
    static constexpr unsigned MOST_PARTS = 1024;
    static constexpr unsigned BLOCKS = 32;
};

CYCLE_STEPS(STEPS_TYPE)
CYCLE_FAIR_STEPS(STEPS_TYPE_HALVES)

static const step_function cuda_steps[] = {CYCLE_STEPS(STEPS_LAUNCH) CYCLE_FAIR_STEPS(STEPS_LAUNCH)};

#define THREADS 256u /* a multiple of the warp size */

/*
 * Makes those edges live whose labels are in the wanted set: each warp makes one word of the bitmap. `slots`:
 * the number of edges, rounded up to whole words, so that all lanes of a warp take part.
 */
static __global__ void select_wanted(const struct cycle_view view, uint64_t slots) {
    for (uint64_t edge = device_grid_thread(); edge < slots; edge += device_grid_step()) {
        int is_live = edge < view.graph.edges && view.wanted_set[view.labels[edge]] != 0;
        uint32_t word = __ballot_sync(ALL_LANES, is_live);
        if (edge % BITMAP_WORD_BITS == 0) {
            view.live[edge / BITMAP_WORD_BITS] = word;
        }
    }
}

static int cuda_select(struct cycle_search *search) {
    const struct cycle_view *view = &search->view;
    uint64_t slots = bitmap_words(view->graph.edges) * BITMAP_WORD_BITS;
    if (slots != 0) {
        select_wanted<<<device_grid_blocks(slots, THREADS), THREADS>>>(*view, slots);
    }
    return DEVICE_CHECK(cudaGetLastError(), search->steps.error);
}

static int cuda_decompose(struct cycle_search *search) {
    const struct digraph_device there = {search->steps.device, search->view.graph};
    const struct scc_options options = {SCC_AUTO};
    struct scc_report report;
    return device_finish(search->steps.error) != 0
               ? -1
               : scc_cuda(&there, &options, search->steps.run, search->view.component, &report,
                          search->steps.error);
}

int cycle_find_cuda(struct graph_device *graph, const struct cycle_levels *levels,
                    const struct cycle_goal *goal, const struct run *run, struct cycle *cycle,
                    struct error *error) {
    struct cycle_search search;
    memset(&search, 0, sizeof search);
    search.steps.side = &steps_cuda_side;
    search.steps.memory = &graph->device->memory;
    search.steps.device = graph->device;
    search.steps.run = run;
    search.steps.error = error;
    search.steps.task = "looking for cycles";
    search.functions = cuda_steps;
    search.select = cuda_select;
    search.decompose = cuda_decompose;
    search.view.graph.vertices = graph->vertices;
    search.view.graph.edges = graph->edges;
    search.view.graph.offsets = graph->offsets;
    search.view.graph.targets = graph->targets;
    search.view.labels = graph->labels;
    search.label_count = graph->network->label_count;
    return cycle_find_on_side(&search, levels, goal, cycle);
}
