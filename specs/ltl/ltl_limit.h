#ifndef HEDDLE_SPECS_LTL_LTL_LIMIT_H
#define HEDDLE_SPECS_LTL_LTL_LIMIT_H

#include "specs/ltl/ltl.h"
#include "specs/ltl/tgba.h"
#include "specs/syntax/ltl_tree.h"

struct error;
struct run;

/* A formula of linear time as an automaton for Markov decision processes (tgba_limit); the same formula has
 * the same automaton each time. */
struct ltl_limit {
    struct tgba automaton;
    struct ltl_atom *atom; /* what its variables stand for */
    uint32_t atoms;
    int classes; /* of the formula (tgba_classes); 0: they were not found out */
    int is_unsatisfiable;
    const formula_text *text;
    struct ltl_store store;
    struct bdd_pool pool;
};

/*
 * opposite: the automaton is of the negation. Where it is much work to find out the classes and a smaller
 * automaton, the translation alone is used. Returns 0, or -1 with *error filled: ERROR_LIMIT, ERROR_MEMORY,
 * ERROR_INTERRUPTED. ltl_limit_close frees it in either case, before the text; *error must outlive it.
 */
int ltl_limit_open(struct ltl_limit *limit, const formula_text *text, int opposite, const struct run *run,
                   struct error *error);
void ltl_limit_close(struct ltl_limit *limit);

#endif
