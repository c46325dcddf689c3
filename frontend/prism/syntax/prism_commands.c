/* What commands assign: variables that they may write, each once, values of the right type; their actions. */
#include <string.h>

#include "base/error.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/syntax/prism_syntax.h"

static int resolve_variable(struct prism_syntax *syntax, const struct prism_module *module,
                            struct prism_assignment *assignment, uint32_t number) {
    const struct prism_model *model = syntax->model;
    uint32_t found = prism_find_symbol(syntax, assignment->name.text);
    if (found == PRISM_NONE) {
        return prism_unknown_name(syntax, assignment->name, "name");
    }
    const struct prism_symbol *symbol = &syntax->symbols.data[found];
    if (symbol->kind != PRISM_SYMBOL_VARIABLE) {
        return prism_syntax_error(syntax, assignment->name.position,
                                  "'%.100s' is a %s: only variables are assigned", assignment->name.text,
                                  symbol->kind == PRISM_SYMBOL_CONSTANT ? "constant" : "formula");
    }
    uint32_t owner = model->variables[symbol->index].module;
    if (owner != PRISM_NONE && owner != number) {
        return prism_syntax_error(
            syntax, assignment->name.position,
            "the variable '%.60s' belongs to the module '%.60s': the module '%.60s' may only read it",
            assignment->name.text, model->modules[owner].name.text, module->name.text);
    }
    assignment->variable = symbol->index;
    return 0;
}

static int check_type(struct prism_syntax *syntax, const struct prism_assignment *assignment) {
    static const char *const names[] = {"a bool", "an int", "a double"};
    const struct prism_variable *variable = &syntax->model->variables[assignment->variable];
    char shown[PRISM_SHOWN];
    if (assignment->value->type == variable->type) {
        return 0;
    }
    return prism_syntax_error(syntax, assignment->value->position,
                              "the variable '%.60s' is %s, but %s is %s%s", variable->name.text,
                              names[variable->type],
                              prism_show_expression(syntax->model, assignment->value, shown, sizeof shown),
                              names[assignment->value->type],
                              variable->type == PRISM_INT && assignment->value->type == PRISM_DOUBLE
                                  ? " (floor, ceil or round make an int of it)"
                                  : "");
}

/* `last_update` has, for each variable, the last update that assigned it. */
static int check_update(struct prism_syntax *syntax, uint32_t module, struct prism_update *update,
                        uint64_t *last_update, uint64_t number) {
    for (uint32_t i = 0; i < update->assignment_count; i++) {
        struct prism_assignment *assignment = &update->assignments[i];
        if (resolve_variable(syntax, &syntax->model->modules[module], assignment, module) != 0 ||
            check_type(syntax, assignment) != 0) {
            return -1;
        }
        if (last_update[assignment->variable] == number) {
            return prism_syntax_error(syntax, assignment->name.position,
                                      "the variable '%.100s' is assigned twice in one update",
                                      assignment->name.text);
        }
        last_update[assignment->variable] = number;
    }
    return 0;
}

static int check_rewards(struct prism_syntax *syntax) {
    const struct prism_model *model = syntax->model;
    for (uint32_t i = 0; i < model->reward_count; i++) {
        for (uint32_t j = 0; j < model->rewards[i].reward_count; j++) {
            struct prism_reward *reward = &model->rewards[i].rewards[j];
            reward->action = PRISM_NONE;
            if (reward->kind != PRISM_REWARD_ACTION) {
                continue;
            }
            reward->action = prism_find_action(syntax, reward->action_name.text);
            if (reward->action == PRISM_NONE) {
                return prism_syntax_error(syntax, reward->action_name.position,
                                          "no command has the action '%.100s'", reward->action_name.text);
            }
        }
    }
    return 0;
}

/* The actions that a system renames others to. */
static int intern_renamings(struct prism_syntax *syntax, const struct prism_process *process) {
    for (uint32_t i = 0; i < process->renaming_count; i++) {
        if (prism_intern_action(syntax, process->renamings[i].to.text) == PRISM_NONE) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < process->child_count; i++) {
        if (intern_renamings(syntax, process->children[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

int prism_check_commands(struct prism_syntax *syntax) {
    struct prism_model *model = syntax->model;
    uint64_t *last_update = arena_allocate(syntax->arena, model->variable_count * sizeof *last_update);
    uint64_t number = 0;
    if (last_update == NULL) {
        return prism_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            struct prism_command *command = &model->modules[i].commands[j];
            command->module = i;
            command->action = PRISM_NONE;
            if (command->action_name.text != NULL) {
                command->action = prism_intern_action(syntax, command->action_name.text);
                if (command->action == PRISM_NONE) {
                    return -1;
                }
            }
            for (uint32_t k = 0; k < command->update_count; k++) {
                if (prism_syntax_ask(syntax) != 0 ||
                    check_update(syntax, i, &command->updates[k], last_update, ++number) != 0) {
                    return -1;
                }
            }
        }
    }
    for (uint32_t i = 0; i < model->system_count; i++) {
        if (intern_renamings(syntax, model->systems[i].process) != 0) {
            return -1;
        }
    }
    if (check_rewards(syntax) != 0) {
        return -1;
    }
    return 0;
}
