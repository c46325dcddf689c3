/* Observers under construction: states and moves in arrays that grow. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "specs/automata/formula_automaton.h"

int automaton_no_memory(struct error *error) {
    return error_memory(error, "for the observer of the formula");
}

int automaton_check_stop(const struct automaton *automaton, struct error *error) {
    run_tell(automaton->run, "making the observer", 0, 0, NULL);
    if (run_should_stop(automaton->run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted while making the observer of the formula");
    }
    return 0;
}

void automaton_free(struct automaton *automaton) {
    if (automaton->memory != NULL) {
        memory_free(automaton->memory, automaton->state,
                    automaton->state_capacity * sizeof *automaton->state);
        memory_free(automaton->memory, automaton->move, automaton->move_capacity * sizeof *automaton->move);
    }
    memset(automaton, 0, sizeof *automaton);
}

int automaton_add_state(struct automaton *automaton, const struct automaton_state *state,
                        struct error *error) {
    if (automaton->states == AUTOMATON_MOST_STATES) {
        return error_set(error, ERROR_LIMIT, "the observer of the formula has more than 2^30 states");
    }
    if (MEMORY_GROW(automaton->memory, &automaton->state, &automaton->state_capacity,
                    automaton->states + 1) != 0) {
        return automaton_no_memory(error);
    }
    automaton->state[automaton->states++] = *state;
    return 0;
}

int automaton_add_move(struct automaton *automaton, uint32_t label_class, uint32_t target,
                       struct error *error) {
    if (MEMORY_GROW(automaton->memory, &automaton->move, &automaton->move_capacity, automaton->moves + 1) !=
        0) {
        return automaton_no_memory(error);
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
    uint64_t count = automaton->moves - first, kept = 0;
    if (count < 2) { /* there may be no array */
        return;
    }
    struct automaton_move *move = automaton->move + first;
    qsort(move, count, sizeof *move, automaton_compare_moves);
    for (uint64_t i = 0; i < count; i++) {
        if (kept == 0 || automaton_compare_moves(&move[i], &move[kept - 1]) != 0) {
            move[kept++] = move[i];
        }
    }
    automaton->moves = first + kept;
}

/* --- what can be reached --- */

/* number[s]: 1 for what the initial state reaches; queue has room for all states. */
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

/* Copies what is reached and gives it numbers in the old order. */
static int copy_reached(struct automaton *automaton, uint32_t *number, struct automaton *copy,
                        struct error *error) {
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
            if (automaton_add_move(copy, automaton->move[i].label_class, number[automaton->move[i].target],
                                   error) != 0) {
                return -1;
            }
        }
        state.first = first;
        if (automaton_add_state(copy, &state, error) != 0) {
            return -1;
        }
    }
    copy->initial = number[automaton->initial];
    return 0;
}

int automaton_prune(struct automaton *automaton, struct error *error) {
    uint64_t bytes = automaton->states * sizeof(uint32_t);
    uint32_t *number = memory_allocate_zeroed(automaton->memory, bytes);
    uint32_t *queue = memory_allocate(automaton->memory, bytes);
    struct automaton copy = {
        .memory = automaton->memory, .run = automaton->run, .classes = automaton->classes};
    int failed;
    if (number == NULL || queue == NULL) {
        failed = automaton_no_memory(error);
    } else {
        find_reachable(automaton, number, queue);
        failed = copy_reached(automaton, number, &copy, error);
    }
    memory_free(automaton->memory, number, bytes);
    memory_free(automaton->memory, queue, bytes);
    if (failed) {
        automaton_free(&copy);
        return -1;
    }
    automaton_free(automaton);
    *automaton = copy;
    return 0;
}
