#ifndef HEDDLE_CLI_CHECK_CHECK_FILES_H
#define HEDDLE_CLI_CHECK_CHECK_FILES_H

#include "cli/check/check_report.h"

struct json_t;

/* What became of the files that were asked for. */
struct check_files {
    char **traces;          /* by property: the file with its trace, or NULL */
    uint64_t *trace_bytes;  /* what to free */
    struct json_t *missing; /* files that are not written: [{"option": .., "file": .., "reason": ..}, ..] */
};

/*
 * The name of the number-th trace, from 1: PATH for the first, then with -2, -3 .. before its endings;
 * streams take them all. The caller frees its *bytes bytes; NULL when memory is spent.
 */
char *check_trace_name(struct memory *memory, const char *path, uint64_t number, uint64_t *bytes);

/*
 * Writes the certificate of a formula and all traces, and looks at what the check wrote itself. Each file
 * that is not there is missing, and a message says why. Returns the exit code, which begins as that of the
 * verdicts and is never EXIT_DONE where a file is missing that the verdicts call for. check_files_free frees.
 */
int check_files_write(const struct check_report *report, int code, struct check_files *files);
/* The job's error is why a file is missing; prints it and returns the exit code, which was `code`. */
int check_files_miss(const struct check_report *report, struct check_files *files, const char *option,
                     const char *path, int code);
/* Adds a file to a list of missing ones, which is made if it is NULL. */
void check_files_list(struct memory *memory, struct json_t **missing, const char *option, const char *path,
                      const char *reason);
void check_files_free(const struct check_report *report, struct check_files *files);

#endif
