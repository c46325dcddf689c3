#ifndef HEDDLE_BENCH_EARLIER_H
#define HEDDLE_BENCH_EARLIER_H

#include "bench/folder.h"

/*
 * Removes from the folder what an earlier run wrote there and this one has not: the tables and figures that
 * the page in the folder leads to, which are in none of the record's. Of files that no page of heddle bench
 * leads to, none is touched. To be called before the page is replaced. 0, or -1 with *error filled.
 */
int bench_earlier_remove(const struct bench_folder *folder, const struct record *record,
                         struct memory *memory, struct error *error);

#endif
