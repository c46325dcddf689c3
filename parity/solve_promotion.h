#ifndef HEDDLE_PARITY_SOLVE_PROMOTION_H
#define HEDDLE_PARITY_SOLVE_PROMOTION_H

/* Priority promotion of a part of a game (solve_promotion.c). Private to parity/solve*.c. */
#include "parity/solving.h"

/* A region is stack[begin ..) up to the next one; each is of a lower level than the one before. */
struct region {
    uint32_t level;
    uint32_t best;  /* lowest higher region that the other player can go to from what is known to be closed */
    uint32_t begin; /* in the stack */
    uint32_t closed; /* up to where in the stack the region is known to be closed */
};

struct promotion {
    struct solving *solving;
    uint32_t *list; /* the vertices of the set, by level; decided ones move to the ends of their levels */
    uint64_t count;
    int is_all;   /* nothing else is undecided */
    uint64_t top; /* of the stack */
    struct region *regions;
    uint64_t region_count;
    uint32_t *bucket_begin, *bucket_end; /* a level: its undecided vertices in the list */
    uint32_t *below;                     /* a level: the next one that may have undecided vertices */
    void *memory;
    uint64_t memory_bytes;
};

int promotion_open(struct promotion *promotion, struct solving *solving);
void promotion_close(struct promotion *promotion);

/*
 * Decides the vertices of a list, sorted by level, from which no undecided vertex outside can be reached by
 * an edge; and others, which are attracted. Gives up, with the rest undecided, once it has done more than
 * `most` work, or decided half of the list when `until_half`. 0, 1 when it gave up, -1 with *error filled.
 */
int promotion_solve(struct promotion *promotion, uint32_t *list, uint64_t count, uint64_t most,
                    int until_half);

#endif
