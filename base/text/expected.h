#ifndef HEDDLE_BASE_TEXT_EXPECTED_H
#define HEDDLE_BASE_TEXT_EXPECTED_H

#include <stddef.h>

/* For messages about syntax: what a parser expects where it found another token, as bison names it ("a name",
 * "'module'"). A view. */
struct expected_tokens {
    const char *const *names;
    int count;
};

int expected_has(const struct expected_tokens *expected, const char *name);

#define EXPECTED_KEYWORDS 32
#define EXPECTED_KEYWORD_BYTES 16

/* The first keywords of up to 15 letters among them, without their quotes, and room for one word more.
 * words[] points into texts: a copy of the struct has the words of the original. */
struct expected_keywords {
    char texts[EXPECTED_KEYWORDS][EXPECTED_KEYWORD_BYTES];
    const char *words[EXPECTED_KEYWORDS + 1];
    size_t count;
};

void expected_take_keywords(const struct expected_tokens *expected, struct expected_keywords *keywords);

/* Writes the prefix and "A, B or C" into the buffer, cut to its size, which is not 0; nothing if there are no
 * names. Returns it. */
const char *expected_list(const char *prefix, const char *const *names, int count, char *buffer, size_t size);

/* Whether only blanks and tabs stand before the token on its line. */
int expected_begins_line(const char *line, const char *token);

#endif
