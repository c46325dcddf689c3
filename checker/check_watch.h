#ifndef HEDDLE_CHECKER_CHECK_WATCH_H
#define HEDDLE_CHECKER_CHECK_WATCH_H

#include <stdint.h>

#include "explorer/model/model.h"

struct checking;
struct error;
struct exploration;

/* Watches the states of one search, of a model with data, for the targets of kind TRACE_TO_STATE. */
struct check_watch;

/* Makes room for the targets' vectors, too. The model must outlive it; its search has no observer. NULL with
 * *error filled when memory runs out. */
struct check_watch *check_watch_open(struct checking *checking, uint32_t search, const model *model,
                                     struct error *error);
/* NULL is allowed. */
void check_watch_close(struct check_watch *watch);
/* Whether there is a level that is new since the last call of check_watch_next. *level: the first such. */
int check_watch_is_behind(const struct check_watch *watch, const struct exploration *exploration,
                          uint64_t *level);
/*
 * Looks at this level, on run->threads threads, and sets findings, level and vector of the targets whose
 * properties are not decided yet. The level is on the host, in the level store: after each level of the
 * search (explore_options.decided), and after it. Returns 0, with nothing done, if there are no such targets.
 * Collective, with run->ranks.
 */
int check_watch_next(struct check_watch *watch, const struct exploration *exploration);
/* Fills `why` of the targets with a predicate that has no value in a state: the predicate, the state and a
 * shortest path to it (ERROR_INPUT), or why that could not be found. */
void check_watch_describe(const struct check_watch *watch, struct exploration *exploration);

#endif
