/*
 * Takes what does not depend on quantified variables out of quantifiers, before they are expanded:
 *
 *     forall d: D . [R.S] F = [R] forall d: D . [S] F    exists d: D . <R.S> F = <R> exists d: D . <S> F
 *
 * if d does not occur in R. Then R, which is often true*, is written out once, and not for each value of d:
 * of n values and as many labels, n and not n * n moves of the automaton.
 */
#include "base/memory.h"
#include "specs/data/expand_internal.h"

/* --- whether variables occur --- */

static int is_one_of(const struct bound_variables *variables, const char *name) {
    for (uint32_t i = 0; i < variables->count; i++) {
        if (variables->variable[i].name == name) {
            return 1;
        }
    }
    return 0;
}

/* Whether a name of the variables occurs in an expression, even as one of another variable. */
static int in_data(const struct bound_variables *variables, const struct data *data) {
    if ((data->kind == DATA_NAME || data->kind == DATA_APPLY) && is_one_of(variables, data->name)) {
        return 1;
    }
    for (uint32_t i = 0; i < data->children; i++) {
        if (in_data(variables, data->child[i])) {
            return 1;
        }
    }
    for (uint32_t i = 0; data->kind == DATA_WHERE && i < data->variables->count; i++) {
        if (in_data(variables, data->variables->variable[i].value)) {
            return 1;
        }
    }
    return 0;
}

static int in_parts(const struct bound_variables *variables, const struct formula_data *data) {
    for (uint32_t i = 0; i < data->arguments; i++) {
        if (in_data(variables, data->argument[i])) {
            return 1;
        }
    }
    for (uint32_t i = 0; i < data->parts && data->failure == NULL; i++) {
        for (uint32_t k = 0; k < data->part[i].arguments; k++) {
            if (in_data(variables, data->part[i].argument[k])) {
                return 1;
            }
        }
    }
    return 0;
}

static int in_action(const struct bound_variables *variables, const struct action *action, unsigned depth) {
    return action != NULL &&
           (depth > MOST_NESTING || (action->data != NULL && in_parts(variables, action->data)) ||
            in_action(variables, action->left, depth + 1) || in_action(variables, action->right, depth + 1));
}

static int in_regular(const struct bound_variables *variables, const struct regular *regular,
                      unsigned depth) {
    return regular != NULL && (depth > MOST_NESTING || in_action(variables, regular->action, depth + 1) ||
                               in_regular(variables, regular->left, depth + 1) ||
                               in_regular(variables, regular->right, depth + 1));
}

/* --- taking out --- */

/* Splits the first factor off a concatenation: *rest is what follows it, NULL if nothing does. 0, or -1 when
 * memory runs out. */
static int split(struct formula_expansion *expansion, const struct regular *regular,
                 const struct regular **first, const struct regular **rest) {
    *rest = NULL;
    while (regular->kind == REGULAR_CONCATENATION) {
        struct regular *joined = NULL;
        if (*rest != NULL) {
            joined = formula_new_regular(expansion->text, REGULAR_CONCATENATION, regular->right, *rest, NULL);
            if (joined == NULL) {
                return expansion_memory(expansion);
            }
            joined->where = regular->where;
        }
        *rest = *rest == NULL ? regular->right : joined;
        regular = regular->left;
    }
    *first = regular;
    return 0;
}

static struct formula *make_modality(struct formula_expansion *expansion, const struct formula *model,
                                     const struct formula *left, const struct regular *regular) {
    struct formula *made = formula_new(expansion->text, model->kind, left, NULL, regular);
    if (made == NULL) {
        expansion_memory(expansion);
        return NULL;
    }
    made->where = model->where;
    made->data = model->data;
    return made;
}

/* Takes one factor out of the quantifier before a modality. Returns the quantifier if there is none to take;
 * NULL with the error filled. */
static const struct formula *take_factor(struct formula_expansion *expansion,
                                         const struct formula *quantifier, const struct formula *modality) {
    const struct regular *first = NULL, *rest = NULL;
    if (split(expansion, modality->regular, &first, &rest) != 0) {
        return NULL;
    }
    if (in_regular(quantifier->data->variables, first, 0)) {
        return quantifier;
    }
    const struct formula *inner =
        rest == NULL ? modality->left : make_modality(expansion, modality, modality->left, rest);
    inner = inner == NULL ? NULL : make_modality(expansion, quantifier, inner, NULL);
    inner = inner == NULL ? NULL : expansion_hoist(expansion, inner);
    return inner == NULL ? NULL : make_modality(expansion, modality, inner, first);
}

const struct formula *expansion_hoist(struct formula_expansion *expansion, const struct formula *quantifier) {
    enum formula_kind modality = quantifier->kind == FORMULA_FORALL ? FORMULA_BOX : FORMULA_DIAMOND;
    const struct formula *body = quantifier->left;
    if (expansion_step(expansion) != 0) {
        return NULL;
    }
    if (body->kind == quantifier->kind) {
        body = expansion_hoist(expansion, body);
        if (body == NULL || body == quantifier->left) {
            return body == NULL ? NULL : quantifier;
        }
    }
    return body->kind == modality ? take_factor(expansion, quantifier, body) : quantifier;
}
