#ifndef HEDDLE_SPECS_SYNTAX_FORMULA_OWN_H
#define HEDDLE_SPECS_SYNTAX_FORMULA_OWN_H

#include "base/text/text_buffer.h"
#include "specs/syntax/formula.h"

struct memory;

/* The most bytes of a part of the source that is shown. */
#define FORMULA_OWN_MOST 4096u

/*
 * Appends the text of a part of the source as the user wrote it, on one line: without comments, and with a
 * blank for each run of blanks and line ends. What macros made is shown as the call; inside of a macro, as
 * its text with what was given for the parameters, in parentheses where these are needed. `most`: the bytes
 * after which the text may be cut; then it ends with "...". Returns 0, or -1 when memory runs out.
 */
int formula_own_text(const formula_text *text, struct formula_extent extent, uint64_t most,
                     struct memory *memory, struct text_buffer *result);

#endif
