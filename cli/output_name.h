#ifndef HEDDLE_CLI_OUTPUT_NAME_H
#define HEDDLE_CLI_OUTPUT_NAME_H

struct error;

/* Whether the name is that of standard output: "-" or /dev/stdout. NULL is no name. */
int output_name_is_stdout(const char *path);
/*
 * Whether the name is that of a stream, which takes one text behind another: standard output, a descriptor or
 * a device.
 */
int output_name_is_stream(const char *path);
/* Whether both name one file, which need not be there yet, or standard output; devices take anything. */
int output_name_same(const char *a, const char *b);

/* Whether a file of this name can be written: better known before a long search than after it. 0 or -1. */
int output_name_writable(const char *path, struct error *error);

#endif
