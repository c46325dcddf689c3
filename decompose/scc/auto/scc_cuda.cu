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

int scc_cuda(const struct digraph_device *graph, const struct scc_options *options, const struct run *run,
             uint32_t *component, struct scc_report *report, struct error *error) {
    int is_fbt = options->algorithm == SCC_FBT || options->algorithm == SCC_BFBT;
    *report = scc_report();
    /* AUTO propagates labels, as ECL does. */
    report->algorithm = options->algorithm == SCC_AUTO ? SCC_ECL : options->algorithm;
    if (graph->graph.vertices == 0) {
        return 0;
    }
    if (!is_fbt && report->algorithm != SCC_ECL) {
        return error_set(error, ERROR_USAGE, "%s runs on the CPU alone",
                         scc_algorithm_name(report->algorithm));
    }
    if (check_memory(graph, options, is_fbt, error) != 0) {
        return -1;
    }
    const struct scc_task task = {&graph->graph, options, run, component, report};
    return is_fbt ? scc_fbt_cuda(graph->device, &task, error) : scc_labels_cuda(graph->device, &task, error);
}
