#ifndef HEDDLE_CLI_OUTPUT_NAME_H
#define HEDDLE_CLI_OUTPUT_NAME_H

struct error;

/* Whether the name stands for standard output: "-" or /dev/stdout. NULL does not. */
int output_name_is_stdout(const char *path);
/* Whether the name stands for a stream, to which several texts can be written one after the other: standard
 * output, a descriptor or a device. */
int output_name_is_stream(const char *path);
/* Whether both names stand for the same file, which need not exist yet, or for standard output; devices may
 * be named twice. */
int output_name_same(const char *a, const char *b);

/* Whether a file of this name can be written, so that a long search does not end with this error. Returns 0
 * or -1. */
int output_name_writable(const char *path, struct error *error);

#endif
