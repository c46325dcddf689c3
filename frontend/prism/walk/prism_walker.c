/* PRISM's choices as transitions between tuples of local states. */
#include "frontend/prism/walk/prism_walker.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/run.h"
#include "frontend/prism/walk/prism_numbers.h"
#include "frontend/prism/walk/prism_walk.h"
#include "frontend/walk/walker_language.h"

struct prism_walker {
    walker walker; /* the first member: a pointer to it is one to all */
    struct memory *memory;
    prism_walk *walk;
    const struct prism_model *model;
    label_table *labels;
    const char **names;        /* [variable_count] */
    const char **modules;      /* [module_count]: their names */
    const char **label_of;     /* [action_count + 1]: the last one is that of choices without action */
    const char **labels_shown; /* [label_count, room for action_count + 1]: those that can occur, distinct */
    uint32_t label_count;
    int32_t *values; /* [variable_count]: the state */
    GROWING(struct walker_move) moves;
    struct prism_choices choices; /* of the last transitions */
    struct prism_numbers numbers;
};

static struct prism_walker *prism_walker_of(walker *walker) {
    return (struct prism_walker *)walker;
}

static const struct prism_model *model_of(const walker *walker) {
    return ((const struct prism_walker *)walker)->model;
}

static uint32_t local_of(const struct prism_variable *variable, int32_t value) {
    return (uint32_t)((int64_t)value - variable->low);
}

static int32_t value_of(const struct prism_variable *variable, uint32_t local) {
    return (int32_t)((int64_t)variable->low + local);
}

static void free_walker(walker *walker) {
    struct prism_walker *own = prism_walker_of(walker);
    struct memory *memory = own->memory;
    uint64_t variables = own->model->variable_count, actions = own->model->action_count;
    prism_walk_free(own->walk);
    label_table_free(own->labels);
    memory_free(memory, own->names, variables * sizeof *own->names);
    memory_free(memory, own->modules, own->model->module_count * sizeof *own->modules);
    memory_free(memory, own->label_of, (actions + 1) * sizeof *own->label_of);
    memory_free(memory, own->labels_shown, (actions + 1) * sizeof *own->labels_shown);
    memory_free(memory, own->values, variables * sizeof *own->values);
    GROWING_FREE(memory, own->moves);
    prism_numbers_close(&own->numbers);
    walker_close(walker);
    memory_free(memory, own, sizeof *own);
}

/* --- transitions --- */

static uint64_t count_values(const walker *walker, uint32_t component) {
    const struct prism_variable *variable = &model_of(walker)->variables[component];
    return (uint64_t)((int64_t)variable->high - variable->low) + 1;
}

/* Adds the variables whose values the branch changes. The offset of the first one stands for the pointer. */
static int add_moves(struct prism_walker *own, const struct prism_branch *branch, uint32_t *count) {
    *count = 0;
    for (uint32_t i = 0; i < own->model->variable_count; i++) {
        if (branch->target[i] != own->values[i]) {
            const struct walker_move move = {.component = i,
                                             .to = local_of(&own->model->variables[i], branch->target[i])};
            if (GROWING_ADD(own->memory, own->moves, move) != 0) {
                return -1;
            }
            ++*count;
        }
    }
    return 0;
}

static int add_branches(struct prism_walker *own, const struct prism_choice *choice, uint64_t number,
                        struct error *error) {
    uint32_t action = choice->action == PRISM_NONE ? own->model->action_count : choice->action;
    for (uint64_t i = 0; i < choice->branch_count; i++) {
        struct walker_transition transition = {.label = own->label_of[action],
                                               .choice = (uint32_t)number,
                                               .branch = i,
                                               .weight = choice->branches[i].weight,
                                               .chance = choice->branches[i].weight};
        if (walker_step(&own->walker, error) != 0) {
            return -1;
        }
        if (add_moves(own, &choice->branches[i], &transition.move_count) != 0 ||
            GROWING_ADD(own->memory, own->walker.transitions, transition) != 0) {
            return walker_memory(error);
        }
    }
    return 0;
}

static void take_state(struct prism_walker *own, const uint32_t *state) {
    for (uint32_t i = 0; i < own->walker.components; i++) {
        own->values[i] = value_of(&own->model->variables[i], state[i]);
    }
}

static int derive_transitions(walker *walker, const uint32_t *state, struct error *error) {
    struct prism_walker *own = prism_walker_of(walker);
    struct prism_choices choices;
    own->moves.count = 0;
    take_state(own, state);
    if (prism_walk_choices(own->walk, own->values, &choices, error) != 0) {
        return -1;
    }
    own->choices = choices;
    if (choices.count >= WALKER_NO_CHOICE) {
        return error_set(error, ERROR_LIMIT, "a state of the model has more than %u choices",
                         WALKER_NO_CHOICE - 1);
    }
    for (uint64_t i = 0; i < choices.count; i++) {
        if (add_branches(own, &choices.items[i], i, error) != 0) {
            return -1;
        }
    }
    const struct walker_move *moves = own->moves.data;
    for (uint64_t i = 0; i < walker->transitions.count; i++) {
        struct walker_transition *transition = &walker->transitions.data[i];
        transition->moves = NULL;
        if (transition->move_count > 0) {
            transition->moves = moves;
            moves += transition->move_count;
        }
    }
    return 0;
}

static int holds(walker *walker, uint32_t predicate, const uint32_t *state, struct error *error) {
    struct prism_walker *own = prism_walker_of(walker);
    take_state(own, state);
    return prism_walk_predicate(own->walk, predicate, own->values, error);
}

static int weigh(walker *walker, const uint32_t *state, struct walker_weighed *weighed, struct error *error) {
    struct prism_walker *own = prism_walker_of(walker);
    take_state(own, state);
    return prism_numbers_find(&own->numbers, own->values, own->label_of, weighed, error);
}

static const struct prism_choice *choice_of(const walker *walker,
                                            const struct walker_transition *transition) {
    return &((const struct prism_walker *)walker)->choices.items[transition->choice];
}

static uint32_t find_module(const walker *walker, const struct walker_transition *transition,
                            uint32_t number) {
    const struct prism_choice *choice = choice_of(walker, transition);
    return number < choice->command_count ? choice->commands[number]->module : WALKER_NO_PROCESS;
}

static uint32_t find_lines(const walker *walker, const struct walker_transition *transition, uint64_t *lines,
                           uint32_t most) {
    const struct prism_choice *choice = choice_of(walker, transition);
    for (uint32_t i = 0; i < choice->command_count && i < most; i++) {
        lines[i] = choice->commands[i]->position.line;
    }
    return choice->command_count;
}

/* --- texts --- */

static struct walker_variable describe_variable(const walker *walker, uint32_t component) {
    const struct prism_variable *variable = &model_of(walker)->variables[component];
    return (struct walker_variable){variable->type == PRISM_BOOL, variable->low};
}

static uint32_t count_labels(const walker *walker) {
    return ((const struct prism_walker *)walker)->label_count;
}

static const char *label_at(const walker *walker, uint32_t index) {
    return ((const struct prism_walker *)walker)->labels_shown[index];
}

static const struct walker_functions PRISM_FUNCTIONS = {.free = free_walker,
                                                        .derive = derive_transitions,
                                                        .local_states = count_values,
                                                        .holds = holds,
                                                        .weigh = weigh,
                                                        .label_count = count_labels,
                                                        .label = label_at,
                                                        .variable = describe_variable,
                                                        .process = find_module,
                                                        .lines = find_lines};

/* --- creating --- */

/* Equal labels are equal pointers; different actions may have one label. */
static int intern_labels(struct prism_walker *own) {
    uint32_t actions = own->model->action_count;
    for (uint32_t i = 0; i <= actions; i++) {
        const char *text = i == actions ? "i" : own->model->actions[i];
        uint32_t id = label_intern(own->labels, text, strlen(text));
        if (id == LABEL_NONE) {
            return -1;
        }
        own->label_of[i] = label_text(own->labels, id);
    }
    return 0;
}

/* Finds the labels that can occur, each once. */
static int find_labels(struct prism_walker *own, struct error *error) {
    uint64_t slots = (uint64_t)own->model->action_count + 1;
    uint8_t *occurs = memory_allocate(own->memory, slots);
    int failed = occurs == NULL ? walker_memory(error) : prism_walk_actions(own->walk, occurs, error);
    struct index shown = {0};
    for (uint64_t i = 0; i < slots && !failed; i++) {
        const char *label = own->label_of[i];
        const uint64_t hash = hash_bytes(&label, sizeof label, 0);
        int is_shown = !occurs[i];
        for (struct index_walk walk = index_find(&shown, hash); !is_shown && index_next(&walk);) {
            is_shown = own->labels_shown[walk.number] == label;
        }
        if (!is_shown) {
            failed = index_add(&shown, own->memory, hash, own->label_count) != 0 ? walker_memory(error) : 0;
            own->labels_shown[own->label_count++] = label;
        }
    }
    index_free(&shown, own->memory);
    memory_free(own->memory, occurs, slots);
    return failed;
}

static int fill_walker(struct prism_walker *own) {
    const struct prism_model *model = own->model;
    own->names = memory_allocate_zeroed(own->memory, model->variable_count * sizeof *own->names);
    own->modules = memory_allocate_zeroed(own->memory, model->module_count * sizeof *own->modules);
    own->label_of =
        memory_allocate_zeroed(own->memory, ((uint64_t)model->action_count + 1) * sizeof *own->label_of);
    own->labels_shown =
        memory_allocate_zeroed(own->memory, ((uint64_t)model->action_count + 1) * sizeof *own->labels_shown);
    own->values = memory_allocate_zeroed(own->memory, model->variable_count * sizeof *own->values);
    if (own->names == NULL || own->modules == NULL || own->label_of == NULL || own->labels_shown == NULL ||
        own->values == NULL) {
        return -1;
    }
    for (uint32_t i = 0; i < model->variable_count; i++) {
        own->names[i] = model->variables[i].name.text;
    }
    for (uint32_t i = 0; i < model->module_count; i++) {
        own->modules[i] = model->modules[i].name.text;
    }
    own->walker.processes = model->module_count;
    own->walker.process_names = own->modules;
    own->walker.components = model->variable_count;
    own->walker.names = own->names;
    own->walker.has_choices = 1;
    own->walker.is_chain = model->kind != PRISM_MDP;
    return prism_numbers_open(&own->numbers, own->walk, own->memory, &own->walker.numbers) != 0
               ? -1
               : intern_labels(own);
}

struct initial_visit {
    struct prism_walker *own;
    uint32_t *state;
    int out_of_memory;
};

static int add_initial(void *context, const int32_t *values) {
    struct initial_visit *visit = context;
    for (uint32_t i = 0; i < visit->own->model->variable_count; i++) {
        visit->state[i] = local_of(&visit->own->model->variables[i], values[i]);
    }
    visit->out_of_memory = walker_add_initial(&visit->own->walker, visit->state) != 0;
    return visit->out_of_memory;
}

static int find_initial(struct prism_walker *own, struct error *error) {
    uint64_t bytes = own->model->variable_count * sizeof(uint32_t);
    struct initial_visit visit = {own, memory_allocate_zeroed(own->memory, bytes), 0};
    int status = visit.state == NULL ? walker_memory(error)
                                     : prism_walk_initial(own->walk, add_initial, &visit, error);
    memory_free(own->memory, visit.state, bytes);
    if (visit.out_of_memory) {
        return walker_memory(error);
    }
    return status;
}

walker *prism_walker_create(const prism_tree *tree, label_table *labels, const struct run *run,
                            struct error *error) {
    struct prism_walker *own = memory_allocate_zeroed(run->memory, sizeof *own);
    if (own == NULL) {
        label_table_free(labels);
        walker_memory(error);
        return NULL;
    }
    own->walker.functions = &PRISM_FUNCTIONS;
    own->walker.run = run;
    own->memory = run->memory;
    own->model = prism_tree_model(tree);
    own->numbers.model = own->model;
    own->labels = labels;
    own->walk = prism_walk_create(tree, run, error);
    if (own->walk != NULL && fill_walker(own) != 0) {
        walker_memory(error);
    } else if (own->walk != NULL && find_labels(own, error) == 0 && find_initial(own, error) == 0) {
        return &own->walker;
    }
    free_walker(&own->walker);
    return NULL;
}
