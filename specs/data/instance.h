#ifndef HEDDLE_SPECS_DATA_INSTANCE_H
#define HEDDLE_SPECS_DATA_INSTANCE_H

#include "specs/data/expand_internal.h"

/* A fixpoint with values for its parameters. */
struct instance_request {
    const struct formula *binder;
    const struct data *const *argument; /* NULL: the initial values */
    const struct binding *bindings;     /* with which these are evaluated */
    const struct binding *around;       /* around the binder */
    int upper;
};

/* The fixpoint of the request, whose body is made later if it is new, or a constant if there are too many;
 * NULL with the error filled. */
const struct formula *expansion_fixpoint(struct formula_expansion *expansion,
                                         const struct instance_request *request);
/*
 * What a formula was expanded to with these values. NULL if it is new: then *number is that of its instance,
 * whose result the caller sets; UINT64_MAX if memory ran out.
 */
const struct formula *expansion_recall(struct formula_expansion *expansion, const struct formula *formula,
                                       const struct binding *bindings, int upper, uint64_t *number);

/* Notes from which subformula another one was expanded, and with which values of the variables of a set
 * (`uses` of a node). Returns 0, or -1 with the error filled. */
int expansion_note_values(struct formula_expansion *expansion, const struct formula *model, uint64_t uses,
                          const struct binding *bindings, struct formula *made);

#endif
