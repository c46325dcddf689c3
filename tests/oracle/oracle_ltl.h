#ifndef HEDDLE_TESTS_ORACLE_ORACLE_LTL_H
#define HEDDLE_TESTS_ORACLE_ORACLE_LTL_H

#include <stdint.h>

/* Formulas of linear temporal logic as they are written, and their truth on words u v v v .. by definition.
 */
enum oracle_ltl_kind {
    ORACLE_TRUE,
    ORACLE_FALSE,
    ORACLE_ATOM,
    ORACLE_NOT,
    ORACLE_AND,
    ORACLE_OR,
    ORACLE_IMPLIES,
    ORACLE_EQUIVALENT,
    ORACLE_XOR,
    ORACLE_NEXT,
    ORACLE_FINALLY,
    ORACLE_GLOBALLY,
    ORACLE_UNTIL,
    ORACLE_WEAK_UNTIL,
    ORACLE_RELEASE,
    ORACLE_STRONG_RELEASE,
    ORACLE_LTL_KINDS
};

struct oracle_ltl {
    enum oracle_ltl_kind kind;
    unsigned atom;
    const struct oracle_ltl *left, *right;
};

/* A word: the set of atoms that hold at each position; positions loop .. length-1 repeat. At most 64 long. */
struct oracle_word {
    unsigned length, loop;
    uint32_t letter[64];
};

/* Whether the word satisfies the formula at each position, as bits. */
uint64_t oracle_ltl_holds(const struct oracle_ltl *formula, const struct oracle_word *word);
/* The positions at which `X of` and `left U right` hold, where these hold at such positions. */
uint64_t oracle_ltl_next(const struct oracle_word *word, uint64_t of);
uint64_t oracle_ltl_until(const struct oracle_word *word, uint64_t left, uint64_t right);

/* The atoms that are no events, and those that say that the run has ended, as bits; all others are events. */
struct oracle_atoms {
    uint32_t predicates, ends;
};
/* Whether the word is one of a run: what has ended stays so, and does nothing. */
int oracle_ltl_is_run(const struct oracle_word *word, struct oracle_atoms atoms);
/* The word without its invisible steps (letters without event, the next of which has the same predicates), in
 * its shortest form. So two words are the same but for such steps if these are. */
struct oracle_word oracle_ltl_without_steps(const struct oracle_word *word, struct oracle_atoms atoms);

#endif
