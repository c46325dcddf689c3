#ifndef HEDDLE_BASE_TEXT_SPELLING_H
#define HEDDLE_BASE_TEXT_SPELLING_H

#include <stddef.h>
#include <stdint.h>

#define SPELLING_LONGEST 40 /* longer texts are like no word */

/* How likely `text` is a misspelling of `word`; smaller is more likely, UINT32_MAX: unlikely. */
uint32_t spelling_distance(const char *text, const char *word);

/* The word that is spelled most like a text, of those that were considered; begins with the text alone. */
struct spelling_guess {
    const char *text, *word; /* NULL: none */
    uint32_t distance;
};
void spelling_consider(struct spelling_guess *guess, const char *word);

/* Writes "; did you mean 'word'?", with `mark` for the quotes, or an empty text for NULL; returns hint. */
#define SPELLING_HINT 250 /* bytes; a word is cut after 200 */
const char *spelling_hint(char hint[SPELLING_HINT], const char *mark, const char *word);

/*
 * The word, of `count` words, that the text of `length` bytes most likely means: it differs in few letters (1
 * in 4), or in case alone. Never a word that begins with the text and has two or more further letters, and
 * none for a text of one letter. NULL if there is none.
 */
const char *spelling_nearest(const char *text, size_t length, const char *const *words, size_t count);

#endif
