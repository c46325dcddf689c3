#ifndef HEDDLE_PARITY_PROMOTION_PROMOTION_WAYS_H
#define HEDDLE_PARITY_PROMOTION_PROMOTION_WAYS_H

/* Solves sets of vertices in several ways, one after the other; promotion_ways.c says why. Private to
 * parity/promotion/. */
#include "parity/promotion/promotion.h"
#include "parity/tangles/tangles.h"

struct ways {
    struct promotion promotion;
    struct tangles *tangles; /* NULL: not needed yet */
};

/* Opens promotion. Returns 0, or -1 with *error filled; the caller closes it in any case. */
int ways_open(struct ways *ways, struct solving *solving);
void ways_close(struct ways *ways); /* may be called several times */

/* Tries to solve the whole game by promotion that mends, within bounded work and with few regions at a time:
 * easy games need little more work than one attractor. Returns 0, or -1 with *error filled. */
int ways_try(struct ways *ways);

/*
 * Decides the undecided vertices of a list, sorted by level, that has no edge to an undecided vertex outside;
 * or, with `until_half`, half of them at least. Returns 0, or -1 with *error filled.
 */
int ways_solve(struct ways *ways, const uint32_t *list, uint64_t count, int until_half);

#endif
