#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_CERTIFICATE_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_CERTIFICATE_INTERNAL_H

#include <stdint.h>

#include "base/records.h"
#include "checker/verify/verify_internal.h"

/* A check of a certificate. With a monitor, the last number of a tuple is the monitor's state. */
struct closure {
    struct verifier *verifier;
    const monitor *monitor; /* or NULL */
    uint32_t components, fields;
    struct records set;
    uint32_t *forbidden; /* for each label of the walker: a property that it violates, NONE or FAILED */
    uint64_t cursor;     /* the next states to check */
    uint64_t wrong;      /* the first state that is known to fail, or for which memory ran out */
};

/* Adds the states of a tuple to the reason. */
void closure_say(struct verifier *verifier, const struct closure *closure, const uint32_t *tuple);
/* Whether each number of the tuple is a state of its process; else the reason says which is not. */
int closure_in_range(struct verifier *verifier, const struct closure *closure, const uint32_t *tuple);
/* Opens the set: of a packed certificate with the widths that the file gives, else with as many bits for a
 * number as the states of its process need. 0, or -1 with the verifier's error filled; records_free in any
 * case. */
int closure_open(struct closure *closure);
/* Reads all states, in ascending order in the end; tuple and record: scratch. 1; 0: a state is out of range;
 * -1: error. */
int closure_load(struct closure *closure, uint32_t *tuple, uint64_t *record);

#endif
