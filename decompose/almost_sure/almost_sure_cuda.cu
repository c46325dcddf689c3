/* Almost-sure reachability on a GPU. */
#include "decompose/almost_sure/almost_sure_internal.h"

int almost_sure_reach_cuda(struct device *device, const struct digraph *graph,
                           const struct almost_sure_goal *goal, const struct run *run,
                           const struct almost_sure_plan *plan, struct almost_sure_report *report,
                           struct error *error) {
    const struct prune prune = prune_on_device(device, run, error);
    return almost_sure_reach(&prune, graph, goal, plan, report);
}

int almost_sure_repeat_cuda(struct device *device, const struct digraph *graph, const uint32_t *label,
                            const struct mec_options *options, const struct run *run,
                            const struct almost_sure_plan *plan, struct almost_sure_report *report,
                            struct error *error) {
    const struct prune prune = prune_on_device(device, run, error);
    return almost_sure_repeat(&prune, mec_decompose_cuda, graph, label, options, plan, report);
}
