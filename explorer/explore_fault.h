#ifndef HEDDLE_EXPLORER_EXPLORE_FAULT_H
#define HEDDLE_EXPLORER_EXPLORE_FAULT_H

#include "explorer/search/explore.h"
#include "explorer/trace/trace_rebuild.h"

/*
 * What becomes of a search that ended because the model has an error in some state (EXPLORE_FAULT): it is
 * freed, and NULL is returned with *error filled: ERROR_INPUT, or ERROR_PREDICATE if it is in a predicate of
 * the observer, with the place, the least such state of its level and a shortest path to it; or why that
 * could not be found. Any other exploration, and NULL, is
 * returned as it is. Where the search did not keep its levels on the host, a search on the CPU finds them
 * again.
 */
struct exploration *explore_settle_fault(struct exploration *found, const struct explore_options *options,
                                         const struct run *run, struct error *error);

/*
 * After a search of a DTMC on a GPU, at least up to a checkpoint, which knows the first level with a state in
 * which several commands are enabled: finds found->several by a search on the CPU up to that level; it stays
 * NULL where that fails. Otherwise nothing changes.
 */
void explore_settle_several(struct exploration *found, const struct explore_options *options,
                            const struct run *run);

/* Fills *error with why a predicate has no value in the state of the goal, a TRACE_TO_STATE of the search:
 * the same, with the same search again where the levels were not kept. */
void explore_describe_predicate(struct exploration *found, const struct trace_goal *goal, uint32_t predicate,
                                const struct run *run, struct error *error);

#endif
