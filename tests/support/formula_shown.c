/* Reads the texts of subformulas again, and evaluates them naively. */
#include "tests/support/formula_shown.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/testing.h"

/* --- free variables --- */

struct scope {
    const struct formula *binder;
    const struct scope *outer;
};

static void add_variable(struct free_variables *found, const struct formula *variable, int negated) {
    for (size_t i = 0; i < found->count; i++) {
        if (strcmp(found->variable[i].binder->name, variable->name) == 0) {
            found->is_ambiguous |=
                found->variable[i].binder != variable->binder || found->variable[i].is_negated != negated;
            return;
        }
    }
    CU_ASSERT_FATAL(found->count < FREE_VARIABLES_MOST);
    found->variable[found->count].binder = variable->binder;
    found->variable[found->count++].is_negated = negated;
}

static void find(const struct formula *formula, const struct scope *scope, int negated,
                 struct free_variables *found) {
    const struct scope here = {formula, scope};
    if (formula == NULL) {
        return;
    }
    if (formula->kind == FORMULA_VARIABLE) {
        while (scope != NULL && scope->binder != formula->binder) {
            scope = scope->outer;
        }
        if (scope == NULL) {
            add_variable(found, formula, negated);
        }
        return;
    }
    int is_binder = formula->kind == FORMULA_MU || formula->kind == FORMULA_NU;
    int inverts = formula->kind == FORMULA_NOT || formula->kind == FORMULA_IMPLIES;
    find(formula->left, is_binder ? &here : scope, negated ^ inverts, found);
    find(formula->right, scope, negated, found);
}

void free_variables_find(const struct formula *formula, struct free_variables *found) {
    found->count = 0;
    found->is_ambiguous = 0;
    find(formula, NULL, 0, found);
}

/* --- reading --- */

const struct formula *formula_read_shown(struct formula_reading *reading, const char *macros,
                                         const char *shown, const struct free_variables *unbound,
                                         const struct formula_options *options,
                                         const struct formula **binders) {
    size_t length = 0, size = strlen(macros) + strlen(shown) + 64 * (unbound->count + 1);
    char *text = test_allocate(size, 1);
    int is_odd = 0, order[FREE_VARIABLES_MOST + 1], steps = 0;
    length = (size_t)sprintf(text, "%s", macros);
    for (int negated = 1; negated >= 0; negated--) { /* those under an odd number of negations first */
        for (size_t i = 0; i < unbound->count; i++) {
            if (unbound->variable[i].is_negated == negated) {
                length += (size_t)snprintf(text + length, size - length, "mu %.40s . ",
                                           unbound->variable[i].binder->name);
                order[steps++] = (int)i;
                is_odd |= negated;
            }
        }
        if (negated && is_odd) {
            length += (size_t)sprintf(text + length, options->dialect == FORMULA_DIALECT_MCF ? "!" : "not ");
            order[steps++] = -1;
        }
    }
    sprintf(text + length, "(%s\n)", shown);
    formula_reading_begin(reading, text, options);
    free(text);
    const struct formula *read = reading->text == NULL ? NULL : formula_root(reading->text);
    for (int i = 0; i < steps && read != NULL; i++) {
        if (order[i] >= 0) {
            binders[order[i]] = read;
        }
        read = read->left;
    }
    return read;
}

/* --- meaning --- */

/* Where a fixpoint of the formula holds: the fixpoints around it have their own values. */
static void evaluate_inside(const struct formula *formula, const struct oracle_lts *lts, uint8_t *holds) {
    struct free_variables unbound;
    struct oracle_binding binding[FREE_VARIABLES_MOST];
    uint8_t *sets;
    free_variables_find(formula, &unbound);
    sets = test_allocate((uint64_t)lts->states * (unbound.count + 1), 1);
    for (size_t i = 0; i < unbound.count; i++) {
        uint8_t *set = sets + i * lts->states;
        evaluate_inside(unbound.variable[i].binder, lts, set);
        binding[i] =
            (struct oracle_binding){unbound.variable[i].binder, set, i == 0 ? NULL : &binding[i - 1]};
    }
    oracle_formula_evaluate_in(formula, lts, unbound.count == 0 ? NULL : &binding[unbound.count - 1], holds);
    free(sets);
}

int formula_shown_evaluate(const char *shown, const struct formula *formula,
                           const struct formula_options *options, const struct oracle_lts *lts,
                           uint8_t *holds) {
    struct free_variables unbound;
    struct oracle_binding binding[FREE_VARIABLES_MOST];
    struct formula_reading reading;
    const struct formula *binders[FREE_VARIABLES_MOST], *read;
    free_variables_find(formula, &unbound);
    if (unbound.is_ambiguous) {
        return 0;
    }
    read = formula_read_shown(&reading, "", shown, &unbound, options, binders);
    uint8_t *sets = test_allocate((uint64_t)lts->states * (unbound.count + 1), 1);
    for (size_t i = 0; i < unbound.count && read != NULL; i++) {
        uint8_t *set = sets + i * lts->states;
        evaluate_inside(unbound.variable[i].binder, lts, set);
        binding[i] = (struct oracle_binding){binders[i], set, i == 0 ? NULL : &binding[i - 1]};
    }
    if (read == NULL) {
        printf("\n%s: %s\n", shown, reading.error.text);
        CU_FAIL("not read");
    } else {
        oracle_formula_evaluate_in(read, lts, unbound.count == 0 ? NULL : &binding[unbound.count - 1], holds);
    }
    free(sets);
    formula_reading_end(&reading);
    return read != NULL;
}
