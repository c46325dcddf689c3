#ifndef HEDDLE_TESTS_SUPPORT_DEVICE_FAULT_H
#define HEDDLE_TESTS_SUPPORT_DEVICE_FAULT_H

#include "tests/support/process.h"

/* Functions for suites that run the command on GPUs that fail (base/device/device_fault.h). */

/* Whether faults can be tested here; if not, prints that `suite` is skipped, and why. */
int device_fault_is_testable(const char *suite);
/* A network of `lines` components line.aut side by side; only in tests. */
void device_fault_put_lines(const char *name, unsigned lines, char *path);
/* Runs the command with a fault, or with NULL for none; eight words, NULL after the last. */
void device_fault_run(const char *fault, struct process *process, const char *const *words);

#endif
