#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_STATES_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_STATES_H

#include <stdint.h>

#include "base/memory.h"
#include "explorer/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct interner;

/*
 * The states that the vertices of a graph are, for callers that need more than numbers: the key of each, in
 * the order of vertices, and the pairs that folded keys are made of. On the host, whatever built the graph:
 * 8 or 16 bytes a vertex, and 16 a pair.
 *
 * Made on demand: graph_options.states.
 */
typedef struct graph_states graph_states;

/* NULL is allowed. */
void graph_states_free(graph_states *states);

uint64_t graph_states_vertices(const graph_states *states);
/* Numbers of a tuple: one a component of the network, and one for the observer where there is one. */
uint32_t graph_states_width(const graph_states *states);
/* The local states of a vertex, in the order of components, the observer's last. Any thread may call it. */
void graph_states_tuple(const graph_states *states, uint64_t vertex, uint32_t *tuple);

/* --- for builders of graphs --- */

/* Without keys yet. What it needs of the model is copied. NULL with *error filled when memory is spent. */
graph_states *graph_states_create(const model *model, uint64_t vertices, struct memory *memory,
                                  struct error *error);
/* Takes the keys in the order of vertices, bits 63 of no matter, and the interner (or NULL): both are its own
 * from then on, the range is zeros. Both are of the memory that it was made with. */
void graph_states_take(graph_states *states, struct memory_range *keys, struct interner *interner);
/* Instead: room for the keys, and for `pairs` pairs (INTERN_PAIR_BYTES each), to be filled. 0, or -1 with
 * *error filled when memory is spent. */
int graph_states_room(graph_states *states, uint64_t pairs, uint64_t **keys_at, uint64_t **pairs_at,
                      struct error *error);

#ifdef __cplusplus
}
#endif
#endif
