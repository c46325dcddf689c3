/* Messages about syntax: what a parser expects (expected.h). */
#include "base/text/expected.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int expected_has(const struct expected_tokens *expected, const char *name) {
    for (int i = 0; i < expected->count; i++) {
        if (strcmp(expected->names[i], name) == 0) {
            return 1;
        }
    }
    return 0;
}

void expected_take_keywords(const struct expected_tokens *expected, struct expected_keywords *keywords) {
    keywords->count = 0;
    for (int i = 0; i < expected->count && keywords->count < EXPECTED_KEYWORDS; i++) {
        const char *name = expected->names[i];
        const size_t length = strlen(name);
        if (name[0] == '\'' && isalpha((unsigned char)name[1]) && length < EXPECTED_KEYWORD_BYTES + 2) {
            char *text = keywords->texts[keywords->count];
            snprintf(text, EXPECTED_KEYWORD_BYTES, "%.*s", (int)length - 2, name + 1);
            keywords->words[keywords->count++] = text;
        }
    }
}

const char *expected_list(const char *prefix, const char *const *names, int count, char *buffer,
                          size_t size) {
    size_t used = 0;
    *buffer = '\0';
    for (int i = 0; i < count && used < size; i++) {
        const char *joint = i == 0 ? prefix : i == count - 1 ? " or " : ", ";
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", joint, names[i]);
    }
    return buffer;
}

int expected_begins_line(const char *line, const char *token) {
    while (line < token && (*line == ' ' || *line == '\t')) {
        line++;
    }
    return line == token;
}
