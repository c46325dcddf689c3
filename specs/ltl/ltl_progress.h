#ifndef HEDDLE_SPECS_LTL_LTL_PROGRESS_H
#define HEDDLE_SPECS_LTL_LTL_PROGRESS_H

#include "specs/ltl/ltl.h"

/*
 * What a formula says of the rest of a word, letter by letter: progression (Bacchus and Kabanza 1998). A
 * letter is the truth of each atom: holds[atom]. Zeros, with a store, begin.
 */
struct ltl_progression {
    struct ltl_store *store;
    GROWING(ltl) part;       /* of the formula at hand: it and what it is made of, in ascending order */
    GROWING(uint32_t) value; /* by formula of the store: of a part, what was found; else LTL_NONE */
    GROWING(ltl) operand;
};

/* A word satisfies the formula if and only if it begins with a letter like this, and the rest satisfies the
 * result. With store->failed set: LTL_FALSE. */
ltl ltl_progress(struct ltl_progression *progression, ltl formula, const uint8_t *holds);
/* Whether the word that repeats the letter for ever satisfies the formula. With store->failed set: 0. */
int ltl_holds_for_ever(struct ltl_progression *progression, ltl formula, const uint8_t *holds);
/* The operators of the formula as it is written; more than `most` are most + 1. With store->failed set: 0. */
uint32_t ltl_count_operators(struct ltl_progression *progression, ltl formula, uint32_t most);
void ltl_progression_free(struct ltl_progression *progression);

#endif
