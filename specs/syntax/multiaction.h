#ifndef HEDDLE_SPECS_SYNTAX_MULTIACTION_H
#define HEDDLE_SPECS_SYNTAX_MULTIACTION_H

#include <stddef.h>

struct memory;

/*
 * mCRL2's multi-actions as texts: parts with '|' between them, outside of parentheses. Two are equal when one
 * is a permutation of the other, blanks within parentheses left out.
 */

/* Sorts the parts in byte order and removes the blanks within parentheses, in place. 0, or -1 when memory is
 * spent. */
int multiaction_normalise(struct memory *memory, char *text, size_t *length);
/* Whether a label equals a multi-action in normal form. Takes time in their number of parts, multiplied. */
int multiaction_matches(const char *text, size_t length, const char *label, size_t label_length);
/* Where the part that begins at `at` ends: a '|' outside of parentheses, or the end. */
const char *multiaction_part_end(const char *at, const char *end);
/* Whether every '(' has its ')'. */
int multiaction_is_closed(const char *text, size_t length);
/* Parts of a text; 1 at least. */
size_t multiaction_parts(const char *text, size_t length);

#endif
