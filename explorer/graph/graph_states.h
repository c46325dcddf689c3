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
 * The states of a graph's vertices, for callers that need more than numbers: the key of each vertex, and the
 * pairs of folded keys. They are in host memory, whatever engine built the graph: 8 or 16 bytes for each
 * vertex, and 16 for each pair. They are made on request (graph_options.states).
 */
typedef struct graph_states graph_states;

/* NULL is allowed. */
void graph_states_free(graph_states *states);

uint64_t graph_states_vertices(const graph_states *states);
/*
 * The numbers in a tuple: one for each component of the network, and one for the observer if there is one.
 */
uint32_t graph_states_width(const graph_states *states);
/* The local states of a vertex, in the order of components, the observer's last. Thread-safe. */
void graph_states_tuple(const graph_states *states, uint64_t vertex, uint32_t *tuple);

/* --- for code that builds graphs --- */

/* Without keys. What it needs of the model is copied. NULL with *error filled when memory runs out. */
graph_states *graph_states_create(const model *model, uint64_t vertices, struct memory *memory,
                                  struct error *error);
/*
 * Takes over the keys, in the order of vertices (bits 63 may be set or not), and the interner (or NULL); the
 * caller's range is zeroed. Both must use the memory that was passed to graph_states_create.
 */
void graph_states_take(graph_states *states, struct memory_range *keys, struct interner *interner);
/*
 * Alternatively, makes room for the keys and for `pairs` pairs (INTERN_PAIR_BYTES each), which the caller
 * fills. 0, or -1 with *error filled when memory runs out.
 */
int graph_states_room(graph_states *states, uint64_t pairs, uint64_t **keys_at, uint64_t **pairs_at,
                      struct error *error);

#ifdef __cplusplus
}
#endif
#endif
