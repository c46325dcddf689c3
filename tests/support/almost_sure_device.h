#ifndef HEDDLE_TESTS_SUPPORT_ALMOST_SURE_DEVICE_H
#define HEDDLE_TESTS_SUPPORT_ALMOST_SURE_DEVICE_H

#include "decompose/almost_sure/almost_sure.h"

/* Almost-sure reachability on a GPU for graphs, goals and plans on the host; builds with HEDDLE_CUDA only. */
int almost_sure_device_available(const char **reason);
int almost_sure_reach_on_device(const struct digraph *graph, const struct almost_sure_goal *goal,
                                const struct run *run, const struct almost_sure_plan *plan,
                                struct almost_sure_report *report, struct error *error);
int almost_sure_repeat_on_device(const struct digraph *graph, const uint32_t *label,
                                 const struct mec_options *options, const struct run *run,
                                 const struct almost_sure_plan *plan, struct almost_sure_report *report,
                                 struct error *error);

#endif
