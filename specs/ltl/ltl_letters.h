#ifndef HEDDLE_SPECS_LTL_LTL_LETTERS_H
#define HEDDLE_SPECS_LTL_LTL_LETTERS_H

#include "specs/ltl/tgba.h"

struct label_texts;
struct ltl_atom;

/*
 * The letters that runs of a model have: classes of labels that no event of the automaton distinguishes; and
 * one more, after the last, for a run that has ended. Only combinations of events that some label has are
 * letters. Predicates stay variables.
 */
struct ltl_letters {
    struct bdd_pool *pool;
    uint32_t count;            /* classes of labels, at least 1 */
    uint32_t *letter_of_label; /* owned, of `labels`; the caller may take it */
    uint32_t labels, atoms;
    uint32_t *predicate; /* by atom: its number in the model */
    uint8_t *value;      /* by letter and atom: whether the event is of the letter; BDD_ANY: a predicate */
    /* Functions without events: by pair of function and letter. */
    struct tgba_pairs pairs;
    GROWING(bdd) restricted;
};

/* 0, or -1 with the error of the pool filled; close it in any case. */
int ltl_letters_open(struct ltl_letters *letters, struct bdd_pool *pool, const struct ltl_atom *atom,
                     uint32_t atoms, const struct label_texts *labels);
/* The same with one letter alone, number 0, that of a run that has ended too: value[a] is 0, 1 or BDD_ANY.
 * Takes the array, which may be NULL after the pool has failed. */
void ltl_letters_open_one(struct ltl_letters *letters, struct bdd_pool *pool, uint8_t *value, uint32_t atoms);
void ltl_letters_close(struct ltl_letters *letters);
/* The function on a letter: of predicates alone. */
bdd ltl_letters_restrict(struct ltl_letters *letters, bdd function, uint32_t letter);
/* Sets end[s] to the predicates of states in which a run that has ended there is accepted from state s of the
 * automaton on. 0, or -1 with the pool failed. */
int ltl_letters_find_ends(struct ltl_letters *letters, const struct tgba *automaton, bdd *end);

#endif
