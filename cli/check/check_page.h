#ifndef HEDDLE_CLI_CHECK_CHECK_PAGE_H
#define HEDDLE_CLI_CHECK_CHECK_PAGE_H

#include "cli/check/check_counts.h"
#include "cli/check/check_report.h"

/* Writes the page of --report; paths: the traces that were written, NULL where there is none. Returns 0, or
 * -1 with the job's error filled. */
int check_page_write(const struct check_report *report, const struct check_counts *counts,
                     char *const *paths);

#endif
