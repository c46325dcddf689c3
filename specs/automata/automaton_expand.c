/*
 * Removes EPSILON states: each costs the game one vertex for every state of the network. A player who moves
 * through several EPSILON states of their own can choose at once; a player who chooses between STEP states of
 * their own can choose the transition at once, in one STEP state that has the moves of all of them.
 *
 * States that are passed over have priorities. They do not matter if the play leaves the strongly connected
 * component on the way; otherwise they must be no higher than the priority of the state before them, and STEP
 * states can be joined only if the highest priorities on the ways to and through them agree.
 */
#include <string.h>

#include "base/memory.h"
#include "specs/automata/formula_automaton.h"

/* Most visits of passed states, for each move that the result may have. */
#define WORK_PER_MOVE 4

struct automaton_expansion {
    const struct automaton *old;
    struct automaton made;
    struct automaton_components components; /* the components of the old automaton */
    uint8_t *loop;
    uint32_t *number; /* new numbers, by old state */
    uint32_t *wanted; /* old states, by new number; AUTOMATON_NONE: the new state is complete */
    uint64_t wanted_capacity;
    uint32_t *seen;             /* the last EPSILON state from which a state was visited */
    uint32_t *choice, *pending; /* old states, each once */
    uint64_t choices;
    uint64_t spare; /* number of moves by which the automaton may still grow */
    uint64_t room;  /* most moves that may replace those of the current state */
    uint64_t work, most_work;
    int passed; /* some state is passed on the way to the choices */
    int changed;
};

/* Returns the new number of an old state, and schedules the state if it is new; AUTOMATON_NONE if that fails.
 */
static uint32_t want(struct automaton_expansion *expansion, uint32_t state) {
    if (expansion->number[state] == AUTOMATON_NONE) {
        struct automaton_state empty = {.origin = NULL};
        uint64_t next = expansion->made.states;
        if (automaton_add_state(&expansion->made, &empty) != 0) {
            return AUTOMATON_NONE;
        }
        if (MEMORY_GROW(expansion->made.memory, &expansion->wanted, &expansion->wanted_capacity, next + 1) !=
            0) {
            automaton_no_memory(expansion->old);
            return AUTOMATON_NONE;
        }
        expansion->wanted[next] = state;
        expansion->number[state] = (uint32_t)next;
    }
    return expansion->number[state];
}

static int add_moves_of(struct automaton_expansion *expansion, uint32_t state) {
    const struct automaton_state *row = &expansion->old->state[state];
    for (uint64_t i = row->first; i < row->first + row->count; i++) {
        const struct automaton_move *move = &expansion->old->move[i];
        uint32_t target = want(expansion, move->target);
        if (target == AUTOMATON_NONE ||
            automaton_add_move(&expansion->made, move->label_class, target) != 0) {
            return -1;
        }
    }
    return 0;
}

static void finish_row(struct automaton_expansion *expansion, struct automaton_state *state, uint64_t first) {
    automaton_sort_moves(&expansion->made, first);
    state->first = first;
    state->count = expansion->made.moves - first;
}

static int same_component(const struct automaton_expansion *expansion, uint32_t a, uint32_t b) {
    return expansion->components.component[a] == expansion->components.component[b];
}

/* --- EPSILON states of one player in a row --- */

static int can_pass(const struct automaton_expansion *expansion, uint32_t from, uint8_t owner,
                    uint32_t state) {
    const struct automaton_state *row = &expansion->old->state[state];
    return row->kind == OBSERVER_EPSILON && (row->owner == owner || row->count == 1) &&
           (expansion->loop[state] == LOOP_NONE || expansion->loop[state] == LOOP_USELESS) &&
           (!same_component(expansion, from, state) || row->priority <= expansion->old->state[from].priority);
}

/* Finds the states among which the owner of an EPSILON state can choose, without the states that are passed
 * on the way. Returns 0 if there are too many.
 */
static int find_choices(struct automaton_expansion *expansion, uint32_t from, uint8_t owner) {
    const struct automaton *old = expansion->old;
    uint64_t pendings = 0;
    int stays = expansion->loop[from] == LOOP_USELESS; /* then a move back to the state is no choice */
    expansion->choices = 0;
    expansion->passed = 0;
    expansion->seen[from] = from;
    expansion->pending[pendings++] = from;
    while (pendings != 0) {
        const struct automaton_state *row = &old->state[expansion->pending[--pendings]];
        for (uint64_t i = row->first; i < row->first + row->count; i++) {
            uint32_t target = old->move[i].target;
            if (target == from && !stays) {
                stays = 1;
                expansion->choice[expansion->choices++] = target;
            } else if (expansion->seen[target] != from) {
                expansion->seen[target] = from;
                if (can_pass(expansion, from, owner, target)) {
                    expansion->passed = 1;
                    expansion->pending[pendings++] = target;
                } else {
                    expansion->choice[expansion->choices++] = target;
                }
            }
        }
        expansion->work += row->count;
        if (expansion->choices > expansion->room || expansion->work > expansion->most_work) {
            return 0;
        }
    }
    return 1;
}

/* --- STEP states of one player to choose from --- */

/* Finds the priority of a state that can replace an EPSILON state with all its choices. Returns 0 if no
 * priority is right.
 */
static int common_priority(const struct automaton_expansion *expansion, uint32_t from, uint8_t owner,
                           uint32_t *priority) {
    const struct automaton *old = expansion->old;
    uint64_t moves = 0;
    int inside = 0;
    *priority = old->state[from].priority;
    for (uint64_t i = 0; i < expansion->choices; i++) {
        uint32_t choice = expansion->choice[i];
        const struct automaton_state *state = &old->state[choice];
        moves += state->count;
        if (state->kind != OBSERVER_STEP || state->owner != owner || moves > expansion->room) {
            return 0;
        }
        if (same_component(expansion, from, choice)) {
            uint32_t own = old->state[from].priority;
            uint32_t highest = state->priority > own ? state->priority : own;
            if (inside && highest != *priority) {
                return 0;
            }
            inside = 1;
            *priority = highest;
        }
    }
    return expansion->choices != 0;
}

/* Whether a choice can share a STEP state of this priority, which choices in the same component must have. */
static int can_share(const struct automaton_expansion *expansion, uint32_t from, uint8_t owner,
                     uint32_t choice, uint32_t priority) {
    const struct automaton_state *state = &expansion->old->state[choice];
    return state->kind == OBSERVER_STEP && state->owner == owner &&
           (!same_component(expansion, from, choice) || state->priority == priority);
}

/* Returns the number of choices that can become one STEP state, and finds its priority. */
static uint64_t find_sharers(const struct automaton_expansion *expansion, uint32_t from, uint8_t owner,
                             uint32_t *priority) {
    uint64_t sharers = 0, moves = expansion->choices;
    int inside = 0;
    *priority = 0;
    for (uint64_t i = 0; i < expansion->choices; i++) {
        uint32_t choice = expansion->choice[i];
        if (!inside && same_component(expansion, from, choice) &&
            can_share(expansion, from, owner, choice, expansion->old->state[choice].priority)) {
            inside = 1;
            *priority = expansion->old->state[choice].priority;
        }
    }
    for (uint64_t i = 0; i < expansion->choices; i++) {
        if (can_share(expansion, from, owner, expansion->choice[i], *priority)) {
            sharers++;
            moves += expansion->old->state[expansion->choice[i]].count;
        }
    }
    return moves > expansion->room ? 0 : sharers;
}

/* Adds a STEP state with the moves of all choices that share it. */
static int add_shared(struct automaton_expansion *expansion, uint32_t from, uint8_t owner, uint32_t priority,
                      uint32_t *number) {
    struct automaton_state state = {.origin = expansion->old->state[from].origin,
                                    .kind = OBSERVER_STEP,
                                    .owner = owner,
                                    .priority = priority};
    const struct formula_meaning *whole = &expansion->old->state[from].meaning;
    uint64_t first = expansion->made.moves;
    int loops = 0;
    for (uint64_t i = 0; i < expansion->choices; i++) {
        uint32_t choice = expansion->choice[i];
        if (can_share(expansion, from, owner, choice, priority) &&
            (add_moves_of(expansion, choice) != 0 ||
             automaton_add_meaning(&expansion->made, &state, &expansion->old->state[choice].meaning) != 0)) {
            return -1;
        }
        loops |= can_share(expansion, from, owner, choice, priority) &&
                 expansion->old->state[choice].meaning.formula == whole->formula;
    }
    state.meaning = loops ? *whole : state.meaning; /* the inside of a star means the star, and that all */
    finish_row(expansion, &state, first);
    *number = (uint32_t)expansion->made.states;
    if (MEMORY_GROW(expansion->made.memory, &expansion->wanted, &expansion->wanted_capacity,
                    expansion->made.states + 1) != 0) {
        return automaton_no_memory(expansion->old);
    }
    expansion->wanted[*number] = AUTOMATON_NONE;
    return automaton_add_state(&expansion->made, &state);
}

/* --- states --- */

/* Adds a move to each choice, and one move for all choices that can share a STEP state. */
static int make_choice(struct automaton_expansion *expansion, uint32_t from, struct automaton_state *state) {
    uint32_t priority, shared = AUTOMATON_NONE;
    uint64_t sharers = find_sharers(expansion, from, state->owner, &priority);
    if (sharers > 1 && add_shared(expansion, from, state->owner, priority, &shared) != 0) {
        return -1;
    }
    uint64_t first = expansion->made.moves;
    for (uint64_t i = 0; i < expansion->choices; i++) {
        uint32_t choice = expansion->choice[i];
        int shares = sharers > 1 && can_share(expansion, from, state->owner, choice, priority);
        uint32_t target = shares ? shared : want(expansion, choice);
        if (target == AUTOMATON_NONE || automaton_add_move(&expansion->made, 0, target) != 0) {
            return -1;
        }
    }
    expansion->changed |= sharers > 1;
    finish_row(expansion, state, first);
    return 0;
}

static int make_step(struct automaton_expansion *expansion, uint32_t priority,
                     struct automaton_state *state) {
    uint64_t first = expansion->made.moves;
    for (uint64_t i = 0; i < expansion->choices; i++) {
        if (add_moves_of(expansion, expansion->choice[i]) != 0) {
            return -1;
        }
    }
    state->kind = OBSERVER_STEP;
    state->priority = priority;
    expansion->changed = 1;
    finish_row(expansion, state, first);
    return 0;
}

static int expand_epsilon(struct automaton_expansion *expansion, uint32_t from,
                          struct automaton_state *state) {
    const struct automaton *old = expansion->old;
    uint32_t priority;
    if (state->count == 1) { /* without a choice, the owner of the next state chooses */
        state->owner = old->state[old->move[state->first].target].owner;
    }
    if (!find_choices(expansion, from, state->owner)) {
        uint64_t first = expansion->made.moves;
        state->owner = old->state[from].owner;
        int failed = add_moves_of(expansion, from);
        finish_row(expansion, state, first);
        return failed;
    }
    if (common_priority(expansion, from, state->owner, &priority)) {
        return make_step(expansion, priority, state);
    }
    expansion->changed |= expansion->passed;
    return make_choice(expansion, from, state);
}

static int expand_state(struct automaton_expansion *expansion, uint64_t number) {
    uint32_t from = expansion->wanted[number];
    if (from == AUTOMATON_NONE) {
        return 0;
    }
    struct automaton_state state = expansion->old->state[from];
    if (state.kind == OBSERVER_EPSILON) {
        uint64_t before = expansion->made.moves, own = state.count;
        expansion->room = own + expansion->spare;
        if (expand_epsilon(expansion, from, &state) != 0) {
            return -1;
        }
        uint64_t used = expansion->made.moves - before;
        expansion->spare -= used > own ? used - own : 0;
    } else {
        uint64_t first = expansion->made.moves;
        if (add_moves_of(expansion, from) != 0) {
            return -1;
        }
        finish_row(expansion, &state, first);
    }
    expansion->made.state[number] = state;
    return number % 4096 == 0 ? automaton_check_stop(expansion->old) : 0;
}

static int expand_all(struct automaton_expansion *expansion) {
    expansion->made.initial = want(expansion, expansion->old->initial);
    if (expansion->made.initial == AUTOMATON_NONE) {
        return -1;
    }
    for (uint64_t number = 0; number < expansion->made.states; number++) {
        if (expand_state(expansion, number) != 0) {
            return -1;
        }
    }
    return 0;
}

static int expansion_create(struct automaton_expansion *expansion, arena *arena) {
    uint64_t states = expansion->old->states, bytes = states * sizeof(uint32_t);
    expansion->loop = arena_allocate(arena, states);
    expansion->number = arena_allocate(arena, bytes);
    expansion->seen = arena_allocate(arena, bytes);
    expansion->choice = arena_allocate(arena, bytes);
    expansion->pending = arena_allocate(arena, bytes);
    if (automaton_components_create(expansion->old, arena, &expansion->components) != 0) {
        return -1;
    }
    memset(expansion->number, 0xff, bytes);
    memset(expansion->seen, 0xff, bytes);
    return 0;
}

int automaton_expand(struct automaton *automaton, uint64_t most_moves, int *changed) {
    struct automaton_expansion expansion = {.old = automaton, .made = automaton_like(automaton)};
    arena *arena = arena_create(automaton->memory);
    expansion.spare = most_moves > automaton->moves ? most_moves - automaton->moves : 0;
    expansion.most_work = WORK_PER_MOVE * most_moves;
    int failed = expansion_create(&expansion, arena);
    if (!failed) {
        automaton_find_loops(automaton, &expansion.components, expansion.loop);
        failed = expand_all(&expansion);
    }
    arena_free(arena);
    memory_free(automaton->memory, expansion.wanted, expansion.wanted_capacity * sizeof *expansion.wanted);
    *changed |= !failed && (expansion.changed || expansion.made.states != automaton->states);
    return automaton_replace(automaton, &expansion.made, failed);
}
