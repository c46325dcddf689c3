/* Strongly connected components of an automaton, or of a part of it (base/tarjan.h). */
#include <string.h>

#include "base/tarjan.h"
#include "specs/automata/formula_automaton.h"

int automaton_components_create(const struct automaton *automaton, arena *arena,
                                struct automaton_components *components) {
    uint64_t bytes = automaton->states * sizeof(uint32_t);
    components->component = arena_allocate(arena, bytes);
    components->part = arena_allocate(arena, bytes);
    components->list = arena_allocate(arena, bytes);
    components->number = arena_allocate(arena, bytes);
    components->vertices = arena_allocate(arena, bytes);
    components->latest = arena_allocate(arena, bytes);
    components->places = arena_allocate(arena, 2 * bytes);
    components->next_component = 0;
    return arena_failed(arena) ? automaton_no_memory(automaton) : 0;
}

/* --- the moves between states of one part --- */

struct part_moves {
    const struct automaton *automaton;
    const uint32_t *part_of;
    uint32_t part;
};

static uint64_t moves_begin(const void *context, uint32_t state) {
    return ((const struct part_moves *)context)->automaton->state[state].first;
}

static uint64_t moves_end(const void *context, uint32_t state) {
    const struct automaton_state *row = &((const struct part_moves *)context)->automaton->state[state];
    return row->first + row->count;
}

static uint32_t target_in_part(const void *context, uint64_t move) {
    const struct part_moves *moves = context;
    uint32_t target = moves->automaton->move[move].target;
    return moves->part_of[target] == moves->part ? target : TARJAN_NO_EDGE;
}

void automaton_components_find(const struct automaton *automaton, struct automaton_components *components,
                               uint64_t begin, uint64_t end) {
    static const struct tarjan_rows rows = {moves_begin, moves_end, target_in_part, NULL};
    uint32_t *list = components->list + begin;
    if (begin == end) {
        return;
    }
    const struct part_moves moves = {automaton, components->part, components->part[list[0]]};
    struct tarjan search = {.graph = &moves,
                            .room = end - begin,
                            .number = components->number,
                            .vertices = components->vertices,
                            .places = components->places,
                            .latest = components->latest};
    tarjan_start(&search);
    for (uint64_t i = 0; i < search.room; i++) {
        search.number[list[i]] = 0;
    }
    for (uint64_t i = 0; i < search.room; i++) {
        if (search.number[list[i]] == 0) {
            tarjan_enter(&search, &rows, list[i]);
        }
        while (search.depth > 0) {
            tarjan_step(&search, &rows);
        }
    }
    memcpy(list, tarjan_sort(&search, search.latest, search.room), search.room * sizeof *list);
    for (uint64_t i = 0; i < search.room; i++) {
        components->component[list[i]] = components->next_component + tarjan_component(&search, list[i]);
    }
    components->next_component += (uint32_t)tarjan_components(&search);
}

void automaton_components_find_all(const struct automaton *automaton,
                                   struct automaton_components *components) {
    components->next_component = 0;
    for (uint64_t s = 0; s < automaton->states; s++) {
        components->part[s] = 0;
        components->list[s] = (uint32_t)s;
    }
    automaton_components_find(automaton, components, 0, automaton->states);
}

uint64_t automaton_component_end(const struct automaton_components *components, uint64_t begin,
                                 uint64_t end) {
    uint64_t at = begin;
    while (at < end &&
           components->component[components->list[at]] == components->component[components->list[begin]]) {
        at++;
    }
    return at;
}

int automaton_component_has_cycle(const struct automaton *automaton,
                                  const struct automaton_components *components, uint64_t begin,
                                  uint64_t end) {
    uint32_t first = components->list[begin];
    const struct automaton_state *state = &automaton->state[first];
    for (uint64_t i = state->first; end - begin == 1 && i < state->first + state->count; i++) {
        if (automaton->move[i].target == first) {
            return 1;
        }
    }
    return end - begin > 1;
}
