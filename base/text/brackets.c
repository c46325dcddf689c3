/* Open brackets. */
#include "base/text/brackets.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"

void brackets_next_token(struct open_brackets *brackets) {
    brackets->is_new = 0;
}

int brackets_open(struct open_brackets *brackets, struct memory *memory, const char *text,
                  struct source_position where) {
    brackets->is_new = 1;
    return GROWING_ADD(memory, brackets->stack, (struct open_bracket){text, where});
}

void brackets_close(struct open_brackets *brackets, const char *text) {
    const struct open_bracket *innermost = brackets_innermost(brackets);
    if (innermost != NULL && strcmp(innermost->text, text) == 0) {
        brackets->stack.count--;
    }
}

void brackets_free(struct open_brackets *brackets, struct memory *memory) {
    GROWING_FREE(memory, brackets->stack);
}

const struct open_bracket *brackets_innermost(const struct open_brackets *brackets) {
    uint64_t count = brackets->stack.count - (brackets->is_new ? 1 : 0);
    return count > 0 ? &brackets->stack.data[count - 1] : NULL;
}

const char *brackets_show(const struct open_bracket *bracket, char *buffer, size_t size) {
    snprintf(buffer, size, " (for the '%s' of line %llu, column %llu)", bracket->text,
             (unsigned long long)bracket->where.line, (unsigned long long)bracket->where.column);
    return buffer;
}
