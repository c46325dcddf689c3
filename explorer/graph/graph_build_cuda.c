/*
 * Builds the graph of a CUDA search for the host: on the GPU, or on the host if the GPU has too little
 * memory.
 */
#include "explorer/graph/graph.h"

#ifdef HEDDLE_CUDA

#include <stddef.h>

#include "base/error.h"
#include "base/run.h"
#include "explorer/graph/graph_device.h"
#include "explorer/graph/graph_states.h"
#include "explorer/search/explore.h"
#include "explorer/search/cuda/space_device.h"

static struct graph *build_on_host(struct exploration *exploration, const struct graph_options *options,
                                   const struct run *run, struct error *error) {
    if (space_device_fetch(exploration, run, error) != 0) {
        return NULL;
    }
    exploration_drop_device(exploration);
    uint64_t peak = exploration->effort.memory_peak; /* the search's, on the GPU */
    struct graph *graph = graph_build_cpu(exploration, options, run, error);
    exploration->effort.memory_peak = peak;
    return graph;
}

struct graph *graph_build_cuda(struct exploration *exploration, const struct graph_options *options,
                               const struct run *run, struct error *error) {
    if (exploration->space.device == NULL) {
        return graph_build_cpu(exploration, options, run, error);
    }
    struct graph_device *on_device = NULL;
    error->code = ERROR_MEMORY;
    if (exploration->space.device->table != NULL) {
        on_device = graph_device_build(exploration, options, run, error);
    }
    if (on_device == NULL) {
        return error->code == ERROR_MEMORY ? build_on_host(exploration, options, run, error) : NULL;
    }
    graph_states **states = options != NULL ? options->states : NULL;
    struct graph *graph = graph_device_download(on_device, run, error);
    if (graph != NULL && states != NULL && graph_states_fetch(*states, run, error) != 0) {
        graph_free(graph);
        graph = NULL;
    }
    if (graph == NULL && states != NULL) {
        graph_states_free(*states);
        *states = NULL;
    }
    graph_device_free(on_device);
    return graph;
}

#endif
