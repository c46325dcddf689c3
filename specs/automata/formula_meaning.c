/* What states of an observer mean: formulas that nobody wrote, made of parts that the user wrote. */
#include "specs/automata/formula_automaton.h"

const struct regular *meaning_combine(arena *made, enum regular_kind kind, const struct regular *left,
                                      const struct regular *right) {
    struct regular *regular = arena_allocate(made, sizeof *regular);
    if (regular != NULL) {
        *regular = (struct regular){.kind = kind, .where = left->where, .left = left, .right = right};
        regular->is_nullable = kind == REGULAR_STAR || (left->is_nullable && right->is_nullable);
    }
    return regular;
}

const struct formula *meaning_of_rest(arena *made, const struct formula *modality,
                                      const struct regular *regular, const struct formula *after,
                                      int is_same) {
    enum formula_kind kind = modality->kind == FORMULA_DIAMOND || modality->kind == FORMULA_FOREVER
                                 ? FORMULA_DIAMOND
                                 : FORMULA_BOX;
    int joins = is_same && after->kind == kind;
    struct formula *rest = arena_allocate(made, sizeof *rest);
    if (joins) {
        regular = meaning_combine(made, REGULAR_CONCATENATION, regular, after->regular);
    }
    if (rest != NULL && regular != NULL) {
        *rest = (struct formula){
            .kind = kind, .where = modality->where, .left = joins ? after->left : after, .regular = regular};
    }
    return regular == NULL ? NULL : rest;
}

/* Returns the formula that a state means, with a NOT if it means the negation; NULL when memory runs out. */
static const struct formula *meant(struct automaton *automaton, const struct formula_meaning *meaning) {
    struct formula *negation = meaning->is_negated ? arena_allocate(automaton->made, sizeof *negation) : NULL;
    if (negation != NULL) {
        *negation =
            (struct formula){.kind = FORMULA_NOT, .where = meaning->formula->where, .left = meaning->formula};
    }
    return meaning->is_negated ? negation : meaning->formula;
}

int automaton_add_meaning(struct automaton *automaton, struct automaton_state *state,
                          const struct formula_meaning *meaning) {
    struct formula_meaning *own = &state->meaning;
    int same = own->is_negated == meaning->is_negated;
    if (own->formula == NULL || meaning->formula == NULL ||
        (same && own->formula == meaning->formula)) { /* a monitor, or nothing new */
        *own = own->formula == NULL ? *meaning : *own;
        return 0;
    }
    struct formula *both = arena_allocate(automaton->made, sizeof *both);
    const struct formula *left = same ? own->formula : meant(automaton, own);
    const struct formula *right = same ? meaning->formula : meant(automaton, meaning);
    if (both == NULL || left == NULL || right == NULL) {
        return automaton_no_memory(automaton);
    }
    own->is_negated = same && own->is_negated;
    *both =
        (struct formula){.kind = (state->owner == OWNER_EVEN) != own->is_negated ? FORMULA_OR : FORMULA_AND,
                         .where = left->where,
                         .left = left,
                         .right = right};
    own->formula = both;
    return 0;
}
