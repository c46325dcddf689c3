#ifndef HEDDLE_DECOMPOSE_ENGINE_H
#define HEDDLE_DECOMPOSE_ENGINE_H

#include "decompose/mec/mec.h"
#include "decompose/scc/scc.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The engines on which decompositions run, for graphs in host memory: arguments and results are on the host,
 * and the engine of a GPU copies them there and back. Tests iterate over the engines. For graphs that are
 * already on a GPU, call scc_cuda and mec_cuda directly.
 */
struct decompose_engine {
    const char *name; /* "cpu", "cuda" */
    int on_device;
    /* Whether the engine can run here; if not, *reason says why. */
    int (*available)(const char **reason);
    /* scc_cpu or scc_cuda: see decompose/scc/scc.h. report->seconds excludes copies to and from the GPU.
     */
    int (*scc)(const struct digraph *graph, const struct scc_options *options, const struct run *run,
               uint32_t *component, struct scc_report *report, struct error *error);
    /* mec_cpu or mec_cuda: see decompose/mec/mec.h. */
    int (*mec)(const struct digraph *graph, const struct mec_options *options, const struct run *run,
               uint32_t *component, const struct mec_details *details, struct mec_report *report,
               struct error *error);
    int (*count)(const struct digraph *graph, const uint32_t *component, const struct run *run,
                 struct component_counts *counts, struct error *error);
};

extern const struct decompose_engine *const decompose_engines[]; /* NULL-terminated; the CPU first */

#ifdef __cplusplus
}
#endif
#endif
