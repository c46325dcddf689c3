#ifndef HEDDLE_BASE_STREAM_INPUT_H
#define HEDDLE_BASE_STREAM_INPUT_H

#include <stddef.h>
#include <stdint.h>

struct error;
struct memory;
typedef struct input input;

/*
 * A byte stream to read: a file, or standard input for "-", decompressed on the way when it begins with the
 * magic bytes of gzip or zstd. Directories and unreadable files are errors of code ERROR_IO, damaged
 * compressed data of code ERROR_INPUT. NULL on failure.
 */
input *input_open(struct memory *memory, const char *path, struct error *error);
/* The stream is closed and freed; NULL is allowed. */
void input_close(input *input);

/*
 * Copies up to `size` bytes to `buffer`; returns how many, 0 at the end, or -1 with *error filled. Short
 * counts happen only at the end. A signal whose handler does not restart calls ends a blocked read:
 * ERROR_INTERRUPTED.
 */
int64_t input_read(input *input, void *buffer, size_t size, struct error *error);

#endif
