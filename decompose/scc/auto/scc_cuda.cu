/* Which algorithm decomposes a graph on a GPU. */
#include "decompose/scc/scc_device.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "decompose/scc/forward_backward/scc_fbt.h"
#include "decompose/scc/labels/scc_labels.h"

static int is_fbt(const struct scc_options *options) {
    return options->algorithm == SCC_FBT || options->algorithm == SCC_BFBT;
}

uint64_t scc_cuda_bytes(const struct digraph *graph, const struct scc_options *options) {
    return is_fbt(options) ? scc_fbt_cuda_bytes(graph, options) : scc_labels_cuda_bytes(graph);
}

/* Before any work is done, where the need is known well enough. */
static int check_memory(struct device *device, const struct digraph *graph, const struct scc_options *options,
                        struct error *error) {
    uint64_t need = scc_cuda_bytes(graph, options), left = memory_left(&device->memory);
    if (need <= left || options->out_degree_bound != 0) {
        return 0;
    }
    return error_set(
        error, ERROR_MEMORY,
        "not enough memory on the GPU: %s takes %llu bytes beside the graph, and %llu are left%s",
        scc_algorithm_name(options->algorithm), (unsigned long long)need, (unsigned long long)left,
        is_fbt(options) ? "; auto takes less" : "");
}

int scc_cuda(struct device *device, const struct digraph *graph, const struct scc_options *options,
             const struct run *run, uint32_t *component, struct scc_report *report, struct error *error) {
    *report = scc_report();
    /* AUTO's labels are of ECL's kind. */
    report->algorithm = options->algorithm == SCC_AUTO ? SCC_ECL : options->algorithm;
    if (graph->vertices == 0) {
        return 0;
    }
    if (options->algorithm == SCC_TARJAN) {
        return error_set(error, ERROR_USAGE, "tarjan runs on the CPU alone");
    }
    if (check_memory(device, graph, options, error) != 0) {
        return -1;
    }
    const struct scc_task task = {graph, options, run, component, report};
    return is_fbt(options) ? scc_fbt_cuda(device, &task, error) : scc_labels_cuda(device, &task, error);
}
