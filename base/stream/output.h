#ifndef HEDDLE_BASE_STREAM_OUTPUT_H
#define HEDDLE_BASE_STREAM_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

struct error;
struct run;
typedef struct output output;

/*
 * A byte stream to write: a file, compressed when its name ends in .gz or .zst (in any case), or standard
 * output for "-". A file appears under its name only in output_finish: until then nothing half-written stands
 * there, and what stood there stays. Links are followed: the file that they lead to is replaced or created. A
 * file that the run has read is not replaced (ERROR_USAGE). Files that are not regular (/dev/null, a pipe)
 * are written directly. The same bytes give the same file. Compressed files are blocks
 * (base/stream/packer.h), which the run's threads compress. Of several ranks (run->ranks), all write to the
 * stream, and only rank 0 to the file.
 */
output *output_create(const struct run *run, const char *path, struct error *error);

/*
 * A stream into memory, so that several threads can make parts of one text: what is written stays there until
 * output_clear. `path`: for messages. To be ended by output_discard.
 */
output *output_in_memory(const struct run *run, const char *path, struct error *error);
/* The bytes written to it since the last output_clear, *size of them. */
const char *output_contents(const output *output, size_t *size);
void output_clear(output *output);

/* Each returns 0, or -1 with *error filled (disk full, say); after a failure only output_discard is useful.
 */
int output_write(output *output, const void *bytes, size_t size, struct error *error);
int output_text(output *output, const char *text, struct error *error);
int output_number(output *output, uint64_t number, struct error *error);
/* Like printf, but only %s, %u and %lu (a uint64_t). */
int output_print(output *output, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Whether the bytes written from now on are JSON inside a <script> of a web page. There each '<'
 * becomes \u003c, which JSON reads as the same, so that no string in it can end the script or begin a
 * comment.
 */
void output_in_page(output *output, int in_page);

/* Flushes, checks, closes and renames; frees. On failure the temporary file is gone, too. */
int output_finish(output *output, struct error *error);
/* Gives up: removes the temporary file; frees. NULL is allowed. */
void output_discard(output *output);
/* output_finish; if creating (NULL) or writing has failed, output_discard and -1. */
int output_end(output *output, int failed, struct error *error);

/* For handlers of signals that end the program: removes the temporary files of all outputs that are open. */
void output_remove_temporaries(void);

#endif
