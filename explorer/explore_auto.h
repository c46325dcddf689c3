#ifndef HEDDLE_EXPLORER_EXPLORE_AUTO_H
#define HEDDLE_EXPLORER_EXPLORE_AUTO_H

#include <stdint.h>

#include "base/device/device_start.h"
#include "explorer/backend.h"

/* What the engine `auto` is made of. It lives as long as the thread may be at work. */
struct auto_engines {
    const struct backend *host;
    const struct backend *device; /* NULL in builds without one */
    int (*start)(unsigned number,
                 struct error *error); /* makes the device ready; 0, or -1 with *error filled */
    struct device_start *device_start;
    uint64_t start_states; /* of a search on the host, from which on the device is made ready */
    uint64_t leave_states; /* from which on a device that is ready does the search */
};

/*
 * The engine `auto`: a search on the host that, when it turns out large, begins again on the device. Small
 * ones never wait for a device. What a device fails to do the host does, and exploration->fallback says why:
 * the device does not work, or has less memory than the host may use. Having no device is no failure. These
 * are the functions of struct backend for the engines given.
 */
struct exploration *auto_explore(const struct auto_engines *engines, const model *model,
                                 const struct explore_options *options, const struct run *run,
                                 struct error *error);
/* By the engine that holds the exploration. If a device fails at it, the host searches once more. */
int auto_trace(const struct auto_engines *engines, struct exploration *exploration,
               const struct trace_goal *goal, const struct run *run, struct trace *trace,
               struct error *error);
struct graph *auto_graph(const struct auto_engines *engines, struct exploration *exploration,
                         const struct graph_options *options, const struct run *run, struct error *error);
int auto_fetch(const struct auto_engines *engines, struct exploration *exploration, const struct run *run,
               struct error *error);

#endif
