#ifndef HEDDLE_SPECS_DATA_EXPAND_H
#define HEDDLE_SPECS_DATA_EXPAND_H

#include "specs/syntax/formula.h"

struct error;
struct run;

/*
 * Expands a formula with data, given the labels of the network: writes it out as a formula without data, with
 * a conjunct or disjunct for each value of a quantified variable, and a fixpoint for each tuple of values
 * that the parameters of a fixpoint take (as mCRL2's translation to Boolean equation systems does). Nothing
 * happens to a formula without data, or to one that was expanded before.
 *
 * Variables range over all values of their sort if it is declared and finite, and otherwise over the values
 * that occur at such places of the labels (sort_class.h) and fresh ones: values that occur nowhere. Fresh
 * values are exchangeable, because labels and formula can only compare them for equality; so with k variables
 * of a sort in scope, k fresh values show all that infinitely many others would, and those that a fixpoint's
 * parameters hold are renamed to the first ones. Numbers that are ordered, or of several sorts, have fresh
 * values in each gap between those that occur (number_gaps.h).
 *
 * What depends on more than that is unknown: arithmetic on a fresh value, the order of two in one gap, a
 * function without equations, and whether an undeclared sort has values that occur nowhere. Then there are
 * two formulas: one with every such part replaced by what makes it stronger, and one by what makes it weaker.
 * The property holds if the first one does, is violated if the second one is, and otherwise is undecided,
 * because of formula_doubt.
 *
 * A formula whose result is too large, or has no end because a parameter takes more and more values, is
 * expanded breadth first up to a number of parts, and the fixpoints that remain are unknown: often the
 * network never reaches them. If that is too large, too, nothing is known of the formula. Returns 0, or -1
 * with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED; ERROR_INPUT if labels ignore case and an argument must
 * be computed.
 */
int formula_expand(formula_text *text, const struct label_texts *labels, const char *name,
                   const struct run *run, struct error *error);

/*
 * Marks a formula whose actions have arguments that must be computed, or compared with labels by their
 * values, as one that has data (formula_has_data). formula_expand does so, too.
 */
void formula_mark_data(formula_text *text, const struct label_texts *labels);

#endif
