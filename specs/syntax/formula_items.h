#ifndef HEDDLE_SPECS_SYNTAX_FORMULA_ITEMS_H
#define HEDDLE_SPECS_SYNTAX_FORMULA_ITEMS_H

/* The items of a formula's text, as those see it who copy it and do not parse it: `end` is the end of the
 * text. */

/* The end of what begins at `at` and is copied as a whole: a comment, a string, a pattern, a word, or one
 * byte. */
const char *formula_item_end(const char *at, const char *end);
int formula_item_is_word(const char *at);
int formula_item_is_comment(const char *at, const char *end);
/* The first byte from `at` on that is neither blank nor in a comment, or `end`. */
const char *formula_skip_blanks(const char *at, const char *end);

#endif
