#ifndef HEDDLE_BENCH_PAGE_H
#define HEDDLE_BENCH_PAGE_H

#include "bench/folder.h"

typedef struct output output;

/* The folder's index.html, with its drawings, which are read from there. 0, or -1 with *error filled. */
int bench_page_write(const struct bench_folder *folder, const struct record *record, output *output,
                     struct error *error);

#endif
