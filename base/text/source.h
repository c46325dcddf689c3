#ifndef HEDDLE_BASE_TEXT_SOURCE_H
#define HEDDLE_BASE_TEXT_SOURCE_H

#include <stdint.h>

/* A place in a text that a user wrote. */
struct source_position {
    const char *path;
    uint32_t line, column; /* from 1 */
};

/* A warning about such a text: one line, without a final newline. */
struct source_warning {
    struct source_position position;
    const char *text;
};

#endif
