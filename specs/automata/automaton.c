/* Observers under construction: states and moves in arrays that grow. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "specs/automata/formula_automaton.h"

int automaton_no_memory(const struct automaton *automaton) {
    return error_memory(automaton->error, "for the observer of the formula");
}

int automaton_check_stop(const struct automaton *automaton) {
    run_tell(automaton->run, "making the observer", 0, 0, NULL);
    return run_ask(automaton->run, automaton->error, "interrupted while making the observer of the formula");
}

void automaton_free(struct automaton *automaton) {
    if (automaton->memory != NULL) {
        memory_free(automaton->memory, automaton->state,
                    automaton->state_capacity * sizeof *automaton->state);
        memory_free(automaton->memory, automaton->move, automaton->move_capacity * sizeof *automaton->move);
    }
    memset(automaton, 0, sizeof *automaton);
}

struct automaton automaton_like(const struct automaton *automaton) {
    return (struct automaton){.memory = automaton->memory,
                              .run = automaton->run,
                              .error = automaton->error,
                              .classes = automaton->classes,
                              .made = automaton->made};
}

int automaton_replace(struct automaton *automaton, struct automaton *made, int failed) {
    automaton_free(failed ? made : automaton);
    if (failed) {
        return -1;
    }
    *automaton = *made;
    return 0;
}

int automaton_add_state(struct automaton *automaton, const struct automaton_state *state) {
    if (automaton->states == AUTOMATON_MOST_STATES) {
        return error_set(automaton->error, ERROR_LIMIT,
                         "the observer of the formula has more than 2^30 states");
    }
    if (MEMORY_GROW(automaton->memory, &automaton->state, &automaton->state_capacity,
                    automaton->states + 1) != 0) {
        return automaton_no_memory(automaton);
    }
    automaton->state[automaton->states++] = *state;
    return 0;
}

int automaton_add_move(struct automaton *automaton, uint32_t label_class, uint32_t target) {
    if (MEMORY_GROW(automaton->memory, &automaton->move, &automaton->move_capacity, automaton->moves + 1) !=
        0) {
        return automaton_no_memory(automaton);
    }
    automaton->move[automaton->moves++] = (struct automaton_move){label_class, target};
    return 0;
}

int automaton_compare_moves(const void *a, const void *b) {
    const struct automaton_move *x = a, *y = b;
    if (x->label_class != y->label_class) {
        return x->label_class < y->label_class ? -1 : 1;
    }
    return x->target < y->target ? -1 : x->target > y->target;
}

void automaton_sort_moves(struct automaton *automaton, uint64_t first) {
    const uint64_t count = automaton->moves - first;
    if (count > 1) { /* else there may be no array */
        automaton->moves = first + sort_unique(automaton->move + first, count, sizeof *automaton->move,
                                               automaton_compare_moves);
    }
}

/* --- reachable states --- */

/* Sets number[s] to 1 if the initial state reaches s. The queue has room for all states. */
static void find_reachable(const struct automaton *automaton, uint32_t *number, uint32_t *queue) {
    uint64_t end = 0;
    queue[end++] = automaton->initial;
    number[automaton->initial] = 1;
    for (uint64_t begin = 0; begin < end; begin++) {
        const struct automaton_state *state = &automaton->state[queue[begin]];
        for (uint64_t i = state->first; i < state->first + state->count; i++) {
            uint32_t target = automaton->move[i].target;
            if (!number[target]) {
                number[target] = 1;
                queue[end++] = target;
            }
        }
    }
}

/* Copies the reachable states and numbers them in the old order. */
static int copy_reached(struct automaton *automaton, uint32_t *number, struct automaton *copy) {
    uint32_t kept = 0;
    for (uint64_t s = 0; s < automaton->states; s++) {
        number[s] = number[s] ? kept++ : AUTOMATON_NONE;
    }
    for (uint64_t s = 0; s < automaton->states; s++) {
        if (number[s] == AUTOMATON_NONE) {
            continue;
        }
        struct automaton_state state = automaton->state[s];
        uint64_t first = copy->moves;
        for (uint64_t i = state.first; i < state.first + state.count; i++) {
            if (automaton_add_move(copy, automaton->move[i].label_class, number[automaton->move[i].target]) !=
                0) {
                return -1;
            }
        }
        state.first = first;
        if (automaton_add_state(copy, &state) != 0) {
            return -1;
        }
    }
    copy->initial = number[automaton->initial];
    return 0;
}

int automaton_prune(struct automaton *automaton) {
    uint64_t bytes = automaton->states * sizeof(uint32_t);
    struct automaton copy = automaton_like(automaton);
    arena *arena = arena_create(automaton->memory);
    uint32_t *number = arena_allocate(arena, bytes), *queue = arena_allocate(arena, bytes);
    int failed = arena_failed(arena) ? automaton_no_memory(automaton) : 0;
    if (!failed) {
        find_reachable(automaton, number, queue);
        failed = copy_reached(automaton, number, &copy);
    }
    arena_free(arena);
    return automaton_replace(automaton, &copy, failed);
}
