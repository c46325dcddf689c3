#ifndef HEDDLE_TESTS_SUPPORT_WORKPLACE_H
#define HEDDLE_TESTS_SUPPORT_WORKPLACE_H

struct memory;

/*
 * For CU_add_suite: tests that share the folder of tests/support/command.h, whether there is a command or
 * not, and an accounted memory of 1 GiB, which must be given back at the end.
 */
int workplace_open(void);
int workplace_close(void);
struct memory *workplace_memory(void);

#endif
