#ifndef HEDDLE_SPECS_SYNTAX_FORMULA_SHOW_H
#define HEDDLE_SPECS_SYNTAX_FORMULA_SHOW_H

#include "base/text/text_buffer.h"
#include "specs/syntax/formula.h"

struct memory;

/*
 * Appends a subformula as people know it: in the user's own text (formula_own.h), with the values of the
 * variables on which it depends: `[r(d)] X with d = 2`. Subformulas that nobody wrote are printed, those of
 * their parts that the user wrote in the user's text. `quote` stands before and after the text, and before
 * the values. A text of more than `most` bytes, without the values, is shortened in the middle, or, if it is
 * very long, at its end. Returns 0, or -1 when memory runs out.
 */
int formula_show(const formula_text *text, const struct formula *formula, const char *quote, uint64_t most,
                 struct memory *memory, struct text_buffer *result);

#endif
