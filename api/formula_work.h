#ifndef HEDDLE_API_FORMULA_WORK_H
#define HEDDLE_API_FORMULA_WORK_H

#include "api/formula.h"
#include "base/arena.h"
#include "base/array.h"
#include "specs/ltl/hoa.h"
#include "specs/ltl/ltl_of_tree.h"
#include "specs/ltl/tgba_steps.h"
#include "specs/syntax/ltl_tree.h"

/* What the parts of the command `formula` share; internal to it. */

/* A formula, or an automaton. */
struct formula_meaning {
    formula_text *text;  /* NULL of an automaton */
    struct hoa hoa;      /* of an automaton */
    struct tgba yes, no; /* automata of the words that satisfy it, and of the others */
    int has_opposite;    /* `no` is known */
};

struct formula_work {
    struct job *job;
    const struct formula_request *request;
    struct formula_result *result;
    struct ltl_store store;
    struct bdd_pool pool;
    arena *texts;
    struct formula_meaning meaning[2];
    GROWING(const char *) atom; /* texts of the atoms of both */
    GROWING(uint8_t) kind;      /* of each, enum tgba_atom */
};

int formula_no_memory(struct formula_work *work);
/* Reads the formulas and automata, of which there are so many, and makes automata over the atoms of all
 * (formula_read.c). 0, or -1 with job->error. */
int formula_read_all(struct formula_work *work, unsigned count);
void formula_meaning_free(struct formula_meaning *meaning);

#endif
