/* What can be asked about models with data, and what not yet. */
#include "base/error.h"
#include "checker/check_internal.h"
#include "explorer/model/network.h"
#include "specs/automata/formula_observer.h"

void check_note_fault(struct checking *checking, const struct error *error) {
    if (checking->network->data != NULL && error->code == ERROR_INPUT) {
        checking->fault = *error;
    }
}

/* Whether the formula holds unless something is reached. If so, one search from all initial states decides
 * it: it holds in all of them if nothing is reached from any. */
static int forbids_only(const struct formula_plan *plan) {
    while (plan != NULL && plan->kind == PLAN_AND) {
        if (!forbids_only(plan->right)) { /* a plan has at most 256 leaves */
            return 0;
        }
        plan = plan->left;
    }
    return plan != NULL &&
           (plan->kind == PLAN_CONSTANT || (plan->kind == PLAN_NOT && (plan->left->kind == PLAN_REACHES ||
                                                                       plan->left->kind == PLAN_DEADLOCK ||
                                                                       plan->left->kind == PLAN_CONSTANT)));
}

static int accept(const struct checking *checking, uint32_t index, struct error *error) {
    const struct property *property = &checking->properties[index];
    uint64_t initial = checking->network->initial_count;
    if (property_is_of_schedulers(property->kind) && checking->options->scheduler != NULL &&
        network_is_chain(checking->network)) {
        return error_set(error, ERROR_USAGE,
                         "--scheduler: the model is a Markov chain, which has no choices for a scheduler: "
                         "leave it out");
    }
    if (property->kind == PROPERTY_FORMULA && initial > 1 &&
        (check_needs_game(checking, index) || !forbids_only(property->plan))) {
        return error_set(error, ERROR_USAGE,
                         "%.300s: the model has %llu initial states, so formulas can only say what never "
                         "happens: [R] false, or several of these with `and`",
                         property->name, (unsigned long long)initial);
    }
    return 0;
}

int check_accept_data(const struct checking *checking, struct error *error) {
    int failed = 0;
    for (uint32_t i = 0; i < checking->count && checking->network->data != NULL && !failed; i++) {
        failed = accept(checking, i, error);
    }
    return failed;
}
