/* The network of a PRISM model: its variables as components, its actions as labels, its initial states. */
#include "frontend/prism/compile/prism_network.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/sort.h"
#include "model/trace.h"
#include "explorer/trace/trace_fault.h"
#include "frontend/prism/compile/prism_compile.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/walk/prism_walk.h"

/* A network, and the memory that it owns. */
struct owned_prism_network {
    struct network network;
    const prism_tree *tree;
    uint32_t label_capacity;
    uint64_t initial_capacity; /* in numbers */
    const char **names;        /* of labels, then of reward structures */
    uint64_t name_count;
};

static void free_network(struct memory *memory, struct network *network) {
    struct owned_prism_network *owned = (struct owned_prism_network *)network;
    memory_free(memory, network->components, network->component_count * sizeof *network->components);
    memory_free(memory, network->labels, owned->label_capacity * sizeof *network->labels);
    memory_free(memory, network->initial_states, owned->initial_capacity * sizeof *network->initial_states);
    memory_free(memory, (void *)owned->names, owned->name_count * sizeof *owned->names);
    data_model_free(memory, network->data);
    memory_free(memory, owned, sizeof *owned);
}

static int add_components(struct network *network, const struct prism_model *model, struct memory *memory) {
    network->components = memory_allocate_zeroed(memory, model->variable_count * sizeof *network->components);
    if (network->components == NULL) {
        return -1;
    }
    network->component_count = model->variable_count;
    for (uint32_t i = 0; i < model->variable_count; i++) {
        const struct prism_variable *variable = &model->variables[i];
        network->components[i].name = variable->name.text;
        network->components[i].states = (uint64_t)((int64_t)variable->high - variable->low) + 1;
        network->components[i].initial = (uint32_t)((int64_t)variable->initial - variable->low);
    }
    return 0;
}

static int add_names(struct owned_prism_network *owned, const prism_tree *tree, struct memory *memory) {
    const struct prism_model *model = prism_tree_model(tree);
    const uint32_t predicates = prism_tree_predicate_count(tree);
    uint64_t count = (uint64_t)predicates + model->reward_count;
    memory_free(memory, (void *)owned->names, owned->name_count * sizeof *owned->names);
    owned->names = memory_allocate_zeroed(memory, count * sizeof *owned->names);
    owned->name_count = owned->names == NULL ? 0 : count;
    if (owned->names == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < predicates; i++) {
        owned->names[i] = prism_tree_predicate(tree, i).text;
    }
    for (uint32_t i = 0; i < model->reward_count; i++) {
        const char *name = model->rewards[i].name.text;
        owned->names[predicates + i] = name == NULL ? "" : name;
    }
    owned->network.predicate_names = owned->names;
    owned->network.label_predicates = model->label_count;
    owned->network.reward_names = owned->names + predicates;
    owned->network.reward_count = model->reward_count;
    return 0;
}

/* --- labels --- */

/* An action that some rule has; the last one of all is that of rules without action. */
struct named_action {
    const char *text;
    uint32_t id, action;
};

static int compare_actions(const void *left, const void *right) {
    return strcmp(((const struct named_action *)left)->text, ((const struct named_action *)right)->text);
}

/* Adds the labels, sorted and distinct; rank[action] becomes the number of the action's label. */
static int rank_labels(struct owned_prism_network *owned, label_table *labels, struct named_action *named,
                       uint32_t count, uint32_t *rank, struct memory *memory) {
    struct network *network = &owned->network;
    network->labels = memory_allocate_zeroed(memory, count * sizeof *network->labels);
    if (network->labels == NULL) {
        return -1;
    }
    owned->label_capacity = count;
    sort_items(named, count, sizeof *named, compare_actions);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || named[i].id != named[i - 1].id) {
            network->labels[network->label_count++] =
                (struct network_label){.text = named[i].text,
                                       .length = label_length(labels, named[i].id),
                                       .kind = label_kind(labels, named[i].id)};
        }
        rank[named[i].action] = network->label_count - 1;
    }
    return 0;
}

static int add_labels(struct owned_prism_network *owned, const struct prism_model *model, label_table *labels,
                      struct memory *memory) {
    const struct data_header *data = owned->network.data;
    uint64_t slots = (uint64_t)model->action_count + 1;
    struct named_action *named = memory_allocate_zeroed(memory, slots * sizeof *named);
    uint32_t *rank = memory_allocate_zeroed(memory, slots * sizeof *rank), count = 0;
    int failed = named == NULL || rank == NULL;
    for (uint64_t i = 0; i < data->rules.count && !failed; i++) {
        uint32_t action = data_rules(data)[i].action;
        action = action == DATA_NONE ? model->action_count : action;
        if (rank[action] == 0) { /* not seen yet */
            const char *text = action == model->action_count ? "i" : model->actions[action];
            uint32_t id = label_intern(labels, text, strlen(text));
            failed = id == LABEL_NONE;
            rank[action] = 1;
            named[count++] = (struct named_action){failed ? text : label_text(labels, id), id, action};
        }
    }
    failed = failed || rank_labels(owned, labels, named, count, rank, memory) != 0;
    if (!failed) {
        data_model_set_labels(owned->network.data, rank, rank[model->action_count]);
    }
    memory_free(memory, named, slots * sizeof *named);
    memory_free(memory, rank, slots * sizeof *rank);
    return failed ? -1 : 0;
}

/* --- initial states --- */

struct initial_list {
    struct owned_prism_network *owned;
    const struct prism_model *model;
    struct memory *memory;
    int failed;
};

static int add_initial(void *context, const int32_t *state) {
    struct initial_list *list = context;
    struct network *network = &list->owned->network;
    uint64_t width = network->component_count, at = network->initial_count * width;
    if (MEMORY_GROW(list->memory, &network->initial_states, &list->owned->initial_capacity, at + width + 1) !=
        0) {
        list->failed = 1;
        return 1;
    }
    for (uint32_t i = 0; i < width; i++) {
        network->initial_states[at + i] = (uint32_t)((int64_t)state[i] - list->model->variables[i].low);
    }
    network->initial_count++;
    return 0;
}

static int add_initial_states(struct owned_prism_network *owned, const prism_tree *tree,
                              const struct run *run, struct error *error) {
    const struct prism_model *model = prism_tree_model(tree);
    struct initial_list list = {owned, model, run->memory, 0};
    prism_walk *walk = prism_walk_create(tree, run, error);
    if (walk == NULL) {
        return -1;
    }
    int status = prism_walk_initial(walk, add_initial, &list, error);
    prism_walk_free(walk);
    return list.failed ? error_memory(error, "for the initial states") : status;
}

/* --- errors of the model --- */

/* The values of a state whose local states are distances from the least values. */
static void take_values(const struct prism_model *model, const uint32_t *local, int32_t *values) {
    for (uint32_t i = 0; i < model->variable_count; i++) {
        values[i] = (int32_t)((int64_t)model->variables[i].low + local[i]);
    }
}

/* A part of a model that may have no value in a state: -1 with *error filled, else another number. */
typedef int evaluation(prism_walk *walk, const prism_tree *tree, uint32_t number, const int32_t *state,
                       struct error *error);

/* Evaluates a part of the model, `number` of its kind, in a state; fills *error with why it has no value. */
static void describe(const struct network *network, const uint32_t *local, evaluation *evaluate,
                     uint32_t number, const struct run *run, struct error *error) {
    const prism_tree *tree = ((const struct owned_prism_network *)network->maker)->tree;
    const struct prism_model *model = prism_tree_model(tree);
    uint64_t bytes = model->variable_count * sizeof(int32_t);
    int32_t *values = memory_allocate_zeroed(run->memory, bytes);
    prism_walk *walk = prism_walk_create(tree, run, error);
    if (values == NULL || walk == NULL) {
        error_memory(error, "to describe an error of the model");
    } else {
        take_values(model, local, values);
        if (evaluate(walk, tree, number, values, error) >= 0) {
            error_set(error, ERROR_INPUT, "%s: the model has an error in a state: please report this",
                      model->path);
        }
    }
    prism_walk_free(walk);
    memory_free(run->memory, values, bytes);
}

static int try_choices(prism_walk *walk, const prism_tree *tree, uint32_t number, const int32_t *state,
                       struct error *error) {
    struct prism_choices choices;
    (void)tree;
    (void)number;
    return prism_walk_choices(walk, state, &choices, error);
}

/* The function `describe_fault` of the network. */
static int describe_fault(const struct network *network, const struct trace *trace, const struct run *run,
                          struct error *error) {
    describe(network, trace_state(trace, trace->steps), try_choices, 0, run, error);
    trace_fault_path(network, trace, error);
    return -1;
}

static int try_predicate(prism_walk *walk, const prism_tree *tree, uint32_t number, const int32_t *state,
                         struct error *error) {
    (void)tree;
    return prism_walk_predicate(walk, number, state, error);
}

/* The function `describe_predicate` of the network. */
static int describe_predicate(const struct network *network, const uint32_t *local, uint32_t predicate,
                              const struct run *run, struct error *error) {
    describe(network, local, try_predicate, predicate, run, error);
    error->code = error->code == ERROR_INPUT ? ERROR_PREDICATE : error->code;
    return -1;
}

/* --- values in a state --- */

static void show_value(const struct network *network, uint32_t component, uint32_t local, char *text,
                       size_t size) {
    const prism_tree *tree = ((const struct owned_prism_network *)network->maker)->tree;
    const struct prism_variable *variable = &prism_tree_model(tree)->variables[component];
    prism_show_variable(variable, (int32_t)((int64_t)variable->low + local), text, size);
}

/* Whether weights of the state's transitions leave the range of doubles, as products or sums: -1, else 0. */
static int try_weights(prism_walk *walk, const struct prism_model *model, const int32_t *state,
                       struct error *error) {
    struct prism_rows rows;
    char where[PRISM_SHOWN];
    if (prism_walk_rows(walk, &rows, error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < rows.count; i++) {
        for (uint64_t j = 0; j < rows.items[i].entry_count; j++) {
            const double weight = rows.items[i].entries[j].weight;
            if (!(weight > 0) || !isfinite(weight)) {
                return error_in(
                    error, ERROR_INPUT, model->path,
                    "the %s of a transition, a product or sum, is %s as a double, in the state %s",
                    model->kind == PRISM_CTMC ? "rate" : "probability", weight > 0 ? "Infinity" : "0",
                    prism_show_state(model, state, where, sizeof where));
            }
        }
    }
    return 0;
}

/* Evaluates the labels, weights and rewards of a state, up to one without value; -1 in any case. */
static int try_values(prism_walk *walk, const prism_tree *tree, uint32_t number, const int32_t *state,
                      struct error *error) {
    const struct prism_model *model = prism_tree_model(tree);
    struct prism_choices choices;
    double reward;
    char where[PRISM_SHOWN];
    (void)number;
    for (uint32_t i = 0; i < model->label_count; i++) {
        if (prism_walk_predicate(walk, i, state, error) < 0) {
            return -1;
        }
    }
    if (prism_walk_choices(walk, state, &choices, error) != 0 ||
        try_weights(walk, model, state, error) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < model->reward_count; i++) {
        if (prism_walk_state_reward(walk, i, state, &reward, error) != 0) {
            return -1;
        }
        for (uint64_t j = 0; j < choices.count; j++) {
            if (prism_walk_action_reward(walk, i, state, choices.items[j].action, &reward, error) != 0) {
                return -1;
            }
        }
    }
    return error_in(error, ERROR_INPUT, model->path, /* all rates times their rewards together */
                    "the rewards of all that can happen add up to Infinity, in the state %s",
                    prism_show_state(model, state, where, sizeof where));
}

/* The function `describe_values` of the network. */
static int describe_values(const struct network *network, const uint32_t *local, const struct run *run,
                           struct error *error) {
    describe(network, local, try_values, 0, run, error);
    return -1;
}

struct network *prism_network(const prism_tree *tree, label_table *labels, const struct run *run,
                              struct error *error) {
    struct owned_prism_network *owned = memory_allocate_zeroed(run->memory, sizeof *owned);
    if (owned == NULL) {
        error_memory(error, "to compile the model");
        return NULL;
    }
    struct network *network = &owned->network;
    network->strata = 1;
    network->free = free_network;
    network->describe_fault = describe_fault;
    network->show_value = show_value;
    network->describe_values = describe_values;
    network->describe_predicate = describe_predicate;
    owned->tree = tree;
    network->maker = owned;
    network->data = prism_compile(tree, run, error);
    int failed = network->data == NULL;
    if (!failed && (add_components(network, prism_tree_model(tree), run->memory) != 0 ||
                    add_names(owned, tree, run->memory) != 0 ||
                    add_labels(owned, prism_tree_model(tree), labels, run->memory) != 0)) {
        failed = error_memory(error, "to compile the model") != 0;
    }
    if (failed || add_initial_states(owned, tree, run, error) != 0) {
        network_free(run->memory, network);
        return NULL;
    }
    return network;
}

int prism_network_predicates(struct network *network, const struct run *run, struct error *error) {
    struct owned_prism_network *owned = (struct owned_prism_network *)network;
    const struct data_header *old = network->data;
    if (old->predicates.count == prism_tree_predicate_count(owned->tree)) {
        return 0;
    }
    struct data_header *made = prism_compile(owned->tree, run, error);
    if (made == NULL || add_names(owned, owned->tree, run->memory) != 0) {
        data_model_free(run->memory, made);
        return made == NULL ? -1 : error_memory(error, "to compile the model");
    }
    data_model_copy_labels(made, old);
    data_model_free(run->memory, network->data);
    network->data = made;
    return 0;
}
