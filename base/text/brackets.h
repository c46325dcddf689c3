#ifndef HEDDLE_BASE_TEXT_BRACKETS_H
#define HEDDLE_BASE_TEXT_BRACKETS_H

#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "base/error.h"

struct memory;

/* The brackets that are open where a reader is, and words such as `hide` that have an end. Messages name the
 * innermost one. */
struct open_bracket {
    const char *text; /* "(", "hide"; not owned */
    struct source_position where;
};

struct open_brackets {
    GROWING(struct open_bracket) stack;
    int is_new; /* the token that was read last has opened one */
};

/* Call this before the functions below, for each token. */
void brackets_next_token(struct open_brackets *brackets);
/* 0, or -1 when memory runs out. */
int brackets_open(struct open_brackets *brackets, struct memory *memory, const char *text,
                  struct source_position where);
/* Closes the innermost one if it is this one. */
void brackets_close(struct open_brackets *brackets, const char *text);
void brackets_free(struct open_brackets *brackets, struct memory *memory);

/* The innermost one that was open before the last token; NULL if there was none. */
const struct open_bracket *brackets_innermost(const struct open_brackets *brackets);
/* " (for the '(' of line 1, column 2)" in the buffer, which is returned. */
const char *brackets_show(const struct open_bracket *bracket, char *buffer, size_t size);

#endif
