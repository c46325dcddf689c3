#ifndef HEDDLE_CLI_CHECK_CHECK_JUNIT_H
#define HEDDLE_CLI_CHECK_CHECK_JUNIT_H

#include "cli/check/check_report.h"
#include "cli/check/junit.h"

/* Writes the file of --junit. Returns 0, or -1 with the job's error filled. */
int check_junit_write(const struct check_report *report, double seconds);
/*
 * Writes a file that has the job's error alone, where nothing was checked, so that results of an earlier run
 * do not stay. If that fails, a message says so. path: the network.
 */
void check_junit_fail(struct job *job, const char *path, const char *junit_path);
/* is_doubtful: a warning is about the property, so that --strict does not let it pass. */
enum junit_outcome check_junit_outcome(const struct job *job, const struct property *property,
                                       enum verdict verdict, int is_doubtful);
/* Writes the file with the job's warnings. Returns 0, or -1 with the job's error filled. */
int check_junit_write_suite(struct job *job, const char *junit_path, struct junit_suite *suite);

#endif
