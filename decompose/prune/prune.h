#ifndef HEDDLE_DECOMPOSE_PRUNE_PRUNE_H
#define HEDDLE_DECOMPOSE_PRUNE_PRUNE_H

/*
 * What MEC decomposition and almost-sure reachability share on the host and on a GPU: arrays on the side
 * where the graph is, steps over them, and pruning to a fixpoint.
 */
#include "base/steps/steps.h"
#include "decompose/prune/prune_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct prune;

/* What a side does beside base/steps. Functions return 0, or -1 with the error filled. */
struct prune_side {
    const step_function *prune, *mec, *sure; /* of the machines: by enum prune_step, mec_step, sure_step */
    /*
     * PRUNE_FALL of a prune_view, or SURE_REACH of a sure_view, for the places of the queue from the first
     * one on, and for what is queued meanwhile, in the order of levels: first all that were there, then all
     * that those queued, ..
     */
    int (*drain_falls)(struct prune *prune, const void *view);
    int (*drain_reach)(struct prune *prune, const void *view);
    /* The transpose of the live edges. ERROR_MEMORY, too. */
    int (*transpose)(struct prune *prune, uint64_t **begin, uint32_t **sources, uint64_t *edges);
};

struct prune {
    struct steps steps;
    const struct prune_side *side;
    struct prune_view view;
    uint64_t vertices, edges;
    uint64_t heavy_capacity;
    uint64_t *sources_begin; /* the transpose; NULL: there is none now */
    uint32_t *sources;
    uint64_t source_count;
    int transpose_refused; /* no memory: sweeps */
    uint64_t bytes, most_bytes;
};

/* Accounted with the prune; the largest sum is most_bytes. Clearing: zeros. NULL with the error filled. */
void *prune_allocate(struct prune *prune, uint64_t bytes);
void *prune_allocate_cleared(struct prune *prune, uint64_t bytes);
void prune_release(struct prune *prune, void *block, uint64_t bytes); /* NULL is allowed */
/* Every byte of the block becomes `byte`. 0 or -1. */
int prune_fill(struct prune *prune, void *block, int byte, uint64_t bytes);
/* What was taken elsewhere meanwhile. */
void prune_note_bytes(struct prune *prune, uint64_t bytes);

/*
 * Begins, with what prune_on_host or prune_on_device filled: `graph` is a view, with its `live` as what is
 * given. Takes, on its side, a bit an edge, 8 bytes and 2 bits a vertex, 4 bytes for each 64 edges at most.
 * prune_close takes a prune of zeros, too, and whatever prune_open returned.
 */
int prune_open(struct prune *prune, const struct digraph *graph);
void prune_close(struct prune *prune);

/*
 * Where a step over all vertices has counted choices: lets states without any fall; they are queued.
 * ERROR_LIMIT, too.
 */
int prune_begin(struct prune *prune);
/* Empties the queue without doing anything. */
int prune_forget_queue(struct prune *prune);
/* The counters, which prune_forget_queue clears. */
int prune_read(struct prune *prune, struct prune_counters *counters);
/*
 * Steps over all vertices, of any machine: `view` is its view. `ask`: whether some item raised the flag (1,
 * 0), or -1.
 */
int prune_each_vertex(struct prune *prune, step_function step, const void *view);
int prune_ask_vertices(struct prune *prune, step_function step, const void *view);
/* The step for the items [first, first + count). */
int prune_each(struct prune *prune, step_function step, const void *view, uint64_t first, uint64_t count);
/*
 * The transpose of the live edges, made where it is not there; *made is 0 when memory does not suffice,
 * now or earlier. 8 bytes a vertex and 4 bytes a live edge.
 */
int prune_transpose(struct prune *prune, int *made);
void prune_drop_transpose(struct prune *prune);
/* From states that fell and are queued, lets choices die and states fall to a fixpoint, and empties the
 * queue. */
int prune_settle(struct prune *prune);

/* A prune on a side. */
struct prune prune_on_host(const struct run *run, struct error *error);
struct prune prune_on_device(struct device *device, const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
