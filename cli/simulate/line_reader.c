/* Reads lines as they arrive, and checks the stop flag. */
#include "cli/simulate/line_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/error_system.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/stream/files_read.h"

#define LONGEST_LINE ((uint64_t)1 << 20)
#define READ_BYTES 4096

int line_reader_open(struct line_reader *reader, const char *path, const struct run *run,
                     struct error *error) {
    int standard = strcmp(path, "-") == 0;
    *reader = (struct line_reader){.run = run, .path = standard ? "<stdin>" : path};
    reader->descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (reader->descriptor < 0) {
        return error_in(error, error_of_system(errno), path, "cannot open: %s", strerror(errno));
    }
    return files_read_add(run, reader->path, reader->descriptor) == 0 ? 0
                                                                      : error_memory(error, "to read a line");
}

void line_reader_close(struct line_reader *reader) {
    if (reader->descriptor > STDIN_FILENO) {
        close(reader->descriptor);
    }
    if (reader->run != NULL) {
        memory_free(reader->run->memory, reader->buffer, reader->capacity);
    }
}

/* The time until the deadline; NULL if there is none. */
static const struct timespec *time_left(const struct run *run, struct timespec *left) {
    if (run->deadline <= 0) {
        return NULL;
    }
    double seconds = fmin(fmax(run->deadline - run_clock(), 0), 1e6);
    left->tv_sec = (time_t)seconds;
    left->tv_nsec = (long)(1e9 * (seconds - (double)left->tv_sec));
    return left;
}

/* Signals are delivered only in ppoll: a signal between the check of the stop flag and a blocking read would
 * go unnoticed. */
int line_reader_wait(const struct run *run, int descriptor, const char *path, struct error *error) {
    sigset_t held, before, during;
    struct timespec left;
    struct pollfd what = {.fd = descriptor, .events = POLLIN};
    int ready = 0;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    during = before;
    sigdelset(&during, SIGWINCH);
    sigdelset(&during, SIGTSTP);
    if (!run_should_stop(run)) {
        ready = ppoll(&what, 1, time_left(run, &left), &during);
    }
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (ready > 0) {
        return (what.revents & POLLIN) != 0 ? 1 : 2;
    }
    if (run_should_stop(run)) {
        return error_set(error, ERROR_INTERRUPTED, "interrupted");
    }
    return ready == 0 || reason == EINTR
               ? 0
               : error_in(error, error_of_system(reason), path, "cannot read: %s", strerror(reason));
}

int line_reader_get(const struct run *run, int descriptor, const char *path, void *bytes, size_t size,
                    struct error *error) {
    for (;;) {
        int ready = line_reader_wait(run, descriptor, path, error);
        if (ready < 0) {
            return -1;
        }
        if (ready == 0) {
            continue;
        }
        ssize_t count = read(descriptor, bytes, size);
        if (count >= 0) {
            return (int)count;
        }
        if (errno != EINTR && errno != EAGAIN) {
            return error_in(error, error_of_system(errno), path, "cannot read: %s", strerror(errno));
        }
    }
}

/* Appends more bytes to the buffer. */
static int read_more(struct line_reader *reader, struct error *error) {
    if (reader->begin > 0) {
        memmove(reader->buffer, reader->buffer + reader->begin, reader->end - reader->begin);
        reader->end -= reader->begin;
        reader->begin = 0;
    }
    if (reader->end > LONGEST_LINE) {
        return error_at(error, ERROR_INPUT, (struct source_position){reader->path, reader->line + 1, 0},
                        "the line is too long");
    }
    if (MEMORY_GROW(reader->run->memory, &reader->buffer, &reader->capacity, reader->end + READ_BYTES + 1) !=
        0) {
        return error_memory(error, "to read a line");
    }
    int count = line_reader_get(reader->run, reader->descriptor, reader->path, reader->buffer + reader->end,
                                READ_BYTES, error);
    reader->end += count > 0 ? (uint64_t)count : 0;
    reader->ended = count == 0;
    return count < 0 ? -1 : 0;
}

int line_reader_next(struct line_reader *reader, char **line, struct error *error) {
    char *end = NULL;
    while (reader->begin == reader->end ||
           (end = memchr(reader->buffer + reader->begin, '\n', reader->end - reader->begin)) == NULL) {
        if (reader->ended && reader->begin == reader->end) {
            return 0;
        }
        if (reader->ended) { /* the last line may lack its end; the buffer has room for one more byte */
            end = reader->buffer + reader->end++;
            break;
        }
        if (read_more(reader, error) != 0) {
            return -1;
        }
    }
    reader->line++;
    *end = '\0';
    *line = reader->buffer + reader->begin;
    size_t length = (size_t)(end - *line);
    reader->begin += length + 1;
    if (memchr(*line, '\0', length) != NULL) {
        return error_at(error, ERROR_INPUT, (struct source_position){reader->path, reader->line, 0},
                        "the line has a NUL byte");
    }
    if (length > 0 && (*line)[length - 1] == '\r') {
        (*line)[length - 1] = '\0';
    }
    return 1;
}
