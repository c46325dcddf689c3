#ifndef HEDDLE_EXPLORER_EXPLORE_AUTO_H
#define HEDDLE_EXPLORER_EXPLORE_AUTO_H

#include <stdint.h>

#include "base/device/device_start.h"
#include "explorer/backend.h"

/* The engines that `auto` combines. It must live as long as the thread that initialises the device. */
struct auto_engines {
    const struct backend *host;
    const struct backend *device; /* NULL in builds without a GPU engine */
    int (*start)(unsigned number,
                 struct error *error); /* initialises the device; 0, or -1 with *error filled */
    /* The devices that search together when one is too small, as explore_gpus_find; NULL: one alone does. */
    unsigned (*find_more)(const model *model, const struct explore_options *options, unsigned first,
                          struct device_list *devices);
    struct device_start *device_start;
    uint64_t start_states; /* states found on the host when the initialisation starts */
    uint64_t leave_states; /* states from which on a ready device searches, too */
};

/*
 * The engine `auto`: a search on the host and, if it turns out to be large, on the device, too; the first
 * result is taken. The host waits for the device only if its memory is full, or if a graph follows
 * (options->graph_follows) with which the device will probably be done first. If the device fails (it does
 * not work, or has less memory than the host may use), the host does the work, and
 * exploration->effort.fallback is the reason. If its memory is full and there are more devices, all search
 * together: from the level that it expanded, or from the beginning if that takes too long or too much memory
 * of the host. The absence of a device is not a failure. `engines` must outlive the exploration.
 */
struct exploration *auto_explore(const struct auto_engines *engines, const model *model,
                                 const struct explore_options *options, const struct run *run,
                                 struct error *error);
/*
 * Functions of struct backend for an exploration of auto_explore. The engine that holds it does the work. If
 * the device fails, the host searches again.
 */
int auto_trace(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
               struct trace *trace, struct error *error);
struct graph *auto_graph(struct exploration *exploration, const struct graph_options *options,
                         const struct run *run, struct error *error);
int auto_fetch(struct exploration *exploration, const struct run *run, struct error *error);
/* For a device that failed (ERROR_DEVICE), or is too small (ERROR_MEMORY). */
int auto_recover(struct exploration *exploration, const struct run *run, struct error *error);

#endif
