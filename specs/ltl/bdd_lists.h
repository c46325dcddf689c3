#ifndef HEDDLE_SPECS_LTL_BDD_LISTS_H
#define HEDDLE_SPECS_LTL_BDD_LISTS_H

#include "base/array.h"
#include "specs/ltl/tgba.h"

/*
 * Lists of Boolean functions that are split by their variables until all are constants. All lists have
 * `count` functions and stand one after another, each after the one from which it was made. Equal lists have
 * one number, under which the caller keeps what it made of them. Begin with {0}.
 */
struct bdd_lists {
    struct bdd_pool *pool;
    uint64_t count;
    GROWING(bdd) list;
    struct tgba_pairs prefixes;
    GROWING(uint32_t) made; /* by number; BDD_LISTS_NONE: nothing yet */
};
#define BDD_LISTS_NONE UINT32_MAX

/* Forgets all lists; the first one, at 0, is then added function by function. */
void bdd_lists_begin(struct bdd_lists *lists, struct bdd_pool *pool, uint64_t count);
void bdd_lists_free(struct bdd_lists *lists);
/* 0, or -1 with the pool failed. */
int bdd_lists_add(struct bdd_lists *lists, bdd function);

/* The number of the list at `at`: made.data has it, unless the pool has failed. */
uint32_t bdd_lists_number(struct bdd_lists *lists, uint64_t at);
/* The first variable of the list, BDD_LEAF for a list of constants. */
uint32_t bdd_lists_top(const struct bdd_lists *lists, uint64_t at);
/* Makes the list where that variable is false, or true. Returns its place. */
uint64_t bdd_lists_side(struct bdd_lists *lists, uint64_t at, uint32_t variable, int high);

#endif
