/* Chooses the algorithm that decomposes a graph on a GPU. */
#include "base/device/device.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/scc/scc_internal.h"
#include "explorer/graph/digraph_device.h"

/* Fails before any work is done, if the bytes that are needed are known well enough. */
static int check_memory(const struct digraph_device *graph, const struct scc_options *options, int is_fbt,
                        struct error *error) {
    uint64_t left = memory_left(&graph->device->memory);
    uint64_t need =
        is_fbt ? scc_fbt_cuda_bytes(&graph->graph, options) : scc_labels_cuda_bytes(&graph->graph);
    if (need <= left || options->out_degree_bound != 0) {
        return 0;
    }
    return error_set(
        error, ERROR_MEMORY,
        "not enough memory on the GPU: %s takes %llu bytes in addition to the graph, and %llu are left%s",
        scc_algorithm_name(options->algorithm), (unsigned long long)need, (unsigned long long)left,
        is_fbt ? "; auto takes less" : "");
}

typedef int (*gpu_algorithm)(struct device *device, const struct scc_task *task, struct error *error);
#define GPU_ALGORITHM(member, name, team, cuda) cuda,
static const gpu_algorithm gpu_algorithms[] = {SCC_LIST(GPU_ALGORITHM)};

int scc_cuda(const struct digraph_device *graph, const struct scc_options *options, const struct run *run,
             uint32_t *component, struct scc_report *report, struct error *error) {
    const gpu_algorithm decompose = gpu_algorithms[options->algorithm];
    *report = scc_report();
    /* AUTO propagates labels, as ECL does. */
    report->algorithm = options->algorithm == SCC_AUTO ? SCC_ECL : options->algorithm;
    if (graph->graph.vertices == 0) {
        return 0;
    }
    if (decompose == NULL) {
        return error_set(error, ERROR_USAGE, "%s runs on the CPU alone",
                         scc_algorithm_name(report->algorithm));
    }
    if (check_memory(graph, options, decompose == scc_fbt_cuda, error) != 0) {
        return -1;
    }
    const struct scc_task task = {&graph->graph, options, run, component, report};
    return decompose(graph->device, &task, error);
}
