/*
 * Priorities of an automaton: the least that have the same parity on every cycle, and the order in which they
 * never fall from component to component. Components are split at their highest priorities, from the outside
 * to the inside, into regions; then regions get their priorities from the inside to the outside.
 */
#include "base/memory.h"
#include "base/array.h"
#include "specs/automata/formula_automaton.h"

/* The states of highest priority in a component of the outer region's remaining states. */
struct priority_region {
    uint32_t outer;  /* the region around it, or AUTOMATON_NONE */
    uint8_t is_even; /* the parity of its states */
    uint32_t within; /* the highest priority of regions inside; later its own priority */
    uint32_t depth;  /* number of changes of parity from here to the innermost region, counted from 1 */
};

struct unsplit_piece {
    uint64_t begin, end; /* range of the list of states */
    uint32_t outer;
};

struct priority_splitting {
    struct automaton *automaton;
    struct automaton_components components;
    uint32_t *region_of; /* by state */
    GROWING(struct priority_region) region;
    GROWING(struct unsplit_piece) piece; /* stack of pieces that are still to be split */
    uint32_t parts;
};

static int push_piece(struct priority_splitting *splitting, uint64_t begin, uint64_t end, uint32_t outer) {
    if (begin == end) {
        return 0;
    }
    if (MEMORY_GROW(splitting->automaton->memory, &splitting->piece.data, &splitting->piece.capacity,
                    splitting->piece.count + 1) != 0) {
        return automaton_no_memory(splitting->automaton);
    }
    splitting->parts++;
    for (uint64_t i = begin; i < end; i++) {
        splitting->components.part[splitting->components.list[i]] = splitting->parts;
    }
    splitting->piece.data[splitting->piece.count++] = (struct unsplit_piece){begin, end, outer};
    return 0;
}

static uint32_t priority_at(const struct priority_splitting *splitting, uint64_t at) {
    return splitting->automaton->state[splitting->components.list[at]].priority;
}

/* Finds the highest priority of the component, and the highest of the other parity (0 if there is none). */
static void find_highest(const struct priority_splitting *splitting, uint64_t begin, uint64_t end,
                         uint32_t *highest, uint32_t *other) {
    uint32_t most[2] = {0, 0};
    for (uint64_t i = begin; i < end; i++) {
        uint32_t priority = priority_at(splitting, i);
        if (priority > most[priority % 2]) {
            most[priority % 2] = priority;
        }
    }
    *highest = most[0] > most[1] ? most[0] : most[1];
    *other = most[0] > most[1] ? most[1] : most[0];
}

/* Makes a region of the highest states of a component with a cycle, and schedules the rest for splitting. */
static int split_component(struct priority_splitting *splitting, uint64_t begin, uint64_t end,
                           uint32_t outer) {
    uint32_t *list = splitting->components.list;
    uint32_t highest, other;
    find_highest(splitting, begin, end, &highest, &other);
    if (MEMORY_GROW(splitting->automaton->memory, &splitting->region.data, &splitting->region.capacity,
                    splitting->region.count + 1) != 0) {
        return automaton_no_memory(splitting->automaton);
    }
    uint32_t number = (uint32_t)splitting->region.count++;
    splitting->region.data[number] = (struct priority_region){outer, highest % 2 == 0, 0, 0};
    uint64_t rest = begin;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t state = list[i];
        if (splitting->automaton->state[state].priority > other) {
            splitting->region_of[state] = number;
            splitting->components.part[state] = 0; /* no part that is still to be split */
        } else {
            list[i] = list[rest];
            list[rest++] = state;
        }
    }
    return other == 0 ? 0 : push_piece(splitting, begin, rest, number);
}

static int split(struct priority_splitting *splitting) {
    struct automaton_components *components = &splitting->components;
    while (splitting->piece.count != 0) {
        struct unsplit_piece piece = splitting->piece.data[--splitting->piece.count];
        if (automaton_check_stop(splitting->automaton) != 0) {
            return -1;
        }
        components->next_component = 0;
        automaton_components_find(splitting->automaton, components, piece.begin, piece.end);
        for (uint64_t begin = piece.begin, end; begin < piece.end; begin = end) {
            end = automaton_component_end(components, begin, piece.end);
            if (automaton_component_has_cycle(splitting->automaton, components, begin, end) &&
                split_component(splitting, begin, end, piece.outer) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* Assigns the priorities of regions to their states. Inner regions come after outer ones. Returns the depth.
 */
static uint32_t give_priorities(struct priority_splitting *splitting) {
    uint32_t deepest = 0;
    for (uint64_t i = splitting->region.count; i-- > 0;) {
        struct priority_region *region = &splitting->region.data[i];
        uint32_t least = region->is_even ? 2 : 1;
        region->within = region->within < least ? least : region->within;
        region->within += region->within % 2 == region->is_even;
        region->depth += region->depth == 0;
        deepest = region->depth > deepest ? region->depth : deepest;
        if (region->outer != AUTOMATON_NONE) {
            struct priority_region *outer = &splitting->region.data[region->outer];
            uint32_t depth = region->depth + (outer->is_even != region->is_even);
            outer->within = region->within > outer->within ? region->within : outer->within;
            outer->depth = depth > outer->depth ? depth : outer->depth;
        }
    }
    for (uint64_t i = 0; i < splitting->region.count;
         i++) { /* as high as the outer region allows, so that there are no gaps */
        struct priority_region *region = &splitting->region.data[i];
        if (region->outer != AUTOMATON_NONE) {
            const struct priority_region *outer = &splitting->region.data[region->outer];
            region->within = outer->within - (outer->is_even != region->is_even);
        }
    }
    for (uint64_t s = 0; s < splitting->automaton->states; s++) {
        uint32_t region = splitting->region_of[s];
        splitting->automaton->state[s].priority =
            region == AUTOMATON_NONE ? 0 : splitting->region.data[region].within;
    }
    return deepest;
}

int automaton_lower_priorities(struct automaton *automaton, uint32_t *alternation_depth) {
    struct priority_splitting splitting = {.automaton = automaton};
    struct memory *memory = automaton->memory;
    arena *arena = arena_create(memory);
    splitting.region_of = arena_allocate(arena, automaton->states * sizeof *splitting.region_of);
    int failed = automaton_components_create(automaton, arena, &splitting.components);
    for (uint64_t s = 0; s < automaton->states && !failed; s++) {
        splitting.region_of[s] = AUTOMATON_NONE;
        splitting.components.list[s] = (uint32_t)s;
    }
    failed =
        failed || push_piece(&splitting, 0, automaton->states, AUTOMATON_NONE) != 0 || split(&splitting) != 0;
    uint32_t depth = failed ? 0 : give_priorities(&splitting);
    if (alternation_depth != NULL) {
        *alternation_depth = depth;
    }
    arena_free(arena);
    GROWING_FREE(memory, splitting.region);
    GROWING_FREE(memory, splitting.piece);
    return failed ? -1 : 0;
}

/* --- order along edges --- */

/* The least even number, at least -2, that lifts `least` to `before` or higher, and never below 0. */
static int64_t lift_of(uint32_t least, uint32_t before) {
    int64_t lift = least >= 2 ? -2 : 0;
    int64_t missing = (int64_t)before - (least + lift);
    return missing <= 0 ? lift : lift + (missing + 1) / 2 * 2;
}

/* Lifts a component after all components that lead to it. before[s]: the highest priority of a state with a
 * move to s.
 */
static void lift_component(struct automaton *automaton, const struct automaton_components *components,
                           uint64_t begin, uint64_t end, uint32_t *before) {
    uint32_t incoming = 0, least = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t state = components->list[i], priority = automaton->state[state].priority;
        incoming = before[state] > incoming ? before[state] : incoming;
        least = priority != 0 && (least == 0 || priority < least) ? priority : least;
    }
    int64_t lift = least == 0 ? incoming : lift_of(least, incoming);
    uint32_t highest = 0;
    for (uint64_t i = begin; i < end; i++) {
        struct automaton_state *state = &automaton->state[components->list[i]];
        uint32_t priority = state->priority == 0 ? least : state->priority;
        state->priority = (uint32_t)(priority + lift);
        highest = state->priority > highest ? state->priority : highest;
    }
    for (uint64_t i = begin; i < end; i++) {
        const struct automaton_state *state = &automaton->state[components->list[i]];
        for (uint64_t move = state->first; move < state->first + state->count; move++) {
            uint32_t target = automaton->move[move].target;
            before[target] = highest > before[target] ? highest : before[target];
        }
    }
}

int automaton_order_priorities(struct automaton *automaton) {
    struct automaton_components components;
    arena *arena = arena_create(automaton->memory);
    uint32_t *before = arena_allocate(arena, automaton->states * sizeof *before);
    int failed = automaton_components_create(automaton, arena, &components);
    if (!failed) {
        automaton_components_find_all(automaton, &components);
    }
    for (uint64_t begin, end = automaton->states; end > 0 && !failed; end = begin) {
        /* later components of the list lead to earlier ones */
        uint32_t component = components.component[components.list[end - 1]];
        for (begin = end; begin > 0 && components.component[components.list[begin - 1]] == component;) {
            begin--;
        }
        lift_component(automaton, &components, begin, end, before);
    }
    arena_free(arena);
    return failed;
}
