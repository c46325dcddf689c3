#ifndef HEDDLE_SPECS_SYNTAX_MULTIACTION_H
#define HEDDLE_SPECS_SYNTAX_MULTIACTION_H

#include <stddef.h>

struct memory;

/*
 * mCRL2's multi-actions as texts: parts with '|' between them, outside of parentheses. Two are equal when one
 * is a permutation of the other. Blanks do not matter within parentheses, before them, and around a part.
 */

/* Sorts the parts in byte order and removes the blanks that do not matter, in place. Returns 0, or -1 when
 * memory runs out. */
int multiaction_normalise(struct memory *memory, char *text, size_t *length);
/* Whether a label equals a multi-action in normal form. Takes time proportional to the product of their
 * numbers of parts. */
int multiaction_matches(const char *text, size_t length, const char *label, size_t label_length);
/* Returns the end of the part that begins at `at`: a '|' outside of parentheses, or the end of the text. */
const char *multiaction_part_end(const char *at, const char *end);
/* Whether parentheses are balanced. */
int multiaction_is_closed(const char *text, size_t length);
/* Counts the parts of a text; at least 1. */
size_t multiaction_parts(const char *text, size_t length);
/* The length without the blanks at both ends; *text is moved to the first byte that is none. */
size_t multiaction_trim(const char **text, const char *end);
/* Whether a label has as many parts as a multi-action, and one of the name of each. */
int multiaction_has_names(const char *text, size_t length, const char *label, size_t label_length);

#endif
