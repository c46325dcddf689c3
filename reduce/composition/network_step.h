#ifndef HEDDLE_REDUCE_COMPOSITION_NETWORK_STEP_H
#define HEDDLE_REDUCE_COMPOSITION_NETWORK_STEP_H

#include <stdint.h>

struct error;
struct memory;
struct network;

/*
 * Single steps of a network of tables, straight from its rules: for paths of some thousand steps, not for
 * searches. States are tuples of local states.
 */
struct network_stepper {
    const struct network *network;
    struct memory *memory;
    uint8_t *fails; /* [guards]: whether the guard does not hold in the state at hand */
};

#define NETWORK_NO_RULE UINT64_MAX

/* 0, or -1 with *error filled (ERROR_MEMORY); network_stepper_close in any case. */
int network_stepper_open(struct network_stepper *stepper, const struct network *network,
                         struct memory *memory, struct error *error);
void network_stepper_close(struct network_stepper *stepper);

/* Whether a rule with this label is wanted. */
typedef int network_label_wanted(const void *context, uint32_t label);

/*
 * The first rule by which the network goes from one state to another with a wanted label; NETWORK_NO_RULE if
 * there is none. wanted: NULL: any label.
 */
uint64_t network_step_find(const struct network_stepper *stepper, const uint32_t *from, const uint32_t *to,
                           network_label_wanted *wanted, const void *context);
/* Whether the network can do nothing in the state. */
int network_step_is_deadlock(const struct network_stepper *stepper, const uint32_t *state);

#endif
