#ifndef HEDDLE_REDUCE_COMPOSITION_PLAN_H
#define HEDDLE_REDUCE_COMPOSITION_PLAN_H

#include "base/stream/output.h"
#include "reduce/composition/composition.h"

struct composition;

/*
 * A plan: which components to join, in which order. A text with a line for each step: the name of what the
 * parts become, '=', and the parts, all in double quotes: "@1" = "sender" "receiver". Parts are components of
 * the network, by the names that traces show, or what earlier lines made. Empty lines, and those that begin
 * with '#', say nothing.
 */
struct composition_plan;

/* NULL with *error filled (ERROR_INPUT with the place). The caller frees it. */
struct composition_plan *plan_read(const char *path, const struct run *run, struct error *error);
void plan_free(struct composition_plan *plan);

/* Joins what the plan says. 0, or -1 with the composition's error filled: ERROR_INPUT with the place for
 * names that the network has not, or has no longer. */
int plan_follow(const struct composition_plan *plan, struct composition *composition);

/* Writes the plan of the steps that were done. 0, or -1 with *error filled. */
int plan_write(const composition *composition, output *file, struct error *error);

#endif
