#ifndef HEDDLE_CHECKER_LTL_PRODUCT_H
#define HEDDLE_CHECKER_LTL_PRODUCT_H

#include "base/array.h"
#include "model/digraph.h"
#include "specs/automata/formula_observer.h"
#include "specs/ltl/tgba.h"

struct error;
struct formula;
struct ltl_atom;
struct run;

/* A Markov decision process, or a chain, as an automaton of linear time reads it. All is borrowed, and in
 * host memory. */
struct chance_model {
    struct digraph graph;   /* its choices */
    const uint32_t *labels; /* [edges]: index into `texts`, MDP_NO_LABEL for none; NULL: no edge has one */
    struct label_texts texts;
    const uint64_t *ends;    /* [vertices + 1]: offsets; a run ends in a state whose range is empty */
    const uint32_t *initial; /* bitmap over vertices */
    /* Marks the states in which a predicate holds, in a zeroed bitmap. 0, or -1 with *error filled. */
    int (*mark)(void *context, const struct formula *predicate, uint32_t *states, struct error *error);
    void *context;
};

/*
 * The product of a model and an automaton that tgba_limit has made. A vertex is a state of the model with
 * one of the automaton, which reads the predicates of that state and the label of the transition that leaves
 * it; where a run has ended, the state is repeated with the letter of the end. A choice is one of the model
 * and a move of the automaton on its letter. If the edges of a choice have different letters, as in chains,
 * the automaton moves after the draw: such an edge is a vertex of its own, with a choice for each move.
 */
struct ltl_product {
    struct memory *memory;
    struct digraph graph; /* a view of the following arrays */
    GROWING(uint64_t)
    vertex;           /* in the high half the model's state, or states + its edge; then the automaton's
                         state */
    uint64_t initial; /* so many vertices, the first ones, are initial */
    GROWING(uint64_t) offsets; /* [vertices + 1] */
    GROWING(uint32_t) targets; /* [edges]; those of a choice in order */
    GROWING(uint64_t) origin;  /* [edges]: the model's edge; LTL_PRODUCT_END: the run has ended */
    uint32_t *begins,
        *marked; /* bitmaps over edges: first ones of choices; all those of choices with the mark */
    uint64_t bitmap_bytes;
};
#define LTL_PRODUCT_END UINT64_MAX

/*
 * atoms: what the variables of the automaton stand for; not needed after the call. Returns 0, or -1 with
 * *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_LIMIT, what a pattern or the model's `mark` reports.
 * ltl_product_free frees it in either case.
 */
int ltl_product_make(struct ltl_product *product, const struct chance_model *model,
                     const struct tgba *automaton, const struct ltl_atom *atom, uint32_t atoms,
                     const struct run *run, struct error *error);
void ltl_product_free(struct ltl_product *product);

struct mdp;
/*
 * Writes the product as DRN, with the probabilities (for rates, those of the next step), names of choices and
 * labels of states of the MDP that its model is a view of. The states in the bitmap have the label
 * `accepting`: what the automaton accepts has, at most, the probability of reaching them. If there are none,
 * a state that is not reached has it. 0, or -1 with *error filled, as mdp_write_drn does; also ERROR_INPUT if
 * the model has such a label.
 */
int ltl_product_write(const struct ltl_product *product, const struct mdp *model, const uint32_t *accepting,
                      const char *path, const struct run *run, struct error *error);

#endif
