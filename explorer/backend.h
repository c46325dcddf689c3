#ifndef HEDDLE_EXPLORER_BACKEND_H
#define HEDDLE_EXPLORER_BACKEND_H

#include "explorer/explore.h"
#include "explorer/graph.h"
#include "explorer/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An engine: what it is called and what it does. Tests iterate over all that are built in. */
struct backend {
    const char *name;
    int on_device; /* works in the memory of a GPU, which run->device_bytes bounds */
    /* Whether it can run here; if not, *reason says why not. */
    int (*available)(const char **reason);
    struct exploration *(*explore)(const model *model, const struct explore_options *options,
                                   const struct run *run, struct error *error);
    int (*trace)(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                 struct trace *trace, struct error *error);
    struct graph *(*graph)(struct exploration *exploration, const struct run *run, struct error *error);
};

extern const struct backend *const backends[]; /* NULL-terminated; the CPU first */
/* NULL when there is none of that name. */
const struct backend *backend_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
