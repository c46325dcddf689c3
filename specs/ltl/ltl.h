#ifndef HEDDLE_SPECS_LTL_LTL_H
#define HEDDLE_SPECS_LTL_LTL_H

#include <stdint.h>

#include "base/array.h"
#include "base/index.h"

struct error;
struct memory;
struct run;

/*
 * Formulas of linear temporal logic in negation normal form, as a graph: equal formulas have equal numbers,
 * and operands have lower numbers than what they are part of. Each constructor simplifies, by laws of
 * Etessami and Holzmann (2000) and Somenzi and Bloem (2000), so that the result is equivalent to what it is
 * asked for, but may have another operator.
 *
 * When memory runs out or the run must stop, *error is filled, `failed` is set, and every constructor returns
 * LTL_FALSE from then on.
 */
enum ltl_kind {
    LTL_CONSTANT, /* the numbers LTL_FALSE and LTL_TRUE */
    LTL_ATOM,
    LTL_NOT_ATOM,
    LTL_AND,
    LTL_OR,
    LTL_NEXT,
    LTL_UNTIL,  /* left U right; F right is true U right */
    LTL_RELEASE /* left R right; G right is false R right */
};

typedef uint32_t ltl;
#define LTL_FALSE 0u
#define LTL_TRUE 1u
#define LTL_NONE UINT32_MAX

struct ltl_node {
    uint8_t kind;         /* enum ltl_kind */
    uint8_t is_eventual;  /* F f is f, by its form */
    uint8_t is_universal; /* G f is f, by its form */
    /* ATOM, NOT_ATOM: left is the atom's number. NEXT: left. AND, OR: the operands, in ascending order, are
     * operand[left .. left + right). */
    uint32_t left, right;
};

struct ltl_store {
    struct memory *memory;
    const struct run *run;
    struct error *error;
    GROWING(struct ltl_node) node;
    GROWING(ltl) operand;
    GROWING(ltl) negation;     /* by formula, as far as it was made; LTL_NONE */
    struct index index;        /* finds nodes */
    GROWING(uint64_t) implied; /* what ltl_implies found: it may be overwritten */
    unsigned depth;            /* of constructors that call each other */
    uint64_t work;
    int failed;
};

/* 0, or -1 with the error filled; close it in any case. */
int ltl_open(struct ltl_store *store, const struct run *run, struct error *error);
void ltl_close(struct ltl_store *store);

ltl ltl_atom(struct ltl_store *store, uint32_t atom, int is_negated);
ltl ltl_and(struct ltl_store *store, ltl a, ltl b);
ltl ltl_or(struct ltl_store *store, ltl a, ltl b);
/* AND or OR of `count` formulas, which are not kept. */
ltl ltl_join(struct ltl_store *store, enum ltl_kind kind, const ltl *operand, uint64_t count);
ltl ltl_next(struct ltl_store *store, ltl a);
/* UNTIL or RELEASE. */
ltl ltl_binary(struct ltl_store *store, enum ltl_kind kind, ltl left, ltl right);
ltl ltl_negate(struct ltl_store *store, ltl a);

static inline const struct ltl_node *ltl_at(const struct ltl_store *store, ltl of) {
    return &store->node.data[of];
}
/* How many operands a formula has, and one of them. */
uint32_t ltl_operands(const struct ltl_store *store, ltl of);
static inline ltl ltl_operand(const struct ltl_store *store, ltl of, uint32_t which) {
    const struct ltl_node *node = ltl_at(store, of);
    return node->kind == LTL_AND || node->kind == LTL_OR ? store->operand.data[node->left + which]
           : which == 0                                  ? node->left
                                                         : node->right;
}
/* Both F f and G f are f: what is suspendable may be taken out of other operators (Babiak et al. 2013). */
static inline int ltl_is_suspendable(const struct ltl_store *store, ltl of) {
    return ltl_at(store, of)->is_eventual && ltl_at(store, of)->is_universal;
}

/* Whether a implies b by the form of both (ltl_implies.c): 1; 0 says nothing. */
int ltl_implies(struct ltl_store *store, ltl a, ltl b);

/* Counts a step. 0, or -1 when the store has failed or the run must stop. */
int ltl_step(struct ltl_store *store);
ltl ltl_no_memory(struct ltl_store *store);

#endif
