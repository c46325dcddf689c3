#ifndef HEDDLE_BENCH_EARLIER_H
#define HEDDLE_BENCH_EARLIER_H

#include "bench/folder.h"

/*
 * Removes the files that an earlier run wrote into the folder and this one does not: the tables and figures
 * that the folder's page links to and that are not in the record. Other files are left alone. Call it before
 * the page is replaced. 0, or -1 with *error filled.
 */
int bench_earlier_remove(const struct bench_folder *folder, const struct record *record,
                         struct memory *memory, struct error *error);

#endif
