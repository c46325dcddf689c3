#ifndef HEDDLE_API_CHECK_CHECK_REASON_H
#define HEDDLE_API_CHECK_CHECK_REASON_H

#include <stdint.h>
#include <stdio.h>

#include "checker/check.h"

struct checked;

/* "holds", "violated", "undecided" */
const char *check_verdict_name(enum verdict verdict);
/* "all" or "some": the schedulers that a property is about. */
const char *check_schedulers_name(int every);
/* Why a property is undecided or has no trace: its own reason, or how its search ended. ERROR_NONE: there is
 * no such reason. */
void check_why(const struct check *check, uint32_t index, struct error *why);
/* Prints the text after the verdict on a property: " after 3 steps", for example; it may be empty. */
void check_print_reason(const struct checked *checked, uint32_t index, FILE *stream);
/* Prints the table of the trace of a property; the middle of a longer one is left out. */
void check_print_trace(const struct checked *checked, uint32_t index, uint64_t most_steps, FILE *stream);

#endif
