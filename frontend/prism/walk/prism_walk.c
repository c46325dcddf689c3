/* The choices of a state: guards, combinations, then the branches of each. */
#include "frontend/prism/walk/prism_walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/long_sort.h"
#include "base/run.h"
#include "base/sort.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/walk/prism_walk_internal.h"

#define SUM_TOLERANCE 1e-6
#define STATE_SHOWN 400

int walk_memory(prism_walk *walk, struct error *error) {
    const int stopped = walk->stopped;
    walk->stopped = 0;
    return stopped ? error_set(error, ERROR_INTERRUPTED, "interrupted")
                   : error_memory(error, "for the choices of a state");
}

int walk_ask(prism_walk *walk, uint64_t work) {
    if (run_stops_after(walk->run, &walk->unasked, work, 65536)) {
        walk->stopped = 1;
        return -1;
    }
    return 0;
}

int walk_failure(prism_walk *walk, const struct prism_failure *failure, const int32_t *state, const char *who,
                 struct error *error) {
    char shown[PRISM_SHOWN], where[STATE_SHOWN];
    return error_at(error, ERROR_INPUT, failure->expression->position, "%s: %s, %s%sin the state %s",
                    prism_show_expression(walk->model, failure->expression, shown, sizeof shown),
                    failure->text, who == NULL ? "" : who, who == NULL ? "" : ", ",
                    prism_show_state(walk->model, state, where, sizeof where));
}

/* --- creating --- */

static int allocate(prism_walk *walk, struct error *error) {
    const struct prism_model *model = walk->model;
    uint64_t commands = 0, updates = 0;
    walk->first_command = arena_allocate(walk->arena, model->module_count * sizeof *walk->first_command);
    walk->enabled_begin =
        arena_allocate(walk->arena, ((uint64_t)model->module_count + 1) * sizeof *walk->enabled_begin);
    walk->digits = arena_allocate(walk->arena, model->module_count * sizeof *walk->digits);
    for (uint32_t i = 0; i < model->module_count && walk->first_command != NULL; i++) {
        walk->first_command[i] = commands;
        commands += model->modules[i].command_count;
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            updates += model->modules[i].commands[j].update_count;
        }
    }
    walk->commands = arena_allocate(walk->arena, commands * sizeof *walk->commands);
    walk->updates = arena_allocate(walk->arena, updates * sizeof *walk->updates);
    if (arena_failed(walk->arena)) {
        return walk_memory(walk, error);
    }
    updates = 0;
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            walk->commands[walk->first_command[i] + j].first_update = updates;
            updates += model->modules[i].commands[j].update_count;
        }
    }
    return 0;
}

prism_walk *prism_walk_create(const prism_tree *tree, const struct run *run, struct error *error) {
    if (prism_tree_complete(tree, error) != 0) {
        return NULL;
    }
    prism_walk *walk = memory_allocate_zeroed(run->memory, sizeof *walk);
    if (walk == NULL) {
        error_memory(error, "for the choices of a state");
        return NULL;
    }
    walk->memory = run->memory;
    walk->run = run;
    walk->tree = tree;
    walk->model = prism_tree_model(tree);
    walk->arena = arena_create(run->memory);
    if (walk->arena == NULL || allocate(walk, error) != 0) {
        walk_memory(walk, error);
        prism_walk_free(walk);
        return NULL;
    }
    walk->system = walk_process_create(walk, walk->model->system, error);
    if (walk->system == NULL) {
        prism_walk_free(walk);
        return NULL;
    }
    return walk;
}

void prism_walk_free(prism_walk *walk) {
    if (walk == NULL) {
        return;
    }
    struct memory *memory = walk->memory;
    GROWING_FREE(memory, walk->enabled);
    GROWING_FREE(memory, walk->factors);
    GROWING_FREE(memory, walk->values);
    GROWING_FREE(memory, walk->combinations);
    GROWING_FREE(memory, walk->members);
    GROWING_FREE(memory, walk->sides);
    GROWING_FREE(memory, walk->fault_of);
    GROWING_FREE(memory, walk->faults);
    GROWING_FREE(memory, walk->choices);
    GROWING_FREE(memory, walk->branches);
    GROWING_FREE(memory, walk->branch_factors);
    GROWING_FREE(memory, walk->targets);
    GROWING_FREE(memory, walk->rows);
    GROWING_FREE(memory, walk->entries);
    arena_free(walk->arena);
    memory_free(memory, walk, sizeof *walk);
}

/* --- commands in a state --- */

/* "in the command [a] x>0 -> .. of 'M'", for errors. */
static const char *name_command(const prism_walk *walk, const struct prism_command *command, char *buffer,
                                size_t size) {
    char shown[PRISM_SHOWN];
    snprintf(buffer, size, "in the command %s of '%.60s'",
             prism_show_command(walk->model, command, shown, sizeof shown),
             walk->model->modules[command->module].name.text);
    return buffer;
}

static int fail_command(prism_walk *walk, const struct prism_failure *failure,
                        const struct prism_command *command) {
    char who[PRISM_SHOWN + 100];
    return walk_failure(walk, failure, walk->state, name_command(walk, command, who, sizeof who),
                        walk->error);
}

static int find_enabled(prism_walk *walk) {
    const struct prism_model *model = walk->model;
    for (uint32_t i = 0; i < model->module_count; i++) {
        walk->enabled_begin[i] = walk->enabled.count;
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            const struct prism_command *command = &model->modules[i].commands[j];
            struct prism_value guard;
            struct prism_failure failure;
            if (walk_ask(walk, 1) != 0) {
                return walk_memory(walk, walk->error);
            }
            if (prism_evaluate(model, command->guard, walk->state, &guard, &failure) != 0) {
                return fail_command(walk, &failure, command);
            }
            if (guard.integer && WALK_PUSH(walk, enabled, command) != 0) {
                return walk_memory(walk, walk->error);
            }
        }
    }
    walk->enabled_begin[model->module_count] = walk->enabled.count;
    return 0;
}

static struct command_now *now_of(const prism_walk *walk, const struct prism_command *command) {
    return &walk->commands[walk->first_command[command->module] +
                           (uint64_t)(command - walk->model->modules[command->module].commands)];
}

static int report_command(prism_walk *walk, struct source_position position,
                          const struct prism_command *command, const char *what) {
    char who[PRISM_SHOWN + 100], where[STATE_SHOWN];
    return error_at(walk->error, ERROR_INPUT, position, "%s, %s, in the state %s", what,
                    name_command(walk, command, who, sizeof who),
                    prism_show_state(walk->model, walk->state, where, sizeof where));
}

static int evaluate_weight(prism_walk *walk, const struct prism_command *command,
                           const struct prism_update *update, double *weight) {
    struct prism_failure failure;
    char shown[PRISM_SHOWN], number[40], what[PRISM_SHOWN + 100];
    if (prism_weight_value(walk->model, &update->weight, walk->state, weight, &failure) != 0) {
        return fail_command(walk, &failure, command);
    }
    if (isfinite(*weight) && *weight >= 0) {
        return 0;
    }
    const struct prism_value value = {.type = PRISM_DOUBLE, .real = *weight};
    snprintf(what, sizeof what, "the %s %s is %s: it must be finite and not negative",
             walk->model->kind == PRISM_CTMC ? "rate" : "probability",
             prism_show_expression(walk->model, update->weight.expression, shown, sizeof shown),
             prism_show_value(&value, number, sizeof number));
    return report_command(walk, update->weight.expression->position, command, what);
}

/* The probabilities of a command, once for a state if nothing is wrong with them. */
static int evaluate_weights(prism_walk *walk, const struct prism_command *command) {
    struct command_now *now = now_of(walk, command);
    double sum = 0;
    if (now->stamp == walk->stamp) {
        return 0;
    }
    now->factors = walk->factors.count;
    for (uint32_t i = 0; i < command->update_count; i++) {
        double weight;
        if (evaluate_weight(walk, command, &command->updates[i], &weight) != 0) {
            return -1;
        }
        if (WALK_PUSH(walk, factors, weight) != 0) {
            return walk_memory(walk, walk->error);
        }
        sum += weight;
    }
    if (walk->model->kind != PRISM_CTMC && !(fabs(sum - 1) <= SUM_TOLERANCE)) {
        char what[100], number[40];
        struct prism_value value = {.type = PRISM_DOUBLE, .real = sum};
        snprintf(what, sizeof what, "the sum of the probabilities is %s, not 1",
                 prism_show_value(&value, number, sizeof number));
        return report_command(walk, command->position, command, what);
    }
    now->stamp = walk->stamp;
    return 0;
}

static int check_range(prism_walk *walk, const struct prism_command *command,
                       const struct prism_assignment *assignment, int64_t value) {
    const struct prism_variable *variable = &walk->model->variables[assignment->variable];
    char what[PRISM_SHOWN + 200], shown[PRISM_SHOWN];
    if (value >= variable->low && value <= variable->high) {
        return 0;
    }
    snprintf(what, sizeof what, "the value %lld of %s is not in the range %d..%d of the variable '%.60s'",
             (long long)value, prism_show_expression(walk->model, assignment->value, shown, sizeof shown),
             variable->low, variable->high, variable->name.text);
    return report_command(walk, assignment->name.position, command, what);
}

/* The values that an update assigns, once for a state if nothing is wrong with them. */
static int evaluate_update(prism_walk *walk, const struct prism_command *command, uint32_t number) {
    const struct prism_update *update = &command->updates[number];
    struct update_now *now = &walk->updates[now_of(walk, command)->first_update + number];
    if (now->stamp == walk->stamp) {
        return 0;
    }
    now->values = walk->values.count;
    for (uint32_t i = 0; i < update->assignment_count; i++) {
        struct prism_value value;
        struct prism_failure failure;
        if (prism_evaluate(walk->model, update->assignments[i].value, walk->state, &value, &failure) != 0) {
            return fail_command(walk, &failure, command);
        }
        if (check_range(walk, command, &update->assignments[i], value.integer) != 0) {
            return -1;
        }
        if (WALK_PUSH(walk, values, (int32_t)value.integer) != 0) {
            return walk_memory(walk, walk->error);
        }
    }
    now->stamp = walk->stamp;
    return 0;
}

/* --- branches --- */

/* One branch: an update of each command. Offsets stand for pointers until all branches are there. */
static int push_branch(prism_walk *walk, const struct joint_commands *combination, const uint32_t *digits) {
    uint32_t variables = walk->model->variable_count;
    if (walk_ask(walk, variables) != 0) {
        return walk_memory(walk, walk->error);
    }
    struct prism_branch branch = {.weight = 1};
    uint64_t target = walk->targets.count;
    const struct prism_command *const *members = &walk->members.data[combination->begin];
    for (uint32_t i = 0; i < combination->count; i++) {
        double factor = walk->factors.data[now_of(walk, members[i])->factors + digits[i]];
        if (factor == 0) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < variables; i++) {
        if (WALK_PUSH(walk, targets, walk->state[i]) != 0) {
            return walk_memory(walk, walk->error);
        }
    }
    for (uint32_t i = 0; i < combination->count; i++) {
        const struct prism_update *update = &members[i]->updates[digits[i]];
        const struct command_now *now = now_of(walk, members[i]);
        double factor = walk->factors.data[now->factors + digits[i]];
        if (evaluate_update(walk, members[i], digits[i]) != 0) {
            return -1;
        }
        const uint64_t values = walk->updates[now->first_update + digits[i]].values;
        for (uint32_t j = 0; j < update->assignment_count; j++) {
            walk->targets.data[target + update->assignments[j].variable] = walk->values.data[values + j];
        }
        if (WALK_PUSH(walk, branch_factors, factor) != 0) {
            return walk_memory(walk, walk->error);
        }
        branch.weight *= factor;
    }
    return WALK_PUSH(walk, branches, branch) != 0 ? walk_memory(walk, walk->error) : 0;
}

/* All branches of the combination. */
static int push_branches(prism_walk *walk, const struct joint_commands *combination) {
    const struct prism_command *const *members = &walk->members.data[combination->begin];
    for (uint32_t i = 0; i < combination->count; i++) {
        walk->digits[i] = 0;
        if (evaluate_weights(walk, members[i]) != 0) {
            return -1;
        }
    }
    for (uint64_t steps = 0;; steps++) {
        if (run_stops_at(walk->run, steps, 4096)) {
            return error_set(walk->error, ERROR_INTERRUPTED, "interrupted");
        }
        if (push_branch(walk, combination, walk->digits) != 0) {
            return -1;
        }
        uint32_t at = combination->count;
        while (at > 0 && ++walk->digits[at - 1] == members[at - 1]->update_count) {
            walk->digits[--at] = 0;
        }
        if (at == 0) {
            return 0;
        }
    }
}

/* Makes the error that was met the choice's own, if that is wanted: 0, or -1. */
static int keep_fault(prism_walk *walk, uint64_t *number) {
    if (!walk->keeps_faults || walk->error->code != ERROR_INPUT) {
        return -1;
    }
    if (WALK_PUSH(walk, faults, *walk->error) != 0) {
        return walk_memory(walk, walk->error);
    }
    walk->error->code = ERROR_NONE;
    *number = walk->faults.count;
    return 0;
}

static int push_choice(prism_walk *walk, const struct joint_commands *combination) {
    struct prism_choice choice = {.action = combination->action, .command_count = combination->count};
    const uint64_t branches = walk->branches.count, factors = walk->branch_factors.count,
                   targets = walk->targets.count;
    uint64_t fault = 0;
    if (push_branches(walk, combination) != 0) {
        walk->branches.count = branches;
        walk->branch_factors.count = factors;
        walk->targets.count = targets;
        if (keep_fault(walk, &fault) != 0) {
            return -1;
        }
    }
    choice.branch_count = walk->branches.count - branches;
    return WALK_PUSH(walk, choices, choice) != 0 || WALK_PUSH(walk, fault_of, fault) != 0
               ? walk_memory(walk, walk->error)
               : 0;
}

static int compare_commands(const void *left, const void *right) {
    const struct prism_command *a = *(const struct prism_command *const *)left;
    const struct prism_command *b = *(const struct prism_command *const *)right;
    return a->module != b->module ? (a->module < b->module ? -1 : 1) : (a > b) - (a < b);
}

static int compare_combinations(const void *left, const void *right, void *context) {
    const prism_walk *walk = context;
    const struct joint_commands *a = left, *b = right;
    if (a->action != b->action) {
        return a->action + 1 < b->action + 1 ? -1 : 1; /* PRISM_NONE comes first */
    }
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        int order = compare_commands(&walk->members.data[a->begin + i], &walk->members.data[b->begin + i]);
        if (order != 0) {
            return order;
        }
    }
    return (a->count > b->count) - (a->count < b->count);
}

/* Offsets become pointers. */
static void link_result(prism_walk *walk) {
    uint64_t branch = 0, factor = 0;
    for (uint64_t i = 0; i < walk->choices.count; i++) {
        struct prism_choice *choice = &walk->choices.data[i];
        choice->commands = &walk->members.data[walk->combinations.data[i].begin];
        choice->branches = choice->branch_count == 0 ? NULL : &walk->branches.data[branch];
        choice->fault = walk->fault_of.data[i] == 0 ? NULL : &walk->faults.data[walk->fault_of.data[i] - 1];
        for (uint64_t j = 0; j < choice->branch_count; j++, branch++) {
            walk->branches.data[branch].factors = &walk->branch_factors.data[factor];
            walk->branches.data[branch].target =
                walk->targets.data == NULL ? walk->state
                                           : walk->targets.data + branch * walk->model->variable_count;
            factor += choice->command_count;
        }
    }
}

static int find_choices(prism_walk *walk, const int32_t *state, struct prism_choices *choices,
                        struct error *error) {
    walk->state = state;
    walk->error = error;
    walk->stamp++;
    walk->enabled.count = walk->factors.count = walk->values.count = walk->combinations.count = 0;
    walk->members.count = walk->choices.count = walk->branches.count = walk->branch_factors.count = 0;
    walk->targets.count = walk->fault_of.count = walk->faults.count = 0;
    if (find_enabled(walk) != 0) {
        return -1;
    }
    if (walk_compose(walk, walk->system) != 0) {
        return walk_memory(walk, error);
    }
    for (uint64_t i = 0; i < walk->combinations.count; i++) {
        const struct joint_commands *one = &walk->combinations.data[i];
        sort_items(&walk->members.data[one->begin], one->count, sizeof *walk->members.data, compare_commands);
        if (walk_ask(walk, one->count) != 0) {
            return walk_memory(walk, error);
        }
    }
    if (walk->combinations.count > 1 &&
        long_sort(walk->combinations.data, walk->combinations.count, sizeof *walk->combinations.data,
                  compare_combinations, walk, walk->run) != 0) {
        walk->stopped = run_should_stop(walk->run);
        return walk_memory(walk, error);
    }
    for (uint64_t i = 0; i < walk->combinations.count; i++) {
        if (push_choice(walk, &walk->combinations.data[i]) != 0) {
            return -1;
        }
    }
    link_result(walk);
    *choices = (struct prism_choices){walk->choices.data, walk->choices.count};
    return 0;
}

int prism_walk_choices(prism_walk *walk, const int32_t *state, struct prism_choices *choices,
                       struct error *error) {
    walk->keeps_faults = 0;
    return find_choices(walk, state, choices, error);
}

int prism_walk_try_choices(prism_walk *walk, const int32_t *state, struct prism_choices *choices,
                           struct error *error) {
    walk->keeps_faults = 1;
    return find_choices(walk, state, choices, error);
}
