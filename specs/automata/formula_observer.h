#ifndef HEDDLE_SPECS_AUTOMATA_FORMULA_OBSERVER_H
#define HEDDLE_SPECS_AUTOMATA_FORMULA_OBSERVER_H

#include "explorer/model/observer.h"
#include "specs/syntax/formula.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result labels of a network, by their ids: what actions are matched against. */
struct label_texts {
    const char *const *text; /* the internal action is "i" */
    const uint32_t *length;
    const uint8_t *is_internal;
    uint32_t count;
};

/*
 * A formula as an observer (explorer/model/observer.h), so that the product of network and observer is a
 * parity game which Even wins from the initial state if and only if the formula holds there. Even owns
 * disjunctions and diamonds, odd conjunctions and boxes; a vertex without moves is lost by its owner (STOP:
 * true is odd's, false is even's). Max-parity: a play that never ends is won by the parity of the highest
 * priority that comes again and again. Negations are pushed inwards; regular expressions become automata
 * without empty moves, so that one transition of the network is one step; conjunctions and disjunctions are
 * flattened; what cannot be reached is left out.
 *
 * Priorities follow alternation depth (Emerson and Lei 1986; Niwinski): within a strongly connected component
 * of the automaton they are the least that show which outermost fixpoint is unfolded for ever, and all the
 * same where only one kind of fixpoint occurs; from component to component they never fall. So in the game of
 * an alternation-free formula priorities never fall along an edge.
 */
struct formula_observer {
    struct observer observer;
    /* A state of the observer: the subformula that it stands for, or one of several, for people to read; NULL
     * in monitors. */
    const struct formula **origin;
    /* Of the cycles of the observer: 0: it has none (regular stars make cycles, too); 1: alternation-free. */
    uint32_t alternation_depth;
    struct memory *memory; /* that accounts for all of this */
    uint64_t moves;        /* of observer.target */
    uint32_t labels;       /* of observer.class_of_label */
};

/*
 * Makes it. 0, or -1 with *error filled and nothing to free: ERROR_MEMORY, ERROR_LIMIT (too many states),
 * ERROR_INTERRUPTED, or a label that is too long for a pattern. The formula must outlive the result.
 */
int formula_observer_make(const struct formula *formula, const struct label_texts *labels,
                          struct formula_observer *result, const struct run *run, struct error *error);
void formula_observer_free(struct formula_observer *observer);

/*
 * Formulas that a search decides without a game: boolean combinations of [R] false, <R> true, and what is the
 * same as one of them ([true*] <true> true: no deadlock). A leaf is an observer whose error states are
 * reached if and only if R has a word that leads there.
 */
enum formula_plan_kind { PLAN_NOT, PLAN_AND, PLAN_OR, PLAN_CONSTANT, PLAN_REACHES, PLAN_DEADLOCK };

struct formula_plan {
    enum formula_plan_kind kind;
    int value;                               /* CONSTANT */
    const struct formula_plan *left, *right; /* NOT: left alone */
    const struct formula *formula;           /* where it came from */
    const struct regular *regular;           /* REACHES: true when a state is reached by a word of it */
};

/* The plan of a formula in *plan, NULL when it needs a game, or more than 256 leaves. Conjunctions of [R]
 * false are one leaf, as are disjunctions of <R> true. 0, or -1 when memory is spent. Nodes, new regular
 * expressions among them, belong to the text, which must outlive the plan. */
int formula_plan_make(formula_text *text, const struct formula_plan **plan, struct error *error);
/* The monitor of a REACHES leaf: an observer whose error states are those in which a word of R is complete;
 * it stops there. It may be nondeterministic. As formula_observer_make. */
int regular_observer_make(const struct regular *regular, const struct label_texts *labels,
                          struct formula_observer *result, const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
