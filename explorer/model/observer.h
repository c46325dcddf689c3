#ifndef HEDDLE_EXPLORER_MODEL_OBSERVER_H
#define HEDDLE_EXPLORER_MODEL_OBSERVER_H

#include <stdint.h>

/*
 * An observer: an automaton that is an additional component of the searched product, the least significant
 * one. In a STEP state it moves together with each transition of the network, on the class of the
 * transition's result label (without a move on that class, the product has no such transition). In an EPSILON
 * state it moves alone, on class 0. A STOP state has no moves. Observers may be nondeterministic. Owner and
 * priority are for games, the error flag for monitors.
 */
enum observer_kind { OBSERVER_STEP = 0, OBSERVER_EPSILON, OBSERVER_STOP };

struct observer_state {
    uint8_t kind;  /* enum observer_kind */
    uint8_t owner; /* 0 even, 1 odd */
    uint8_t error; /* non-zero: reaching the state violates the property */
    uint32_t priority;
};

/* The caller owns all arrays; a model image copies what it needs. */
struct observer {
    uint32_t states, initial; /* at least one state */
    const struct observer_state *state;
    uint32_t classes;               /* at least 1 */
    const uint32_t *class_of_label; /* [labels of the network]: the class of each label */
    const uint64_t *row; /* [states * classes + 1]: offsets into target, for the moves of (state, class) */
    const uint32_t *target;
};

#endif
