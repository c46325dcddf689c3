/* Finds cycles of EPSILON states: nu X . X has one, and so has R* if R can match the empty path. */
#include "specs/automata/formula_automaton.h"

/* Finds the outcome of staying in a component of EPSILON states that has a cycle. */
static enum automaton_loop judge(const struct automaton *automaton, const uint32_t *list, uint64_t begin,
                                 uint64_t end) {
    int chooses[2] = {0, 0}, parity[2] = {0, 0};
    for (uint64_t i = begin; i < end; i++) {
        const struct automaton_state *state = &automaton->state[list[i]];
        chooses[state->owner] |= state->count > 1;
        parity[state->priority % 2] |= state->priority != 0;
    }
    if (parity[0] == parity[1] || (chooses[0] && chooses[1])) {
        return LOOP_UNCLEAR;
    }
    int winner = parity[1];
    return chooses[!winner] ? LOOP_USELESS : winner == 0 ? LOOP_EVEN : LOOP_ODD;
}

void automaton_find_loops(struct automaton *automaton, struct automaton_components *components,
                          uint8_t *loop) {
    uint64_t count = 0;
    for (uint64_t s = 0; s < automaton->states; s++) {
        int stands = automaton->state[s].kind == OBSERVER_EPSILON;
        components->part[s] = stands ? 0 : 1;
        loop[s] = LOOP_NONE;
        if (stands) {
            components->list[count++] = (uint32_t)s;
        }
    }
    components->next_component = 0;
    automaton_components_find(automaton, components, 0, count);
    for (uint64_t begin = 0, end; begin < count; begin = end) {
        end = automaton_component_end(components, begin, count);
        if (!automaton_component_has_cycle(automaton, components, begin, end)) {
            continue;
        }
        enum automaton_loop kind = judge(automaton, components->list, begin, end);
        uint8_t owner = 0;
        for (uint64_t i = begin; i < end; i++) {
            const struct automaton_state *state = &automaton->state[components->list[i]];
            owner = state->count > 1 ? state->owner : owner;
        }
        for (uint64_t i = begin; i < end; i++) {
            struct automaton_state *state = &automaton->state[components->list[i]];
            loop[components->list[i]] = (uint8_t)kind;
            state->owner = kind == LOOP_USELESS ? owner : state->owner;
        }
    }
    automaton_components_find_all(automaton, components);
}
