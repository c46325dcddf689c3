#ifndef HEDDLE_BASE_TEXT_SOURCE_H
#define HEDDLE_BASE_TEXT_SOURCE_H

#include "base/error.h"

/* A warning about such a text: one line, without a final newline. */
struct source_warning {
    struct source_position position;
    const char *text;
};

#endif
