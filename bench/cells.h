#ifndef HEDDLE_BENCH_CELLS_H
#define HEDDLE_BENCH_CELLS_H

#include <stdint.h>

#include "base/options/statistics.h"

typedef struct output output;
struct error;

/* The cells of a table of results: what a column's row of base/options/statistics.h says of a line's values.
 */
#define CELL_TEXT 64

/* The cell as people read it ("" where it does not apply), or as programs do. In `buffer` (CELL_TEXT bytes),
 * or a text that the values have. */
const char *cell_describe(const struct statistic_row *column, const void *values, int for_program,
                          char *buffer);

/* Its number: NAN where it does not apply, and of texts. */
double cell_number(const struct statistic_row *column, const void *values);
/* Its count, of COUNT and BYTES. */
uint64_t cell_count(const struct statistic_row *column, const void *values);
/* A cell of CSV (RFC 4180), behind a comma unless it is the first of its line: in quotes where it has to be.
 * 0, or -1 with *error filled. */
int cell_put_csv(output *output, const char *text, int first, struct error *error);
/* Whether it applies. */
int cell_applies(const struct statistic_row *column, const void *values);

#endif
