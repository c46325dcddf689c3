#ifndef HEDDLE_CHECKER_SIMULATE_FOLLOWED_H
#define HEDDLE_CHECKER_SIMULATE_FOLLOWED_H

#include <stdint.h>

#include "checker/verify/walk.h"

struct error;
struct property;
struct run;
struct text_buffer;

/*
 * A formula of linear time that is followed along a walk: what the rest of the run must satisfy after each
 * step. Its letters are those of docs/ltl.md: the predicates of a state, and the event that leaves it.
 */
typedef struct followed followed;

enum followed_status {
    FOLLOWED_OPEN,      /* the rest of the run decides, as far as is known */
    FOLLOWED_SATISFIED, /* whatever follows */
    FOLLOWED_VIOLATED,  /* whatever follows */
    FOLLOWED_TOO_LARGE, /* what is owed has become too large to follow */
    FOLLOWED_NO_VALUE   /* a predicate has no value in a state of the walk */
};

/* The property is LTL; all arguments must outlive the result, of which `run` counts the memory.
 * NULL with *error filled: ERROR_MEMORY, ERROR_LIMIT, ERROR_INTERRUPTED, ERROR_INPUT. */
followed *followed_create(walk *walk, const struct property *property, const struct run *run,
                          struct error *error);
void followed_free(followed *followed); /* NULL is allowed */

/*
 * The status after `position` steps of the walk. ends: the walk's last state has no transition. What follows
 * is any sequence of states and of labels that the model has. *owed is a number: it is the same if the same
 * is owed. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED.
 */
int followed_look(followed *followed, uint64_t position, int ends, enum followed_status *status,
                  uint32_t *owed, struct error *error);
/* Whether the formula as a whole is what is owed. */
int followed_is_unchanged(const followed *followed, uint32_t owed);
/*
 * Appends what is owed. is_short: the formula itself, where it is one of several parts, is called `itself`,
 * and a long formula is "a formula of N operators". Otherwise nothing is appended for a long formula. Returns
 * 0, or -1 when memory runs out.
 */
int followed_write(followed *followed, uint32_t owed, int is_short, struct text_buffer *text);

#endif
