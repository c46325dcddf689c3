#ifndef HEDDLE_TESTS_FUZZ_FUZZ_H
#define HEDDLE_TESTS_FUZZ_FUZZ_H

/* What the fuzzers share; each is a program of its own. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

/* Of wrong input: the position is there, unless it is the compressed data that are wrong. */
static inline void require_position(const struct error *error) {
    require(error->code != ERROR_INPUT || strncmp(error->text, "damaged", 7) == 0 ||
                strncmp(error->text, "compressed by", 13) == 0 ||
                (error->path[0] != '\0' && error->line > 0 && error->column > 0),
            "position");
}

static inline void write_file(const char *folder, const char *name, const void *bytes, size_t size) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    require(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "file");
}

static inline void write_text(const char *folder, const char *name, const char *text) {
    write_file(folder, name, text, strlen(text));
}

#endif
