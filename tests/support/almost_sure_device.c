/* Graphs, goals and plans of the host on their way through a GPU, for tests. */
#include "tests/support/almost_sure_device.h"

#ifdef HEDDLE_CUDA

#include <stddef.h>
#include <string.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/run.h"
#include "explorer/graph/digraph_device.h"

#define BLOCKS 5u

struct block {
    void *there;
    uint64_t bytes;
};

struct visit {
    struct device *device;
    struct digraph_device graph;
    struct block blocks[BLOCKS];
    unsigned count;
    int failed;
    struct error *error;
};

static void enter(struct visit *visit, const struct digraph *graph, const struct run *run,
                  struct error *error) {
    memset(visit, 0, sizeof *visit);
    visit->error = error;
    visit->device = device_open((int)run->device, run->device_bytes, error);
    visit->failed =
        visit->device == NULL || digraph_device_create(visit->device, graph, &visit->graph, error) != 0;
}

/* A block on the GPU, filled from the host or not; NULL when it is not wanted, or the visit failed. */
static void *bring(struct visit *visit, const void *here, uint64_t bytes, int wanted, int filled) {
    if (!wanted || visit->failed) {
        return NULL;
    }
    struct block *block = &visit->blocks[visit->count++];
    *block = (struct block){device_allocate(visit->device, bytes, visit->error), bytes};
    visit->failed =
        block->there == NULL || (filled && device_upload(block->there, here, bytes, visit->error) != 0);
    return block->there;
}

static void fetch(struct visit *visit, void *here, const void *there, uint64_t bytes) {
    if (here != NULL && !visit->failed) {
        visit->failed = device_download(here, there, bytes, visit->error) != 0;
    }
}

/* Memory that the part itself left behind would show here. */
static int leave(struct visit *visit) {
    if (visit->device != NULL) {
        for (unsigned i = 0; i < visit->count; i++) {
            device_free(visit->device, visit->blocks[i].there, visit->blocks[i].bytes);
        }
        digraph_device_free(&visit->graph);
        if (memory_used(&visit->device->memory) != 0) {
            visit->failed = 1;
            error_set(visit->error, ERROR_DEVICE, "memory is left on the GPU");
        }
        device_close(visit->device);
    }
    return visit->failed ? -1 : 0;
}

static struct almost_sure_plan bring_plan(struct visit *visit, const struct digraph *graph,
                                          const struct almost_sure_plan *plan) {
    uint64_t vertices = graph->vertices;
    struct almost_sure_plan there = {0};
    there.rank = bring(visit, NULL, vertices * 4, 1, 0);
    there.choice = bring(visit, NULL, vertices * 8, plan->choice != NULL, 0);
    there.inside = bring(visit, NULL, bitmap_words(vertices) * 4, plan->inside != NULL, 0);
    return there;
}

static void fetch_plan(struct visit *visit, const struct digraph *graph, const struct almost_sure_plan *plan,
                       const struct almost_sure_plan *there) {
    fetch(visit, plan->rank, there->rank, graph->vertices * 4);
    fetch(visit, plan->choice, there->choice, graph->vertices * 8);
    fetch(visit, plan->inside, there->inside, bitmap_words(graph->vertices) * 4);
}

int almost_sure_device_available(const char **reason) {
    return device_count(reason) > 0;
}

int almost_sure_reach_on_device(const struct digraph *graph, const struct almost_sure_goal *goal,
                                const struct run *run, const struct almost_sure_plan *plan,
                                struct almost_sure_report *report, struct error *error) {
    struct visit visit;
    enter(&visit, graph, run, error);
    struct almost_sure_goal goal_there = {
        .edges = bring(&visit, goal->edges, bitmap_words(graph->edges) * 4, goal->edges != NULL, 1),
        .states = bring(&visit, goal->states, bitmap_words(graph->vertices) * 4, goal->states != NULL, 1)};
    struct almost_sure_plan there = bring_plan(&visit, graph, plan);
    if (!visit.failed) {
        visit.failed = almost_sure_reach_cuda(visit.device, &visit.graph.graph, &goal_there, run, &there,
                                              report, error) != 0;
    }
    fetch_plan(&visit, graph, plan, &there);
    return leave(&visit);
}

int almost_sure_repeat_on_device(const struct digraph *graph, const uint32_t *label,
                                 const struct mec_options *options, const struct run *run,
                                 const struct almost_sure_plan *plan, struct almost_sure_report *report,
                                 struct error *error) {
    struct visit visit;
    enter(&visit, graph, run, error);
    const uint32_t *label_there = bring(&visit, label, bitmap_words(graph->edges) * 4, 1, 1);
    struct almost_sure_plan there = bring_plan(&visit, graph, plan);
    if (!visit.failed) {
        visit.failed = almost_sure_repeat_cuda(visit.device, &visit.graph.graph, label_there, options, run,
                                               &there, report, error) != 0;
    }
    fetch_plan(&visit, graph, plan, &there);
    return leave(&visit);
}

#endif
