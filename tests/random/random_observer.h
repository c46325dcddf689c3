#ifndef HEDDLE_TESTS_RANDOM_RANDOM_OBSERVER_H
#define HEDDLE_TESTS_RANDOM_RANDOM_OBSERVER_H

#include "model/observer.h"

#define RANDOM_OBSERVER_LABELS 4096u /* most labels of a network */
#define RANDOM_OBSERVER_STATES 7u
#define RANDOM_OBSERVER_CLASSES 3u
#define RANDOM_OBSERVER_TARGETS 3u /* most moves of a state on a class */

/* A random observer with its arrays. */
struct random_observer {
    struct observer observer;
    struct observer_state state[RANDOM_OBSERVER_STATES];
    uint32_t class_of_label[RANDOM_OBSERVER_LABELS];
    uint64_t row[RANDOM_OBSERVER_STATES * RANDOM_OBSERVER_CLASSES + 1];
    uint32_t target[RANDOM_OBSERVER_STATES * RANDOM_OBSERVER_CLASSES * RANDOM_OBSERVER_TARGETS];
};

/* Draws an observer of states of all kinds, for a network with this number of labels. */
void random_observer_draw(struct random_observer *drawn, uint32_t labels, uint64_t *random);

#endif
