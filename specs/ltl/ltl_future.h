#ifndef HEDDLE_SPECS_LTL_LTL_FUTURE_H
#define HEDDLE_SPECS_LTL_LTL_FUTURE_H

#include "specs/ltl/ltl_letters.h"

/*
 * In which states a formula may still come true, and may still come false: functions of the predicates of the
 * first state of a word whose first letter is an event, and whose other letters are any that runs of the
 * model have. Neither knows which transitions the model has.
 */
struct ltl_future {
    bdd may_hold, may_fail;
};

/* 0, or -1 with the error of the letters' pool or the store filled. */
int ltl_future_find(struct ltl_letters *letters, struct ltl_store *store, ltl formula,
                    struct ltl_future *future);

#endif
