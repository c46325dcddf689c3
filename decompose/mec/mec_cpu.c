/* Maximal end components on the host. */
#include "base/run.h"
#include "decompose/mec/mec_internal.h"

int mec_decompose_cpu(struct prune *prune, const struct digraph *graph, const struct scc_options *options,
                      uint32_t *component, struct scc_report *report) {
    return scc_cpu(graph, options, prune->steps.run, component, report, prune->steps.error);
}

int mec_cpu(const struct digraph *graph, const struct mec_options *options, const struct run *run,
            uint32_t *component, const struct mec_details *details, struct mec_report *report,
            struct error *error) {
    struct prune prune = prune_on_host(run, error);
    return mec_run(&prune, mec_decompose_cpu, graph, options, component, details, report);
}
