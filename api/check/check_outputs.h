#ifndef HEDDLE_API_CHECK_CHECK_OUTPUTS_H
#define HEDDLE_API_CHECK_CHECK_OUTPUTS_H

struct checked;

/* Adds the files that are written to the job, and finds the format of traces; there may be as many traces as
 * properties. Returns 0, or -1 with the job's error. */
int check_outputs_add(struct checked *checked);
/* Once there are properties: names the files of traces and certificates that go to folders. Returns 0, or -1
 * with the job's error. */
int check_outputs_name(struct checked *checked);

#endif
