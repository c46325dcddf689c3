#ifndef HEDDLE_MODEL_OBSERVER_H
#define HEDDLE_MODEL_OBSERVER_H

#include <stdint.h>

/*
 * An observer: an automaton that is an additional component of the searched product, the least significant
 * one. In a STEP state it moves together with each transition of the network, on the class of the
 * transition's result label (without a move on that class, the product has no such transition). In an EPSILON
 * state it moves alone, on class 0. A STOP state has no moves. Observers may be nondeterministic. Owner and
 * priority are for games, the error flag for monitors.
 *
 * Of models with data: in a TEST state the observer moves alone, on class 1 if its predicate holds in the
 * state of the model, otherwise on class 0; there is one move on each. A PASS state is the same, but the
 * product never stays there: its move is made together with the one that leads to it. (Where the predicate
 * has no value the product does stay, and expanding that is an error.) PASS states are on no cycle of PASS
 * states. A ROOT state is initial, and only that: it moves alone, on class 0, and the model begins in each of
 * its initial states, so that the product has one initial state. That is the first one of the model, paired
 * with ROOT.
 */
enum observer_kind {
    OBSERVER_STEP = 0,
    OBSERVER_EPSILON,
    OBSERVER_STOP,
    OBSERVER_TEST,
    OBSERVER_PASS,
    OBSERVER_ROOT
};

struct observer_state {
    uint8_t kind;  /* enum observer_kind */
    uint8_t owner; /* 0 even, 1 odd */
    uint8_t error; /* non-zero: reaching the state violates the property */
    uint8_t quiet; /* STEP: that the model has no transition here is no deadlock of the search */
    uint32_t priority;
    uint32_t predicate; /* TEST, PASS: its number among the predicates of the model */
};

/* The caller owns all arrays; a model image copies what it needs. */
struct observer {
    uint32_t states, initial; /* at least one state */
    const struct observer_state *state;
    uint32_t classes;               /* at least 1; 2 with a TEST or PASS state */
    const uint32_t *class_of_label; /* [labels of the network]: the class of each label */
    const uint64_t *row; /* [states * classes + 1]: offsets into target, for the moves of (state, class) */
    const uint32_t *target;
};

/*
 * Which infinite runs of the product are accepted. A run whose moves are from some point on of no kind 0, and
 * that has each mark again and again, is one. (A move that leaves a set of states for ever may be of any
 * kind.)
 */
struct observer_acceptance {
    uint32_t kinds;          /* at least 1 */
    uint32_t marks;          /* at most 64 */
    const uint32_t *kind;    /* [states * classes]: of the moves of (state, class) */
    const uint64_t *mark_of; /* [kinds]: the marks of such moves, as bits */
};

#endif
