/* The parser's actions: declarations, commands, and how modules are composed. */
#include <string.h>

#include "base/error.h"
#include "frontend/prism/syntax/prism_syntax.h"

int prism_set_kind(struct prism_syntax *syntax, enum prism_kind kind, struct source_position position) {
    if (syntax->has_kind) {
        return prism_syntax_error(syntax, position, "the kind of the model is given already (line %llu)",
                                  (unsigned long long)syntax->model->kind_position.line);
    }
    syntax->has_kind = 1;
    syntax->model->kind = kind;
    syntax->model->kind_position = position;
    return 0;
}

int prism_add_module(struct prism_syntax *syntax, struct prism_name name, uint64_t variables,
                     uint64_t commands) {
    struct prism_written_module written = {.module.name = name, .is_done = 1};
    written.variables = PRISM_POP(syntax, variables, variables, &written.variable_count);
    written.module.commands = PRISM_POP(syntax, commands, commands, &written.module.command_count);
    return written.variables == NULL || written.module.commands == NULL
               ? -1
               : PRISM_PUSH(syntax, modules, written);
}

int prism_add_renamed(struct prism_syntax *syntax, struct prism_name name, struct prism_name base,
                      uint64_t renamings) {
    struct prism_written_module written = {.module.name = name, .module.base = base};
    written.module.renamings = PRISM_POP(syntax, renamings, renamings, &written.module.renaming_count);
    return written.module.renamings == NULL ? -1 : PRISM_PUSH(syntax, modules, written);
}

int prism_add_rewards(struct prism_syntax *syntax, struct prism_name name, uint64_t rewards) {
    struct prism_reward_structure structure = {.name = name};
    structure.rewards = PRISM_POP(syntax, rewards, rewards, &structure.reward_count);
    return structure.rewards == NULL ? -1 : PRISM_PUSH(syntax, structures, structure);
}

int prism_add_label(struct prism_syntax *syntax, struct prism_name name,
                    struct prism_expression *expression) {
    if (strcmp(name.text, "init") == 0 || strcmp(name.text, "deadlock") == 0) {
        return prism_syntax_error(syntax, name.position, "the label \"%s\" is built in: choose another name",
                                  name.text);
    }
    return PRISM_PUSH(syntax, labels, (struct prism_label){name, expression});
}

int prism_add_initial(struct prism_syntax *syntax, struct prism_expression *expression,
                      struct source_position position) {
    if (syntax->initial != NULL) {
        return prism_syntax_error(syntax, position, "the initial states are given already (line %llu)",
                                  (unsigned long long)syntax->initial_position.line);
    }
    syntax->initial = expression;
    syntax->initial_position = position;
    return 0;
}

int prism_push_command(struct prism_syntax *syntax, struct prism_name action, struct prism_expression *guard,
                       uint64_t updates, struct source_position position) {
    struct prism_command command = {
        .position = position, .action_name = action, .action = PRISM_NONE, .guard = guard};
    command.updates = PRISM_POP(syntax, updates, updates, &command.update_count);
    return command.updates == NULL ? -1 : PRISM_PUSH(syntax, commands, command);
}

int prism_push_update(struct prism_syntax *syntax, struct prism_expression *probability, uint64_t assignments,
                      struct source_position position) {
    struct prism_update update = {.position = position, .weight.expression = probability};
    update.assignments = PRISM_POP(syntax, assignments, assignments, &update.assignment_count);
    return update.assignments == NULL ? -1 : PRISM_PUSH(syntax, updates, update);
}

/* --- processes --- */

struct prism_process *prism_make_process(struct prism_syntax *syntax, enum prism_process_kind kind,
                                         struct source_position position) {
    struct prism_process *process = arena_allocate(syntax->arena, sizeof *process);
    if (process == NULL) {
        prism_syntax_memory(syntax);
        return NULL;
    }
    process->kind = kind;
    process->position = position;
    process->depth = 1;
    process->module = PRISM_NONE;
    return process;
}

struct prism_process *prism_make_process_named(struct prism_syntax *syntax, enum prism_process_kind kind,
                                               struct prism_name name) {
    struct prism_process *process = prism_make_process(syntax, kind, name.position);
    if (process != NULL) {
        process->name = name;
    }
    return process;
}

static int add_child(struct prism_syntax *syntax, struct prism_process *process,
                     struct prism_process *child) {
    uint32_t count = process->child_count;
    if ((count & (count - 1)) == 0) {
        struct prism_process **larger =
            arena_allocate(syntax->arena, (count == 0 ? 1 : 2 * (uint64_t)count) * sizeof *larger);
        if (larger == NULL) {
            return prism_syntax_memory(syntax);
        }
        if (count > 0) {
            memcpy(larger, process->children, count * sizeof *larger);
        }
        process->children = larger;
    }
    process->children[process->child_count++] = child;
    process->depth = child->depth + 1 > process->depth ? child->depth + 1 : process->depth;
    return process->depth <= PRISM_DEPTH_MOST
               ? 0
               : prism_syntax_too_deep(syntax, process->position, PRISM_DEEP_PROCESS);
}

/* Whether every name of one list is in the other. */
static int is_within(const struct prism_name *names, uint32_t count, const struct prism_name *others,
                     uint32_t other_count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = 0;
        while (j < other_count && strcmp(names[i].text, others[j].text) != 0) {
            j++;
        }
        if (j == other_count) {
            return 0;
        }
    }
    return 1;
}

struct prism_process *prism_join_processes(struct prism_syntax *syntax, enum prism_process_kind kind,
                                           struct prism_process *left, struct prism_process *right,
                                           const uint64_t *names, struct source_position position) {
    struct prism_process *process = prism_make_process(syntax, kind, position);
    if (process == NULL) {
        return NULL;
    }
    if (names != NULL) {
        process->names = PRISM_POP(syntax, names, *names, &process->name_count);
        if (process->names == NULL) {
            return NULL;
        }
    }
    if (left->kind == kind && !left->is_closed) {
        if (!is_within(left->names, left->name_count, process->names, process->name_count) ||
            !is_within(process->names, process->name_count, left->names, left->name_count)) {
            prism_syntax_error(syntax, position,
                               "processes are synchronised on other actions before: put P |[..]| Q into "
                               "parentheses");
            return NULL;
        }
        return add_child(syntax, left, right) == 0 ? left : NULL;
    }
    return add_child(syntax, process, left) == 0 && add_child(syntax, process, right) == 0 ? process : NULL;
}

struct prism_process *prism_wrap_process(struct prism_syntax *syntax, enum prism_process_kind kind,
                                         struct prism_process *body, uint64_t begin,
                                         struct source_position position) {
    struct prism_process *process = prism_make_process(syntax, kind, position);
    if (process == NULL) {
        return NULL;
    }
    const void *list =
        kind == PRISM_PROCESS_HIDE
            ? (const void *)(process->names = PRISM_POP(syntax, names, begin, &process->name_count))
            : (process->renamings = PRISM_POP(syntax, renamings, begin, &process->renaming_count));
    return list == NULL || add_child(syntax, process, body) != 0 ? NULL : process;
}
