#ifndef HEDDLE_REDUCE_PREPARE_HIDE_H
#define HEDDLE_REDUCE_PREPARE_HIDE_H

#include <stdint.h>

struct error;
struct graph;
struct run;

/*
 * Which labels to hide, as the command line says it: lists with commas (base/text/listed.h) of labels,
 * "labels" and 'patterns', which must match a whole label.
 */
struct hide_lists {
    const char *const *lists; /* [count] */
    uint64_t count;
    unsigned flags; /* PATTERN_ bits */
    int all_but;    /* hide what is not listed */
    /* Called for each text that no label matches, `length` bytes long. */
    void (*unmatched)(void *context, const char *text, int length);
    void *context;
};

/*
 * Sets hidden[label] to whether the lists hide the label of the graph; never for `i`. 0, or -1 with *error
 * filled: ERROR_USAGE for a text that is not well-formed, ERROR_MEMORY, ERROR_INTERRUPTED, or what a pattern
 * reports.
 */
int hide_select(const struct hide_lists *lists, const struct graph *graph, const struct run *run,
                uint8_t *hidden, struct error *error);

#endif
