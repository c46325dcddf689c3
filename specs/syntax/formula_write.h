#ifndef HEDDLE_SPECS_SYNTAX_FORMULA_WRITE_H
#define HEDDLE_SPECS_SYNTAX_FORMULA_WRITE_H

#include <stdint.h>

#include "base/text/pattern.h"
#include "specs/syntax/formula.h"

/*
 * Writes formulas as text, from which reading makes the same tree again: in the language of a dialect (AUTO
 * is MCL), on one line, with the parentheses that precedence needs. Appended to *result, which the caller
 * frees with text_buffer_free. `most`: the bytes after which the text is cut and ends with "...", 0 for no
 * limit. Returns 0, or -1 when memory runs out or the text exceeds 2^26 bytes. Depth of nesting is bounded by
 * memory alone.
 *
 * Trees that were built by hand come back if the reader can make them: variables find their binders by name,
 * labels are not names of the internal action, no text has a line break, a pattern no \' of its own; MCL has
 * no multi-actions of several parts. In mCRL2's dialect, which has no `nil`, it is written false*.
 */
int formula_write(const struct formula *formula, enum formula_dialect dialect, uint64_t most,
                  struct memory *memory, struct text_buffer *result);
/* The same in the dialect of the text, with those parts that the user wrote in the user's own text
 * (formula_own.h). */
int formula_write_own(const formula_text *text, const struct formula *formula, uint64_t most,
                      struct memory *memory, struct text_buffer *result);

#endif
