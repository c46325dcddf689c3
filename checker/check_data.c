/* What can be asked about models with data, and what not yet. */
#include "base/error.h"
#include "checker/check_internal.h"
#include "checker/check_schedulers.h"
#include "explorer/model/network.h"
#include "specs/automata/formula_observer.h"
#include "specs/syntax/ltl_tree.h"

void check_note_fault(struct checking *checking, struct error *error) {
    if (error->code == ERROR_PREDICATE) {
        error->code = ERROR_INPUT;
    } else if (checking->network->data != NULL && error->code == ERROR_INPUT) {
        checking->fault = *error;
    }
}

int check_forbids_only(const struct formula_plan *plan) {
    while (plan != NULL && plan->kind == PLAN_AND) {
        if (!check_forbids_only(plan->right)) { /* a plan has at most 256 leaves */
            return 0;
        }
        plan = plan->left;
    }
    return plan != NULL &&
           (plan->kind == PLAN_CONSTANT || (plan->kind == PLAN_NOT && (plan->left->kind == PLAN_REACHES ||
                                                                       plan->left->kind == PLAN_DEADLOCK ||
                                                                       plan->left->kind == PLAN_CONSTANT)));
}

static int has_events(const struct property *property) {
    const struct ltl_tree *tree = formula_ltl(property->formula);
    uint64_t a = 0;
    while (a < tree->atom.count && tree->atom.data[a].action == NULL) {
        a++;
    }
    return a < tree->atom.count;
}

static int accept(const struct checking *checking, uint32_t index, struct error *error) {
    const struct property *property = &checking->properties[index];
    if (property_is_of_schedulers(property->kind) && checking->options->scheduler != NULL &&
        network_is_chain(checking->network)) {
        return error_set(error, ERROR_USAGE,
                         "--scheduler: the model is a Markov chain, which has no choices for a scheduler: "
                         "leave it out");
    }
    if (property_is_of_likely_runs(property->kind) && checking->options->write_product != NULL &&
        network_is_chain(checking->network) && has_events(property)) {
        return error_set(error, ERROR_USAGE,
                         "--write-product: what a state of a Markov chain does is one choice, without a "
                         "label: ask for values or labels of states, {..}, instead of events");
    }
    if (property->is_state_label && property_row(property->kind)->repeatedly &&
        checking->options->scheduler != NULL) {
        return error_set(error, ERROR_USAGE, "%s", check_no_repeated_evidence);
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
