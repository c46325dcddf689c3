#ifndef HEDDLE_CLI_CHECK_CHECK_JUNIT_H
#define HEDDLE_CLI_CHECK_CHECK_JUNIT_H

#include "cli/check/check_report.h"

/* Writes the file of --junit. Returns 0, or -1 with the job's error filled. */
int check_junit_write(const struct check_report *report, double seconds);

#endif
