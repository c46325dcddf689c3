#ifndef HEDDLE_SPECS_LTL_TGBA_SETS_H
#define HEDDLE_SPECS_LTL_TGBA_SETS_H

#include "base/array.h"
#include "base/bitset.h"
#include "base/index.h"
#include "specs/ltl/bdd.h"

/*
 * Sets as the states of a deterministic automaton: each has a number, by the order in which they are met; and
 * parts of the letters, by the set to which they lead from the one that is being left.
 */
struct tgba_sets {
    struct bdd_pool *pool;
    uint64_t words; /* of a set */
    uint64_t most;  /* sets */
    uint64_t count;
    GROWING(uint64_t) bits; /* [count * words] */
    struct index by_set;
    GROWING(bdd) part;         /* letters */
    GROWING(uint64_t) targets; /* [parts * words] */
    int is_too_large;          /* more than `most` sets, or too many parts */
};

void tgba_sets_init(struct tgba_sets *sets, struct bdd_pool *pool, uint64_t words, uint64_t most);
void tgba_sets_free(struct tgba_sets *sets);
static inline int tgba_sets_go_on(const struct tgba_sets *sets) {
    return !sets->pool->failed && !sets->is_too_large;
}

/* The number of a set, which is added if it is new; without meaning where it does not go on. */
uint32_t tgba_sets_number(struct tgba_sets *sets, const uint64_t *set);
/* Adds the set of one element. */
void tgba_sets_add_one(struct tgba_sets *sets, uint32_t element);
static inline const uint64_t *tgba_set(const struct tgba_sets *sets, uint64_t number) {
    return sets->bits.data + number * sets->words;
}

/* Begins with one part, of all letters, which leads to the empty set. */
void tgba_sets_begin(struct tgba_sets *sets);
/* The letters of the guard lead to sets that have the element, too, and the other one (or NONE). */
#define TGBA_SETS_NONE UINT32_MAX
void tgba_sets_split(struct tgba_sets *sets, bdd guard, uint32_t element, uint32_t other);
static inline uint64_t *tgba_sets_target(struct tgba_sets *sets, uint64_t part) {
    return sets->targets.data + part * sets->words;
}

#endif
