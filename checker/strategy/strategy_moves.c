/* Moves in the game of a network and a formula, for one vertex at a time. */
#include "checker/strategy/strategy_moves.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"

/* The texts are already in the network's form: letters are not folded, and no label is renamed. */
static int take_labels(struct strategy_moves *moves, struct error *error) {
    const struct label_texts *labels = moves->labels;
    moves->table = label_table_create(moves->memory, 0, NULL, 0);
    moves->number_count = (uint64_t)labels->count + 1; /* every table contains the internal action */
    moves->number = memory_allocate_array(moves->memory, moves->number_count, sizeof *moves->number);
    if (moves->table == NULL || moves->number == NULL) {
        return error_memory(error, "for the moves of a formula's game");
    }
    memset(moves->number, 0xff, moves->number_count * sizeof *moves->number);
    for (uint32_t k = 0; k < labels->count; k++) {
        uint32_t id = label_intern(moves->table, labels->text[k], labels->length[k]);
        if (id == LABEL_NONE) {
            return error_memory(error, "for the moves of a formula's game");
        }
        moves->number[id] = k;
    }
    return 0;
}

int strategy_moves_open(struct strategy_moves *moves, struct error *error) {
    moves->width = walker_components(moves->walker) + 1;
    moves->state = memory_allocate_array(moves->memory, moves->width, sizeof *moves->state);
    moves->target = memory_allocate_array(moves->memory, moves->width, sizeof *moves->target);
    if (moves->state == NULL || moves->target == NULL) {
        return error_memory(error, "for the moves of a formula's game");
    }
    return take_labels(moves, error);
}

void strategy_moves_close(struct strategy_moves *moves) {
    struct memory *memory = moves->memory;
    label_table_free(moves->table);
    memory_free(memory, moves->number, moves->number_count * sizeof *moves->number);
    memory_free(memory, moves->state, moves->width * sizeof *moves->state);
    memory_free(memory, moves->target, moves->width * sizeof *moves->target);
    memory_free(memory, moves->label_of, moves->label_capacity * sizeof *moves->label_of);
    memory_free(memory, moves->tuples, moves->tuple_capacity * sizeof *moves->tuples);
    moves->table = NULL;
    moves->number = moves->state = moves->target = moves->label_of = moves->tuples = NULL;
    moves->number_count = moves->label_capacity = moves->tuple_capacity = moves->count = 0;
}

const uint32_t *strategy_moves_tuple(const struct strategy_moves *moves, uint64_t move) {
    return moves->tuples + move * moves->width;
}

int strategy_moves_differ(const struct strategy_moves *moves) {
    for (uint64_t move = 1; move < moves->count; move++) {
        if (memcmp(moves->tuples, strategy_moves_tuple(moves, move), moves->width * sizeof *moves->tuples) !=
            0) {
            return 1;
        }
    }
    return 0;
}

int strategy_moves_pass(struct strategy_moves *moves, const uint32_t *tuple, uint32_t state, uint32_t *end,
                        struct error *error) {
    const struct observer *observer = moves->observer;
    while (observer->state[state].kind == OBSERVER_PASS) {
        int holds = walker_holds(moves->walker, observer->state[state].predicate, tuple, error);
        if (holds < 0) {
            return -1;
        }
        state = observer->target[observer->row[(uint64_t)state * observer->classes + (uint64_t)holds]];
    }
    *end = state;
    return 0;
}

/* Adds the moves to moves->target, one for each state to which the observer can move on the class. */
static int add_moves_on_class(struct strategy_moves *moves, uint32_t state, uint32_t class, uint32_t label,
                              struct error *error) {
    const struct observer *observer = moves->observer;
    uint64_t row = (uint64_t)state * observer->classes + class;
    for (uint64_t k = observer->row[row]; k < observer->row[row + 1]; k++) {
        uint64_t count = moves->count + 1;
        if (strategy_moves_pass(moves, moves->target, observer->target[k], &moves->target[moves->width - 1],
                                error) != 0) {
            return -1;
        }
        if (MEMORY_GROW(moves->memory, &moves->label_of, &moves->label_capacity, count) != 0 ||
            MEMORY_GROW(moves->memory, &moves->tuples, &moves->tuple_capacity, count * moves->width) != 0) {
            return error_memory(error, "for the moves of a formula's game");
        }
        memcpy(moves->tuples + moves->count * moves->width, moves->target,
               moves->width * sizeof *moves->target);
        moves->label_of[moves->count] = label;
        moves->count = count;
    }
    return 0;
}

uint32_t strategy_moves_label(const struct strategy_moves *moves, const char *text) {
    uint32_t id = label_find(moves->table, text, strlen(text));
    return id == LABEL_NONE ? STRATEGY_NO_LABEL : moves->number[id];
}

static int add_transition(struct strategy_moves *moves, const struct walker_transition *transition,
                          struct error *error) {
    uint32_t label = strategy_moves_label(moves, transition->label);
    if (label == STRATEGY_NO_LABEL) {
        moves->unknown = transition->label;
        return 0;
    }
    walker_target(moves->walker, moves->state, transition, moves->target);
    return add_moves_on_class(moves, moves->state[moves->width - 1], moves->observer->class_of_label[label],
                              label, error) != 0
               ? -1
               : 1;
}

/* Adds the moves of a ROOT state: to all initial states of the model. */
static int add_initial(struct strategy_moves *moves, uint32_t state, struct error *error) {
    uint64_t count, components = moves->width - 1;
    const uint32_t *initial = walker_initial(moves->walker, &count);
    int failed = 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        memcpy(moves->target, initial + i * components, components * sizeof *initial);
        failed = add_moves_on_class(moves, state, 0, STRATEGY_NO_LABEL, error);
    }
    return failed ? -1 : 1;
}

/* Adds the moves of the observer alone: on the class of a predicate's value, or on class 0. */
static int add_alone(struct strategy_moves *moves, uint32_t state, struct error *error) {
    const struct observer_state *at = &moves->observer->state[state];
    int holds =
        at->kind == OBSERVER_EPSILON ? 0 : walker_holds(moves->walker, at->predicate, moves->state, error);
    memcpy(moves->target, moves->state, moves->width * sizeof *moves->state);
    return holds < 0 || add_moves_on_class(moves, state, (uint32_t)holds, STRATEGY_NO_LABEL, error) != 0 ? -1
                                                                                                         : 1;
}

int strategy_moves_find(struct strategy_moves *moves, const uint32_t *tuple, struct error *error) {
    const struct walker_transition *transitions;
    uint64_t count;
    uint32_t state = tuple[moves->width - 1];
    moves->count = 0;
    memcpy(moves->state, tuple, moves->width * sizeof *tuple);
    switch ((enum observer_kind)moves->observer->state[state].kind) {
    case OBSERVER_STOP:
        return 1;
    case OBSERVER_EPSILON:
    case OBSERVER_TEST:
    case OBSERVER_PASS:
        return add_alone(moves, state, error);
    case OBSERVER_ROOT:
        return add_initial(moves, state, error);
    case OBSERVER_STEP:
        break;
    }
    if (walker_transitions(moves->walker, moves->state, &transitions, &count, error) != 0) {
        return -1;
    }
    int status = 1;
    for (uint64_t k = 0; k < count && status == 1; k++) {
        status = add_transition(moves, &transitions[k], error);
    }
    return status;
}
