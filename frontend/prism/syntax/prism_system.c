/*
 * How modules are composed: `system .. endsystem`, or all modules in parallel. Every module occurs once. A
 * global variable may be assigned by commands with an action, too, if no two of them ever belong to one
 * choice.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
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
    uint32_t child; /* of the process whose writers are being found: where it comes from */
    const struct prism_command *command;
};

struct writers {
    struct prism_syntax *syntax;
    uint32_t *shown;                   /* [actions]: what becomes of an action; itself between uses */
    GROWING(struct global_writer) all; /* those of a process are above those of the processes before it */
};

static int compare_writers(const void *left, const void *right) {
    const struct global_writer *a = left, *b = right;
    return a->action != b->action       ? sort_compare(a->action, b->action)
           : a->variable != b->variable ? sort_compare(a->variable, b->variable)
           : a->child != b->child       ? sort_compare(a->child, b->child)
                                        : (a->command > b->command) - (a->command < b->command);
}

static void sort_writers(struct writers *writers, uint64_t begin) {
    sort_items(writers->all.data + begin, writers->all.count - begin, sizeof *writers->all.data,
               compare_writers);
}

static int add_writer(struct writers *writers, uint32_t variable, const struct prism_command *command) {
    const struct global_writer writer = {command->action, variable, 0, command};
    return GROWING_ADD(writers->syntax->memory, writers->all, writer) != 0
               ? prism_syntax_memory(writers->syntax)
               : 0;
}

static int writers_of_command(struct writers *writers, const struct prism_command *command) {
    if (command->action == PRISM_NONE) {
        return 0;
    }
    int status = add_writer(writers, PRISM_NONE, command);
    for (uint32_t i = 0; i < command->update_count; i++) {
        for (uint32_t j = 0; j < command->updates[i].assignment_count && status == 0; j++) {
            const uint32_t variable = command->updates[i].assignments[j].variable;
            if (variable < writers->syntax->model->global_count) {
                status = add_writer(writers, variable, command);
            }
        }
    }
    return status;
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

/* Keeps one writer of each variable and action, those from `begin` on, without what is blocked; an error if
 * several children do an action together and assign one variable. */
static int join_writers(struct writers *writers, const struct prism_process *process, uint64_t begin) {
    struct global_writer *all = writers->all.data;
    const uint64_t end = writers->all.count;
    uint64_t kept = begin;
    sort_writers(writers, begin);
    for (uint64_t i = begin, next; i < end; i = next) {
        const int is_listed =
            process->kind == PRISM_PROCESS_SYNCHRONISED && writers->shown[all[i].action] == PRISM_NONE;
        uint32_t children = 0;
        for (next = i; next < end && all[next].action == all[i].action; next++) {
            children +=
                all[next].variable == PRISM_NONE &&
                (next == i || all[next - 1].variable != PRISM_NONE || all[next - 1].child != all[next].child);
        }
        for (uint64_t k = i; k < next && (!is_listed || children == process->child_count); k++) {
            const int is_new = k == i || all[k].variable != all[k - 1].variable;
            if (!is_new && all[k].variable != PRISM_NONE && all[k].child != all[k - 1].child &&
                (is_listed || process->kind == PRISM_PROCESS_PARALLEL)) {
                return conflict_error(writers->syntax, &all[k - 1], &all[k]);
            }
            if (is_new) {
                all[kept++] = all[k]; /* kept <= k: what is compared next is not changed */
            }
        }
    }
    writers->all.count = kept;
    return 0;
}

static void relabel_writers(struct writers *writers, uint64_t begin) {
    uint64_t kept = begin;
    for (uint64_t i = begin; i < writers->all.count; i++) {
        struct global_writer writer = writers->all.data[i];
        writer.action = writers->shown[writer.action];
        if (writer.action != PRISM_NONE) {
            writers->all.data[kept++] = writer;
        }
    }
    writers->all.count = kept;
}

static int writers_of(struct writers *writers, const struct prism_process *process) {
    const uint64_t begin = writers->all.count;
    if (process->kind == PRISM_PROCESS_MODULE) {
        const struct prism_module *module = &writers->syntax->model->modules[process->module];
        for (uint32_t i = 0; i < module->command_count; i++) {
            if (writers_of_command(writers, &module->commands[i]) != 0) {
                return -1;
            }
        }
        return prism_syntax_ask(writers->syntax);
    }
    for (uint32_t i = 0; i < process->child_count; i++) {
        uint64_t one = writers->all.count;
        if (writers_of(writers, process->children[i]) != 0) {
            return -1;
        }
        for (; one < writers->all.count; one++) {
            writers->all.data[one].child = i;
        }
    }
    for (uint32_t i = 0; i < process->name_count; i++) {
        writers->shown[process->actions[i]] = PRISM_NONE;
    }
    for (uint32_t i = 0; i < process->renaming_count; i++) {
        writers->shown[process->from[i]] = process->to[i];
    }
    if (process->kind == PRISM_PROCESS_HIDE || process->kind == PRISM_PROCESS_RENAME) {
        relabel_writers(writers, begin);
    }
    const int status = join_writers(writers, process, begin);
    for (uint32_t i = 0; i < process->name_count; i++) {
        writers->shown[process->actions[i]] = process->actions[i];
    }
    for (uint32_t i = 0; i < process->renaming_count; i++) {
        writers->shown[process->from[i]] = process->from[i];
    }
    return status;
}

static int check_writers(struct prism_syntax *syntax) {
    struct writers writers = {.syntax = syntax};
    writers.shown = arena_allocate(syntax->arena, syntax->actions.count * sizeof *writers.shown);
    if (writers.shown == NULL) {
        return prism_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < syntax->actions.count; i++) {
        writers.shown[i] = i;
    }
    const int status = writers_of(&writers, syntax->model->system);
    GROWING_FREE(syntax->memory, writers.all);
    return status;
}

int prism_check_system(struct prism_syntax *syntax) {
    struct prism_model *model = syntax->model;
    if (model->system_count == 0) {
        model->system = make_parallel(syntax);
        if (model->system == NULL) {
            return prism_syntax_memory(syntax);
        }
    } else if (compose(syntax) != 0) {
        return -1;
    }
    if (model->global_count > 0 && check_writers(syntax) != 0) {
        return -1;
    }
    model->actions = PRISM_POP(syntax, actions, 0, &model->action_count);
    return model->actions == NULL ? -1 : 0;
}
