#ifndef HEDDLE_EXPLORER_SEARCH_REDUCTION_TRIAL_H
#define HEDDLE_EXPLORER_SEARCH_REDUCTION_TRIAL_H

#include <stdint.h>

#include "explorer/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct explore_options;
struct run;
struct search;

/*
 * Finds out whether partial-order reduction saves enough states, in the first levels of a search. Of one in
 * eight states, which their vectors choose, all successors are computed; later it is seen how many of them
 * the search has not found: that many states at least are saved. If they are few, the search goes on without
 * reduction. That is sound at any level: a state of which all moves are made needs no proviso. What is
 * decided depends on levels alone, not on threads.
 */
typedef struct reduction_trial reduction_trial;

/* NULL when memory runs out; reduction_trial_free frees it. */
reduction_trial *reduction_trial_create(const struct search *search);
void reduction_trial_free(reduction_trial *trial, const struct search *search);
/*
 * Called by thread 0 alone after each level, which is still there. Returns whether the trial is over: the
 * search keeps its reduction if *saves is non-zero then.
 */
int reduction_trial_level(reduction_trial *trial, struct search *search, uint64_t level, int *saves);

/*
 * For a search that begins elsewhere: *until is the level from which on it makes all moves, or UINT64_MAX.
 * That is options->decision, or what a search on the CPU finds until its trial is over. 0, or -1 with *error
 * filled.
 */
int reduction_decide(const model *model, const struct explore_options *options, const struct run *run,
                     uint64_t *until, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
