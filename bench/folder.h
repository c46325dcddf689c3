#ifndef HEDDLE_BENCH_FOLDER_H
#define HEDDLE_BENCH_FOLDER_H

#include <stdint.h>

struct error;
struct memory;
struct record;

/* What heddle bench leaves in a folder: for every table FILE.csv and FILE.json, for every figure that can be
 * drawn from them FILE.svg, and index.html with all of it, which needs none of the other files. What an
 * earlier run left there and this one does not write anew is removed (bench/earlier.h). */

struct bench_folder {
    const char *path;
    const char *title;        /* of the page */
    const char *const *facts; /* sentences for its top: the machine, sizes, what is missing */
    uint64_t fact_count;
};

#define BENCH_FOLDER_PATH 1024 /* bytes of the name of a file in it, with the NUL */

/* Makes the folder if there is none. 0, or -1 with *error filled where it cannot be written to: better known
 * before a long run. */
int bench_folder_prepare(const char *path, struct error *error);

/* 0, or -1 with *error filled. Each file appears whole or not at all. */
int bench_folder_write(const struct bench_folder *folder, const struct record *record, struct memory *memory,
                       struct error *error);

#endif
