#ifndef HEDDLE_SPECS_FORMULA_PRINT_H
#define HEDDLE_SPECS_FORMULA_PRINT_H

#include <stddef.h>

#include "specs/formula.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Prints a formula in the syntax of MCL into `text`, size bytes with the final NUL, at least 3: as a hint for
 * people, so that what is too long is cut off, and ends in "..". Every operator of two operands has its
 * parentheses. Returns text.
 */
char *formula_print(const struct formula *formula, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
