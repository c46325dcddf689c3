/*
 * Before expansion: infers the sorts of all places of a formula, and for each subformula the variables on
 * which its expansion depends. Recursion is bounded by MOST_NESTING and by the depth of data expressions.
 */
#include <string.h>

#include "base/array.h"
#include "base/core.h"
#include "base/memory.h"
#include "specs/data/infer_internal.h"

static uint64_t hash_pointer(const void *pointer) {
    return core_mix((uint64_t)(uintptr_t)pointer);
}

uint32_t expansion_variable_number(const struct formula_expansion *expansion,
                                   const struct bound_variable *variable) {
    for (struct index_walk walk = index_find(&expansion->by_variable, hash_pointer(variable));
         index_next(&walk);) {
        if (expansion->variable[walk.number] == variable) {
            return walk.number;
        }
    }
    return UINT32_MAX;
}

int expansion_add_variable(struct formula_expansion *expansion, const struct bound_variable *variable) {
    if (expansion_variable_number(expansion, variable) != UINT32_MAX) {
        return 0;
    }
    if (MEMORY_GROW(expansion->memory, &expansion->variable, &expansion->variable_capacity,
                    expansion->variables + 1) != 0 ||
        index_add(&expansion->by_variable, expansion->memory, hash_pointer(variable),
                  (uint32_t)expansion->variables) != 0) {
        return -1;
    }
    expansion->variable[expansion->variables++] = variable;
    return 0;
}

const struct subformula_facts *expansion_node(const struct formula_expansion *expansion,
                                              const struct formula *formula) {
    for (struct index_walk walk = index_find(&expansion->by_formula, hash_pointer(formula));
         index_next(&walk);) {
        if (expansion->node[walk.number].formula == formula) {
            return &expansion->node[walk.number];
        }
    }
    return NULL;
}

/* --- actions --- */

static int infer_action(struct inference *inference, const struct action *action,
                        const struct variable_scope *scope, unsigned depth);

static int infer_parts(struct inference *inference, const struct formula_data *data,
                       const struct variable_scope *scope) {
    for (uint32_t i = 0; i < data->parts && data->failure == NULL; i++) {
        const struct action_part *part = &data->part[i];
        for (uint32_t k = 0; k < part->arguments && !inference->failed; k++) {
            infer_unite(inference, infer_place(inference, PLACE_ACTION, part->name, part->arguments, k),
                        infer_data(inference, part->argument[k], scope));
        }
    }
    return inference->failed ? -1 : 0;
}

static int infer_action_variables(struct inference *inference, const struct action *action, uint32_t first,
                                  const struct variable_scope *scope, unsigned depth) {
    const struct bound_variables *variables = action->data->variables;
    if (first == variables->count || depth > MOST_NESTING) {
        return infer_action(inference, action->left, scope, depth + 1);
    }
    const struct bound_variable *variable = &variables->variable[first];
    if (infer_declare_variable(inference, variable) != 0) {
        return -1;
    }
    struct variable_scope inner = {variable, expansion_variable_number(inference->expansion, variable),
                                   scope};
    int failed = infer_action_variables(inference, action, first + 1, &inner, depth + (first > 0));
    inference->uses &= ~own_bit(inner.number);
    return failed;
}

static int too_deep(struct inference *inference, struct formula_position where) {
    struct formula_expansion *expansion = inference->expansion;
    inference->failed = 1;
    return error_at(expansion->error, ERROR_LIMIT,
                    (struct source_position){expansion->name, where.line, where.column},
                    "a formula with data is nested more than %u levels deep here", MOST_NESTING);
}

static int infer_action(struct inference *inference, const struct action *action,
                        const struct variable_scope *scope, unsigned depth) {
    if (action == NULL || inference->failed) {
        return inference->failed ? -1 : 0;
    }
    if (depth > MOST_NESTING) {
        return too_deep(inference, action->where);
    }
    switch (action->kind) {
    case ACTION_VALUE:
        infer_data(inference, action->data->argument[0], scope);
        return inference->failed ? -1 : 0;
    case ACTION_FORALL:
    case ACTION_EXISTS:
        return infer_action_variables(inference, action, 0, scope, depth);
    case ACTION_MULTIACTION:
        return action->data == NULL ? 0 : infer_parts(inference, action->data, scope);
    default:
        return infer_action(inference, action->left, scope, depth + 1) != 0
                   ? -1
                   : infer_action(inference, action->right, scope, depth + 1);
    }
}

static int infer_regular(struct inference *inference, const struct regular *regular,
                         const struct variable_scope *scope, unsigned depth) {
    if (regular == NULL) {
        return 0;
    }
    if (depth > MOST_NESTING) {
        return too_deep(inference, regular->where);
    }
    return infer_action(inference, regular->action, scope, depth + 1) != 0 ||
                   infer_regular(inference, regular->left, scope, depth + 1) != 0 ||
                   infer_regular(inference, regular->right, scope, depth + 1) != 0
               ? -1
               : 0;
}

/* --- formulas --- */

/* Where a formula stands. */
struct around {
    const struct variable_scope *scope;
    uint32_t rank;
    unsigned depth;
};

static int infer_formula(struct inference *inference, const struct formula *formula, struct around around);

static int add_node(struct inference *inference, const struct subformula_facts *node) {
    struct formula_expansion *expansion = inference->expansion;
    if (MEMORY_GROW(expansion->memory, &expansion->node, &expansion->node_capacity, expansion->nodes + 1) !=
            0 ||
        index_add(&expansion->by_formula, expansion->memory, hash_pointer(node->formula),
                  (uint32_t)expansion->nodes) != 0) {
        inference->failed = 1;
        return -1;
    }
    expansion->node[expansion->nodes++] = *node;
    return 0;
}

static uint64_t bits_of_scope(const struct variable_scope *scope) {
    uint64_t bits = 0;
    for (; scope != NULL; scope = scope->outer) {
        bits |= bit_of(scope->number);
    }
    return bits;
}

/* Infers the body inside of variables from `first` on: after the first one, each is a level more. */
static int infer_variables(struct inference *inference, const struct formula *formula, uint32_t first,
                           struct around around) {
    const struct bound_variables *variables = formula->data == NULL ? NULL : formula->data->variables;
    if (variables == NULL || first == variables->count || around.depth > MOST_NESTING) {
        around.depth++;
        return infer_formula(inference, formula->left, around);
    }
    const struct bound_variable *variable = &variables->variable[first];
    if (infer_declare_variable(inference, variable) != 0) {
        return -1;
    }
    struct variable_scope inner = {variable, expansion_variable_number(inference->expansion, variable),
                                   around.scope};
    around.scope = &inner;
    around.depth += first > 0;
    int failed = infer_variables(inference, formula, first + 1, around);
    inference->uses &= ~own_bit(inner.number);
    return failed;
}

static int infer_binder(struct inference *inference, const struct formula *formula, struct around around) {
    const struct bound_variables *variables = formula->data == NULL ? NULL : formula->data->variables;
    struct subformula_facts node = {.formula = formula,
                                    .in_scope = bits_of_scope(around.scope),
                                    .rank = around.rank + 1,
                                    .number = inference->fixpoints++};
    uint64_t at = inference->expansion->nodes;
    if (add_node(inference, &node) != 0) {
        return -1;
    }
    for (uint32_t i = 0; variables != NULL && i < variables->count && !inference->failed; i++) {
        if (infer_declare_variable(inference, &variables->variable[i]) == 0) {
            infer_unite(inference, infer_place(inference, PLACE_VARIABLE, &variables->variable[i], 0, 0),
                        infer_data(inference, variables->variable[i].value, around.scope));
        }
    }
    around.rank++;
    if (inference->failed || infer_variables(inference, formula, 0, around) != 0) {
        return -1;
    }
    inference->binders &= ~own_bit(node.number);
    inference->expansion->node[at].uses = inference->uses;
    inference->expansion->node[at].binders = inference->binders;
    return 0;
}

static int infer_variable(struct inference *inference, const struct formula *formula,
                          const struct variable_scope *scope) {
    const struct subformula_facts *binder = expansion_node(inference->expansion, formula->binder);
    uint32_t count = formula->data == NULL ? 0 : formula->data->arguments;
    inference->binders |= own_bit(binder->number);
    inference->uses |= binder->number < 63 ? 0 : binder->in_scope;
    for (uint32_t i = 0; i < count && !inference->failed; i++) {
        infer_unite(
            inference,
            infer_place(inference, PLACE_VARIABLE, &formula->binder->data->variables->variable[i], 0, 0),
            infer_data(inference, formula->data->argument[i], scope));
    }
    return inference->failed ? -1 : 0;
}

static int infer_inside(struct inference *inference, const struct formula *formula, struct around around,
                        const struct formula **hoisted) {
    switch (formula->kind) {
    case FORMULA_VARIABLE:
        return infer_variable(inference, formula, around.scope);
    case FORMULA_VALUE:
        infer_data(inference, formula->data->argument[0], around.scope);
        return inference->failed ? -1 : 0;
    case FORMULA_FORALL:
    case FORMULA_EXISTS:
        *hoisted = expansion_hoist(inference->expansion, formula);
        if (*hoisted != NULL && *hoisted != formula) {
            around.depth++;
            return infer_formula(inference, *hoisted, around);
        }
        return *hoisted == NULL ? -1 : infer_variables(inference, formula, 0, around);
    case FORMULA_MU:
    case FORMULA_NU:
        return infer_binder(inference, formula, around);
    default:
        around.depth++;
        return infer_regular(inference, formula->regular, around.scope, around.depth) != 0 ||
                       (formula->left != NULL && infer_formula(inference, formula->left, around) != 0) ||
                       (formula->right != NULL && infer_formula(inference, formula->right, around) != 0)
                   ? -1
                   : 0;
    }
}

static int infer_formula(struct inference *inference, const struct formula *formula, struct around around) {
    uint64_t outside = inference->uses, binders = inference->binders;
    if (around.depth > MOST_NESTING) {
        return too_deep(inference, formula->where);
    }
    if (expansion_step(inference->expansion) != 0) {
        return -1;
    }
    inference->uses = inference->binders = 0;
    const struct formula *hoisted = formula;
    if (infer_inside(inference, formula, around, &hoisted) != 0) {
        return -1;
    }
    struct subformula_facts node = {.formula = formula,
                                    .uses = inference->uses,
                                    .binders = inference->binders,
                                    .hoisted = hoisted == formula ? NULL : hoisted};
    int is_binder = formula->kind == FORMULA_MU || formula->kind == FORMULA_NU;
    if (!is_binder && add_node(inference, &node) != 0) {
        return -1;
    }
    inference->uses |= outside;
    inference->binders |= binders;
    return 0;
}

/* Adds to the uses of each node those of the fixpoints of which it has variables; outer ones come first. */
static void close_uses(struct formula_expansion *expansion) {
    uint64_t uses_of[63] = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t i = 0; i < expansion->nodes; i++) {
            struct subformula_facts *node = &expansion->node[i];
            int is_binder = node->formula->kind == FORMULA_MU || node->formula->kind == FORMULA_NU;
            for (uint64_t left = is_binder == !pass ? node->binders : 0; left != 0; left &= left - 1) {
                node->uses |= uses_of[__builtin_ctzll(left)];
            }
            if (is_binder && node->number < 63) {
                uses_of[node->number] = node->uses;
            }
        }
    }
}

int expansion_infer(struct formula_expansion *expansion) {
    const struct data_sections *sections = formula_sections(expansion->text);
    struct inference inference = {.expansion = expansion, .classes = &expansion->classes};
    expansion->evaluation.no_domains = 1;
    infer_truth(&inference);
    if (sections != NULL) {
        infer_sections(&inference, sections);
    }
    int failed = inference.failed ||
                 infer_formula(&inference, formula_root(expansion->text), (struct around){NULL, 0, 0}) != 0;
    expansion->evaluation.no_domains = 0;
    close_uses(expansion);
    return !failed && !expansion->evaluation.failed ? 0
           : expansion->error->code != ERROR_NONE   ? -1
                                                    : expansion_memory(expansion);
}
