#ifndef HEDDLE_BASE_STREAM_COMPRESSION_H
#define HEDDLE_BASE_STREAM_COMPRESSION_H

#include <stddef.h>
#include <string.h>

#include "base/text/text.h"

enum compression { COMPRESSION_NONE, COMPRESSION_GZIP, COMPRESSION_ZSTD };

/* What the end of a file's name says, in any case. *stem: the bytes before .gz or .zst, or all of them. */
static inline enum compression compression_of_name(const char *path, size_t *stem) {
    static const char *const endings[] = {"", ".gz", ".zst"};
    int found = text_ends_with_any_case(path, endings[COMPRESSION_GZIP])   ? COMPRESSION_GZIP
                : text_ends_with_any_case(path, endings[COMPRESSION_ZSTD]) ? COMPRESSION_ZSTD
                                                                           : COMPRESSION_NONE;
    *stem = strlen(path) - strlen(endings[found]);
    return (enum compression)found;
}

#endif
