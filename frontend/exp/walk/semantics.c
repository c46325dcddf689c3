/* The walker of EXP networks: made for a tree; what it answers. */
#include "frontend/exp/walk/semantics.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/exp/walk/semantics_internal.h"

int semantics_memory(struct semantics *semantics) {
    return walker_memory(semantics->error);
}

int semantics_step(struct semantics *semantics) {
    return walker_step(&semantics->walker, semantics->error);
}

void *semantics_allocate(struct semantics *semantics, uint64_t count, uint64_t size) {
    uint64_t bytes;
    void *block =
        __builtin_mul_overflow(count, size, &bytes) ? NULL : arena_allocate(semantics->arena, bytes);
    if (block == NULL) {
        semantics_memory(semantics);
    }
    return block;
}

int semantics_grow(struct semantics *semantics, void **data, uint64_t *capacity, uint64_t need,
                   uint64_t size) {
    return memory_grow(semantics->memory, data, capacity, need, size) != 0 ? semantics_memory(semantics) : 0;
}

uint32_t semantics_intern(struct semantics *semantics, const char *text, size_t length) {
    uint32_t id = label_intern(semantics->labels, text, length);
    if (id == LABEL_NONE) {
        semantics_memory(semantics);
    }
    return id;
}

/* --- processes --- */

#define NUMBER_TEXT 16u /* room for "#2", with a NUL */

/* Texts that are names, and how often each was wanted; the first id of the table is not one of them. */
struct leaf_namer {
    label_table *bases;
    uint32_t *uses;
};

/* "base", or with a rest "base.rest"; with "#2", "#3" .. if that is a name already. NULL on failure. */
static const char *make_name(struct semantics *semantics, struct leaf_namer *namer, const char *base,
                             size_t length, const char *rest) {
    const size_t more = rest == NULL ? 0 : strlen(rest) + 1, all = length + more;
    if (SEMANTICS_RESERVE(semantics, semantics->text, all + 1 + NUMBER_TEXT) != 0) {
        return NULL;
    }
    /* A prefix, because the table treats names of the internal action specially. */
    char *text = semantics->text.data;
    text[0] = '=';
    memcpy(text + 1, base, length);
    if (rest != NULL) {
        text[length + 1] = '.';
        memcpy(text + length + 2, rest, more - 1);
    }
    uint32_t first = LABEL_NONE, id;
    size_t used = all + 1;
    while ((id = label_intern(namer->bases, text, used)) != LABEL_NONE && namer->uses[id] > 0) {
        first = first == LABEL_NONE ? id : first;
        used = all + 1 + (size_t)snprintf(text + all + 1, NUMBER_TEXT, "#%u", ++namer->uses[first]);
    }
    if (id == LABEL_NONE) {
        semantics_memory(semantics);
        return NULL;
    }
    namer->uses[id] = 1;
    char *name = semantics_allocate(semantics, used, 1);
    if (name != NULL) {
        memcpy(name, text + 1, used - 1);
    }
    return name;
}

/* Names the process of a leaf, or its variables. */
static int name_leaf(struct semantics *semantics, struct leaf_namer *namer,
                     const struct semantics_node *leaf) {
    size_t length;
    const char *base = exp_leaf_name(leaf->syntax->path, &length);
    const char *name = make_name(semantics, namer, base, length, NULL);
    if (leaf->model != NULL) {
        leaf->model->name = name;
    }
    if (name == NULL || leaf->model == NULL || leaf->model->tree->variable_count == 0) {
        semantics->names[leaf->leaf] = name;
        return name == NULL ? -1 : 0;
    }
    for (uint32_t i = 0; i < leaf->model->tree->variable_count; i++) {
        semantics->names[leaf->leaf + i] =
            make_name(semantics, namer, name, strlen(name), leaf->model->tree->variables[i].name.text);
        if (semantics->names[leaf->leaf + i] == NULL) {
            return -1;
        }
    }
    return 0;
}

/* Names the process of a leaf, as its component, if it is no PRISM model. */
static int name_process(struct semantics *semantics, struct leaf_namer *namer,
                        const struct semantics_node *leaf) {
    if (leaf->model != NULL) {
        return 0;
    }
    const char *name = semantics->names[leaf->leaf];
    semantics->process_names[leaf->process] = make_name(semantics, namer, name, strlen(name), NULL);
    return semantics->process_names[leaf->process] == NULL ? -1 : 0;
}

/* Names the modules of a PRISM model, of which one may have the name of a variable. */
static int name_modules(struct semantics *semantics, struct leaf_namer *namer,
                        const struct semantics_node *leaf) {
    const uint32_t count = leaf->model == NULL ? 0 : leaf->model->tree->module_count;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = leaf->model->name, *own = leaf->model->tree->modules[i].name.text;
        const char **module = &semantics->process_names[leaf->process + i];
        *module = make_name(semantics, namer, name, strlen(name), own);
        if (*module == NULL) {
            return -1;
        }
    }
    return 0;
}

typedef int name_function(struct semantics *semantics, struct leaf_namer *namer,
                          const struct semantics_node *leaf);

/* Gives names that differ: for each leaf calls `first`, then for each leaf `second`. */
static int name_leaves(struct semantics *semantics, name_function *first, name_function *second) {
    const uint64_t leaves = semantics->leaves.count,
                   texts = 2 * (semantics->components.count + leaves + semantics->processes) + 1;
    struct leaf_namer namer = {.uses = semantics_allocate(semantics, texts, sizeof *namer.uses)};
    if (namer.uses == NULL) {
        return -1;
    }
    namer.bases = label_table_create(semantics->memory, 0, NULL, 0);
    if (namer.bases == NULL) {
        return semantics_memory(semantics);
    }
    int status = 0;
    for (uint64_t k = 0; k < leaves && status == 0; k++) {
        status = first(semantics, &namer, semantics->leaves.data[k]);
    }
    for (uint64_t k = 0; k < leaves && second != NULL && status == 0; k++) {
        status = second(semantics, &namer, semantics->leaves.data[k]);
    }
    label_table_free(namer.bases);
    return status;
}

static int make_names(struct semantics *semantics) {
    const uint64_t components = semantics->components.count, processes = semantics->processes;
    semantics->names = semantics_allocate(semantics, components, sizeof *semantics->names);
    if (semantics->names == NULL || name_leaves(semantics, name_leaf, NULL) != 0) {
        return -1;
    }
    if (!semantics->has_models) {
        return 0; /* processes are components */
    }
    semantics->process_names = semantics_allocate(semantics, processes, sizeof *semantics->process_names);
    return semantics->process_names == NULL ? -1 : name_leaves(semantics, name_process, name_modules);
}

static int check_leaves(struct semantics *semantics) {
    for (uint64_t k = 0; k < semantics->leaves.count && semantics->leaves.count > 1; k++) {
        const struct exp_node *leaf = semantics->leaves.data[k]->syntax;
        if (leaf->lts != NULL && leaf->lts->distributions) {
            return error_at(
                semantics->error, ERROR_INPUT, leaf->position,
                "%s has probabilistic transitions between distributions: not a process of a larger network",
                leaf->path);
        }
    }
    return 0;
}

/* --- making and freeing --- */

static int fill(struct semantics *semantics, const struct exp_node *root, const label_table *labels) {
    const struct exp_options *options = semantics->options;
    semantics->arena = arena_create(semantics->memory);
    semantics->labels = label_table_create(semantics->memory, options->ignore_case, options->internal,
                                           options->internal_count);
    if (semantics->arena == NULL || semantics->labels == NULL) {
        return semantics_memory(semantics);
    }
    semantics->root = semantics_node_create(semantics, root, labels);
    if (semantics->root == NULL || check_leaves(semantics) != 0 || make_names(semantics) != 0) {
        return -1;
    }
    semantics->walker.components = (uint32_t)semantics->components.count;
    semantics->walker.names = semantics->names;
    semantics->walker.processes = semantics->processes;
    semantics->walker.process_names = semantics->process_names;
    return semantics_add_initial(semantics);
}

static void free_semantics(walker *walker) {
    struct semantics *semantics = (struct semantics *)walker;
    struct memory *memory = semantics->memory;
    semantics_models_free(semantics);
    semantics_nodes_free(semantics);
    GROWING_FREE(memory, semantics->nodes);
    GROWING_FREE(memory, semantics->components);
    GROWING_FREE(memory, semantics->starts);
    GROWING_FREE(memory, semantics->steps);
    GROWING_FREE(memory, semantics->faults);
    GROWING_FREE(memory, semantics->made_by);
    GROWING_FREE(memory, semantics->movers);
    GROWING_FREE(memory, semantics->leaves);
    GROWING_FREE(memory, semantics->ids);
    GROWING_FREE(memory, semantics->text);
    GROWING_FREE(memory, semantics->ways);
    GROWING_FREE(memory, semantics->more);
    GROWING_FREE(memory, semantics->links);
    GROWING_FREE(memory, semantics->entries);
    GROWING_FREE(memory, semantics->groups);
    GROWING_FREE(memory, semantics->choices);
    GROWING_FREE(memory, semantics->moves);
    label_table_free(semantics->labels);
    arena_free(semantics->arena);
    walker_close(walker);
    memory_free(memory, semantics, sizeof *semantics);
}

/* --- what the walker asks --- */

static const struct semantics *semantics_of(const walker *walker) {
    return (const struct semantics *)walker;
}

/* Fails if a transition that can happen has an error. */
static int find_fault(struct semantics *semantics) {
    const struct semantics_list *list = &semantics->root->list;
    for (uint64_t t = 0; t < list->fired.count && semantics->faults.count > 0; t++) {
        if (list->fired.data[t].fault != 0) {
            *semantics->error = semantics->faults.data[list->fired.data[t].fault - 1];
            return -1;
        }
    }
    return 0;
}

/* Chances of transitions with probabilities and rates: rates race, unless an internal transition comes first.
 */
static void weigh_labels(struct semantics *semantics) {
    const struct semantics_node *root = semantics->root;
    struct walker_transition *transitions = semantics->walker.transitions.data;
    double rates = 0;
    int is_internal = 0;
    for (uint64_t t = 0; t < root->list.fired.count; t++) {
        const enum label_kind kind =
            label_kind(semantics->labels, root->labels[root->list.fired.data[t].label]);
        is_internal |= kind == LABEL_INTERNAL;
        if (kind == LABEL_PROB || kind == LABEL_RATE) {
            transitions[t].chance = label_text_value(transitions[t].label, strlen(transitions[t].label));
            rates += kind == LABEL_RATE ? transitions[t].chance : 0;
        }
    }
    for (uint64_t t = 0; t < root->list.fired.count && rates > 0; t++) {
        if (label_kind(semantics->labels, root->labels[root->list.fired.data[t].label]) == LABEL_RATE) {
            transitions[t].chance = is_internal ? 0 : transitions[t].chance / rates;
        }
    }
}

static int derive_transitions(walker *walker, const uint32_t *state, struct error *error) {
    struct semantics *semantics = (struct semantics *)walker;
    const struct semantics_node *root = semantics->root;
    semantics->error = error;
    semantics->faults.count = semantics->made_by.count = semantics->movers.count = 0;
    if (semantics_walk(semantics, semantics->root, state) != 0 || find_fault(semantics) != 0 ||
        SEMANTICS_RESERVE(semantics, walker->transitions, root->list.fired.count) != 0) {
        return -1;
    }
    for (uint64_t t = 0; t < root->list.fired.count; t++) {
        const struct semantics_fired *fired = &root->list.fired.data[t];
        walker->transitions.data[t] = (struct walker_transition){
            .label = label_text(semantics->labels, root->labels[fired->label]),
            .moves = root->list.moves.data == NULL ? NULL : root->list.moves.data + fired->move_begin,
            .move_count = fired->move_count,
            .choice = WALKER_NO_CHOICE,
            .weight = 1,
            .chance = fired->chance};
    }
    walker->transitions.count = root->list.fired.count;
    weigh_labels(semantics);
    return 0;
}

static const struct semantics_component *component_of(const walker *walker, uint32_t component) {
    return &semantics_of(walker)->components.data[component];
}

const struct lts *semantics_lts(const walker *walker, uint32_t component) {
    return component_of(walker, component)->node->syntax->lts;
}

static uint64_t count_states(const walker *walker, uint32_t component) {
    const struct prism_variable *variable = component_of(walker, component)->variable;
    const struct lts *lts = semantics_lts(walker, component);
    return variable != NULL ? (uint64_t)((int64_t)variable->high - variable->low) + 1
           : lts != NULL    ? lts->states
                            : 1;
}

static int is_of_distributions(const walker *walker, uint32_t component) {
    const struct lts *lts = semantics_lts(walker, component);
    return lts != NULL && lts->distributions;
}

/* Of a process that is not a PRISM model, the number of its state. */
static struct walker_variable describe_variable(const walker *walker, uint32_t component) {
    const struct prism_variable *variable = component_of(walker, component)->variable;
    return variable == NULL ? (struct walker_variable){0, 0}
                            : (struct walker_variable){variable->type == PRISM_BOOL, variable->low};
}

static uint32_t count_labels(const walker *walker) {
    return semantics_of(walker)->root->label_count;
}

static const char *label_at(const walker *walker, uint32_t index) {
    return label_text(semantics_of(walker)->labels, semantics_of(walker)->root->labels[index]);
}

static const char *find_own_label(const walker *walker, const struct walker_transition *transition,
                                  const struct walker_move *move) {
    const struct semantics_node *leaf = component_of(walker, move->component)->node;
    const char *own = label_text(semantics_of(walker)->labels, leaf->labels[leaf->up[0][move->label]]);
    return own == transition->label ? NULL : own;
}

/* Of a network with PRISM models. The moves of one process follow each other. */
static uint32_t find_process(const walker *walker, const struct walker_transition *transition,
                             uint32_t number) {
    const struct semantics *semantics = semantics_of(walker);
    const struct semantics_node *before = NULL;
    uint64_t left = number;
    for (uint32_t m = 0; m < transition->move_count; m++) {
        const struct walker_move *move = &transition->moves[m];
        const struct semantics_node *leaf = component_of(walker, move->component)->node;
        const int is_model = leaf->model != NULL;
        const struct semantics_movers made_by =
            is_model ? semantics->made_by.data[move->by] : (struct semantics_movers){0, 1};
        if (leaf == before) {
            continue;
        }
        if (left < made_by.count) {
            return leaf->process + (is_model ? semantics->movers.data[made_by.begin + left] : 0);
        }
        left -= made_by.count;
        before = leaf;
    }
    return WALKER_NO_PROCESS;
}

static int holds(walker *walker, uint32_t number, const uint32_t *state, struct error *error) {
    const struct semantics *semantics = semantics_of(walker);
    const struct exp_predicate predicate = exp_tree_predicate(semantics->tree, number);
    return semantics_model_holds(semantics->leaves.data[predicate.process], predicate.number, state, error);
}

static const struct walker_functions SEMANTICS_FUNCTIONS = {.free = free_semantics,
                                                            .derive = derive_transitions,
                                                            .local_states = count_states,
                                                            .has_distributions = is_of_distributions,
                                                            .label_count = count_labels,
                                                            .label = label_at,
                                                            .own_label = find_own_label};

/* Of networks with PRISM models, whose components are variables. */
static const struct walker_functions MODEL_FUNCTIONS = {.free = free_semantics,
                                                        .derive = derive_transitions,
                                                        .local_states = count_states,
                                                        .has_distributions = is_of_distributions,
                                                        .holds = holds,
                                                        .label_count = count_labels,
                                                        .label = label_at,
                                                        .variable = describe_variable,
                                                        .process = find_process,
                                                        .own_label = find_own_label};

walker *semantics_create_of(const exp_tree *tree, const struct run *run, struct error *error) {
    walker *walker =
        semantics_create(exp_tree_root(tree), exp_tree_labels(tree), exp_tree_options(tree), run, error);
    if (walker != NULL) {
        ((struct semantics *)walker)->tree = tree;
    }
    return walker;
}

walker *semantics_create(const struct exp_node *root, const label_table *labels,
                         const struct exp_options *options, const struct run *run, struct error *error) {
    struct semantics *semantics = memory_allocate_zeroed(run->memory, sizeof *semantics);
    if (semantics == NULL) {
        walker_memory(error);
        return NULL;
    }
    semantics->walker.functions = &SEMANTICS_FUNCTIONS;
    semantics->walker.run = run;
    semantics->memory = run->memory;
    semantics->options = options;
    semantics->error = error;
    if (fill(semantics, root, labels) != 0) {
        free_semantics(&semantics->walker);
        return NULL;
    }
    if (semantics->has_models) {
        semantics->walker.functions = &MODEL_FUNCTIONS;
    }
    return &semantics->walker;
}
