#ifndef HEDDLE_TESTS_FUZZ_FUZZ_H
#define HEDDLE_TESTS_FUZZ_FUZZ_H

/* Functions that the fuzzers share; each fuzzer is a separate program. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

/* An error in the input has its position, unless it concerns the whole file: wrong compressed data, or a file
 * of another kind. */
static inline void require_position(const struct error *error) {
    require(error->code != ERROR_INPUT || strncmp(error->text, "damaged", 7) == 0 ||
                strncmp(error->text, "compressed by", 13) == 0 ||
                strncmp(error->text, "this is an ", 11) == 0 ||
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

/* The folder of this process, made at the first call, which `fill` fills; the fuzzer calls from one thread.
 */
static inline const char *fuzz_folder(void (*fill)(const char *folder)) {
    static char folder[64];
    if (folder[0] == '\0') {
        snprintf(folder, sizeof folder, "/dev/shm/heddle-fuzz-%d", (int)getpid());
        char command[80];
        snprintf(command, sizeof command, "mkdir -p %s", folder);
        require(system(command) == 0, "folder");
        fill(folder);
    }
    return folder;
}

/* A nameless file of these bytes and a path to it. The caller closes the file. */
static inline int fuzz_open(const void *bytes, size_t size, char path[64]) {
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    require(fd >= 0 && write(fd, bytes, size) == (ssize_t)size, "memfd");
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

/* Checks the error of a reader that failed. */
static inline void require_refusal(const struct error *error, const char *path) {
    require(error->code == ERROR_INPUT || error->code == ERROR_MEMORY || error->code == ERROR_LIMIT,
            "error code");
    require(error->text[0] != '\0' && strcmp(error->path, path) == 0, "error text");
}

#endif
