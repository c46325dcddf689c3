#ifndef HEDDLE_CHECKER_RUN_RANKS_H
#define HEDDLE_CHECKER_RUN_RANKS_H

#include "base/array.h"
#include "checker/run_product.h"

/* Conditions of fairness of a product's runs: sets of labels of its graph, a byte for each label. Borrowed;
 * zeros: there are none. */
struct run_conditions {
    uint8_t *const *set;
    uint32_t weak_count, strong_count; /* the weak ones come first */
};

/* A part of the product that has strong condition `condition` (its number among all) on no edge. */
struct run_part {
    uint32_t in, number; /* it is the group of this number in that part */
    uint32_t condition;
};

/*
 * Why no fair run of a product is accepted. The pairs of a part are in groups, whose numbers edges never
 * raise. A group has a lack: what no edge in it has; or it is a part of its own, from which the pairs are
 * removed where its condition is possible. Part 0 is the whole product.
 *
 * Lacks: 0: there is no edge in the group; o + 1: an eventual obligation o that no edge meets; from the
 * number of obligations + 1 on: a weak condition.
 */
struct run_ranks {
    struct memory *memory;
    uint64_t pairs;
    uint32_t *part, *number;        /* by pair: the innermost part, and the group in it; 0: removed there */
    GROWING(uint32_t) lack;         /* by number; no number is in two parts */
    GROWING(struct run_part) parts; /* part 1 and on: each is in one with a lesser number */
    int is_refuted;                 /* a fair run is accepted */
};

/* 0, or -1 with the product's error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_LIMIT if it
 * `is_refuted`. The caller frees them in either case. */
int run_ranks_make(struct run_ranks *ranks, const struct run_product *product,
                   const struct run_conditions *conditions);
void run_ranks_free(struct run_ranks *ranks);

#endif
