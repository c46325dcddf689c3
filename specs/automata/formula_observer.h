#ifndef HEDDLE_SPECS_AUTOMATA_FORMULA_OBSERVER_H
#define HEDDLE_SPECS_AUTOMATA_FORMULA_OBSERVER_H

#include "model/observer.h"
#include "specs/syntax/formula.h"

/*
 * A formula as an observer (model/observer.h), so that the product of network and observer is a
 * parity game which Even wins from the initial state if and only if the formula holds there. Even owns
 * disjunctions and diamonds, Odd owns conjunctions and boxes; the owner of a vertex without moves loses there
 * (STOP: Odd owns true, Even owns false). Max-parity: the parity of the highest priority that occurs
 * infinitely often decides the winner of an infinite play. Negations are pushed inwards; regular expressions
 * become automata without empty moves, so that one transition of the network is one step; conjunctions and
 * disjunctions are flattened; unreachable states are removed.
 *
 * Priorities follow alternation depth (Emerson and Lei 1986; Niwinski): within a strongly connected component
 * of the automaton they are the least priorities that show which outermost fixpoint is unfolded for ever, and
 * all the same where only one kind of fixpoint occurs; from component to component they never fall. So in the
 * game of an alternation-free formula priorities never fall along an edge.
 *
 * Predicates become TEST states, whose owner has no choice; so an observer with them is for models that have
 * those predicates.
 */
/* What a state stands for: a formula, or its negation. */
struct formula_meaning {
    const struct formula *formula;
    uint8_t is_negated;
};

struct formula_observer {
    struct observer observer;
    /* For each state of the observer: the subformula that it stands for, or one of several, as text for
     * users; NULL in monitors. */
    const struct formula **origin;
    /* The same in more detail, and without those parts of an expression that the state is past: a subformula
     * that was written, or one that was made. In each play of a winning strategy the winner is right about
     * it: what Even wins is true, and what Odd wins is false. */
    struct formula_meaning *meaning;
    struct arena *made; /* the formulas that were made */
    /* Alternation depth of the observer's cycles: 0: it has no cycles (regular stars make cycles, too); 1:
     * alternation-free. */
    uint32_t alternation_depth;
    struct memory *memory; /* accounts for all of this */
    uint64_t moves;        /* entries of observer.target */
    uint32_t labels;       /* entries of observer.class_of_label */
};

/*
 * Makes the observer. Returns 0, or -1 with *error filled and nothing to free: ERROR_MEMORY, ERROR_LIMIT (too
 * many states), ERROR_INTERRUPTED, or a label that is too long for a pattern. The formula must outlive the
 * result.
 */
int formula_observer_make(const struct formula *formula, const struct label_texts *labels,
                          struct formula_observer *result, const struct run *run, struct error *error);
/*
 * The same for a model with several initial states: the observer begins in a ROOT state, which Odd owns, so
 * that Even wins from the initial state of the product if and only if the formula holds in all of them.
 */
int formula_observer_make_root(const struct formula *formula, const struct label_texts *labels,
                               struct formula_observer *result, const struct run *run, struct error *error);
void formula_observer_free(struct formula_observer *observer);

/*
 * Plans for formulas that a search decides without a game: boolean combinations of [R] false, <R> true, and
 * equivalent formulas ([true*] <true> true: no deadlock). A leaf is an observer whose error states are
 * reached if and only if R has a word that leads there.
 */
enum formula_plan_kind { PLAN_NOT, PLAN_AND, PLAN_OR, PLAN_CONSTANT, PLAN_REACHES, PLAN_DEADLOCK };

struct formula_plan {
    enum formula_plan_kind kind;
    uint32_t number; /* a different one for each node, higher than those of its operands */
    int value;       /* CONSTANT */
    const struct formula_plan *left, *right; /* NOT: left alone */
    const struct formula *formula;           /* the subformula from which it was made */
    const struct regular *regular; /* REACHES: true when some state can be reached by a word of it */
};

/* Stores the plan of a formula, whose nodes belong to the text, in *plan, NULL when it needs a game, or more
 * than 256 leaves. A conjunction of [R] false is one leaf, as is a disjunction of <R> true. Returns 0, or -1
 * when memory runs out. Nodes, new regular expressions among them, belong to the text, which must outlive the
 * plan. */
int formula_plan_make(formula_text *text, const struct formula *formula, const struct formula_plan **plan,
                      struct error *error);
/* Makes the monitor of a REACHES leaf: an observer whose error states are those in which a word of R is
 * complete; it stops there. It may be nondeterministic. Errors are as for formula_observer_make. */
int regular_observer_make(const struct regular *regular, const struct label_texts *labels,
                          struct formula_observer *result, const struct run *run, struct error *error);

#endif
