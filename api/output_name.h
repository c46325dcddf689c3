#ifndef HEDDLE_API_OUTPUT_NAME_H
#define HEDDLE_API_OUTPUT_NAME_H

#include <stdint.h>

#include "frontend/formats/table/file_format.h"

struct error;
struct job;
struct memory;

/* Whether the name stands for standard output: "-" or /dev/stdout. NULL does not. */
int output_name_is_stdout(const char *path);
/* The name as results show it: NULL for standard output. */
const char *output_name_shown(const char *path);
/* Whether the name stands for a stream, to which several texts can be written one after the other: standard
 * output, a descriptor or a device. */
int output_name_is_stream(const char *path);
/* The file name with a number from 1: PATH for the first, then PATH with -2, -3 .. before its endings; all
 * are PATH if it is a stream. The caller frees its *bytes bytes; NULL if memory runs out. */
char *output_name_numbered(struct memory *memory, const char *path, uint64_t number, uint64_t *bytes);

/* An output of a job, under up to `names` numbered names. */
struct job_output {
    struct file_output file;
    uint64_t names;
};

/* An output that was added; paths: its names, of which some may be NULL. NULL: numbered names. */
struct job_added_output {
    struct job_output output;
    char *const *paths;
};

/*
 * Adds an output to the job, before its work begins. Checks that the name says a format that can be written
 * (in *format, which may be NULL), that the file can be written, and that no other output has one of its
 * names. If it goes to standard output, results go to standard error. A path of NULL adds nothing; *format is
 * then FILE_UNKNOWN. Returns 0, or -1 with job->error.
 */
int job_output(struct job *job, const struct job_output *output, enum file_format *format);
/* Adds the files of an option that names a folder, before the work begins. Checks that they can be written
 * and that no other output has one of their names. The job borrows the paths. Returns 0, or -1 with
 * job->error. */
int job_output_folder(struct job *job, const char *option, const char *folder, char *const *paths,
                      uint64_t count);
/* Checks that no output of the job replaces a file that it has read: call it when all inputs have been read.
 * Returns 0, or -1 with job->error. */
int job_outputs_spared(struct job *job);

#endif
