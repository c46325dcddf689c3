#ifndef HEDDLE_DECOMPOSE_ENGINE_H
#define HEDDLE_DECOMPOSE_ENGINE_H

#include "decompose/mec/mec.h"
#include "decompose/scc/scc.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Where decompositions run, for graphs in host memory: what each takes and gives is on the host, and an
 * engine on a GPU moves it there and back. Tests iterate over them. Graphs that already are on a GPU go to
 * scc_cuda and mec_cuda at once.
 */
struct decompose_engine {
    const char *name; /* "cpu", "cuda" */
    int on_device;
    /* Whether it can run here; if not, *reason says why not. */
    int (*available)(const char **reason);
    /* scc_cpu and its twin: see decompose/scc/scc.h. report->seconds are without the way to the GPU and back.
     */
    int (*scc)(const struct digraph *graph, const struct scc_options *options, const struct run *run,
               uint32_t *component, struct scc_report *report, struct error *error);
    /* mec_cpu and its twin: see decompose/mec/mec.h. */
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
