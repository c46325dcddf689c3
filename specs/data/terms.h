#ifndef HEDDLE_SPECS_DATA_TERMS_H
#define HEDDLE_SPECS_DATA_TERMS_H

#include "specs/syntax/formula.h"

/*
 * Whether the actions with arguments of a formula without other data (formula_terms) are equal to the same
 * labels by their texts as by their values: their arguments, and those of the labels with which they may be
 * equal, are numbers, names and lists as mCRL2 writes values, and all names are known.
 */
int terms_are_plain(const formula_text *text, const struct label_texts *labels);
/* An argument of formula_terms that is more than numbers, names and lists as mCRL2 writes them, such as
 * 1 + 1, {1, 2}, 007; or NULL. */
const struct data *terms_computed(const formula_text *text);

#endif
