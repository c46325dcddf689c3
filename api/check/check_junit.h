#ifndef HEDDLE_API_CHECK_CHECK_JUNIT_H
#define HEDDLE_API_CHECK_CHECK_JUNIT_H

struct checked;

/* Writes the file of test results. Returns 0, or -1 with the job's error filled. */
int check_junit_write(struct checked *checked);

#endif
