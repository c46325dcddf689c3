#ifndef HEDDLE_BASE_STREAM_TARGET_H
#define HEDDLE_BASE_STREAM_TARGET_H

#include <stdint.h>

struct error;
struct memory;
struct run;

/*
 * Where an output goes: standard output, a device or pipe, or a file that appears under its name only when it
 * is complete. Until then it has no name (O_TMPFILE) or, where the file system cannot do that, a temporary
 * one in the same folder, which output_remove_temporaries removes when a signal ends the program.
 */
struct target {
    struct memory *memory;
    int fd;
    char *final; /* the file's name, links followed; NULL when written directly */
    uint64_t final_bytes;
    char *temporary; /* its name so far; NULL when there is none */
    uint64_t temporary_bytes;
    int slot; /* where handlers of signals find that name */
};

/* 0, or -1 with *error filled and nothing to close. */
int target_open(struct target *target, const struct run *run, const char *path, struct error *error);
/* The file appears under its name. 0, or an errno value; target_close in any case. */
int target_publish(struct target *target);
/* Removes a file that was not published. */
void target_close(struct target *target);

#endif
