#ifndef HEDDLE_FRONTEND_EXP_COMPILE_NETWORK_INTERNAL_H
#define HEDDLE_FRONTEND_EXP_COMPILE_NETWORK_INTERNAL_H

#include "base/array.h"
#include "frontend/exp/compile/compose.h"
#include "frontend/exp/compile/network_owned.h"

/* The state of finishing, in addition to the composer. */
struct network_finish {
    struct composer *composer;
    struct owned_network *owned;
    struct network *network;
    const struct rule_entry **entries; /* entries that have rules, in byte order of their labels */
    uint64_t entry_count, entry_capacity;
    GROWING(uint32_t) stack;              /* rules still to visit in a walk through joins */
    uint32_t *guard_number;               /* for each guard that is needed, 1 + its number */
    uint8_t *live;                        /* marks the sub-rules that are kept */
    GROWING(const char *) variable_names; /* of all PRISM models */
};

/* Makes the components, one for each process of the tree. 0, or -1 with the composer's error filled. */
int network_make_processes(struct network_finish *finish);
/* Once all rules are made: numbers the classes that take part in rules densely, in the order of the local
 * labels that have them. 0, or -1. */
int network_number_classes(struct network_finish *finish);

#endif
