#ifndef HEDDLE_BENCH_EARLIER_H
#define HEDDLE_BENCH_EARLIER_H

#include "bench/bench.h"
#include "bench/record.h"

struct json_t;

/*
 * A table of the times in `record` beside those of an earlier run, whose "tables" as in bench.schema.json are
 * `tables`: for each table that both have, over all times that both have, the geometric mean of now / before,
 * and the time that grew most. Rows are the same if they begin with the same value, and as many rows with
 * this value come before them in their table. 0, or -1 with *bench->error filled.
 */
int bench_earlier(struct bench *bench, const struct record *record, const struct json_t *tables);

#endif
