#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_WEIGHED_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_WEIGHED_INTERNAL_H

/* For the files that find moves. */
#include "checker/verify/verify_weighed.h"

/* Sets ERROR_MEMORY and returns -1. */
int weighed_no_memory(const struct weighed_input *input);
/*
 * Whether a label is hidden: 1, 0, or -1 with *error filled. An action `i` of a file is a name like others,
 * but a text to hide does not mean it. Labels with numbers are not hidden; evidence must not name one.
 */
int weighed_hides(struct weighed_input *input, const char *text);
/* Begins a move. 0, or -1 with *error filled. */
int weighed_begin_move(struct weighed_input *input, enum measured_move kind, uint32_t name);
/* The number of a target, which is added if the input grows. 1, 0 if it is not listed, or -1. */
int weighed_find_target(struct weighed_input *input, const uint32_t *tuple, uint32_t *target);
/* Adds a draw to the last move. 1, or -1 with *error filled. */
int weighed_add_draw(struct weighed_input *input, uint32_t target, struct fraction weight);
/* The moves of a state of a network with labels, as weighed_find. */
int weighed_find_labels(struct weighed_input *input, uint32_t state);

#endif
