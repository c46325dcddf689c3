#ifndef HEDDLE_BENCH_FOLDER_H
#define HEDDLE_BENCH_FOLDER_H

#include <stdint.h>

struct error;
struct memory;
struct record;
struct text_buffer;
typedef struct output output;

/*
 * The files that heddle bench writes into a folder: FILE.csv and FILE.json for every table, FILE.svg for
 * every figure that can be drawn from them, and index.html, which contains everything and needs none of the
 * other files. Tables and figures of an earlier run that this one does not write are removed, if the folder's
 * page links to them.
 */

struct bench_folder {
    const char *path;
    const char *title;        /* the page's title */
    const char *const *facts; /* sentences for the top of the page: the machine, the sizes, missing parts */
    uint64_t fact_count;
};

#define BENCH_FOLDER_PATH 1024 /* bytes of the name of a file in it, with the NUL */

/* Makes the folder if needed, before a long run. 0, or -1 with *error filled if it cannot be written to. */
int bench_folder_prepare(const char *path, struct error *error);

/* Appends a file to the text, and a NUL unless it is empty. 0, or -1 with *error filled. */
int bench_folder_read(const char *path, struct memory *memory, struct text_buffer *text, struct error *error);

/* 0, or -1 with *error filled. Each file appears whole or not at all. */
int bench_folder_write(const struct bench_folder *folder, const struct record *record, struct memory *memory,
                       struct error *error);

/* The folder's index.html (page.c), with its drawings, which are read from there. 0, or -1 with *error
 * filled. */
int bench_page_write(const struct bench_folder *folder, const struct record *record, struct memory *memory,
                     output *output, struct error *error);

#endif
