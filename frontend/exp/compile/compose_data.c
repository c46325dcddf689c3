/* Makes a model with data of a network in which PRISM models are processes. */
#include "frontend/exp/compile/compose_data.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/model/data/data_append.h"
#include "model/trace.h"
#include "explorer/trace/trace_fault.h"
#include "frontend/exp/compile/compose_join.h"
#include "frontend/exp/compile/network_compose.h"
#include "frontend/exp/compile/network_owned.h"
#include "frontend/exp/walk/semantics.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/walk/prism_walk.h"

/* --- processes --- */

static const struct prism_model *model_of(const struct joined_process *process) {
    return prism_tree_model(process->model->tree);
}

/* A model without variables is a component of one state, which shows that it takes part in a step. */
static int has_variables(const struct joined_process *process) {
    return model_of(process)->variable_count > 0;
}

static int add_variables(struct joiner *joiner) {
    for (uint32_t p = 0; p < joiner->network->component_count; p++) {
        struct joined_process *process = &joiner->processes[p];
        const struct compose_process *from = &joiner->composer->processes.data[p];
        const struct network_component *component = &joiner->network->components[p];
        process->variable = (uint32_t)joiner->builder.variables.count;
        process->mover = joiner->movers;
        if (from->leaf->prism == NULL) {
            joiner->movers++;
            const struct data_variable state = {.high = (int64_t)component->states - 1,
                                                .initial = component->initial};
            if (JOIN_ADD(joiner, variables, state) != 0) {
                return -1;
            }
            continue;
        }
        process->model = &joiner->composer->models.data[from->model];
        joiner->movers += model_of(process)->module_count;
        if (!has_variables(process) && JOIN_ADD(joiner, variables, (struct data_variable){.high = 0}) != 0) {
            return -1;
        }
        for (uint64_t i = 0; i < process->model->image->variables.count; i++) {
            if (JOIN_ADD(joiner, variables, data_variables(process->model->image)[i]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int compare_own(const void *left, const void *right) {
    const struct own_rule *a = left, *b = right;
    int order = sort_compare(a->class_index, b->class_index);
    order = order == 0 ? sort_compare(a->label, b->label) : order;
    return order == 0 ? sort_compare(a->rule, b->rule) : order;
}

/* The members of PRISM models have no number. */
static int pad_choices(struct joiner *joiner) {
    const struct data_builder *builder = &joiner->builder;
    int failed = 0;
    while (joiner->choices > 0 && builder->member_choices.count < builder->members.count && !failed) {
        failed = JOIN_ADD(joiner, member_choices, DATA_NONE);
    }
    return failed;
}

static int add_model(struct joiner *joiner, uint32_t number) {
    struct joined_process *process = &joiner->processes[number];
    const struct compose_model *model = process->model;
    const uint32_t *class_of = joiner->network->components[number].class_of;
    process->code = (uint32_t)joiner->builder.code.count;
    const struct data_place place = {number, process->variable, process->mover};
    if (data_append(&joiner->builder, model->image, &place, &process->classes) != 0) {
        return compose_memory(joiner->composer);
    }
    process->own_begin = joiner->own.count;
    for (uint64_t i = 0; i < model->image->rules.count; i++) {
        const uint32_t label = model->label_of[i];
        const struct own_rule own = {class_of[label], label, (uint32_t)i};
        if (own.class_index != NETWORK_DEAD_CLASS &&
            GROWING_ADD(joiner->composer->memory, joiner->own, own) != 0) {
            return compose_memory(joiner->composer);
        }
    }
    process->own_end = joiner->own.count;
    sort_items(joiner->own.data + process->own_begin, process->own_end - process->own_begin,
               sizeof *joiner->own.data, compare_own);
    return 0;
}

static int add_processes(struct joiner *joiner) {
    int status = 0;
    for (uint32_t p = 0; p < joiner->network->component_count && status == 0; p++) {
        status = joiner->processes[p].model != NULL ? add_model(joiner, p) : join_table(joiner, p);
        status = status == 0 ? pad_choices(joiner) : -1;
    }
    return status;
}

/* The programs of the predicates are those of their models. */
static int add_predicates(struct joiner *joiner) {
    const exp_tree *tree = joiner->composer->tree;
    int failed = 0;
    for (uint32_t i = 0; i < exp_tree_predicate_count(tree) && !failed; i++) {
        const struct exp_predicate predicate = exp_tree_predicate(tree, i);
        const struct joined_process *process = &joiner->processes[predicate.process];
        failed = JOIN_ADD(joiner, predicates,
                          data_predicates(process->model->image)[predicate.number] + process->code);
    }
    return failed;
}

/* --- initial states --- */

/* The initial states of each PRISM model, one process after the other. */
struct initial_lists {
    struct joiner *joiner;
    const struct prism_model *model; /* whose states are being added */
    GROWING(uint32_t) values;        /* local states */
    uint64_t *begins, *counts;       /* [processes]: in `values`; number of states */
    uint64_t *digits;                /* [processes] */
    uint32_t process;
    int failed;
};

static int add_initial(void *context, const int32_t *state) {
    struct initial_lists *lists = context;
    for (uint32_t i = 0; i < lists->model->variable_count && !lists->failed; i++) {
        const uint32_t local = (uint32_t)((int64_t)state[i] - lists->model->variables[i].low);
        lists->failed = GROWING_ADD(lists->joiner->composer->memory, lists->values, local) != 0;
    }
    if (lists->model->variable_count == 0) {
        lists->failed = GROWING_ADD(lists->joiner->composer->memory, lists->values, 0) != 0;
    }
    lists->counts[lists->process]++;
    return lists->failed;
}

static int list_initial(struct initial_lists *lists) {
    struct composer *composer = lists->joiner->composer;
    const struct joined_process *process = &lists->joiner->processes[lists->process];
    lists->begins[lists->process] = lists->values.count;
    if (process->model == NULL) {
        lists->counts[lists->process] = 1;
        return GROWING_ADD(composer->memory, lists->values,
                           lists->joiner->network->components[lists->process].initial) != 0
                   ? compose_memory(composer)
                   : 0;
    }
    lists->model = model_of(process);
    prism_walk *walk = prism_walk_create(process->model->tree, composer->run, composer->error);
    if (walk == NULL) {
        return -1;
    }
    int status = prism_walk_initial(walk, add_initial, lists, composer->error);
    prism_walk_free(walk);
    return lists->failed ? compose_memory(composer) : status;
}

/* Writes the combination of the digits. */
static void write_tuple(const struct initial_lists *lists, uint32_t *tuple) {
    const struct joiner *joiner = lists->joiner;
    for (uint32_t p = 0; p < joiner->network->component_count; p++) {
        const uint64_t end = p + 1 < joiner->network->component_count ? joiner->processes[p + 1].variable
                                                                      : joiner->builder.variables.count;
        const uint64_t width = end - joiner->processes[p].variable;
        if (width > 0) {
            memcpy(tuple + joiner->processes[p].variable,
                   lists->values.data + lists->begins[p] + lists->digits[p] * width, width * sizeof *tuple);
        }
    }
}

static void next_tuple(struct initial_lists *lists) {
    uint32_t at = lists->joiner->network->component_count;
    while (at > 0 && ++lists->digits[at - 1] == lists->counts[at - 1]) {
        lists->digits[--at] = 0;
    }
}

/* The product of the lists, in the order of tuples. */
static int join_initial(struct initial_lists *lists, struct owned_network *owned) {
    struct composer *composer = lists->joiner->composer;
    struct network *network = &owned->network;
    uint64_t width = lists->joiner->builder.variables.count, count = 1, numbers;
    int too_many = 0;
    for (uint32_t p = 0; p < lists->joiner->network->component_count; p++) {
        too_many |= __builtin_mul_overflow(count, lists->counts[p], &count);
    }
    if (too_many || __builtin_mul_overflow(count, width, &numbers)) {
        return error_set(composer->error, ERROR_LIMIT, "the network has more than 2^64 initial states");
    }
    network->initial_states = memory_allocate_array(composer->memory, numbers, sizeof(uint32_t));
    if (network->initial_states == NULL) {
        return error_memory(composer->error, "for the initial states");
    }
    owned->initial_capacity = numbers;
    network->initial_count = count;
    for (uint64_t i = 0; i < count; i++) {
        write_tuple(lists, network->initial_states + i * width);
        next_tuple(lists);
        if (i % 65536 == 0 && compose_should_stop(composer) != 0) {
            return -1;
        }
    }
    return 0;
}

static int add_initial_states(struct joiner *joiner, struct owned_network *owned) {
    struct memory *memory = joiner->composer->memory;
    const uint32_t count = joiner->network->component_count;
    uint64_t *room = memory_allocate_zeroed(memory, 3 * (uint64_t)count * sizeof *room);
    if (room == NULL) {
        return compose_memory(joiner->composer);
    }
    struct initial_lists lists = {
        .joiner = joiner, .begins = room, .counts = room + count, .digits = room + 2 * (uint64_t)count};
    int status = 0;
    for (; lists.process < count && status == 0; lists.process++) {
        status = list_initial(&lists);
    }
    status = status != 0 ? -1 : join_initial(&lists, owned);
    GROWING_FREE(memory, lists.values);
    memory_free(memory, room, 3 * (uint64_t)count * sizeof *room);
    return status;
}

/* --- the network --- */

static void show_value(const struct network *network, uint32_t component, uint32_t local, char *text,
                       size_t size) {
    const struct prism_variable *variable =
        ((const struct owned_network *)network->maker)->variables[component];
    if (variable != NULL) {
        prism_show_variable(variable, (int32_t)((int64_t)variable->low + local), text, size);
    } else {
        snprintf(text, size, "%u", local);
    }
}

/* The function `describe_fault` of the network. */
static int describe_fault(const struct network *network, const struct trace *trace, const struct run *run,
                          struct error *error) {
    const exp_tree *tree = ((const struct owned_network *)network->maker)->tree;
    const struct walker_transition *transitions;
    uint64_t count;
    walker *walker =
        semantics_create(exp_tree_root(tree), exp_tree_labels(tree), exp_tree_options(tree), run, error);
    if (walker == NULL) {
        return -1;
    }
    if (walker_transitions(walker, trace_state(trace, trace->steps), &transitions, &count, error) == 0) {
        error_set(error, ERROR_INPUT, "%s: the model has an error in a state: please report this",
                  exp_tree_root(tree)->position.path);
    }
    walker_free(walker);
    trace_fault_path(network, trace, error);
    return -1;
}

/* The function `describe_predicate` of the network. */
static int describe_predicate(const struct network *network, const uint32_t *local, uint32_t predicate,
                              const struct run *run, struct error *error) {
    walker *walker = semantics_create_of(((const struct owned_network *)network->maker)->tree, run, error);
    if (walker != NULL && walker_holds(walker, predicate, local, error) >= 0) {
        error_set(error, ERROR_INPUT, "the formula has an error in a state: please report this");
    }
    walker_free(walker);
    error->code = error->code == ERROR_INPUT ? ERROR_PREDICATE : error->code;
    return -1;
}

/* Names the predicates. */
static int name_predicates(struct owned_network *owned) {
    const uint32_t count = exp_tree_predicate_count(owned->tree);
    const char **names = arena_allocate(owned->arena, count * sizeof *names);
    for (uint32_t i = 0; i < count && names != NULL; i++) {
        names[i] = exp_tree_predicate(owned->tree, i).text;
    }
    owned->network.predicate_names = names;
    return names == NULL && count > 0 ? -1 : 0;
}

int compose_predicates(struct network *network, const struct run *run, struct error *error) {
    struct owned_network *owned = (struct owned_network *)network;
    if (network->data == NULL || network->data->predicates.count == exp_tree_predicate_count(owned->tree)) {
        return 0;
    }
    struct network *made = network_compose(owned->tree, run, error);
    if (made == NULL) {
        return -1;
    }
    struct data_header *old = network->data;
    network->data = made->data;
    made->data = old;
    network_free(run->memory, made);
    return name_predicates(owned) != 0 ? error_memory(error, "to compile the model") : 0;
}

/* Fills the components of the processes' variables; `made` and owned->variables are zeroed. */
static void fill_components(const struct joiner *joiner, struct owned_network *owned,
                            struct network_component *made, const char *const *names) {
    uint32_t at = 0;
    for (uint32_t p = 0; p < joiner->network->component_count; p++) {
        const struct joined_process *process = &joiner->processes[p];
        const struct network_component *component = &joiner->network->components[p];
        if (process->model == NULL || !has_variables(process)) {
            made[at++] = (struct network_component){.name = component->name,
                                                    .states = process->model == NULL ? component->states : 1,
                                                    .initial = component->initial,
                                                    .is_process = 1};
            continue;
        }
        const struct prism_model *model = model_of(process);
        for (uint32_t i = 0; i < model->variable_count; i++, at++) {
            const struct prism_variable *variable = &model->variables[i];
            made[at].name = *names++;
            made[at].states = (uint64_t)((int64_t)variable->high - variable->low) + 1;
            made[at].initial = (uint32_t)((int64_t)variable->initial - variable->low);
            owned->variables[at] = variable;
        }
    }
}

/* The rules are those of the model with data now. */
static void drop_rules(struct memory *memory, struct owned_network *owned) {
    struct network *network = &owned->network;
    memory_free(memory, network->rules, owned->rule_capacity * sizeof *network->rules);
    memory_free(memory, network->participants, owned->participant_capacity * sizeof *network->participants);
    network->rules = NULL;
    network->participants = NULL;
    memory_free(memory, network->needs, owned->need_capacity * sizeof *network->needs);
    memory_free(memory, network->falsifies, owned->falsify_capacity * sizeof *network->falsifies);
    network->needs = network->falsifies = NULL;
    network->rule_count = network->sub_rule_count = network->participant_count = 0;
    network->need_count = network->falsify_count = 0;
    network->guards = 0;
    network->strata = 1;
    owned->rule_capacity = owned->participant_capacity = owned->need_capacity = owned->falsify_capacity = 0;
}

/* Replaces the processes by variables. */
static int replace_components(const struct joiner *joiner, struct owned_network *owned,
                              const char *const *names) {
    struct memory *memory = joiner->composer->memory;
    struct network *network = &owned->network;
    const uint64_t count = joiner->builder.variables.count;
    struct network_component *made = memory_allocate_zeroed(memory, count * sizeof *made);
    owned->variables = memory_allocate_zeroed(memory, count * sizeof *owned->variables);
    owned->variable_count = owned->variables == NULL ? 0 : count;
    if (made == NULL || owned->variables == NULL) {
        memory_free(memory, made, count * sizeof *made);
        return compose_memory(joiner->composer);
    }
    fill_components(joiner, owned, made, names);
    for (uint32_t p = 0; p < network->component_count; p++) {
        if (network->components[p].lts != NULL) {
            memory_free(memory, network->components[p].class_of,
                        network->components[p].lts->label_count * sizeof(uint32_t));
        }
    }
    memory_free(memory, network->components, owned->component_capacity * sizeof *network->components);
    network->components = made;
    network->component_count = (uint32_t)count;
    owned->component_capacity = count;
    drop_rules(memory, owned);
    network->maker = owned;
    network->describe_fault = describe_fault;
    network->show_value = show_value;
    return 0;
}

/* Numbers the choices of all processes. */
static int number_table_choices(struct joiner *joiner) {
    const struct network *network = joiner->network;
    for (uint32_t p = 0; p < network->component_count; p++) {
        const struct lts *lts = network->components[p].lts;
        joiner->processes[p].choices = (uint32_t)joiner->choices;
        joiner->choices += lts == NULL ? 0 : lts->choices;
        if (joiner->choices >= DATA_NONE) {
            return error_set(joiner->composer->error, ERROR_LIMIT,
                             "the network has more than 2^32 probabilistic choices");
        }
    }
    return 0;
}

int compose_data(struct composer *composer, struct owned_network *owned, const char *const *names) {
    struct network *network = &owned->network;
    struct joiner joiner = {
        .composer = composer,
        .network = network,
        .builder = {.memory = composer->memory, .kind = DATA_NETWORK, .initial = DATA_NONE}};
    const uint64_t bytes = network->component_count * sizeof *joiner.processes;
    joiner.processes = memory_allocate_zeroed(composer->memory, bytes);
    int status = joiner.processes == NULL ? compose_memory(composer) : number_table_choices(&joiner);
    if (status == 0 &&
        (add_variables(&joiner) != 0 || add_processes(&joiner) != 0 || add_predicates(&joiner) != 0 ||
         join_rules(&joiner) != 0 || add_initial_states(&joiner, owned) != 0)) {
        status = -1;
    }
    if (status == 0) {
        network->data = data_model_create(&joiner.builder, composer->error);
        network->describe_predicate = describe_predicate;
        status = network->data == NULL ? -1 : replace_components(&joiner, owned, names);
        status = status == 0 && name_predicates(owned) != 0 ? compose_memory(composer) : status;
    }
    data_builder_free(&joiner.builder);
    GROWING_FREE(composer->memory, joiner.own);
    GROWING_FREE(composer->memory, joiner.moves);
    memory_free(composer->memory, joiner.processes, bytes);
    return status;
}
