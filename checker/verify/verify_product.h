#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_PRODUCT_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_PRODUCT_H

#include "checker/verify/verify_choices.h"
#include "checker/verify/verify_internal.h"
#include "specs/ltl/ltl_limit.h"

/*
 * The product of a Markov decision process with the automaton of a formula (specs/ltl/ltl_limit.h), whose
 * states are those of the evidence: the states of the processes, or the number of a state in a file, and then
 * the automaton's state. The caller zeroes it, and fills the first fields; verify_product_close frees the
 * rest.
 */
struct verify_product {
    struct verifier *verifier;
    const struct tuple_set *set; /* the states of the product */
    struct choices *choices;     /* gets the choices of a state */
    struct choices model;        /* those of the model, with its input set */
    /* --- */
    struct property formula;
    struct ltl_limit limit;
    struct tuple_set states; /* of the model, if it is a network, and those that choices lead to */
    uint8_t *value;          /* by atom */
    uint32_t *tuple;         /* a state of the product */
    uint32_t *moves;         /* the automaton's moves on a letter: targets */
    uint8_t *marked_move;
    uint64_t move_count;
    GROWING(uint8_t) marked; /* by choice of the state: whether it is to be taken again and again */
};

/* Makes the automaton, of the opposite if `every`. 0, or -1 with the verifier's error. */
int verify_product_open(struct verify_product *product, const char *formula, int every);
void verify_product_close(struct verify_product *product);
/* Notes that a state of the evidence is one of the model with one of the automaton; 1; 0 if it is not, as the
 * reason says; or -1. */
int verify_product_add(struct verify_product *product, const uint32_t *tuple, uint64_t states);
/* Finds the choices of a state of the product, as choices_find does. `tuple` is the target that is missing.
 */
int verify_product_find(struct verify_product *product, uint32_t state);
/* Whether it is an initial one. */
int verify_product_is_initial(const struct verify_product *product, const uint32_t *tuple);
/* Adds (producer 1, consumer 0) with 3 to the reason. */
void verify_product_say(const struct verify_product *product, const uint32_t *tuple);

#endif
