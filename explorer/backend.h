#ifndef HEDDLE_EXPLORER_BACKEND_H
#define HEDDLE_EXPLORER_BACKEND_H

#include "explorer/search/explore.h"
#include "explorer/graph/graph.h"
#include "explorer/trace/trace_rebuild.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An engine: what it is called and what it does. Tests iterate over all that are built in. */
struct backend {
    const char *name;
    int on_device; /* works in the memory of a GPU, which run->device_bytes bounds */
    int is_auto;   /* begins on the CPU and may continue on a GPU */
    /* Whether it can run here; if not, *reason says why not. */
    int (*available)(const char **reason);
    struct exploration *(*explore)(const model *model, const struct explore_options *options,
                                   const struct run *run, struct error *error);
    int (*trace)(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                 struct trace *trace, struct error *error);
    struct graph *(*graph)(struct exploration *exploration, const struct graph_options *options,
                           const struct run *run, struct error *error);
    /* exploration_fetch */
    int (*fetch)(struct exploration *exploration, const struct run *run, struct error *error);
};

extern const struct backend *const backends[]; /* NULL-terminated; the CPU first */
/* One of them, or "auto", which begins on the CPU (explore_auto.h); NULL when there is none of that name. */
const struct backend *backend_find(const char *name);
/*
 * The one that a device stands for: "auto", "cpu", "cuda", or "cuda:K", whose number goes to *number (else
 * 0). NULL with *error filled, which names the option ("--device"): ERROR_USAGE for other
 * words, ERROR_DEVICE for one that is not there.
 */
const struct backend *backend_choose(const char *device, const char *option, unsigned *number,
                                     struct error *error);

#ifdef __cplusplus
}
#endif
#endif
