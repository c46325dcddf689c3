#ifndef HEDDLE_TESTS_SUPPORT_TRANSCRIPT_H
#define HEDDLE_TESTS_SUPPORT_TRANSCRIPT_H

/*
 * A transcript is a page of commands and what they print: tests/transcripts/NAME.md (README.md there says
 * how). It belongs to the suite NAME, which may also have tests in C.
 */
int transcript_exists(const char *name);
/* Adds a CUnit suite that runs it. */
void transcript_add(const char *name);

#endif
