#ifndef HEDDLE_SPECS_LTL_LTL_ALTERNATING_H
#define HEDDLE_SPECS_LTL_LTL_ALTERNATING_H

#include <stdint.h>

#include "base/array.h"
#include "base/index.h"

struct error;
struct ltl_tree;
struct run;

/*
 * The runs that violate a formula of linear time, by the definition of each operator: the very weak
 * alternating automaton of its negation (Gastin and Oddoux 2001), as the formula is written, without any
 * simplification. It shares nothing with the translator of formulas (tgba.h).
 *
 * An obligation is a subformula, or its negation, that the rest of a run must satisfy. At each position all
 * obligations of a set read the letter, and each chooses what it leaves to the next position: `a U b` is done
 * with b, or leaves itself if a holds. Eventual obligations may not leave themselves for ever: a run violates
 * the formula if some way of choosing, from the set `initial` on, leaves none unmet at every position from
 * some position on.
 */
#define LTL_MOST_OBLIGATIONS 64u
#define LTL_MOST_LETTER_ATOMS 64u

/* What is left to the next position. */
struct ltl_choice {
    uint64_t next;  /* obligations */
    uint64_t unmet; /* eventual ones of the set that have left themselves */
};

/* A list of choices: of a subformula or its negation, or of a set that has read a letter. */
struct ltl_choices {
    uint64_t begin, count;
};

struct ltl_step {
    uint64_t set, letter;
    struct ltl_choices choices; /* of `choice` */
};

struct ltl_alternating {
    const struct run *run;
    struct error *error;
    const struct ltl_tree *tree;
    uint32_t obligations;
    uint32_t of[LTL_MOST_OBLIGATIONS]; /* 2 * the node, or 1 more for its negation; ascending */
    uint64_t eventual, initial;        /* sets of obligations */
    uint8_t *bit;                      /* by 2 * node and negation: its obligation, or what it is */
    struct ltl_choices *made;          /* by 2 * node and negation: of `local`, for the letter */
    uint64_t letter;
    int has_letter;
    GROWING(struct ltl_choice) local;
    GROWING(struct ltl_choice) choice;
    GROWING(struct ltl_step) step; /* all that were asked for */
    struct index index;
};

/* The tree must outlive it. 0, or -1 with *error filled: ERROR_MEMORY; ERROR_LIMIT for more atoms or
 * obligations than there is room for. The caller closes it in either case. */
int ltl_alternating_open(struct ltl_alternating *automaton, const struct ltl_tree *tree,
                         const struct run *run, struct error *error);
void ltl_alternating_close(struct ltl_alternating *automaton);

/*
 * What a set of obligations may leave after a letter, a bit for each atom that holds: only choices of which
 * none has all that another one has, as fewer obligations are no harder. There may be none. The list is valid
 * until the next call. 0, or -1 with the error of ltl_alternating_open filled: ERROR_MEMORY, ERROR_LIMIT,
 * ERROR_INTERRUPTED.
 */
int ltl_alternating_step(struct ltl_alternating *automaton, uint64_t set, uint64_t letter,
                         const struct ltl_choice **choices, uint64_t *count);

#endif
