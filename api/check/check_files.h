#ifndef HEDDLE_API_CHECK_CHECK_FILES_H
#define HEDDLE_API_CHECK_CHECK_FILES_H

#include "api/check.h"

/* Makes room for the names of files, before anything is checked. Returns 0, or -1 if memory runs out; the
 * caller calls check_files_free in any case. */
int check_files_open(struct checked *checked);
/* Writes the certificate of a formula and all traces, and examines what the check wrote itself. Says why each
 * missing file is not there. */
void check_files_write(struct checked *checked);
/* Notes a missing file, and says the job's error, which is the reason. */
void check_files_miss(struct checked *checked, const char *option, const char *path);
void check_files_free(struct checked *checked);

#endif
