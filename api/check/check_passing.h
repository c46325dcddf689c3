#ifndef HEDDLE_API_CHECK_CHECK_PASSING_H
#define HEDDLE_API_CHECK_CHECK_PASSING_H

#include <stdint.h>
#include <stdio.h>

#include "checker/check.h"
#include "checker/property/property.h"

/*
 * Whether properties pass: a property passes if its verdict is the expected one (it holds, unless a suite
 * expects that it is violated). An undecided property does not pass, and does not fail.
 */
int check_passes(const struct property *property, enum verdict verdict);
/* Prints what was expected after a verdict, if the user said so: " (as expected)", " (expected: violated)".
 */
void check_print_expectation(const struct property *property, enum verdict verdict, FILE *stream);
/* "holds" or "violated" */
const char *check_expected(const struct property *property);

/* The seconds of the search, the game and the goal that decided a property; other properties may share the
 * search. */
double check_result_seconds(const struct check *check, uint32_t index);

#define CHECK_NAME_BYTES 512
/* The name of a property in a table: a long one has an ellipsis in its middle, and is made in the buffer of
 * CHECK_NAME_BYTES. */
const char *check_shown_name(const char *name, char *buffer);

#endif
