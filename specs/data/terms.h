#ifndef HEDDLE_SPECS_DATA_TERMS_H
#define HEDDLE_SPECS_DATA_TERMS_H

#include "specs/syntax/formula.h"

/*
 * Whether texts alone can be compared: whether the actions with arguments of a formula without other data
 * (formula_terms) have the same texts as labels if and only if they have the same values. That is so if their
 * arguments, and those of labels that may be equal, are numbers, names and lists as mCRL2 writes values, all
 * names are known, and none that is not declared stands where the other has a value of another kind.
 */
int terms_are_plain(const formula_text *text, const struct label_texts *labels);
/* Where an argument of formula_terms is more than numbers, names and lists as mCRL2 writes them, such as
 * 1 + 1, {1, 2}, 007; or NULL. */
const struct formula_position *terms_computed(const formula_text *text);

#endif
