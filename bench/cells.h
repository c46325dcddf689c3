#ifndef HEDDLE_BENCH_CELLS_H
#define HEDDLE_BENCH_CELLS_H

#include <stdint.h>

#include "base/options/statistics.h"

typedef struct output output;
struct error;

/* The cells of a table of results: a column (a row of base/options/statistics.h) applied to a line's values.
 */
#define CELL_TEXT 64

/* The cell as text for people ("" if it does not apply) or for programs: in `buffer` (CELL_TEXT bytes), or
 * one of the texts that the values point to. */
const char *cell_describe(const struct statistic_row *column, const void *values, int for_program,
                          char *buffer);

/* The cell as a number; NAN for texts and if it does not apply. */
double cell_number(const struct statistic_row *column, const void *values);
/* The cell as an exact count; for columns of kind COUNT and BYTES. */
uint64_t cell_count(const struct statistic_row *column, const void *values);
/* Writes a cell of CSV (RFC 4180), quoted where needed, after a comma unless it is the first of its line.
 * 0, or -1 with *error filled. */
int cell_put_csv(output *output, const char *text, int first, struct error *error);
/* Whether it applies. */
int cell_applies(const struct statistic_row *column, const void *values);

#endif
