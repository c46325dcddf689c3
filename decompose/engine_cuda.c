/* The engine on a GPU for graphs in host memory. */
#include "decompose/engine_cuda.h"

#ifdef HEDDLE_CUDA

#include <stddef.h>
#include <string.h>

#include "base/device/device.h"
#include "base/error.h"
#include "base/run.h"
#include "explorer/graph/digraph_device.h"
#include "decompose/scc/scc_device.h"

/* A graph that is copied to a GPU; ends with leave, however far enter came. */
struct gpu_visit {
    struct device *device;
    struct digraph_device graph;
    uint32_t *component; /* on the GPU */
    uint64_t vertices;
};

/* Copies a block to the GPU; *to is NULL where there is none on the host. 0 or -1. */
static int copy_to_gpu(struct device *device, const uint32_t *from, uint64_t count, uint32_t **to,
                       struct error *error) {
    *to = NULL;
    if (from == NULL) {
        return 0;
    }
    *to = (uint32_t *)device_allocate(device, count * sizeof *from, error);
    return *to == NULL ? -1 : device_upload(*to, from, count * sizeof *from, error);
}

static int copy_to_host(uint32_t *to, const uint32_t *from, uint64_t count, struct error *error) {
    return to == NULL ? 0 : device_download(to, from, count * sizeof *to, error);
}

static void free_block(struct device *device, uint32_t *block, uint64_t count) {
    if (block != NULL) {
        device_free(device, block, count * sizeof *block);
    }
}

static void leave_gpu(struct gpu_visit *visit) {
    if (visit->device != NULL) {
        free_block(visit->device, visit->component, visit->vertices);
        digraph_device_free(&visit->graph);
        device_close(visit->device);
    }
}

static int enter_gpu(struct gpu_visit *visit, const struct digraph *graph, const struct run *run,
                     struct error *error) {
    memset(visit, 0, sizeof *visit);
    visit->vertices = graph->vertices;
    visit->device = device_open((int)run->device, run->device_bytes, error);
    if (visit->device == NULL || digraph_device_create(visit->device, graph, &visit->graph, error) != 0) {
        return -1;
    }
    visit->component = (uint32_t *)device_allocate(visit->device, graph->vertices * sizeof(uint32_t), error);
    return visit->component == NULL ? -1 : 0;
}

static int has_gpu(const char **reason) {
    return device_count(reason) > 0;
}

static int scc_of_host_graph(const struct digraph *graph, const struct scc_options *options,
                             const struct run *run, uint32_t *component, struct scc_report *report,
                             struct error *error) {
    struct gpu_visit visit;
    struct scc_options there = *options;
    uint32_t *candidates = NULL;
    uint64_t words = bitmap_words(graph->vertices);
    *report = (struct scc_report){.algorithm = options->algorithm};
    int result = enter_gpu(&visit, graph, run, error);
    if (result == 0) {
        result = copy_to_gpu(visit.device, options->candidates, words, &candidates, error);
    }
    if (result == 0) {
        there.candidates = candidates;
        result = scc_cuda(visit.device, &visit.graph.graph, &there, run, visit.component, report, error);
    }
    if (result == 0) {
        result = copy_to_host(component, visit.component, graph->vertices, error);
    }
    if (visit.device != NULL) {
        free_block(visit.device, candidates, words);
    }
    leave_gpu(&visit);
    return result;
}

/* Copies the details that the caller requested to the host. */
static int fetch_details(const struct digraph *graph, const struct mec_details *to,
                         const struct mec_details *from, struct error *error) {
    return copy_to_host(to->internal, from->internal, bitmap_words(graph->edges), error) != 0 ||
                   copy_to_host(to->fell, from->fell, graph->vertices, error) != 0
               ? -1
               : 0;
}

static int mec_of_host_graph(const struct digraph *graph, const struct mec_options *options,
                             const struct run *run, uint32_t *component, const struct mec_details *details,
                             struct mec_report *report, struct error *error) {
    static const struct mec_details none = {NULL, NULL};
    struct gpu_visit visit;
    struct mec_details there = none;
    uint64_t words = bitmap_words(graph->edges);
    *report = (struct mec_report){.algorithm = options->scc.algorithm};
    details = details == NULL ? &none : details;
    int result = enter_gpu(&visit, graph, run, error);
    if (result == 0 && details->internal != NULL) {
        there.internal = (uint32_t *)device_allocate(visit.device, words * sizeof(uint32_t), error);
        result = there.internal == NULL ? -1 : 0;
    }
    if (result == 0 && details->fell != NULL) {
        there.fell = (uint32_t *)device_allocate(visit.device, graph->vertices * sizeof(uint32_t), error);
        result = there.fell == NULL ? -1 : 0;
    }
    if (result == 0) {
        result =
            mec_cuda(visit.device, &visit.graph.graph, options, run, visit.component, &there, report, error);
    }
    if (result == 0) {
        result = copy_to_host(component, visit.component, graph->vertices, error);
    }
    if (result == 0) {
        result = fetch_details(graph, details, &there, error);
    }
    if (visit.device != NULL) {
        free_block(visit.device, there.internal, words);
        free_block(visit.device, there.fell, graph->vertices);
    }
    leave_gpu(&visit);
    return result;
}

static int count_of_host_graph(const struct digraph *graph, const uint32_t *component, const struct run *run,
                               struct component_counts *counts, struct error *error) {
    struct gpu_visit visit;
    memset(counts, 0, sizeof *counts);
    int result = enter_gpu(&visit, graph, run, error);
    if (result == 0) {
        result = device_upload(visit.component, component, graph->vertices * sizeof *component, error);
    }
    if (result == 0) {
        result =
            component_counts_make_cuda(visit.device, &visit.graph.graph, visit.component, run, counts, error);
    }
    leave_gpu(&visit);
    return result;
}

const struct decompose_engine decompose_engine_cuda = {
    "cuda", 1, has_gpu, scc_of_host_graph, mec_of_host_graph, count_of_host_graph};

#endif
