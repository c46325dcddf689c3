/* The history of lines in the user's state folder. Each line is appended as soon as it was typed, so that
 * several sessions share the file; a file that has grown too long is written again with its last lines. */
#include "cli/simulate/line_history.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text/text_buffer.h"

#define BYTES_KEPT ((off_t)64 << 10)
#define BYTES_MOST ((off_t)256 << 10)

/* Appends "/NAME" to the path, and makes this folder. */
static int add_folder(struct memory *memory, struct text_buffer *path, const char *name) {
    if (text_buffer_add(memory, path, "/") != 0 || text_buffer_add(memory, path, name) != 0) {
        return -1;
    }
    return mkdir(path->data, 0700) == 0 || errno == EEXIST ? 0 : -1;
}

/* The path of the file, whose folders are made. 0 or -1; the caller frees the path in any case. */
static int make_path(struct memory *memory, struct text_buffer *path) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int failed;
    if (state != NULL && state[0] == '/') { /* the specification ignores relative paths */
        failed = text_buffer_add(memory, path, state) != 0 || (mkdir(state, 0700) != 0 && errno != EEXIST);
    } else {
        failed = home == NULL || home[0] != '/' || text_buffer_add(memory, path, home) != 0 ||
                 add_folder(memory, path, ".local") != 0 || add_folder(memory, path, "state") != 0;
    }
    return failed || add_folder(memory, path, "heddle") != 0 ||
                   text_buffer_add(memory, path, "/simulate_history") != 0
               ? -1
               : 0;
}

/* Reads the last lines of the file of `size` bytes. Returns 0 or -1. */
static int read_lines(struct line_history *history, off_t size) {
    off_t begin = size > BYTES_MOST ? size - BYTES_KEPT : 0;
    uint64_t most = (uint64_t)(size - begin);
    if (MEMORY_GROW(history->memory, &history->bytes, &history->capacity, most + 1) != 0) {
        return -1;
    }
    ssize_t got = pread(history->descriptor, history->bytes, most, begin);
    if (got < 0) {
        return -1;
    }
    history->length = (uint64_t)got;
    if (begin > 0) { /* the first line is not whole */
        char *end = memchr(history->bytes, '\n', history->length);
        uint64_t cut = end == NULL ? history->length : (uint64_t)(end - history->bytes) + 1;
        history->length -= cut;
        memmove(history->bytes, history->bytes + cut, history->length);
    }
    if (history->length > 0 && history->bytes[history->length - 1] != '\n') {
        history->bytes[history->length++] = '\n';
    }
    return 0;
}

/* Writes the lines to a new file, which replaces the old one. */
static int write_lines(struct line_history *history, const char *path) {
    struct text_buffer fresh = {0};
    int descriptor = -1;
    int failed = text_buffer_add(history->memory, &fresh, path) != 0 ||
                 text_buffer_add(history->memory, &fresh, ".XXXXXX") != 0 ||
                 (descriptor = mkostemp(fresh.data, O_CLOEXEC | O_APPEND)) < 0;
    if (!failed && (write(descriptor, history->bytes, history->length) != (ssize_t)history->length ||
                    rename(fresh.data, path) != 0)) {
        unlink(fresh.data);
        close(descriptor);
        failed = 1;
    }
    text_buffer_free(history->memory, &fresh);
    if (!failed) {
        close(history->descriptor);
        history->descriptor = descriptor;
    }
    return failed ? -1 : 0;
}

/* Lines are NUL-terminated from now on; a NUL within a line becomes an end, too. */
static void end_lines(struct line_history *history) {
    for (uint64_t i = 0; i < history->length; i++) {
        history->bytes[i] = history->bytes[i] == '\n' ? '\0' : history->bytes[i];
    }
}

void line_history_open(struct line_history *history, struct memory *memory) {
    struct text_buffer path = {0};
    struct stat about;
    *history = (struct line_history){.memory = memory, .descriptor = -1};
    if (make_path(memory, &path) == 0) {
        history->descriptor =
            open(path.data, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
    }
    if (history->descriptor >= 0 && (fstat(history->descriptor, &about) != 0 || !S_ISREG(about.st_mode) ||
                                     read_lines(history, about.st_size) != 0 ||
                                     (about.st_size > BYTES_MOST && write_lines(history, path.data) != 0))) {
        close(history->descriptor);
        history->descriptor = -1;
        history->length = 0;
    }
    end_lines(history);
    text_buffer_free(memory, &path);
}

void line_history_close(struct line_history *history) {
    if (history->descriptor >= 0) {
        close(history->descriptor);
    }
    if (history->memory != NULL) {
        memory_free(history->memory, history->bytes, history->capacity);
    }
    *history = (struct line_history){.descriptor = -1};
}

void line_history_add(struct line_history *history, const char *line) {
    struct text_buffer whole = {0};
    if (history->descriptor >= 0 && text_buffer_add(history->memory, &whole, line) == 0 &&
        text_buffer_add(history->memory, &whole, "\n") == 0 &&
        write(history->descriptor, whole.data, whole.length) <
            0) { /* one write: whole lines among sessions' */
        close(history->descriptor);
        history->descriptor = -1;
    }
    text_buffer_free(history->memory, &whole);
}
