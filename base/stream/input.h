#ifndef HEDDLE_BASE_STREAM_INPUT_H
#define HEDDLE_BASE_STREAM_INPUT_H

#include <stddef.h>
#include <stdint.h>

struct error;
struct run;
struct text_buffer;
typedef struct input input;

/*
 * A byte stream to read: a file, or standard input for "-", decompressed on the way when it begins with the
 * magic bytes of gzip or zstd. Regular files are noted in run->files_read. Directories and unreadable files
 * are errors of code ERROR_IO, damaged compressed data of code ERROR_INPUT. NULL on failure. The run must
 * outlive the stream.
 */
input *input_open(const struct run *run, const char *path, struct error *error);
/* The stream is closed and freed; NULL is allowed. */
void input_close(input *input);

/*
 * Copies up to `size` bytes to `buffer`; returns how many, 0 at the end, or -1 with *error filled. Short
 * counts happen only at the end. ERROR_INTERRUPTED when the run is to stop, and when a signal whose handler
 * does not restart calls ends a blocked read.
 */
int64_t input_read(input *input, void *buffer, size_t size, struct error *error);

/*
 * Appends the rest of the stream to a text, up to a first NUL byte at least: a text has none, and a device
 * may have no end. The text is not NULL then, and NUL-terminated. 0, or -1 with *error filled, ERROR_LIMIT
 * beyond INPUT_TEXT_MOST bytes.
 */
#define INPUT_TEXT_MOST ((uint64_t)1 << 30)
int input_read_text(input *input, struct text_buffer *text, struct error *error);

/*
 * The bytes that the stream begins with, up to INPUT_FIRST of them, before anything was read; input_read
 * returns them as well. They are valid until the stream is closed. 0 or -1.
 */
#define INPUT_FIRST 4096u
int input_first(input *input, const char **bytes, size_t *count, struct error *error);

#endif
