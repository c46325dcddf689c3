#ifndef HEDDLE_CLI_CHECK_CHECK_FILES_H
#define HEDDLE_CLI_CHECK_CHECK_FILES_H

#include "cli/check/check_report.h"

struct json_t;

/* The result of writing the requested files. */
struct check_files {
    char **traces;          /* by property: the file with the property's trace, or NULL */
    uint64_t *trace_bytes;  /* sizes of the names in `traces`, for freeing them */
    struct json_t *missing; /* files that were not written: [{"option": .., "file": .., "reason": ..}, ..] */
};

/*
 * Writes the certificate of a formula and all traces, and examines what the check wrote itself. For each
 * missing file it prints a message with the reason. Returns the exit code, which is `code` for the verdicts
 * alone, but never EXIT_DONE if a file is missing that should exist by the verdicts. The caller frees the
 * files with check_files_free.
 */
int check_files_write(const struct check_report *report, int code, struct check_files *files);
/* Records a missing file with the job's error as its reason, prints the error, and returns the exit code,
 * given `code` so far. */
int check_files_miss(const struct check_report *report, struct check_files *files, const char *option,
                     const char *path, int code);
/* Adds a file to a list of missing files, and makes the list if it is NULL. */
void check_files_list(struct memory *memory, struct json_t **missing, const char *option, const char *path,
                      const char *reason);
void check_files_free(const struct check_report *report, struct check_files *files);

#endif
