/* The table of engines that decompose graphs, and the engine on a GPU for graphs in host memory. */
#include "decompose/engine.h"

#include <string.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/run.h"
#include "explorer/graph/digraph_device.h"

static int always_available(const char **reason) {
    *reason = NULL;
    return 1;
}

static const struct decompose_engine cpu = {
    "cpu", 0, always_available, scc_cpu, mec_cpu, almost_sure_cpu, component_counts_make};

#ifdef HEDDLE_CUDA

#define MOST_BLOCKS 5u

/* A graph of the host on a GPU, and blocks beside it. After a failure nothing more is done. */
struct gpu_visit {
    struct digraph_device graph; /* its device is NULL if it did not open */
    struct {
        void *there;
        uint64_t bytes;
    } blocks[MOST_BLOCKS];
    unsigned count;
    int failed;
    struct error *error;
};

static struct gpu_visit enter_gpu(const struct digraph *graph, const struct run *run, struct error *error) {
    struct gpu_visit visit = {.error = error};
    struct device *device = device_open((int)run->device, run->device_bytes, error);
    visit.failed = device == NULL || digraph_device_create(device, graph, &visit.graph, error) != 0;
    visit.graph.device = device;
    return visit;
}

/* Allocates the block on the GPU for a block of the host; returns NULL for NULL, or after a failure. */
static void *make_room(struct gpu_visit *visit, const void *here, uint64_t bytes) {
    if (here == NULL || visit->failed) {
        return NULL;
    }
    void *there = device_allocate(visit->graph.device, bytes, visit->error);
    visit->blocks[visit->count].there = there;
    visit->blocks[visit->count++].bytes = bytes;
    visit->failed = there == NULL;
    return there;
}

/* Copies a block to the GPU. */
static void *bring(struct gpu_visit *visit, const void *here, uint64_t bytes) {
    void *there = make_room(visit, here, bytes);
    visit->failed = visit->failed || (there != NULL && device_upload(there, here, bytes, visit->error) != 0);
    return there;
}

static void fetch(struct gpu_visit *visit, void *here, const void *there, uint64_t bytes) {
    visit->failed =
        visit->failed || (there != NULL && device_download(here, there, bytes, visit->error) != 0);
}

static int leave_gpu(struct gpu_visit *visit) {
    struct device *device = visit->graph.device;
    if (device == NULL) {
        return -1;
    }
    for (unsigned i = 0; i < visit->count; i++) {
        device_free(device, visit->blocks[i].there, visit->blocks[i].bytes);
    }
    digraph_device_free(&visit->graph);
    if (memory_used(&device->memory) != 0) {
        visit->failed = error_set(visit->error, ERROR_DEVICE,
                                  "memory on the GPU was not freed: this is a fault of heddle");
    }
    device_close(device);
    return visit->failed ? -1 : 0;
}

static int has_gpu(const char **reason) {
    return device_count(reason) > 0;
}

static uint64_t word_bytes(const struct digraph *graph) {
    return graph->vertices * sizeof(uint32_t);
}

static int scc_of_host_graph(const struct digraph *graph, const struct scc_options *options,
                             const struct run *run, uint32_t *component, struct scc_report *report,
                             struct error *error) {
    struct gpu_visit visit = enter_gpu(graph, run, error);
    struct scc_options there = *options;
    uint32_t *result = make_room(&visit, component, word_bytes(graph));
    there.candidates = bring(&visit, options->candidates, bitmap_bytes(graph->vertices));
    *report = (struct scc_report){.algorithm = options->algorithm};
    visit.failed = visit.failed || scc_cuda(&visit.graph, &there, run, result, report, error) != 0;
    fetch(&visit, component, result, word_bytes(graph));
    return leave_gpu(&visit);
}

static int mec_of_host_graph(const struct digraph *graph, const struct mec_options *options,
                             const struct run *run, const struct mec_result *result,
                             struct mec_report *report, struct error *error) {
    struct gpu_visit visit = enter_gpu(graph, run, error);
    const struct mec_result there = {.component = make_room(&visit, result->component, word_bytes(graph)),
                                     .internal =
                                         make_room(&visit, result->internal, bitmap_bytes(graph->edges)),
                                     .fell = make_room(&visit, result->fell, word_bytes(graph))};
    *report = (struct mec_report){.algorithm = options->scc.algorithm};
    visit.failed = visit.failed || mec_cuda(&visit.graph, options, run, &there, report, error) != 0;
    fetch(&visit, result->component, there.component, word_bytes(graph));
    fetch(&visit, result->internal, there.internal, bitmap_bytes(graph->edges));
    fetch(&visit, result->fell, there.fell, word_bytes(graph));
    return leave_gpu(&visit);
}

static int plan_of_host_graph(const struct digraph *graph, const struct almost_sure_goal *goal,
                              const struct run *run, const struct almost_sure_plan *plan,
                              struct almost_sure_report *report, struct error *error) {
    struct gpu_visit visit = enter_gpu(graph, run, error);
    struct almost_sure_goal goal_there = *goal;
    goal_there.edges = bring(&visit, goal->edges, bitmap_bytes(graph->edges));
    goal_there.states = bring(&visit, goal->states, bitmap_bytes(graph->vertices));
    const struct almost_sure_plan there = {
        .rank = make_room(&visit, plan->rank, word_bytes(graph)),
        .choice = make_room(&visit, plan->choice, 2 * word_bytes(graph)),
        .inside = make_room(&visit, plan->inside, bitmap_bytes(graph->vertices))};
    *report = (struct almost_sure_report){0};
    visit.failed =
        visit.failed || almost_sure_cuda(&visit.graph, &goal_there, run, &there, report, error) != 0;
    fetch(&visit, plan->rank, there.rank, word_bytes(graph));
    fetch(&visit, plan->choice, there.choice, 2 * word_bytes(graph));
    fetch(&visit, plan->inside, there.inside, bitmap_bytes(graph->vertices));
    return leave_gpu(&visit);
}

static int count_of_host_graph(const struct digraph *graph, const uint32_t *component, const struct run *run,
                               struct component_counts *counts, struct error *error) {
    struct gpu_visit visit = enter_gpu(graph, run, error);
    const uint32_t *there = bring(&visit, component, word_bytes(graph));
    memset(counts, 0, sizeof *counts);
    visit.failed = visit.failed || component_counts_make_cuda(&visit.graph, there, run, counts, error) != 0;
    return leave_gpu(&visit);
}

static const struct decompose_engine cuda = {
    "cuda", 1, has_gpu, scc_of_host_graph, mec_of_host_graph, plan_of_host_graph, count_of_host_graph};

const struct decompose_engine *const decompose_engines[] = {&cpu, &cuda, NULL};
#else
const struct decompose_engine *const decompose_engines[] = {&cpu, NULL};
#endif
