#ifndef HEDDLE_DECOMPOSE_MDP_MDP_DEVICE_H
#define HEDDLE_DECOMPOSE_MDP_MDP_DEVICE_H

#include <stdint.h>

#include "base/device/device.h"
#include "model/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph_device;
struct mdp;
struct run;

/* A Markov decision process in the memory of a GPU, with the same arrays as struct mdp (model/mdp.h),
 * byte for byte. */
struct mdp_device {
    struct device *device; /* owned */
    struct memory *memory; /* memory of this struct and the texts, on the host */
    uint64_t states, choices, edges;
    uint32_t initial;
    uint32_t *reachable; /* bitmap over states, or NULL: all */
    uint64_t reachable_states;
    uint64_t *offsets; /* states + 1 */
    uint32_t *targets; /* edges */
    uint32_t *begins;  /* bitmap over edges, or NULL: every edge is a choice of its own */
    uint32_t *labels;  /* edges, or NULL: no choice has one */
    char **label_text; /* label_count texts on the host, sorted by bytes; owned */
    uint32_t label_count;
    struct device_range target_range, label_range;
};

/*
 * Returns the MDP of a graph on a GPU, with its labels and, where there are any, its choices. Result and
 * errors are the same as those of mdp_from_graph (decompose/mdp/mdp_network.h) for the graph on the host. The
 * network may be freed afterwards. The function consumes the graph, and the MDP owns its GPU; a graph without
 * probabilities and rates passes its arrays to the MDP. Otherwise the function takes, while it runs and in
 * addition to the graph, 8 bytes a state and 8 bytes an edge of the MDP, and a bit an edge; 4 bytes and a bit
 * a state where maximal progress may cut states off.
 *
 * NULL with *error filled: ERROR_INPUT, ERROR_LIMIT, ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE. The
 * caller then still owns the graph, but the order of edges within rows may have changed.
 */
struct mdp_device *mdp_device_from_graph(struct graph_device *graph, int keep_races, const struct run *run,
                                         struct error *error);

/*
 * Marks the edges of choices with certain labels. matches[0 .. label_count): whether to mark a label, on the
 * host; edges: a bitmap over edges on the GPU, which is overwritten. 0, or -1 with *error filled:
 * ERROR_MEMORY, ERROR_DEVICE.
 */
int mdp_device_mark_labels(const struct mdp_device *mdp, const unsigned char *matches, uint32_t *edges,
                           struct error *error);

/* Releases the GPU, too; NULL is allowed. */
void mdp_device_free(struct mdp_device *mdp);

/* A view of the MDP for decompositions on the GPU. */
static inline struct digraph mdp_device_digraph(const struct mdp_device *mdp) {
    struct digraph graph = {mdp->states, mdp->edges, mdp->offsets, mdp->targets, 0, mdp->begins};
    return graph;
}

#ifdef __cplusplus
}
#endif
#endif
