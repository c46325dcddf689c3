#ifndef HEDDLE_EXPLORER_GRAPH_SUCCESSOR_ROW_H
#define HEDDLE_EXPLORER_GRAPH_SUCCESSOR_ROW_H

/* The different successors of one state, of those that several ranks have: a row of the graph before its
 * targets have numbers. */
#include <stdint.h>

#include "base/sort.h"
#include "explorer/search/expand.h"

struct memory;

/* Equal label, key and choice: the same edge. */
struct successor {
    uint64_t label, key[MODEL_KEY_WORDS];
    uint64_t choice; /* 0 unless the model has choices and they count */
    uint64_t at;     /* its place in the expansion */
};

/* Begins as zeros. */
struct successor_row {
    struct successor *items; /* by label, key and choice */
    uint64_t capacity;
    int with_choices; /* set by the caller: edges that differ only in their choice are different */
};

/*
 * Makes the row of the successors [begin, end) of the last batch, which is labelled. Returns its length;
 * UINT64_MAX when memory runs out.
 */
uint64_t successor_row_make(struct successor_row *row, const struct expansion *expansion, uint64_t begin,
                            uint64_t end);
void successor_row_free(struct successor_row *row, struct memory *memory);
/* The vector of a successor of the last batch; bits of used slots may be set. */
const uint64_t *successor_vector(const struct expansion *expansion, const struct successor *successor);

#endif
