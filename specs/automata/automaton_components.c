/* Strongly connected components of an automaton, or of a part of it: Tarjan (1972), without recursion. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "specs/automata/formula_automaton.h"

int automaton_components_create(const struct automaton *automaton, struct automaton_components *components,
                                struct error *error) {
    struct memory *memory = automaton->memory;
    uint64_t bytes = automaton->states * sizeof(uint32_t);
    memset(components, 0, sizeof *components);
    components->states = automaton->states;
    components->component = memory_allocate_zeroed(memory, bytes);
    components->part = memory_allocate_zeroed(memory, bytes);
    components->index = memory_allocate_zeroed(memory, bytes);
    components->low = memory_allocate_zeroed(memory, bytes);
    components->stack = memory_allocate_zeroed(memory, 2 * bytes);
    components->frame = memory_allocate_zeroed(memory, bytes);
    components->list = memory_allocate_zeroed(memory, bytes);
    components->next_move = memory_allocate_zeroed(memory, automaton->states * sizeof(uint64_t));
    if (components->component == NULL || components->part == NULL || components->index == NULL ||
        components->low == NULL || components->stack == NULL || components->frame == NULL ||
        components->list == NULL || components->next_move == NULL) {
        automaton_components_free(automaton, components);
        return automaton_no_memory(error);
    }
    return 0;
}

void automaton_components_free(const struct automaton *automaton, struct automaton_components *components) {
    struct memory *memory = automaton->memory;
    uint64_t bytes = components->states * sizeof(uint32_t);
    memory_free(memory, components->component, bytes);
    memory_free(memory, components->part, bytes);
    memory_free(memory, components->index, bytes);
    memory_free(memory, components->low, bytes);
    memory_free(memory, components->stack, 2 * bytes);
    memory_free(memory, components->frame, bytes);
    memory_free(memory, components->list, bytes);
    memory_free(memory, components->next_move, components->states * sizeof(uint64_t));
    memset(components, 0, sizeof *components);
}

struct search {
    const struct automaton *automaton;
    struct automaton_components *components;
    uint32_t indices;
    uint64_t stacked, frames, listed;
};

static void enter(struct search *search, uint32_t state) {
    struct automaton_components *c = search->components;
    c->index[state] = c->low[state] = ++search->indices;
    c->next_move[state] = search->automaton->state[state].first;
    c->stack[search->stacked++] = state;
    c->frame[search->frames++] = state;
}

/* The state is done; if it is the first of its component, the component is. */
static void leave(struct search *search, uint32_t state) {
    struct automaton_components *c = search->components;
    search->frames--;
    if (c->low[state] == c->index[state]) {
        uint32_t member;
        do {
            member = c->stack[--search->stacked];
            c->component[member] = c->next_component;
            c->list[search->listed++] = member;
        } while (member != state);
        c->next_component++;
    }
    if (search->frames != 0) {
        uint32_t above = c->frame[search->frames - 1];
        c->low[above] = c->low[state] < c->low[above] ? c->low[state] : c->low[above];
    }
}

/* One move of the state on top, or its end. */
static void advance(struct search *search) {
    struct automaton_components *c = search->components;
    uint32_t state = c->frame[search->frames - 1];
    const struct automaton_state *row = &search->automaton->state[state];
    if (c->next_move[state] == row->first + row->count) {
        leave(search, state);
        return;
    }
    uint32_t target = search->automaton->move[c->next_move[state]++].target;
    if (c->part[target] != c->part[state]) {
        return;
    }
    if (c->index[target] == 0) {
        enter(search, target);
    } else if (c->component[target] == AUTOMATON_NONE && c->index[target] < c->low[state]) {
        c->low[state] = c->index[target];
    }
}

/* What is found is listed where the states are taken from: these wait in the second half of `stack`. */
void automaton_components_find(const struct automaton *automaton, struct automaton_components *components,
                               uint64_t begin, uint64_t end) {
    struct search search = {automaton, components, 0, 0, 0, begin};
    uint32_t *waiting = components->stack + components->states;
    memcpy(waiting, components->list + begin, (end - begin) * sizeof *waiting);
    for (uint64_t i = begin; i < end; i++) {
        components->index[components->list[i]] = 0;
        components->component[components->list[i]] = AUTOMATON_NONE;
    }
    for (uint64_t i = 0; i < end - begin; i++) {
        if (components->index[waiting[i]] == 0) {
            enter(&search, waiting[i]);
            while (search.frames != 0) {
                advance(&search);
            }
        }
    }
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
