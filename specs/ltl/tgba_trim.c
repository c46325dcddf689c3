/* Leaves out states and marks that decide nothing (tgba.h). */
#include <string.h>

#include "base/memory.h"
#include "specs/ltl/tgba.h"

struct trimming {
    struct tgba *automaton;
    struct memory *memory;
    struct tgba_components components;
    uint8_t *is_useful;  /* by component: something is accepted from it */
    uint32_t *new_state; /* by state; UINT32_MAX: dropped */
    uint32_t *stack;
    uint64_t *shown;  /* by component: its marks that decide something */
    uint64_t *place;  /* by state: its next edge, in a search of cycles */
    uint8_t *visited; /* by state, in such a search */
};

static int is_inner(const struct trimming *trimming, uint32_t source, const struct tgba_edge *edge) {
    return trimming->components.component[source] == trimming->components.component[edge->target];
}

/* --- marks --- */

/* Edges to lower components come first in this order, so one pass is enough. */
static void find_useful(struct trimming *trimming, const uint32_t *by_component) {
    const struct tgba *automaton = trimming->automaton;
    for (uint32_t k = 0; k < automaton->states; k++) {
        const uint32_t s = by_component[k], own = trimming->components.component[s];
        trimming->is_useful[own] |= (uint8_t)tgba_component_accepts(automaton, &trimming->components, own);
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            trimming->is_useful[own] |=
                trimming->is_useful[trimming->components.component[automaton->edge.data[i].target]];
        }
    }
}

/* Whether a component has a cycle without the mark: a depth-first search along edges that lack it. */
static int has_cycle_without(struct trimming *trimming, uint32_t component, uint64_t mark,
                             const uint32_t *list, uint32_t begin, uint32_t end) {
    enum { NEW, OPEN, DONE };
    const struct tgba *automaton = trimming->automaton;
    uint64_t *place = trimming->place;
    for (uint32_t k = begin; k < end; k++) {
        trimming->visited[list[k]] = NEW;
    }
    for (uint32_t k = begin; k < end; k++) {
        uint32_t depth = 0;
        if (trimming->visited[list[k]] == NEW) {
            trimming->stack[depth++] = list[k];
            trimming->visited[list[k]] = OPEN;
            place[list[k]] = automaton->row.data[list[k]];
        }
        while (depth > 0) {
            const uint32_t s = trimming->stack[depth - 1];
            if (place[s] == automaton->row.data[s + 1]) {
                trimming->visited[s] = DONE;
                depth--;
                continue;
            }
            const struct tgba_edge *edge = &automaton->edge.data[place[s]++];
            if (trimming->components.component[edge->target] != component || (edge->marks & mark) != 0 ||
                trimming->visited[edge->target] == DONE) {
                continue;
            }
            if (trimming->visited[edge->target] == OPEN) {
                return 1;
            }
            trimming->visited[edge->target] = OPEN;
            place[edge->target] = automaton->row.data[edge->target];
            trimming->stack[depth++] = edge->target;
        }
    }
    return 0;
}

/* The marks of a component that are not on every cycle, without those that another one of them implies. */
static uint64_t deciding_marks(struct trimming *trimming, uint32_t component, const uint32_t *list,
                               uint32_t begin, uint32_t end) {
    const struct tgba *automaton = trimming->automaton;
    uint64_t deciding = 0;
    for (unsigned m = 0; m < automaton->marks; m++) {
        const uint64_t mark = (uint64_t)1 << m;
        deciding |= has_cycle_without(trimming, component, mark, list, begin, end) ? mark : 0;
    }
    for (unsigned m = 0; m < automaton->marks; m++) {
        const uint64_t mark = (uint64_t)1 << m;
        uint64_t always = deciding & ~mark; /* marks that imply this one: wherever they are, it is */
        for (uint32_t k = begin; k < end && (deciding & mark) != 0; k++) {
            for (uint64_t i = automaton->row.data[list[k]]; i < automaton->row.data[list[k] + 1]; i++) {
                const struct tgba_edge *edge = &automaton->edge.data[i];
                if (is_inner(trimming, list[k], edge) && (edge->marks & mark) == 0) {
                    always &= ~edge->marks;
                }
            }
        }
        deciding &= (deciding & mark) != 0 && always != 0 ? ~mark : UINT64_MAX;
    }
    return deciding;
}

/* The marks of an edge: the deciding ones in front, all others set, and none where they do not count. */
static uint64_t renumber(uint64_t marks, uint64_t deciding, uint64_t all) {
    uint64_t renumbered = all;
    unsigned place = 0;
    for (; deciding != 0; deciding &= deciding - 1, place++) {
        if ((marks & deciding & -deciding) == 0) {
            renumbered &= ~((uint64_t)1 << place);
        }
    }
    return renumbered;
}

static void reduce_marks(struct trimming *trimming, const uint32_t *by_component) {
    struct tgba *automaton = trimming->automaton;
    const struct tgba_components *components = &trimming->components;
    unsigned most = 0;
    for (uint32_t begin = 0, end; begin < automaton->states; begin = end) {
        const uint32_t own = components->component[by_component[begin]];
        for (end = begin + 1; end < automaton->states && components->component[by_component[end]] == own;) {
            end++;
        }
        trimming->shown[own] = tgba_component_accepts(automaton, components, own)
                                   ? deciding_marks(trimming, own, by_component, begin, end)
                                   : 0;
        const unsigned count = (unsigned)__builtin_popcountll(trimming->shown[own]);
        most = count > most ? count : most;
    }
    /* a component that accepts nothing needs a mark that it lacks */
    for (uint32_t c = 0; c < components->count && most == 0; c++) {
        most = components->has_edge[c] && !tgba_component_accepts(automaton, components, c);
    }
    const uint64_t all = most == 0 ? 0 : UINT64_MAX >> (64 - most);
    for (uint32_t s = 0; s < automaton->states; s++) {
        const uint32_t own = components->component[s];
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            struct tgba_edge *edge = &automaton->edge.data[i];
            edge->marks = is_inner(trimming, s, edge) && tgba_component_accepts(automaton, components, own)
                              ? renumber(edge->marks, trimming->shown[own], all)
                              : 0;
        }
    }
    automaton->marks = most;
}

/* --- states --- */

/* Numbers the useful states that are reached, in their order; returns how many there are. */
static uint32_t number_states(struct trimming *trimming) {
    const struct tgba *automaton = trimming->automaton;
    uint32_t depth = 0, kept = 0;
    memset(trimming->new_state, 0xff, automaton->states * sizeof *trimming->new_state);
    if (trimming->is_useful[trimming->components.component[automaton->initial]]) {
        trimming->stack[depth++] = automaton->initial;
        trimming->new_state[automaton->initial] = 0;
    }
    while (depth > 0) {
        const uint32_t s = trimming->stack[--depth];
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            const uint32_t target = automaton->edge.data[i].target;
            if (trimming->new_state[target] == UINT32_MAX &&
                trimming->is_useful[trimming->components.component[target]]) {
                trimming->new_state[target] = 0;
                trimming->stack[depth++] = target;
            }
        }
    }
    for (uint32_t s = 0; s < automaton->states; s++) {
        trimming->new_state[s] = trimming->new_state[s] == 0 ? kept++ : UINT32_MAX;
    }
    return kept;
}

static int rebuild(struct trimming *trimming) {
    struct tgba *automaton = trimming->automaton, made;
    tgba_init(&made, automaton->pool);
    made.marks = automaton->marks;
    if (number_states(trimming) > 0) {
        made.initial = trimming->new_state[automaton->initial];
    }
    for (uint32_t s = 0; s < automaton->states; s++) {
        if (trimming->new_state[s] == UINT32_MAX) {
            continue;
        }
        for (uint64_t i = automaton->row.data[s]; i < automaton->row.data[s + 1]; i++) {
            struct tgba_edge edge = automaton->edge.data[i];
            edge.target = trimming->new_state[edge.target];
            if (edge.target != UINT32_MAX) {
                tgba_add_edge(&made, edge);
            }
        }
        tgba_end_state(&made);
    }
    tgba_free(automaton);
    *automaton = made;
    return automaton->pool->failed ? -1 : 0;
}

/* States by component, in ascending order. */
static void sort_states(const struct trimming *trimming, uint32_t *sorted, uint32_t *next) {
    const struct tgba_components *components = &trimming->components;
    memset(next, 0, ((uint64_t)components->count + 1) * sizeof *next);
    for (uint32_t s = 0; s < components->states; s++) {
        next[components->component[s] + 1]++;
    }
    for (uint32_t c = 0; c < components->count; c++) {
        next[c + 1] += next[c];
    }
    for (uint32_t s = 0; s < components->states; s++) {
        sorted[next[components->component[s]]++] = s;
    }
}

int tgba_trim(struct tgba *automaton) {
    const uint64_t states = automaton->states;
    struct trimming trimming = {.automaton = automaton, .memory = automaton->pool->memory};
    if (automaton->pool->failed || states == 0) {
        return automaton->pool->failed ? -1 : 0;
    }
    struct memory *memory = trimming.memory;
    int failed = tgba_components_find(automaton, &trimming.components) != 0;
    trimming.is_useful = memory_allocate_zeroed(memory, states);
    trimming.visited = memory_allocate_zeroed(memory, states);
    trimming.new_state = memory_allocate_array(memory, states + 1, sizeof *trimming.new_state);
    trimming.stack = memory_allocate_array(memory, states, sizeof *trimming.stack);
    trimming.shown = memory_allocate_array(memory, states, sizeof *trimming.shown);
    trimming.place = memory_allocate_array(memory, states, sizeof *trimming.place);
    uint32_t *sorted = memory_allocate_array(memory, states, sizeof *sorted);
    if (!failed &&
        (trimming.is_useful == NULL || trimming.visited == NULL || trimming.new_state == NULL ||
         trimming.stack == NULL || trimming.shown == NULL || trimming.place == NULL || sorted == NULL)) {
        failed = bdd_no_memory(automaton->pool);
    }
    if (!failed) {
        sort_states(&trimming, sorted, trimming.new_state);
        find_useful(&trimming, sorted);
        reduce_marks(&trimming, sorted);
        failed = rebuild(&trimming);
    }
    memory_free(memory, trimming.is_useful, states);
    memory_free(memory, trimming.visited, states);
    memory_free(memory, trimming.new_state, (states + 1) * sizeof *trimming.new_state);
    memory_free(memory, trimming.stack, states * sizeof *trimming.stack);
    memory_free(memory, trimming.shown, states * sizeof *trimming.shown);
    memory_free(memory, trimming.place, states * sizeof *trimming.place);
    memory_free(memory, sorted, states * sizeof *sorted);
    tgba_components_free(&trimming.components);
    return failed ? -1 : 0;
}
