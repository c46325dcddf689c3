/*
 * Processes that are PRISM models. Their transitions are distinct labels and targets, as those of an AUT of
 * the model; only random walks use its probabilities and rates. An error in a choice of a model matters
 * only if the network lets it happen: until then it goes with the transition.
 */
#include <stdlib.h>
#include <string.h>

#include "base/run.h"
#include "base/sort.h"
#include "frontend/exp/walk/semantics_internal.h"

/* --- making --- */

/* Adds the labels of the actions to `ids`; SEMANTICS_NONE for actions that no choice has, whatever the state:
 * the operators between modules hide, rename or block them. */
static int add_action_labels(struct semantics *semantics, const struct semantics_model *model) {
    const struct prism_model *tree = model->tree;
    uint8_t *occurs = semantics_allocate(semantics, (uint64_t)tree->action_count + 1, sizeof *occurs);
    if (occurs == NULL || prism_walk_actions(model->walk, occurs, semantics->error) != 0) {
        return -1;
    }
    for (uint32_t action = 0; action <= tree->action_count; action++) {
        const char *text = action == tree->action_count ? "i" : tree->actions[action];
        uint32_t id = occurs[action] ? semantics_intern(semantics, text, strlen(text)) : SEMANTICS_NONE;
        if ((id == LABEL_NONE && occurs[action]) || SEMANTICS_ADD(semantics, semantics->ids, id) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The variables; a model that has none is a component of one local state. */
static int add_components(struct semantics *semantics, const struct semantics_node *node) {
    const struct prism_model *tree = node->model->tree;
    struct semantics_component one = {.node = node};
    if (tree->variable_count == 0) {
        return SEMANTICS_ADD(semantics, semantics->components, one);
    }
    for (uint32_t i = 0; i < tree->variable_count; i++) {
        one.variable = &tree->variables[i];
        if (SEMANTICS_ADD(semantics, semantics->components, one) != 0) {
            return -1;
        }
    }
    return 0;
}

int semantics_make_model(struct semantics *semantics, struct semantics_node *node) {
    const prism_tree *syntax = node->syntax->prism;
    struct semantics_model *model = semantics_allocate(semantics, 1, sizeof *model);
    if (model == NULL) {
        return -1;
    }
    model->tree = prism_tree_model(syntax);
    model->walk = prism_walk_create(syntax, semantics->walker.run, semantics->error);
    if (model->walk == NULL) {
        return -1;
    }
    node->model = model;
    semantics->has_models = 1;
    model->values = semantics_allocate(semantics, model->tree->variable_count, sizeof *model->values);
    return model->values == NULL || add_components(semantics, node) != 0
               ? -1
               : add_action_labels(semantics, model);
}

void semantics_models_free(struct semantics *semantics) {
    for (uint64_t k = 0; k < semantics->leaves.count; k++) {
        if (semantics->leaves.data[k]->model != NULL) {
            prism_walk_free(semantics->leaves.data[k]->model->walk);
        }
    }
}

/* --- initial states --- */

static uint32_t local_of(const struct prism_variable *variable, int32_t value) {
    return (uint32_t)((int64_t)value - variable->low);
}

struct start_visit {
    struct semantics *semantics;
    struct semantics_model *model;
    int failed;
};

static int add_start(void *context, const int32_t *values) {
    struct start_visit *visit = context;
    for (uint32_t i = 0; i < visit->model->tree->variable_count && !visit->failed; i++) {
        visit->failed = SEMANTICS_ADD(visit->semantics, visit->semantics->starts,
                                      local_of(&visit->model->tree->variables[i], values[i])) != 0;
    }
    visit->model->initial_count++;
    return visit->failed;
}

static int find_starts(struct semantics *semantics, struct semantics_model *model) {
    struct start_visit visit = {semantics, model, 0};
    model->initial_begin = semantics->starts.count;
    int status = prism_walk_initial(model->walk, add_start, &visit, semantics->error);
    return visit.failed ? -1 : status;
}

/* Writes the initial state of this number of each process; 0 after the last combination, else 1. */
static int next_combination(const struct semantics *semantics, uint64_t *digits) {
    uint64_t at = semantics->leaves.count;
    while (at > 0) {
        const struct semantics_model *model = semantics->leaves.data[--at]->model;
        if (model != NULL && ++digits[at] < model->initial_count) {
            return 1;
        }
        digits[at] = 0;
    }
    return 0;
}

static void write_combination(const struct semantics *semantics, const uint64_t *digits, uint32_t *state) {
    for (uint64_t k = 0; k < semantics->leaves.count; k++) {
        const struct semantics_node *leaf = semantics->leaves.data[k];
        if (leaf->model == NULL) {
            state[leaf->leaf] = leaf->syntax->lts->initial;
            continue;
        }
        const uint32_t variables = leaf->model->tree->variable_count;
        for (uint32_t i = 0; i < variables; i++) {
            state[leaf->leaf + i] =
                semantics->starts.data[leaf->model->initial_begin + digits[k] * variables + i];
        }
    }
}

int semantics_add_initial(struct semantics *semantics) {
    const uint64_t leaves = semantics->leaves.count;
    uint64_t *digits = semantics_allocate(semantics, leaves, sizeof *digits);
    uint32_t *state = semantics_allocate(semantics, semantics->components.count, sizeof *state);
    if (digits == NULL || state == NULL) {
        return -1;
    }
    for (uint64_t k = 0; k < leaves; k++) {
        struct semantics_model *model = semantics->leaves.data[k]->model;
        if (model != NULL && find_starts(semantics, model) != 0) {
            return -1;
        }
    }
    do {
        write_combination(semantics, digits, state);
        if (semantics_step(semantics) != 0) {
            return -1;
        }
        if (walker_add_initial(&semantics->walker, state) != 0) {
            return semantics_memory(semantics);
        }
    } while (next_combination(semantics, digits));
    return 0;
}

/* --- transitions --- */

static int add_steps(struct semantics *semantics, const struct semantics_node *node,
                     const struct prism_choice *choice) {
    const uint32_t own = choice->action == PRISM_NONE ? node->model->tree->action_count : choice->action;
    struct semantics_step step = {.label = node->up[0][own], .own = own, .chance = 1, .choice = choice};
    if (choice->fault != NULL) {
        if (SEMANTICS_ADD(semantics, semantics->faults, *choice->fault) != 0) {
            return -1;
        }
        step.fault = (uint32_t)semantics->faults.count;
        return SEMANTICS_ADD(semantics, semantics->steps, step);
    }
    for (uint64_t b = 0; b < choice->branch_count; b++) {
        step.target = choice->branches[b].target;
        step.chance = choice->branches[b].weight;
        if (semantics_step(semantics) != 0 || SEMANTICS_ADD(semantics, semantics->steps, step) != 0) {
            return -1;
        }
    }
    return 0;
}

/* By label, then target; those with errors, which are all kept, first. */
static int compare_steps(const void *left, const void *right, void *context) {
    const struct semantics_step *a = left, *b = right;
    const uint32_t variables = *(const uint32_t *)context;
    if (a->label != b->label) {
        return a->label < b->label ? -1 : 1;
    }
    if (a->target == NULL || b->target == NULL) {
        return (a->target != NULL) - (b->target != NULL);
    }
    for (uint32_t i = 0; i < variables; i++) {
        if (a->target[i] != b->target[i]) {
            return a->target[i] < b->target[i] ? -1 : 1;
        }
    }
    return 0;
}

static int add_move(struct semantics *semantics, const struct semantics_step *step, uint32_t component,
                    uint32_t to) {
    const struct walker_move move = {component, to, step->own, LTS_NO_CHOICE,
                                     (uint32_t)semantics->made_by.count - 1};
    return SEMANTICS_ADD(semantics, semantics->moves, move);
}

/* Adds the modules that take part in a step. */
static int add_movers(struct semantics *semantics, const struct semantics_step *step) {
    int failed = 0;
    for (uint32_t i = 0; i < step->choice->command_count && !failed; i++) {
        failed = SEMANTICS_ADD(semantics, semantics->movers, step->choice->commands[i]->module);
    }
    return failed;
}

/* The modules from `begin` on make the next move. */
static int end_movers(struct semantics *semantics, uint64_t begin) {
    struct semantics_movers made_by = {.begin = begin};
    made_by.count = sort_unique_numbers(semantics->movers.data + begin, semantics->movers.count - begin);
    semantics->movers.count = begin + made_by.count;
    return SEMANTICS_ADD(semantics, semantics->made_by, made_by);
}

/* Adds one transition, with the variables that change; if none does, with the first one, so that the process
 * takes part. */
static int fire_step(struct semantics *semantics, struct semantics_node *node,
                     const struct semantics_step *step, const uint32_t *state) {
    const struct semantics_model *model = node->model;
    struct semantics_fired fired = {step->label, 0, 0, step->fault, step->chance};
    int failed = 0;
    semantics->moves.count = 0;
    for (uint32_t i = 0; i < model->tree->variable_count && step->target != NULL && !failed; i++) {
        const uint32_t to = local_of(&model->tree->variables[i], step->target[i]);
        failed = to != state[node->leaf + i] && add_move(semantics, step, node->leaf + i, to) != 0;
    }
    if (failed ||
        (semantics->moves.count == 0 && add_move(semantics, step, node->leaf, state[node->leaf]) != 0)) {
        return -1;
    }
    fired.move_count = (uint32_t)semantics->moves.count;
    int status = semantics_list_add(semantics, &node->list, &fired, semantics->moves.data);
    semantics->moves.count = 0;
    return status;
}

static void take_values(const struct semantics_node *node, const uint32_t *state) {
    const struct semantics_model *model = node->model;
    for (uint32_t i = 0; i < model->tree->variable_count; i++) {
        model->values[i] = (int32_t)((int64_t)model->tree->variables[i].low + state[node->leaf + i]);
    }
}

int semantics_model_holds(const struct semantics_node *leaf, uint32_t predicate, const uint32_t *state,
                          struct error *error) {
    take_values(leaf, state);
    return prism_walk_predicate(leaf->model->walk, predicate, leaf->model->values, error);
}

int semantics_walk_model(struct semantics *semantics, struct semantics_node *node, const uint32_t *state) {
    struct semantics_model *model = node->model;
    uint32_t variables = model->tree->variable_count;
    struct prism_choices choices;
    take_values(node, state);
    if (prism_walk_try_choices(model->walk, model->values, &choices, semantics->error) != 0) {
        return -1;
    }
    semantics->steps.count = 0;
    for (uint64_t i = 0; i < choices.count; i++) {
        if (add_steps(semantics, node, &choices.items[i]) != 0) {
            return -1;
        }
    }
    struct semantics_step *steps = semantics->steps.data;
    uint64_t movers = semantics->movers.count;
    if (semantics->steps.count > 1) {
        qsort_r(semantics->steps.data, semantics->steps.count, sizeof *steps, compare_steps, &variables);
    }
    for (uint64_t i = 0; i < semantics->steps.count; i++) {
        const int again = i + 1 < semantics->steps.count && steps[i].target != NULL &&
                          compare_steps(&steps[i], &steps[i + 1], &variables) == 0;
        if (add_movers(semantics, &steps[i]) != 0) {
            return -1;
        }
        if (again) {
            steps[i + 1].chance += steps[i].chance;
            continue;
        }
        if (end_movers(semantics, movers) != 0 || fire_step(semantics, node, &steps[i], state) != 0) {
            return -1;
        }
        movers = semantics->movers.count;
    }
    return 0;
}
