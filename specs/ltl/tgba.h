#ifndef HEDDLE_SPECS_LTL_TGBA_H
#define HEDDLE_SPECS_LTL_TGBA_H

#include "base/array.h"
#include "specs/ltl/bdd.h"
#include "specs/ltl/ltl.h"

/*
 * Transition-based generalised Büchi automata: an infinite run is accepting if it sees each mark again and
 * again. Guards are functions of the atoms, whose numbers are the variables of the pool. Letters that no edge
 * of a state has end the run, without accepting.
 */
#define TGBA_MOST_MARKS 64u

struct tgba_edge {
    uint32_t target;
    bdd guard; /* not BDD_FALSE */
    uint64_t marks;
};

struct tgba {
    struct bdd_pool *pool;
    uint32_t states, initial; /* states 0: nothing is accepted */
    unsigned marks;           /* marks 0 .. marks-1; if there are none, every infinite run is accepting */
    GROWING(struct tgba_edge) edge;
    GROWING(uint64_t) row; /* [states + 1]: edge[row[s] .. row[s + 1]) are those of state s */
};

/* An automaton with its atoms' functions, which is filled state by state, in ascending order. */
void tgba_init(struct tgba *automaton, struct bdd_pool *pool);
void tgba_free(struct tgba *automaton); /* a zeroed one is allowed */
/* Adds an edge to the state that is being made: to an earlier one with the same target and marks, if there is
 * one. tgba_end_state ends the state. Each returns 0, or -1 with the pool failed. */
int tgba_add_edge(struct tgba *automaton, struct tgba_edge edge);
int tgba_end_state(struct tgba *automaton);
static inline uint64_t tgba_all_marks(const struct tgba *automaton) {
    return automaton->marks == 0 ? 0 : UINT64_MAX >> (64 - automaton->marks);
}

/*
 * Translates a formula over atoms 0 .. atoms-1 (tgba_translate.c): the automaton accepts the words that
 * satisfy it. After Couvreur, On-the-fly verification of linear temporal logic (1999), as described by
 * Duret-Lutz (2014): a state is a conjunction of formulas, a mark stands for the right side of an until. Then
 * it is reduced. *automaton is filled in any case; 0, or -1 with the error of pool or store filled.
 */
int tgba_translate(struct tgba *automaton, struct ltl_store *store, struct bdd_pool *pool, ltl formula,
                   uint32_t atoms);

/* Pairs of numbers below 2^32, each a number of its own, by the order in which they are met. Zeros: empty. */
struct tgba_pairs {
    GROWING(uint64_t) pair; /* the first number in the high half */
    struct index by_pair;
};
/* The number of a pair, which is added if it is new: with the pool failed that may not be so. */
uint32_t tgba_pair_number(struct tgba_pairs *pairs, struct bdd_pool *pool, uint32_t first, uint32_t second);
void tgba_pairs_free(struct tgba_pairs *pairs, struct bdd_pool *pool);

/* --- components (tgba_components.c) --- */

struct tgba_components {
    struct memory *memory;
    uint32_t states, count;
    uint32_t *component; /* by state; edges lead to components of lower or equal numbers */
    uint64_t *seen;      /* by component: the marks of its edges */
    uint8_t *has_edge;   /* by component */
};
int tgba_components_find(const struct tgba *automaton, struct tgba_components *components);
void tgba_components_free(struct tgba_components *components);
/* Whether an infinite run may stay in a component and be accepting. */
static inline int tgba_component_accepts(const struct tgba *automaton,
                                         const struct tgba_components *components, uint32_t component) {
    const uint64_t all = tgba_all_marks(automaton);
    return components->has_edge[component] && (components->seen[component] & all) == all;
}

/* --- reductions (tgba_trim.c, tgba_simulate.c): each keeps the language. 0, or -1 with the pool failed ---
 */

/* Drops states from which nothing is accepted, or that are not reached, and marks that decide nothing. */
int tgba_trim(struct tgba *automaton);
/* Merges states that simulate each other directly, and drops edges beside which there is a better one; the
 * same backwards; and merges states on no cycle (passing). *changed is set if there were some. The automaton
 * is trimmed; a large one stays as it is. */
enum tgba_direction { TGBA_FORWARDS, TGBA_BACKWARDS, TGBA_PASSING };
int tgba_simulate(struct tgba *automaton, enum tgba_direction direction, int *changed);
/* All of them, until nothing changes. */
int tgba_reduce(struct tgba *automaton);

/* A Büchi automaton with the same language: either all edges that leave a state have the one mark, or none.
 */
int tgba_degeneralise(const struct tgba *automaton, struct tgba *made);

/*
 * An automaton for Markov decision processes (tgba_limit.c): what some scheduler achieves with probability 1
 * in the product with it, whose choices are those of both, is what one achieves with the language. It is
 * deterministic, or guesses once and is deterministic from then on; it has at most one mark. 1; 0 if it would
 * have more than `most` states; -1 with the pool failed. *made is filled in any case.
 */
int tgba_limit(const struct tgba *automaton, uint32_t most, struct tgba *made);

/* --- words --- */

/* A word u v v v ..: values of the atoms by position, `atoms` bytes each. */
struct tgba_word {
    struct memory *memory;
    uint32_t atoms;
    uint64_t length, loop; /* positions loop .. length-1 repeat */
    uint8_t *value;
    uint64_t bytes;
};
/* Finds a word that both automata accept (b: or NULL). 1, or 0 if there is none, or -1 with the pool failed.
 */
int tgba_common_word(const struct tgba *a, const struct tgba *b, uint32_t atoms, struct tgba_word *word);
/* The letters of a shortest way from a state to itself, as the loop of a word; the state is on a cycle. 0, or
 * -1 with the pool failed. */
int tgba_loop_word(const struct tgba *automaton, uint32_t state, uint32_t atoms, struct tgba_word *word);
void tgba_word_free(struct tgba_word *word);

/* --- classes (tgba_weak.c, tgba_class.c) --- */

/*
 * Makes a deterministic automaton with the same language, in which each component accepts all its cycles or
 * none: that can be done if and only if the language is an obligation. negated: accepts the other words. 1; 0
 * if it is none; TGBA_TOO_LARGE if the sets of states are more than `most`; -1 with the pool failed.
 */
#define TGBA_TOO_LARGE 2
int tgba_make_weak(const struct tgba *automaton, const struct tgba *negated, uint32_t atoms, uint32_t most,
                   struct tgba *made);
/* Whether some component may accept only some of its cycles: of a trimmed automaton, 0 says that none does.
 * Or -1 with the pool failed. */
int tgba_is_mixed(const struct tgba *automaton);
/*
 * Makes a deterministic Büchi automaton that accepts the other words, of a trimmed one that is not mixed,
 * after Miyano and Hayashi (1984) (tgba_complement.c). 1; 0 if it is mixed or the result would have more than
 * `most` states; -1 with the pool failed.
 */
int tgba_complement(const struct tgba *automaton, uint32_t most, struct tgba *made);
/* The same of any small automaton with states, by ranks (tgba_ranks.c): the result is seldom deterministic.
 * 1; 0 if that is too much work; -1 with the pool failed. */
int tgba_complement_by_ranks(const struct tgba *automaton, uint32_t most, struct tgba *made);
/* Takes a deterministic weak automaton instead, if it is no larger; negated: accepts the other words. 0, or
 * -1 with the pool failed. */
int tgba_shrink(struct tgba *automaton, const struct tgba *negated, uint32_t atoms);
/* Whether no two edges of a state have a letter in common. */
int tgba_is_deterministic(const struct tgba *automaton);

/* What a language is, by its automata (Manna and Pnueli 1990): each is an obligation, and so on, too. */
enum tgba_class {
    TGBA_SAFETY = 1,    /* what is not in it is seen after finitely many letters */
    TGBA_GUARANTEE = 2, /* what is in it is */
    TGBA_OBLIGATION = 4,
    TGBA_RECURRENCE = 8,   /* a deterministic automaton was found */
    TGBA_PERSISTENCE = 16, /* one of the negation was */
    TGBA_LARGE = 32        /* whether it is an obligation was not found out */
};
/* The set of its classes, as far as they were found; or -1 with the pool failed. */
int tgba_classes(const struct tgba *automaton, const struct tgba *negated, uint32_t atoms);
/* The least of these classes, as users know it; NULL: it was not found out. */
const char *tgba_class_name(int classes);

/*
 * The automaton of a formula and that of its negation, each the smallest that was found. Fill both in any
 * case; 0, or -1 with the error of pool or store filled.
 */
int tgba_of_formula(struct ltl_store *store, struct bdd_pool *pool, ltl formula, uint32_t atoms,
                    struct tgba *automaton, struct tgba *negated);

#endif
