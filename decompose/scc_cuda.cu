/* Which algorithm decomposes a graph on a GPU. */
#include "decompose/scc_device.h"

#include "base/error.h"
#include "base/run.h"
#include "decompose/scc_fbt.h"
#include "decompose/scc_labels.h"

int scc_cuda(struct device *device, const struct digraph *graph, const struct scc_options *options,
             const struct run *run, uint32_t *component, struct scc_report *report, struct error *error) {
    *report = scc_report();
    report->algorithm = options->algorithm;
    if (graph->vertices == 0) {
        return 0;
    }
    if (options->algorithm == SCC_TARJAN) {
        return error_set(error, ERROR_USAGE, "tarjan runs on the CPU alone");
    }
    if (options->algorithm == SCC_FBT || options->algorithm == SCC_BFBT) {
        return scc_fbt_cuda(device, graph, options, run, component, report, error);
    }
    return scc_labels_cuda(device, graph, options, run, component, report, error);
}
