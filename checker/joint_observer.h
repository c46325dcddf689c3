#ifndef HEDDLE_CHECKER_JOINT_OBSERVER_H
#define HEDDLE_CHECKER_JOINT_OBSERVER_H

#include "base/scope.h"
#include "model/observer.h"

struct error;
struct run;

#define JOINT_MOST_MEMBERS 64u
#define JOINT_MOST_STATES 64u /* without PASS states */

/*
 * Monitors that follow a run together: the product of observers. A member goes on by itself until it has no
 * move, or stops; what comes then cannot violate it. Where members reach error states, the product reaches
 * one that says which, and stops: the search ends at that level.
 */
struct joint_observer {
    struct observer observer;
    uint64_t *violates; /* [states] of error states: the members that reach one, as bits */
    struct scope scope; /* of all arrays */
};

/* Whether an observer can be a member: it begins in no error state, and is deterministic, without EPSILON,
 * TEST and ROOT states. */
int joint_observer_takes(const struct observer *observer);
/*
 * The product of at most JOINT_MOST_MEMBERS members, which read so many labels. 1; 0 if it is larger than
 * JOINT_MOST_STATES or than all members together, so that searches apart may find less; or -1 with *error
 * filled: ERROR_MEMORY. The caller frees it with joint_observer_free in any case.
 */
int joint_observer_make(const struct observer *const *members, uint32_t count, uint32_t labels,
                        const struct run *run, struct joint_observer *joint, struct error *error);
void joint_observer_free(struct joint_observer *joint);

#endif
