#ifndef HEDDLE_FRONTEND_PRISM_WALK_PRISM_NUMBERS_H
#define HEDDLE_FRONTEND_PRISM_WALK_PRISM_NUMBERS_H

#include <stdint.h>

#include "base/array.h"
#include "frontend/prism/walk/prism_walk.h"
#include "frontend/walk/walker.h"

struct error;
struct memory;

/* The numbers of states of a PRISM model, for walker_weigh. Begins as zeros with `model` set. */
struct prism_numbers {
    const struct prism_model *model;
    prism_walk *walk;
    struct memory *memory;
    const char **names; /* [labels + 1 + rewards] */
    uint8_t *labels;    /* [labels + 1] of the last state */
    double *earned;     /* [rewards] of the last state */
    GROWING(struct walker_row) rows;
    GROWING(struct walker_entry) entries;
    GROWING(uint32_t) targets;
    GROWING(double) rewards; /* [rewards] for each row */
};

/* Describes the model in *names. 0, or -1 when memory runs out. */
int prism_numbers_open(struct prism_numbers *numbers, prism_walk *walk, struct memory *memory,
                       struct walker_numbers *names);
void prism_numbers_close(struct prism_numbers *numbers);
/* As walker_weigh; label_of: the label of each action, and then of choices without one. */
int prism_numbers_find(struct prism_numbers *numbers, const int32_t *state, const char *const *label_of,
                       struct walker_weighed *weighed, struct error *error);

#endif
