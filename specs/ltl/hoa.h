#ifndef HEDDLE_SPECS_LTL_HOA_H
#define HEDDLE_SPECS_LTL_HOA_H

#include "base/arena.h"
#include "base/array.h"
#include "base/bitset.h"
#include "specs/ltl/tgba.h"

struct formula_source;

/*
 * Automata over infinite words as the Hanoi format, version 1, describes them (Babiak et al. 2015;
 * adl.github.io/hoaf): a run is accepting if the acceptance is true of the sets that its edges are in again
 * and again. Letters that no edge of a state has end the run, without accepting.
 */
#define HOA_MOST_STATES 1000000u
#define HOA_MOST_ATOMS 10000u /* binary decision diagrams recurse to as many levels */
#define HOA_MOST_SETS 1024u
#define HOA_MOST_CONJUNCTIONS 64u
#define HOA_MOST_PAIRS 2048u

/* The acceptance as it was written, each part after its operands. Fin and Inf are true of a set, or of all
 * edges outside of it. */
enum hoa_term_kind { HOA_TRUE, HOA_FALSE, HOA_FIN, HOA_INF, HOA_AND, HOA_OR };
struct hoa_term {
    enum hoa_term_kind kind;
    uint32_t set;   /* FIN, INF */
    int is_outside; /* Fin(!set), Inf(!set) */
};

/*
 * The same, in disjunctive normal form: one of the parts is true, each of which says that no set of `fin` is
 * seen again and again, but each of `inf` is. Or the acceptance of Streett (1982): all parts are true, each
 * of which says that the set of `fin`, if it is seen again and again, or in any case if there is none, makes
 * one of `inf` be seen again and again.
 */
enum hoa_form { HOA_DISJUNCTIVE, HOA_STREETT };
struct hoa_acceptance {
    enum hoa_form form;
    uint64_t words;         /* of a set of sets */
    uint64_t count;         /* parts; at most HOA_MOST_CONJUNCTIONS, or HOA_MOST_PAIRS of Streett */
    GROWING(uint64_t) bits; /* [count * 2 * words] */
};
static inline const uint64_t *hoa_fin(const struct hoa_acceptance *acceptance, uint64_t part) {
    return acceptance->bits.data + part * 2 * acceptance->words;
}
static inline const uint64_t *hoa_inf(const struct hoa_acceptance *acceptance, uint64_t part) {
    return hoa_fin(acceptance, part) + acceptance->words;
}

struct hoa_edge {
    uint32_t target;
    bdd guard; /* not BDD_FALSE, unless hoa_rename makes it so */
};

struct hoa {
    struct bdd_pool *pool;
    arena *texts;
    const char *name; /* as the file says, or NULL */
    uint32_t atoms;
    const char **atom; /* their texts: atom a is variable a of the pool */
    uint32_t states;
    GROWING(uint32_t) initial; /* different states */
    GROWING(struct hoa_edge) edge;
    GROWING(uint64_t) row; /* [states + 1]: edge[row[s] .. row[s + 1]) are those of state s */
    /* Set number i is what the file says; sets + i has the edges outside of it. */
    uint32_t sets;
    uint64_t words;           /* of a set of both: bitset_words(2 * sets) */
    GROWING(uint64_t) member; /* [edges * words]: the sets that each edge is in */
    GROWING(struct hoa_term) term;
    struct hoa_acceptance acceptance;
};

static inline const uint64_t *hoa_member(const struct hoa *hoa, uint64_t edge) {
    return hoa->member.data + edge * hoa->words;
}

/*
 * Reads an automaton; its atoms are variables 0 .. atoms-1 of the pool. Of several automata in a file, those
 * that their writers gave up (--ABORT--) are passed over, and one is read. *hoa is filled in any case; 0, or
 * -1 with the pool's error filled: what is wrong in the file has a line and a column.
 */
int hoa_read(struct hoa *hoa, struct bdd_pool *pool, struct formula_source source);
void hoa_init(struct hoa *hoa, struct bdd_pool *pool);
void hoa_free(struct hoa *hoa); /* a zeroed one is allowed */

/* An automaton with the same language; its atoms have no texts. 0, or -1 with the pool failed. */
int hoa_of_tgba(const struct tgba *automaton, uint32_t atoms, struct hoa *made);
/* Replaces the variables of the guards by functions, function[a] for a. 0, or -1 with the pool failed. */
int hoa_rename(struct hoa *hoa, const bdd *function);

/* Whether there is at most one initial state, and no two edges of a state have a letter in common. */
int hoa_is_deterministic(const struct hoa *hoa);
/*
 * Makes an automaton that accepts the other words, of a deterministic one: a state is added where letters
 * have no edge, and the acceptance is dualised. 1; 0 if that acceptance has no form (struct hoa_acceptance);
 * -1 with the pool failed. Its atoms have no texts.
 */
int hoa_negate(const struct hoa *hoa, struct hoa *made);
/*
 * Makes an automaton with the same language (hoa_tgba.c), which is not reduced yet. 0, or -1 with the pool
 * failed: ERROR_LIMIT if there is an obstacle, or if the result would have too many states.
 */
int hoa_to_tgba(const struct hoa *hoa, struct tgba *made);
/* Why an acceptance does not become marks: it is not disjunctive, or asks for too many sets. NULL if it does.
 */
const char *hoa_tgba_obstacle(const struct hoa *hoa);
/*
 * Makes an automaton that accepts the other words (hoa_opposite.c), if one can be made without much work: if
 * the automaton, or the reduced one of the same language, is deterministic, if each of its components accepts
 * all its cycles or none, or if it is small. *made is filled in any case. 1; 0 if that is not so; -1 with the
 * pool failed.
 */
int hoa_opposite(const struct hoa *hoa, const struct tgba *reduced, struct tgba *made);

/* --- the acceptance (hoa_acceptance.c) --- */

/* Makes a form of hoa->term, over the sets of *hoa. 1; 0 if there is none; -1 with the pool failed. */
int hoa_normalise(struct hoa *hoa);
/* Adds the dual of terms to those of `to`. 0, or -1 with the pool failed. */
int hoa_dualise(const struct hoa *from, struct hoa *to);
/* Adds an edge that is in these of the file's sets to the state that is being made; hoa_end_state ends it. 0,
 * or -1 with the pool failed. */
int hoa_add_edge(struct hoa *hoa, struct hoa_edge edge, const uint64_t *sets);
int hoa_end_state(struct hoa *hoa);

#endif
