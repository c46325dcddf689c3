#ifndef HEDDLE_API_CHECK_CHECK_PAGE_H
#define HEDDLE_API_CHECK_CHECK_PAGE_H

struct checked;

/* Writes the page of the report. Returns 0, or -1 with the job's error filled. */
int check_page_write(const struct checked *checked);

#endif
