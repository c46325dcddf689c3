/* Maximal end components on a GPU. */
#include "decompose/mec/mec_internal.h"
#include "decompose/scc/scc_device.h"

int mec_decompose_cuda(struct prune *prune, const struct digraph *graph, const struct scc_options *options,
                       uint32_t *component, struct scc_report *report) {
    return scc_cuda(prune->steps.device, graph, options, prune->steps.run, component, report,
                    prune->steps.error);
}

int mec_cuda(struct device *device, const struct digraph *graph, const struct mec_options *options,
             const struct run *run, uint32_t *component, const struct mec_details *details,
             struct mec_report *report, struct error *error) {
    struct prune prune = prune_on_device(device, run, error);
    return mec_run(&prune, mec_decompose_cuda, graph, options, component, details, report);
}
