#ifndef HEDDLE_DECOMPOSE_ENGINE_H
#define HEDDLE_DECOMPOSE_ENGINE_H

#include "decompose/almost_sure/almost_sure.h"

/*
 * The engines on which decompositions run, for graphs in host memory: arguments and results are on the host.
 * The engine of a GPU opens GPU run->device and copies them there and back; reports exclude the copies. Tests
 * iterate over the engines. For graphs that are already on a GPU, call scc_cuda and so on directly.
 */
struct decompose_engine {
    const char *name; /* "cpu", "cuda" */
    int on_device;
    /* Whether the engine can run here; if not, *reason says why. */
    int (*available)(const char **reason);
    /* scc_cpu, mec_cpu, almost_sure_cpu and component_counts_make, or the same with ERROR_DEVICE. */
    int (*scc)(const struct digraph *graph, const struct scc_options *options, const struct run *run,
               uint32_t *component, struct scc_report *report, struct error *error);
    int (*mec)(const struct digraph *graph, const struct mec_options *options, const struct run *run,
               const struct mec_result *result, struct mec_report *report, struct error *error);
    int (*almost_sure)(const struct digraph *graph, const struct almost_sure_goal *goal,
                       const struct run *run, const struct almost_sure_plan *plan,
                       struct almost_sure_report *report, struct error *error);
    int (*count)(const struct digraph *graph, const uint32_t *component, const struct run *run,
                 struct component_counts *counts, struct error *error);
};

extern const struct decompose_engine *const decompose_engines[]; /* NULL-terminated; the CPU first */

#endif
