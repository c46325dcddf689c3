#ifndef HEDDLE_BASE_TEXT_SPELLING_H
#define HEDDLE_BASE_TEXT_SPELLING_H

#include <stddef.h>
#include <stdint.h>

#define SPELLING_LONGEST 40 /* longer texts are like no word */

/* How likely `text` is a misspelling of `word`; smaller is more likely, UINT32_MAX: unlikely. */
uint32_t spelling_distance(const char *text, const char *word);

/*
 * The word, of `count` words, that the text of `length` bytes most likely means: it differs in few letters (1
 * in 4), or in case alone. Never a word that begins with the text and has two or more further letters, and
 * none for a text of one letter. NULL if there is none.
 */
const char *spelling_nearest(const char *text, size_t length, const char *const *words, size_t count);

#endif
