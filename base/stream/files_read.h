#ifndef HEDDLE_BASE_STREAM_FILES_READ_H
#define HEDDLE_BASE_STREAM_FILES_READ_H

#include <stdint.h>
#include <sys/types.h>

struct error;
struct memory;
struct run;

/* The regular files that a run has opened for reading, so that no output replaces one of them. */
struct files_read {
    struct memory *memory; /* the owner sets it; the rest starts as zeros */
    struct file_identity {
        dev_t device;
        ino_t inode;
        char *path; /* owned; "<stdin>" for standard input */
    } * items;
    uint64_t count, capacity;
};

void files_read_free(struct files_read *files);

/* Adds the file that was opened by this path to run->files_read (NULL: does nothing). 0, or -1 when memory is
 * short. */
int files_read_add(const struct run *run, const char *path, int descriptor);

/*
 * Whether an output of this name (NULL: none) would replace a file that the run has read: 0, or -1 with
 * ERROR_USAGE. output_create asks again; commands ask before a long search.
 */
int files_read_spared(const struct run *run, const char *path, struct error *error);

#endif
