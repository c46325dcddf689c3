/* The states of a graph's vertices: keys, which are unfolded on demand. */
#include "explorer/graph/graph_states.h"

#include <string.h>

#include "base/error.h"
#include "explorer/model/fold_core.h"
#include "hashtable/intern.h"

struct graph_states {
    struct memory *memory;
    uint64_t vertices;
    struct model_header header; /* a copy without the image; its offsets are not used */
    struct model_component *components;
    uint32_t width;
    const uint64_t *keys, *pairs;
    struct memory_range key_range, pair_range;
    interner *interner; /* owner of the pairs, or NULL */
};

graph_states *graph_states_create(const model *model, uint64_t vertices, struct memory *memory,
                                  struct error *error) {
    struct model_view view = model_view_of(model_image(model));
    graph_states *states = memory_allocate_zeroed(memory, sizeof *states);
    if (states == NULL) {
        error_memory(error, "for the states of the graph");
        return NULL;
    }
    states->memory = memory;
    states->vertices = vertices;
    states->header = *view.header;
    states->width = view.header->components + (view.header->observer_states != 0);
    states->components = memory_allocate_array(memory, states->width, sizeof *states->components);
    if (states->components == NULL) {
        graph_states_free(states);
        error_memory(error, "for the states of the graph");
        return NULL;
    }
    if (states->width != 0) {
        memcpy(states->components, view.component, states->width * sizeof *states->components);
    }
    return states;
}

void graph_states_take(graph_states *states, struct memory_range *keys, interner *interner) {
    states->key_range = *keys;
    *keys = (struct memory_range){0};
    states->keys = states->key_range.base;
    states->interner = interner;
    states->pairs = interner == NULL ? NULL : interner_view(interner)->pairs;
}

int graph_states_room(graph_states *states, uint64_t pairs, uint64_t **keys_at, uint64_t **pairs_at,
                      struct error *error) {
    uint64_t bytes = states->vertices * states->header.key_words * sizeof(uint64_t);
    if (memory_range_fill(states->memory, &states->key_range, bytes) != 0 ||
        (pairs != 0 &&
         memory_range_fill(states->memory, &states->pair_range, pairs * INTERN_PAIR_BYTES) != 0)) {
        return error_memory(error, "for the states of the graph");
    }
    states->keys = *keys_at = states->key_range.base;
    states->pairs = *pairs_at = states->pair_range.base;
    return 0;
}

void graph_states_free(graph_states *states) {
    if (states != NULL) {
        struct memory *memory = states->memory;
        interner_free(states->interner);
        memory_range_close(memory, &states->key_range);
        memory_range_close(memory, &states->pair_range);
        memory_free(memory, states->components, states->width * sizeof *states->components);
        memory_free(memory, states, sizeof *states);
    }
}

uint64_t graph_states_vertices(const graph_states *states) {
    return states->vertices;
}

uint32_t graph_states_width(const graph_states *states) {
    return states->width;
}

void graph_states_tuple(const graph_states *states, uint64_t vertex, uint32_t *tuple) {
    const uint64_t *key = states->keys + vertex * states->header.key_words;
    uint64_t word = 0;
    for (uint32_t i = 0; i < states->width; i++) { /* the order of components is that of words */
        const struct model_component *component = &states->components[i];
        if (i == 0 || component->word != states->components[i - 1].word) {
            word = fold_word(&states->header, states->pairs, key, component->word);
        }
        tuple[i] = (uint32_t)(word >> component->shift & component->mask);
    }
}
