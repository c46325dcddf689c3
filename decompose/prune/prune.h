#ifndef HEDDLE_DECOMPOSE_PRUNE_PRUNE_H
#define HEDDLE_DECOMPOSE_PRUNE_PRUNE_H

/*
 * Code that MEC decomposition and almost-sure reachability share on the host and on a GPU: arrays on the side
 * of the graph, steps over them, and pruning to a fixpoint.
 */
#include "base/steps/steps.h"
#include "decompose/prune/prune_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct prune;
struct scc_options;
struct scc_report;

/* The functions of a side (host or GPU) in addition to base/steps. They return 0, or -1 with the error
 * filled.
 */
struct prune_side {
    const step_function *prune, *mec, *sure; /* functions, by enum prune_step, mec_step, sure_step */
    /* Run PRUNE_FALL of a prune_view, or SURE_REACH of a sure_view, for the entries of the queue and for
     * those added meanwhile, level by level. */
    int (*drain_falls)(struct prune *prune, const void *view);
    int (*drain_reach)(struct prune *prune, const void *view);
    /* Transposes the live edges: sets the sources of the view, and source_count. Also ERROR_MEMORY; what the
     * sources are after a failure is undefined. */
    int (*transpose)(struct prune *prune);
    /* scc_cpu or scc_cuda. */
    int (*decompose)(struct prune *prune, const struct digraph *graph, const struct scc_options *options,
                     uint32_t *component, struct scc_report *report);
};

struct prune {
    struct steps steps;
    const struct prune_side *side;
    struct prune_view view;
    uint64_t source_count;
    int transpose_refused; /* no memory for the transpose: sweeps over all vertices */
    uint64_t bytes, most_bytes;
};

/* Allocates; the prune counts the bytes, and the largest sum is most_bytes. Clearing: zeros. NULL with the
 * error filled. */
void *prune_allocate(struct prune *prune, uint64_t bytes);
void *prune_allocate_cleared(struct prune *prune, uint64_t bytes);
void prune_release(struct prune *prune, void *block, uint64_t bytes); /* NULL is allowed */
/* Sets every byte of the block to `byte`. Returns 0 or -1. */
int prune_fill(struct prune *prune, void *block, int byte, uint64_t bytes);
/* Counts bytes that other code took meanwhile. */
void prune_note_bytes(struct prune *prune, uint64_t bytes);

/*
 * Begins pruning; prune_on_host or prune_on_device has filled the struct before. `graph` is a view, and its
 * `live` are the given edges. Takes, on its side, a bit an edge, 8 bytes and 2 bits a vertex, 4 bytes for
 * each 64 edges at most. prune_close works whatever prune_open returned.
 */
int prune_open(struct prune *prune, const struct digraph *graph);
void prune_close(struct prune *prune);

/* Call this after a step over all vertices has counted choices: states without live choices fall and are
 * queued. Also ERROR_LIMIT. */
int prune_begin(struct prune *prune);
/* Empties the queue without processing it. */
int prune_forget_queue(struct prune *prune);
/* Reads the counters, which prune_forget_queue clears. */
int prune_read(struct prune *prune, struct prune_counters *counters);
/* Runs a step of any machine over the items [first, first + count), or over all vertices; `view` is the
 * machine's view. `ask`: returns whether some item raised the flag (1, 0), or -1. */
int prune_each(struct prune *prune, step_function step, const void *view, uint64_t first, uint64_t count);
int prune_each_vertex(struct prune *prune, step_function step, const void *view);
int prune_ask_vertices(struct prune *prune, step_function step, const void *view);
/* Makes the transpose of the live edges unless it exists: 8 bytes a vertex and 4 bytes a live edge. When
 * memory does not suffice, now or earlier, it returns 0 and view.sources_begin stays NULL. */
int prune_transpose(struct prune *prune);
void prune_drop_transpose(struct prune *prune);
/* Starts from fallen states in the queue: choices die and states fall until a fixpoint; then the queue is
 * empty. */
int prune_settle(struct prune *prune);

/* Fills a prune for a side. */
struct prune prune_on_host(const struct run *run, struct error *error);
struct prune prune_on_device(struct device *device, const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
