#ifndef HEDDLE_SPECS_SYNTAX_FORMULA_MACROS_H
#define HEDDLE_SPECS_SYNTAX_FORMULA_MACROS_H

#include "base/text/text_buffer.h"
#include "specs/syntax/formula_syntax.h"

/*
 * Macros as CADP's MCL has them: `macro NAME (P, Q) = .. end_macro`, any number of them before the formula. A
 * call NAME (.., ..) stands for the text of the macro, in parentheses, with what is given, in parentheses,
 * for its parameters. A macro may call those before it; macros of one name differ in their numbers of
 * parameters.
 */

/* Whether a text begins with a macro, after blanks and comments. */
int formula_macros_begin(const char *text, size_t length);
/*
 * Appends the formula, with all calls replaced, to *result, which has two bytes more room. Fills the map by
 * which positions in it are those in the text. Returns 0, or -1 with the error reported.
 */
int formula_macros_replace(struct formula_syntax *syntax, const char *text, size_t length,
                           struct text_buffer *result);

#endif
