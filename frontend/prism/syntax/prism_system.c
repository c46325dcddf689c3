/*
 * How modules are composed: `system .. endsystem`, or all modules in parallel. Every module occurs once. A
 * global variable may be assigned by commands with an action, too, if no two of them ever belong to one
 * choice.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "frontend/prism/syntax/prism_syntax.h"

/* The systems and modules that a walk through the processes has met. */
struct system_resolver {
    struct prism_syntax *syntax;
    struct prism_name_index modules, systems;
    const struct prism_process **uses; /* [module_count]: where the module occurs */
    unsigned char *open;               /* [system_count] */
};

/* --- names in processes --- */

static int resolve_actions(struct prism_syntax *syntax, struct prism_process *process) {
    uint32_t names = process->name_count, renamings = process->renaming_count;
    process->actions = arena_allocate(syntax->arena, names * sizeof *process->actions);
    process->from = arena_allocate(syntax->arena, renamings * sizeof *process->from);
    process->to = arena_allocate(syntax->arena, renamings * sizeof *process->to);
    if (process->actions == NULL || process->from == NULL || process->to == NULL) {
        return prism_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < names; i++) {
        process->actions[i] = prism_find_action(syntax, process->names[i].text);
        if (process->actions[i] == PRISM_NONE) {
            return prism_unknown_name(syntax, process->names[i], "action");
        }
    }
    for (uint32_t i = 0; i < renamings; i++) {
        process->from[i] = prism_find_action(syntax, process->renamings[i].from.text);
        process->to[i] = prism_find_action(syntax, process->renamings[i].to.text);
        if (process->from[i] == PRISM_NONE) {
            return prism_unknown_name(syntax, process->renamings[i].from, "action");
        }
        for (uint32_t j = 0; j < i; j++) {
            if (process->from[j] == process->from[i]) {
                return prism_syntax_error(syntax, process->renamings[i].from.position,
                                          "the action '%.100s' is renamed twice",
                                          process->renamings[i].from.text);
            }
        }
    }
    return 0;
}

static int resolve_process(struct system_resolver *resolver, struct prism_process *process, uint32_t depth);

static int resolve_module(struct system_resolver *resolver, struct prism_process *process) {
    struct prism_syntax *syntax = resolver->syntax;
    process->module = prism_name_index_find(&resolver->modules, process->name.text);
    if (process->module == PRISM_NONE) {
        return prism_unknown_name(syntax, process->name, "module");
    }
    const struct prism_process *other = resolver->uses[process->module];
    if (other != NULL && other != process) {
        return prism_syntax_error(syntax, process->position,
                                  "the module '%.100s' occurs twice (line %llu): write a renamed copy of it",
                                  process->name.text, (unsigned long long)other->position.line);
    }
    resolver->uses[process->module] = process;
    return 0;
}

static int resolve_named(struct system_resolver *resolver, struct prism_process *process, uint32_t depth) {
    struct prism_syntax *syntax = resolver->syntax;
    uint32_t system = prism_name_index_find(&resolver->systems, process->name.text);
    if (system == PRISM_NONE) {
        return prism_unknown_name(syntax, process->name, "system");
    }
    if (resolver->open[system]) {
        return prism_syntax_error(syntax, process->position, "the system \"%.100s\" contains itself",
                                  process->name.text);
    }
    process->children = arena_allocate(syntax->arena, sizeof *process->children);
    if (process->children == NULL) {
        return prism_syntax_memory(syntax);
    }
    process->children[0] = syntax->model->systems[system].process;
    process->child_count = 1;
    resolver->open[system] = 1;
    int status = resolve_process(resolver, process->children[0], depth + 1);
    resolver->open[system] = 0;
    return status;
}

static int resolve_process(struct system_resolver *resolver, struct prism_process *process, uint32_t depth) {
    if (depth > PRISM_DEPTH_MOST) {
        return prism_syntax_too_deep(resolver->syntax, process->position, PRISM_DEEP_PROCESS);
    }
    if (process->kind == PRISM_PROCESS_MODULE) {
        return resolve_module(resolver, process);
    }
    if (process->kind == PRISM_PROCESS_NAMED) {
        return resolve_named(resolver, process, depth);
    }
    for (uint32_t i = 0; i < process->child_count; i++) {
        if (resolve_process(resolver, process->children[i], depth + 1) != 0) {
            return -1;
        }
    }
    return resolve_actions(resolver->syntax, process);
}

/* All modules in parallel. */
static struct prism_process *make_parallel(struct prism_syntax *syntax) {
    struct prism_model *model = syntax->model;
    struct prism_process *process = prism_make_process(syntax, PRISM_PROCESS_PARALLEL, model->kind_position);
    if (process == NULL) {
        return NULL;
    }
    process->children = arena_allocate(syntax->arena, model->module_count * sizeof *process->children);
    process->child_count = model->module_count;
    for (uint32_t i = 0; i < model->module_count && process->children != NULL; i++) {
        process->children[i] = prism_make_process_named(syntax, PRISM_PROCESS_MODULE, model->modules[i].name);
        if (process->children[i] == NULL) {
            return NULL;
        }
        process->children[i]->module = i;
    }
    return process->children == NULL ? NULL : process;
}

/* The system that counts: the one without a name, else the first. */
static int choose_system(struct system_resolver *resolver) {
    struct prism_syntax *syntax = resolver->syntax;
    struct prism_model *model = syntax->model;
    uint32_t chosen = 0, unnamed = 0;
    for (uint32_t i = 0; i < model->system_count; i++) {
        if (model->systems[i].name.text == NULL) {
            chosen = i;
            if (unnamed++ > 0) {
                return prism_syntax_error(syntax, model->systems[i].name.position,
                                          "there is a system without a name already: name all but one");
            }
        }
    }
    struct prism_process *process = model->systems[chosen].process;
    resolver->open[chosen] = 1;
    if (resolve_process(resolver, process, 1) != 0) {
        return -1;
    }
    resolver->open[chosen] = 0;
    for (uint32_t i = 0; i < model->module_count; i++) {
        if (resolver->uses[i] == NULL) {
            return prism_syntax_error(syntax, model->systems[chosen].name.position,
                                      "the module '%.100s' is missing in this system",
                                      model->modules[i].name.text);
        }
    }
    model->system = process;
    return 0;
}

static int compose(struct prism_syntax *syntax) {
    struct prism_model *model = syntax->model;
    struct system_resolver resolver = {.syntax = syntax};
    resolver.uses = arena_allocate(syntax->arena, model->module_count * sizeof *resolver.uses);
    resolver.open = arena_allocate(syntax->arena, model->system_count);
    if (resolver.uses == NULL || resolver.open == NULL) {
        return prism_syntax_memory(syntax);
    }
    int status = prism_name_index_fill(syntax, &resolver.modules, model->modules, model->module_count,
                                       sizeof *model->modules, "module") != 0 ||
                         prism_name_index_fill(syntax, &resolver.systems, model->systems, model->system_count,
                                               sizeof *model->systems, "system") != 0 ||
                         choose_system(&resolver) != 0
                     ? -1
                     : 0;
    prism_name_index_free(syntax, &resolver.modules);
    prism_name_index_free(syntax, &resolver.systems);
    return status;
}

/* --- writers of global variables --- */

/* A process has the action; a command of it with this action assigns the global variable (PRISM_NONE: none).
 */
struct global_writer {
    uint32_t action, variable;
    const struct prism_command *command;
};

struct writers {
    struct global_writer *data;
    uint64_t count;
};

static int compare_writers(const void *left, const void *right) {
    const struct global_writer *a = left, *b = right;
    return a->action != b->action       ? (a->action < b->action ? -1 : 1)
           : a->variable != b->variable ? (a->variable < b->variable ? -1 : 1)
                                        : (a->command > b->command) - (a->command < b->command);
}

/* Sorts, and keeps one of those with equal action and variable. */
static void sort_writers(struct writers *writers) {
    uint64_t kept = 0;
    qsort(writers->data, writers->count, sizeof *writers->data, compare_writers);
    for (uint64_t i = 0; i < writers->count; i++) {
        if (kept == 0 || writers->data[kept - 1].action != writers->data[i].action ||
            writers->data[kept - 1].variable != writers->data[i].variable) {
            writers->data[kept++] = writers->data[i];
        }
    }
    writers->count = kept;
}

static int writers_of_module(struct prism_syntax *syntax, const struct prism_module *module,
                             struct writers *writers) {
    uint64_t most = module->command_count;
    for (uint32_t i = 0; i < module->command_count; i++) {
        for (uint32_t j = 0; j < module->commands[i].update_count; j++) {
            most += module->commands[i].updates[j].assignment_count;
        }
    }
    writers->data = arena_allocate(syntax->arena, most * sizeof *writers->data);
    if (writers->data == NULL) {
        return prism_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < module->command_count; i++) {
        const struct prism_command *command = &module->commands[i];
        if (command->action == PRISM_NONE) {
            continue;
        }
        writers->data[writers->count++] = (struct global_writer){command->action, PRISM_NONE, command};
        for (uint32_t j = 0; j < command->update_count; j++) {
            for (uint32_t k = 0; k < command->updates[j].assignment_count; k++) {
                uint32_t variable = command->updates[j].assignments[k].variable;
                if (variable < syntax->model->global_count) {
                    writers->data[writers->count++] =
                        (struct global_writer){command->action, variable, command};
                }
            }
        }
    }
    sort_writers(writers);
    return 0;
}

static int is_listed(uint32_t action, const uint32_t *actions, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (actions[i] == action) {
            return 1;
        }
    }
    return 0;
}

static int conflict_error(struct prism_syntax *syntax, const struct global_writer *left,
                          const struct global_writer *right) {
    const struct prism_model *model = syntax->model;
    const struct global_writer *first =
        left->command->position.line > right->command->position.line ? right : left;
    const struct global_writer *second = first == left ? right : left;
    return prism_syntax_error(
        syntax, second->command->position,
        "this command of '%.60s' and that of '%.60s' in line %llu happen together and both assign the global "
        "variable '%.60s'",
        model->modules[second->command->module].name.text, model->modules[first->command->module].name.text,
        (unsigned long long)first->command->position.line, model->variables[left->variable].name.text);
}

static int has_action(const struct writers *writers, uint32_t action) {
    for (uint64_t i = 0; i < writers->count; i++) {
        if (writers->data[i].action == action) {
            return 1;
        }
    }
    return 0;
}

/* Whether P |[..]| Q blocks the action, for one of them does not have it. */
static int is_blocked(const struct prism_process *process, uint32_t action, const struct writers *left,
                      const struct writers *right) {
    return process->kind == PRISM_PROCESS_SYNCHRONISED &&
           is_listed(action, process->actions, process->name_count) &&
           has_action(left, action) != has_action(right, action);
}

/* Merges sorted lists, without what is blocked; an error if both sides of a synchronised action assign one
 * variable. */
static int merge_writers(struct prism_syntax *syntax, const struct prism_process *process,
                         struct writers *left, const struct writers *right) {
    struct writers both = {arena_allocate(syntax->arena, (left->count + right->count) * sizeof *both.data),
                           0};
    uint64_t i = 0, j = 0;
    if (both.data == NULL) {
        return prism_syntax_memory(syntax);
    }
    while (i < left->count || j < right->count) {
        const struct global_writer *a = i < left->count ? &left->data[i] : NULL;
        const struct global_writer *b = j < right->count ? &right->data[j] : NULL;
        int same = a != NULL && b != NULL && a->action == b->action && a->variable == b->variable;
        if (same && a->variable != PRISM_NONE && process->kind != PRISM_PROCESS_INTERLEAVED &&
            (process->kind == PRISM_PROCESS_PARALLEL ||
             is_listed(a->action, process->actions, process->name_count))) {
            return conflict_error(syntax, a, b);
        }
        int takes_left = b == NULL || (a != NULL && (same || compare_writers(a, b) < 0));
        const struct global_writer *next = takes_left ? a : b;
        if (!is_blocked(process, next->action, left, right)) {
            both.data[both.count++] = *next;
        }
        i += takes_left;
        j += !takes_left || same;
    }
    *left = both;
    return 0;
}

static int writers_of(struct prism_syntax *syntax, const struct prism_process *process,
                      struct writers *writers) {
    *writers = (struct writers){NULL, 0};
    if (process->kind == PRISM_PROCESS_MODULE) {
        return writers_of_module(syntax, &syntax->model->modules[process->module], writers);
    }
    for (uint32_t i = 0; i < process->child_count; i++) {
        struct writers next;
        if (writers_of(syntax, process->children[i], &next) != 0 ||
            (i > 0 && merge_writers(syntax, process, writers, &next) != 0)) {
            return -1;
        }
        *writers = i == 0 ? next : *writers;
    }
    uint64_t kept = 0;
    for (uint64_t i = 0; i < writers->count; i++) {
        struct global_writer writer = writers->data[i];
        if (process->kind == PRISM_PROCESS_HIDE &&
            is_listed(writer.action, process->actions, process->name_count)) {
            continue;
        }
        for (uint32_t j = 0; j < process->renaming_count; j++) {
            if (process->from[j] == writer.action) {
                writer.action = process->to[j];
                break;
            }
        }
        writers->data[kept++] = writer;
    }
    writers->count = kept;
    if (process->kind == PRISM_PROCESS_RENAME) {
        sort_writers(writers);
    }
    return 0;
}

int prism_check_system(struct prism_syntax *syntax) {
    struct prism_model *model = syntax->model;
    struct writers writers;
    if (model->system_count == 0) {
        model->system = make_parallel(syntax);
        if (model->system == NULL) {
            return prism_syntax_memory(syntax);
        }
    } else if (compose(syntax) != 0) {
        return -1;
    }
    if (model->global_count > 0 && writers_of(syntax, model->system, &writers) != 0) {
        return -1;
    }
    model->actions = PRISM_POP(syntax, actions, 0, &model->action_count);
    return model->actions == NULL ? -1 : 0;
}
