#ifndef HEDDLE_TESTS_ORACLE_ORACLE_HOA_H
#define HEDDLE_TESTS_ORACLE_ORACLE_HOA_H

#include "tests/oracle/oracle_ltl.h"

/* Automata over infinite words with any acceptance, as the definition of the Hanoi format has them. */
#define ORACLE_HOA_ATOMS 3
#define ORACLE_HOA_STATES 6
#define ORACLE_HOA_SETS 4
#define ORACLE_HOA_EDGES (ORACLE_HOA_STATES * 8)

enum oracle_hoa_kind {
    ORACLE_HOA_TRUE,
    ORACLE_HOA_FALSE,
    ORACLE_HOA_FIN,
    ORACLE_HOA_INF,
    ORACLE_HOA_AND,
    ORACLE_HOA_OR
};

struct oracle_hoa_condition {
    enum oracle_hoa_kind kind;
    unsigned set;
    int is_outside; /* of the edges that are not in the set */
    const struct oracle_hoa_condition *left, *right;
};

struct oracle_hoa_edge {
    unsigned source, target;
    uint32_t letters; /* a letter is a set of atoms: bit l for letter l */
    unsigned sets;    /* bits */
};

struct oracle_hoa {
    unsigned atoms, states, sets, initial; /* initial: bits */
    unsigned edges;
    struct oracle_hoa_edge edge[ORACLE_HOA_EDGES];
    const struct oracle_hoa_condition *acceptance;
};

/* Which sets a run is in again and again, and outside of which it is, as bits. */
struct oracle_hoa_seen {
    unsigned in, out;
};

int oracle_hoa_holds(const struct oracle_hoa_condition *condition, struct oracle_hoa_seen seen);
/* Whether some run over the word, of at most 64 / states positions, is accepting. */
int oracle_hoa_accepts(const struct oracle_hoa *automaton, const struct oracle_word *word);

#endif
