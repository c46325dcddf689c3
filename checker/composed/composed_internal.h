#ifndef HEDDLE_CHECKER_COMPOSED_COMPOSED_INTERNAL_H
#define HEDDLE_CHECKER_COMPOSED_COMPOSED_INTERNAL_H

#include "checker/composed/composed_check.h"

/* A check on smaller networks at work. */
struct composed_work {
    const struct network *network;
    const struct property *properties;
    uint32_t count;
    const struct check_options *options;
    const struct composed_options *composing;
    const struct run *run;
    struct composed_check *composed;
    struct error *error;
    uint64_t tried; /* states that a search of the whole network could have found so far */
};

/* --- groups (composed_group.c) --- */

/* Puts the property into a group, or notes in *refused that there is none for it. 0, or -1 with the error. */
int composed_group_property(struct composed_work *work, uint32_t property, int *refused);
/* Makes the group's network smaller: what came of it, or NULL with *error filled, or with code ERROR_NONE if
 * its properties are decided by now. */
const struct network *composed_group_open(struct composed_work *work, struct composed_group *group,
                                          struct error *error);
void composed_groups_free(struct composed_check *composed, const struct run *run);

/* --- traces (composed_trace.c) --- */

/* Turns the result of a property, which is about the group's network, into one about the whole network. */
void composed_trace_place(struct composed_work *work, const struct composed_group *group, uint32_t property);

/* --- the results of all checks (composed_check.c) --- */

/*
 * Moves the results of a check of some of the properties, and its searches, to the whole, and frees it.
 * numbers: of its properties. decided_only: leaves results that are undecided. 0, or -1 with the error.
 */
int composed_adopt(struct composed_work *work, struct check *part, const uint32_t *numbers, int decided_only);
/* Looks for what a search of the whole network decides with so many states. 0, or -1 with the error. */
int composed_try_whole(struct composed_work *work, uint64_t states);
/* Whether a property of the group is undecided. */
int composed_is_open(const struct composed_work *work, const struct composed_group *group);
/* Checks one property on the whole network, as deep as that; NULL with *error filled. */
struct check *composed_check_whole(struct composed_work *work, uint32_t property, uint64_t max_depth,
                                   struct error *error);

#endif
