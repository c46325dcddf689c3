/*
 * Tests of predicates: makes them before choices, and finds those that need no vertex in a game.
 *
 * Tests before choices: An EPSILON state one of whose moves leads to a TEST state costs the game a
 * vertex for the choice and one for the test. The test can come first, as its result does not depend on who
 * chooses what:
 *
 *     choose among (p ? F : G) and H  =  p ? (choose among F and H) : (choose among G and H)
 *
 * This is done where F or G is decided: then the choice is, too, or has one possibility less, as
 * automaton_decide finds. In monitors, which pass TEST states, it is always done, so that no EPSILON state is
 * left. The priorities of the three states are that of the EPSILON state, which may then occur twice in a
 * row. That of the TEST state is dropped: if the play stays in its component, it must not be the higher one.
 */
#include "specs/automata/formula_automaton.h"

#define NO_MOVE UINT64_MAX

struct test_ordering {
    struct automaton *automaton;
    struct automaton_components components;
    uint8_t *loop;
    int always;
};

static int is_decided(const struct automaton *automaton, const struct automaton_state *test) {
    const struct automaton_move *move = automaton->move + test->first;
    return automaton->state[move[0].target].kind == OBSERVER_STOP ||
           automaton->state[move[1].target].kind == OBSERVER_STOP;
}

/* The move of an EPSILON state to a TEST state that can come first; or NO_MOVE. */
static uint64_t find_test(const struct test_ordering *ordering, uint32_t number) {
    const struct automaton *automaton = ordering->automaton;
    const struct automaton_state *state = &automaton->state[number];
    if (state->kind != OBSERVER_EPSILON || ordering->loop[number] != LOOP_NONE || state->count < 2) {
        return NO_MOVE;
    }
    for (uint64_t i = state->first; i < state->first + state->count; i++) {
        uint32_t target = automaton->move[i].target;
        const struct automaton_state *test = &automaton->state[target];
        if (test->kind == OBSERVER_TEST && (ordering->always || is_decided(automaton, test)) &&
            (ordering->components.component[target] != ordering->components.component[number] ||
             test->priority <= state->priority)) {
            return i;
        }
    }
    return NO_MOVE;
}

/* Adds a copy of an EPSILON state, with another target of one move. Returns 0 or -1. */
static int add_choice(struct automaton *automaton, uint32_t number, uint64_t move, uint32_t target) {
    struct automaton_state state = automaton->state[number];
    uint64_t begin = state.first;
    state.first = automaton->moves;
    for (uint64_t i = begin; i < begin + state.count; i++) {
        if (automaton_add_move(automaton, 0, i == move ? target : automaton->move[i].target) != 0) {
            return -1;
        }
    }
    automaton_sort_moves(automaton, state.first);
    state.count = automaton->moves - state.first;
    return automaton_add_state(automaton, &state);
}

static int test_first(struct automaton *automaton, uint32_t number, uint64_t move) {
    const struct automaton_state *test = &automaton->state[automaton->move[move].target];
    const uint32_t predicate = test->predicate, added = (uint32_t)automaton->states;
    const uint32_t fails = automaton->move[test->first].target,
                   holds = automaton->move[test->first + 1].target;
    if (add_choice(automaton, number, move, fails) != 0 || add_choice(automaton, number, move, holds) != 0) {
        return -1;
    }
    const uint64_t first = automaton->moves;
    if (automaton_add_move(automaton, 0, added) != 0 || automaton_add_move(automaton, 1, added + 1) != 0) {
        return -1;
    }
    struct automaton_state *state = &automaton->state[number];
    state->kind = OBSERVER_TEST;
    state->predicate = predicate;
    state->first = first;
    state->count = 2;
    return 0;
}

int automaton_test_first(struct automaton *automaton, int always, uint64_t most_states, int *changed) {
    struct test_ordering ordering = {.automaton = automaton, .always = always};
    arena *arena = arena_create(automaton->memory);
    uint64_t states = automaton->states;
    ordering.loop = arena_allocate(arena, states);
    int failed = automaton_components_create(automaton, arena, &ordering.components);
    if (!failed) {
        automaton_find_loops(automaton, &ordering.components, ordering.loop);
    }
    for (uint64_t s = 0; s < states && !failed && automaton->states + 2 <= most_states; s++) {
        uint64_t move = find_test(&ordering, (uint32_t)s);
        if (move != NO_MOVE) {
            *changed = 1;
            failed = test_first(automaton, (uint32_t)s, move);
        }
    }
    arena_free(arena);
    return failed;
}

/* --- passing --- */

/* Whether each move leads to a state of another component, or to one whose priority is no lower: then what
 * decides a play decides it without this state, too. */
static int is_dispensable(const struct automaton *automaton, const struct automaton_components *components,
                          uint64_t number) {
    const struct automaton_state *state = &automaton->state[number];
    int dispensable = 1;
    for (uint64_t i = state->first; i < state->first + state->count; i++) {
        uint32_t target = automaton->move[i].target;
        dispensable &= components->component[target] != components->component[number] ||
                       automaton->state[target].priority >= state->priority;
    }
    return dispensable;
}

/* Marks the TEST states that are on no cycle of TEST states. */
static void mark_open(const struct automaton *automaton, struct automaton_components *components,
                      uint8_t *passed) {
    uint64_t count = 0;
    for (uint64_t s = 0; s < automaton->states; s++) {
        components->part[s] = automaton->state[s].kind == OBSERVER_TEST ? 0 : 1;
        if (automaton->state[s].kind == OBSERVER_TEST) {
            components->list[count++] = (uint32_t)s;
        }
    }
    automaton_components_find(automaton, components, 0, count);
    for (uint64_t begin = 0, end; begin < count; begin = end) {
        end = automaton_component_end(components, begin, count);
        passed[components->list[begin]] = !automaton_component_has_cycle(automaton, components, begin, end);
    }
}

int automaton_pass_tests(struct automaton *automaton, int is_monitor) {
    struct automaton_components components;
    arena *arena = arena_create(automaton->memory);
    uint8_t *passed = arena_allocate(arena, automaton->states);
    int failed = automaton_components_create(automaton, arena, &components);
    if (!failed) {
        mark_open(automaton, &components, passed);
        automaton_components_find_all(automaton, &components);
    }
    for (uint64_t s = 0; s < automaton->states && !failed; s++) {
        if (passed[s] && (is_monitor || is_dispensable(automaton, &components, s))) {
            automaton->state[s].kind = OBSERVER_PASS;
        }
    }
    arena_free(arena);
    return failed;
}
