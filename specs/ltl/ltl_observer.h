#ifndef HEDDLE_SPECS_LTL_LTL_OBSERVER_H
#define HEDDLE_SPECS_LTL_LTL_OBSERVER_H

#include "model/observer.h"
#include "specs/ltl/tgba.h"

struct label_texts;
struct ltl_atom;

/*
 * An automaton as an observer: it reads the letter of each position of a run, the predicates of the state and
 * the event that leaves it (docs/ltl.md). What it accepts, and what the run of the model then is:
 *
 * - an error state: whatever follows is accepted. It stops there.
 * - a deadlock of the search: the run has ended, and that it rests there for ever is accepted. Where this is
 *   not, the observer's states are quiet.
 * - an infinite run of the product, as `acceptance` says.
 *
 * A STEP state stands for a state of the automaton together with what must be known of the predicates of the
 * model's state: PASS states before it have tested these. A mark of an edge is one of the observer's moves
 * where all moves on a letter have it; otherwise the state to which the edge leads has copies, whose moves
 * have the marks of the edge before.
 */
struct ltl_observer {
    struct observer observer;
    struct observer_acceptance acceptance;
    int has_errors; /* there is an error state */
    int has_ends;   /* there is a state that is not quiet */
    int has_cycles; /* some infinite runs may be accepted */
    struct memory *memory;
    uint64_t moves, labels; /* entries of observer.target and .class_of_label */
};

/*
 * atoms: what the variables of the automaton stand for; the actions are without data. is_complete: the
 * observer has a move on each letter, if need be to a state in which it stops. The labels and atoms are not
 * needed after the call. Returns 0, or -1 with the error of the automaton's pool filled and nothing to free:
 * ERROR_MEMORY, ERROR_LIMIT (too many states), ERROR_INTERRUPTED, or what a pattern reports.
 */
int ltl_observer_make(const struct tgba *automaton, const struct ltl_atom *atom, uint32_t atoms,
                      const struct label_texts *labels, int is_complete, struct ltl_observer *result);
void ltl_observer_free(struct ltl_observer *observer); /* a zeroed one is allowed */

#endif
