#ifndef HEDDLE_REDUCE_PREPARE_HIDE_H
#define HEDDLE_REDUCE_PREPARE_HIDE_H

#include <stdint.h>

struct error;
struct graph;
struct memory;

/* Which labels to hide: those that match a pattern, or with all_but those that match none. A pattern must
 * match a whole label (base/text/pattern.h), as `total hide` of EXP. */
struct hide_patterns {
    const char *const *texts; /* [count] */
    uint32_t count;
    unsigned flags; /* PATTERN_ bits */
    int all_but;
};

/*
 * Sets hidden[label] to 1 for the labels of the graph that the patterns hide, and leaves the others as they
 * are. `i` is never set. *unmatched: the first pattern that matches no label, or NULL. 0, or -1 with *error
 * filled (a pattern that is not well-formed, ERROR_USAGE; ERROR_MEMORY).
 */
int hide_select(const struct hide_patterns *patterns, const struct graph *graph, struct memory *memory,
                uint8_t *hidden, const char **unmatched, struct error *error);

#endif
