/* Strongly connected components of automata (base/tarjan.h). */
#include <string.h>

#include "base/memory.h"
#include "base/tarjan.h"
#include "specs/ltl/tgba.h"

static uint64_t row_begin(const void *graph, uint32_t state) {
    return ((const struct tgba *)graph)->row.data[state];
}

static uint64_t row_end(const void *graph, uint32_t state) {
    return ((const struct tgba *)graph)->row.data[state + 1];
}

static uint32_t edge_target(const void *graph, uint64_t edge) {
    return ((const struct tgba *)graph)->edge.data[edge].target;
}

static const struct tarjan_rows rows = {row_begin, row_end, edge_target, NULL};

/* The components' marks. */
static void look_at_edges(const struct tgba *automaton, struct tgba_components *components) {
    for (uint32_t s = 0; s < automaton->states; s++) {
        const uint32_t own = components->component[s];
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            const struct tgba_edge *edge = &automaton->edge.data[i];
            if (components->component[edge->target] == own) {
                components->seen[own] |= edge->marks;
                components->has_edge[own] = 1;
            }
        }
    }
}

int tgba_components_find(const struct tgba *automaton, struct tgba_components *components) {
    struct memory *memory = automaton->pool->memory;
    const uint32_t states = automaton->states;
    *components = (struct tgba_components){.memory = memory, .states = states};
    struct tarjan search = {.graph = automaton, .room = states};
    search.number = memory_allocate_zeroed(memory, states * sizeof *search.number);
    search.vertices = memory_allocate_array(memory, states, sizeof *search.vertices);
    search.places = memory_allocate_array(memory, states, sizeof *search.places);
    components->component = memory_allocate_array(memory, states, sizeof *components->component);
    components->seen = memory_allocate_zeroed(memory, states * sizeof *components->seen);
    components->has_edge = memory_allocate_zeroed(memory, states);
    const int failed = search.number == NULL || search.vertices == NULL || search.places == NULL ||
                       components->component == NULL || components->seen == NULL ||
                       components->has_edge == NULL;
    if (!failed) {
        tarjan_start(&search);
        for (uint32_t s = 0; s < states; s++) {
            if (search.number[s] == 0) {
                tarjan_enter(&search, &rows, s);
            }
            while (search.depth > 0) {
                tarjan_step(&search, &rows);
            }
        }
        for (uint32_t s = 0; s < states; s++) {
            components->component[s] = tarjan_component(&search, s);
        }
        components->count = (uint32_t)tarjan_components(&search);
        look_at_edges(automaton, components);
    } else {
        bdd_no_memory(automaton->pool);
    }
    memory_free(memory, search.number, states * sizeof *search.number);
    memory_free(memory, search.vertices, states * sizeof *search.vertices);
    memory_free(memory, search.places, states * sizeof *search.places);
    return failed ? -1 : 0;
}

void tgba_components_free(struct tgba_components *components) {
    const uint64_t states = components->states;
    memory_free(components->memory, components->component, states * sizeof *components->component);
    memory_free(components->memory, components->seen, states * sizeof *components->seen);
    memory_free(components->memory, components->has_edge, states);
}
