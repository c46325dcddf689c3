#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_STATES_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_STATES_H

#include <stdint.h>

#include "base/memory.h"
#include "explorer/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct device_range;
struct error;
struct interner;
struct run;

/*
 * The states of a graph's vertices, for callers that need more than numbers: the key of each vertex, and the
 * pairs of folded keys, which take 8 or 16 bytes for each vertex, and 16 for each pair. They are made on
 * request (graph_options.states). They are in host memory, except for a graph that stays on a GPU
 * (graph_device.h): there they stay in its memory, too, and graph_states_append or graph_states_fetch copies
 * them.
 */
typedef struct graph_states graph_states;

/* NULL is allowed. States on a GPU are freed before the GPU is released. */
void graph_states_free(graph_states *states);

uint64_t graph_states_vertices(const graph_states *states);
/*
 * The numbers in a tuple: one for each component of the network, and one for the observer if there is one.
 */
uint32_t graph_states_width(const graph_states *states);
/* The local states of a vertex, in the order of components, the observer's last; of states in host memory.
 * Thread-safe. */
void graph_states_tuple(const graph_states *states, uint64_t vertex, uint32_t *tuple);

/* Vectors: the tuple as bit fields of words; equal vectors are equal tuples. Of states in host memory.
 * Thread-safe. */
uint32_t graph_states_words(const graph_states *states);
void graph_states_vector(const graph_states *states, uint64_t vertex, uint64_t *words);
void graph_states_pack(const graph_states *states, const uint32_t *tuple, uint64_t *words);

/* Moves the states from a GPU to host memory; does nothing if they are there. 0, or -1 with *error filled and
 * the states where they were. */
int graph_states_fetch(graph_states *states, const struct run *run, struct error *error);

/* The keys of all vertices, in their order, and the pairs, for code that unfolds them itself
 * (explorer/model/fold_core.h), with the header of the model that the graph was made from. In the memory of
 * `device`; on the host if that is NULL. */
struct graph_states_keys {
    const uint64_t *keys, *pairs;
    struct device *device;
};

struct graph_states_keys graph_states_keys_of(const graph_states *states);

/* Vertices: those of a list, or for NULL consecutive ones. */
struct graph_selection {
    const uint32_t *list;
    uint64_t first, count; /* first: without a list */
};

/*
 * Copies of some of the states, in host memory: vertex k is the k-th that was appended. They do not need the
 * whole. NULL with *error filled when memory runs out.
 */
graph_states *graph_states_part(const graph_states *whole, struct memory *memory, struct error *error);
/* 0, or -1 with *error filled and the part as it was: ERROR_MEMORY, ERROR_DEVICE. */
int graph_states_append(graph_states *part, const graph_states *whole,
                        const struct graph_selection *selection, struct error *error);

/*
 * States that are given as vectors, `count` of them, which are copied. In host memory. NULL with *error
 * filled when memory runs out.
 */
graph_states *graph_states_of_vectors(const model *model, const uint64_t *vectors, uint64_t count,
                                      struct memory *memory, struct error *error);

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

/*
 * Alternatively, takes over keys and `pair_count` pairs in the memory of a GPU, which stay there. The
 * caller's ranges are zeroed.
 */
void graph_states_stay(graph_states *states, struct device *device, struct device_range *keys,
                       struct device_range *pairs, uint64_t pair_count);

#ifdef __cplusplus
}
#endif
#endif
