#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_STATES_INTERNAL_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_STATES_INTERNAL_H

/* The body of graph_states, and the functions of a GPU for it (graph_states_device.cu). */
#include "base/device/device.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/fold_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct graph_states {
    struct memory *memory;
    uint64_t vertices;
    struct model_header header; /* a copy without the image; its offsets are not used */
    struct model_component *components;
    uint32_t width;
    const uint64_t *keys, *pairs; /* in the memory of `device`; on the host if that is NULL */
    struct memory_range key_range, pair_range;
    struct interner *interner; /* owner of the pairs, or NULL */
    struct device *device;     /* not owned */
    struct device_range keys_there, pairs_there;
    uint64_t pair_count;            /* pairs on the device */
    uint64_t *words, word_capacity; /* of a part: its keys, which are whole vectors */
};

/* Writes the vector of a key. */
CORE_FUNCTION void graph_states_unfold(const struct model_header *header, const uint64_t *pairs,
                                       const uint64_t *key, uint64_t *vector) {
    for (uint32_t w = 0; w < header->words; w++) {
        vector[w] = fold_word(header, pairs, key, w);
    }
}

/* Writes the vectors of the vertices, which are on the device, to host memory. 0, or -1 with *error filled.
 */
int graph_states_gather(const struct graph_states *whole, const struct graph_selection *selection,
                        uint64_t *vectors, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
