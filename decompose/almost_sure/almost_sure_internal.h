#ifndef HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_INTERNAL_H
#define HEDDLE_DECOMPOSE_ALMOST_SURE_ALMOST_SURE_INTERNAL_H

/* The drivers of almost-sure reachability, for the host and for a GPU; the caller initialises `prune` with
 * prune_on_host or prune_on_device. */
#include "decompose/almost_sure/almost_sure.h"
#include "decompose/mec/mec_internal.h"
#include "decompose/prune/prune.h"

#ifdef __cplusplus
extern "C" {
#endif

int almost_sure_reach(const struct prune *prune, const struct digraph *graph,
                      const struct almost_sure_goal *goal, const struct almost_sure_plan *plan,
                      struct almost_sure_report *report);
int almost_sure_repeat(const struct prune *prune, mec_decompose decompose, const struct digraph *graph,
                       const uint32_t *label, const struct mec_options *options,
                       const struct almost_sure_plan *plan, struct almost_sure_report *report);

#ifdef __cplusplus
}
#endif
#endif
