#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_TABLE_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_TABLE_H

#include <stdint.h>

struct error;
struct exploration;
struct run;

/*
 * Makes the visited set in host memory, if the search left none there, as searches on GPUs do: a table of
 * `count` different keys of key_words words, filled by all threads. 0, or -1 with *error filled and without a
 * table: ERROR_MEMORY.
 */
int graph_restore_table(struct exploration *exploration, const uint64_t *keys, uint64_t count,
                        const struct run *run, struct error *error);

#endif
