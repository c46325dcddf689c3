#ifndef HEDDLE_EXPLORER_BACKEND_H
#define HEDDLE_EXPLORER_BACKEND_H

#include "explorer/search/explore.h"
#include "explorer/graph/graph.h"
#include "explorer/trace/trace_rebuild.h"

struct device_list;

/* An engine: its name and functions. Tests iterate over all engines that are built in. */
struct backend {
    const char *name;
    int on_device; /* works in GPU memory, limited by run->device_bytes */
    int is_auto;   /* begins on the CPU; a GPU may search, too */
    /* Whether the engine can run here; if not, *reason says why. */
    int (*available)(const char **reason);
    /* Never ends as EXPLORE_FAULT: an error of the model is *error (explore_fault.h). */
    struct exploration *(*explore)(const model *model, const struct explore_options *options,
                                   const struct run *run, struct error *error);
    int (*trace)(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                 struct trace *trace, struct error *error);
    struct graph *(*graph)(struct exploration *exploration, const struct graph_options *options,
                           const struct run *run, struct error *error);
    /* as exploration_fetch */
    int (*fetch)(struct exploration *exploration, const struct run *run, struct error *error);
    /*
     * After *error has ended work on the states of a complete search where they are: searches once more, so
     * that the host can do the work. What the exploration still has of the states is lost. 0; or -1 with
     * *error unchanged, if it cannot help, or overwritten.
     */
    int (*recover)(struct exploration *exploration, const struct run *run, struct error *error);
};

extern const struct backend *const backends[]; /* All engines, NULL-terminated; the CPU first. */
/* The engine of that name, or of "auto", which begins on the CPU (explore_auto.h); NULL for another name. */
const struct backend *backend_find(const char *name);
/*
 * The engine for a device: "auto", "cpu", "cuda", "cuda:K", or several GPUs as "cuda:0-3", "cuda:0,2" or
 * "cuda:all". *devices has those that are named, GPU 0 if none is; only the cuda engine takes several. NULL
 * with *error filled, whose text has the name of the option ("--device"): ERROR_USAGE for other words,
 * ERROR_DEVICE for a device that does not exist.
 */
const struct backend *backend_choose(const char *device, const char *option, struct device_list *devices,
                                     struct error *error);
/* Whether a GPU may search. */
int backend_may_use_device(const struct backend *backend);
/*
 * Starts the driver of GPU run->device in the background, if the engine is `auto` and a GPU may exist; the
 * second function only if the file is so large that reading it takes a large part of that time.
 */
void backend_start_device(const struct backend *backend, const struct run *run);
void backend_expect_file(const struct backend *backend, const char *path, const struct run *run);

#endif
