/* Finds states that a player wins whatever the network does: constants, cycles of EPSILON states, and states
 * from which these are reached. If the owner of a STEP state can only move to states that the opponent wins,
 * the opponent wins it, too: without a transition of the network, the owner is stuck there. If the owner
 * might win by a move, the state stays open. A TEST state has one move, whatever its owner does: a player
 * wins it who wins both of its targets.
 */
#include "specs/automata/formula_automaton.h"

#define UNDECIDED 2

struct deciding {
    struct automaton *automaton;
    struct automaton_components components;
    uint8_t *loop, *winner;
    uint64_t *left; /* by state: number of moves that are not known to lead to a loss of the owner; of a
                       TEST state, that have no known winner */
    uint64_t *source_first; /* states + 1: where the sources of a target begin in `source` */
    uint32_t *source, *queue, *forward;
    uint64_t queued;
    int changed;
};

static int deciding_create(struct deciding *deciding, arena *arena) {
    const struct automaton *automaton = deciding->automaton;
    uint64_t states = automaton->states, moves = 0;
    for (uint64_t s = 0; s < states; s++) {
        moves += automaton->state[s].count;
    }
    deciding->loop = arena_allocate(arena, states);
    deciding->winner = arena_allocate(arena, states);
    deciding->left = arena_allocate(arena, states * sizeof(uint64_t));
    deciding->source_first = arena_allocate(arena, (states + 1) * sizeof(uint64_t));
    deciding->source = arena_allocate(arena, moves * sizeof(uint32_t));
    deciding->queue = arena_allocate(arena, states * sizeof(uint32_t));
    deciding->forward = arena_allocate(arena, states * sizeof(uint32_t));
    return automaton_components_create(automaton, arena, &deciding->components);
}

static void find_sources(struct deciding *deciding) {
    const struct automaton *automaton = deciding->automaton;
    uint64_t *first = deciding->source_first, states = automaton->states;
    for (uint64_t s = 0; s < states; s++) {
        const struct automaton_state *state = &automaton->state[s];
        for (uint64_t i = state->first; i < state->first + state->count; i++) {
            first[automaton->move[i].target]++;
        }
    }
    for (uint64_t s = 0, sum = 0; s <= states;
         s++) { /* the ends of the rows; filling the rows moves them to the begins */
        sum += first[s];
        first[s] = sum;
    }
    for (uint64_t s = 0; s < states; s++) {
        const struct automaton_state *state = &automaton->state[s];
        for (uint64_t i = state->first; i < state->first + state->count; i++) {
            deciding->source[--first[automaton->move[i].target]] = (uint32_t)s;
        }
    }
}

static void decide_state(struct deciding *deciding, uint32_t state, int winner) {
    if (deciding->winner[state] == UNDECIDED) {
        deciding->winner[state] = (uint8_t)winner;
        deciding->queue[deciding->queued++] = state;
    }
}

static void decide_at_once(struct deciding *deciding) {
    for (uint64_t s = 0; s < deciding->automaton->states; s++) {
        const struct automaton_state *state = &deciding->automaton->state[s];
        deciding->winner[s] = UNDECIDED;
        deciding->left[s] = state->count;
        if (state->count == 0) {
            decide_state(deciding, (uint32_t)s, !state->owner);
        } else if (deciding->loop[s] == LOOP_EVEN || deciding->loop[s] == LOOP_ODD) {
            decide_state(deciding, (uint32_t)s, deciding->loop[s] == LOOP_ODD);
        }
    }
}

/* Whether one player wins both targets of a TEST state, of which both have a winner. */
static int both_won(const struct deciding *deciding, uint32_t test) {
    const struct automaton_move *move = deciding->automaton->move + deciding->automaton->state[test].first;
    return deciding->winner[move[0].target] == deciding->winner[move[1].target];
}

static void decide_backwards(struct deciding *deciding) {
    for (uint64_t done = 0; done < deciding->queued; done++) {
        uint32_t target = deciding->queue[done];
        for (uint64_t i = deciding->source_first[target]; i < deciding->source_first[target + 1]; i++) {
            uint32_t source = deciding->source[i];
            const struct automaton_state *state = &deciding->automaton->state[source];
            if (state->kind == OBSERVER_TEST) {
                if (--deciding->left[source] == 0 && both_won(deciding, source)) {
                    decide_state(deciding, source, deciding->winner[target]);
                }
            } else if (deciding->winner[target] != state->owner) {
                if (--deciding->left[source] == 0) {
                    decide_state(deciding, source, !state->owner);
                }
            } else if (state->kind == OBSERVER_EPSILON) {
                decide_state(deciding, source, state->owner);
            }
        }
    }
}

/* Keeps the moves of an open state that its owner may need: no moves to states where the owner loses, and a
 * winning move alone on its class. Returns the number of moves that are left.
 */
static uint64_t keep_moves(struct deciding *deciding, const struct automaton_state *state) {
    if (state->count == 0) { /* there may be no array */
        return 0;
    }
    struct automaton_move *move = deciding->automaton->move + state->first;
    uint64_t kept = 0;
    for (uint64_t begin = 0, end; begin < state->count; begin = end) {
        uint64_t first = kept;
        for (end = begin; end < state->count && move[end].label_class == move[begin].label_class; end++) {
            uint8_t winner = deciding->winner[move[end].target];
            if (winner == state->owner) {
                move[first] = move[end];
                kept = first + 1;
                while (end < state->count && move[end].label_class == move[first].label_class) {
                    end++;
                }
                break;
            }
            if (winner == UNDECIDED) {
                move[kept++] = move[end];
            }
        }
    }
    return kept;
}

/* Drops all moves of decided states, and the useless moves of the others. */
static void drop_moves(struct deciding *deciding) {
    struct automaton *automaton = deciding->automaton;
    for (uint64_t s = 0; s < automaton->states; s++) {
        struct automaton_state *state = &automaton->state[s];
        uint64_t kept = 0;
        if (deciding->winner[s] != UNDECIDED) {
            deciding->changed |= state->kind != OBSERVER_STOP;
            state->kind = OBSERVER_STOP;
            state->predicate = 0;
            state->owner = !deciding->winner[s];
            state->priority = 0;
        } else {
            kept = state->kind == OBSERVER_TEST ? state->count : keep_moves(deciding, state);
            deciding->changed |= kept != state->count;
        }
        state->count = kept;
    }
}

/* Finds targets to which moves can be redirected: a move to an EPSILON state with one move can go to the
 * successor, unless the state's priority is higher and may occur infinitely often. Cycles of EPSILON states
 * are left out, so that following the redirections ends.
 */
static void find_forwards(struct deciding *deciding) {
    const struct automaton *automaton = deciding->automaton;
    for (uint64_t s = 0; s < automaton->states; s++) {
        const struct automaton_state *state = &automaton->state[s];
        deciding->forward[s] = (uint32_t)s;
        if (state->kind != OBSERVER_EPSILON || state->count != 1 || deciding->loop[s] != LOOP_NONE) {
            continue;
        }
        uint32_t target = automaton->move[state->first].target;
        if (deciding->components.component[s] != deciding->components.component[target] ||
            state->priority <= automaton->state[target].priority) {
            deciding->forward[s] = target;
        }
    }
}

static uint32_t follow(struct deciding *deciding, uint32_t state) {
    uint32_t *forward = deciding->forward, end = state;
    while (forward[end] != end) {
        end = forward[end];
    }
    while (forward[state] != end) {
        uint32_t next = forward[state];
        forward[state] = end;
        state = next;
    }
    deciding->changed |= state != end;
    return end;
}

static void redirect(struct deciding *deciding) {
    struct automaton *automaton = deciding->automaton;
    for (uint64_t s = 0; s < automaton->states; s++) {
        const struct automaton_state *state = &automaton->state[s];
        for (uint64_t i = state->first; i < state->first + state->count; i++) {
            automaton->move[i].target = follow(deciding, automaton->move[i].target);
        }
    }
    automaton->initial = follow(deciding, automaton->initial);
}

int automaton_decide(struct automaton *automaton, int *changed) {
    struct deciding deciding = {.automaton = automaton};
    arena *arena = arena_create(automaton->memory);
    int failed = deciding_create(&deciding, arena);
    if (!failed) {
        automaton_find_loops(automaton, &deciding.components, deciding.loop);
        find_sources(&deciding);
        decide_at_once(&deciding);
        decide_backwards(&deciding);
        drop_moves(&deciding);
        find_forwards(&deciding);
        redirect(&deciding);
        *changed |= deciding.changed;
    }
    arena_free(arena);
    return failed;
}
