/*
 * Renamed modules: the text of the base with other names. Formulas have been expanded, so their contents are
 * renamed, too, each once for a module.
 */
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "frontend/prism/syntax/prism_syntax.h"

struct copy {
    const struct prism_expression *from;
    struct prism_expression *to;
};

/* A module that is being made. */
struct renamer {
    struct prism_syntax *syntax;
    struct prism_name_index names; /* of the renamings, by the old name */
    const struct prism_renaming *renamings;
    GROWING(struct copy) copies; /* what formulas stand for, and their copies */
    struct index by_source;
};

static uint64_t hash_source(const struct prism_expression *source) {
    uintptr_t address = (uintptr_t)source;
    return hash_bytes(&address, sizeof address, 0);
}

/* The new name, or NULL. */
static const struct prism_name *find_new(const struct renamer *renamer, const char *text) {
    uint32_t found = prism_name_index_find(&renamer->names, text);
    return found == PRISM_NONE ? NULL : &renamer->renamings[found].to;
}

static void rename_name(const struct renamer *renamer, struct prism_name *name) {
    const struct prism_name *other = name->text == NULL ? NULL : find_new(renamer, name->text);
    name->text = other == NULL ? name->text : other->text;
}

static struct prism_expression *copy_expression(struct renamer *renamer, const struct prism_expression *from);

/* What a formula stands for. */
static struct prism_expression *copy_shared(struct renamer *renamer, const struct prism_expression *from) {
    struct prism_syntax *syntax = renamer->syntax;
    uint64_t hash = hash_source(from);
    for (struct index_walk walk = index_find(&renamer->by_source, hash); index_next(&walk);) {
        if (renamer->copies.data[walk.number].from == from) {
            return renamer->copies.data[walk.number].to;
        }
    }
    struct prism_expression *to = copy_expression(renamer, from);
    if (to == NULL) {
        return NULL;
    }
    if (GROWING_ADD(syntax->memory, renamer->copies, (struct copy){from, to}) != 0 ||
        index_add(&renamer->by_source, syntax->memory, hash, (uint32_t)renamer->copies.count - 1) != 0) {
        prism_syntax_memory(syntax);
        return NULL;
    }
    return to;
}

/* NULL with the error filled. */
static struct prism_expression *copy_expression(struct renamer *renamer,
                                                const struct prism_expression *from) {
    struct prism_syntax *syntax = renamer->syntax;
    struct prism_expression *to = arena_allocate(syntax->arena, sizeof *to);
    struct prism_expression **operands =
        arena_allocate(syntax->arena, from->operand_count * sizeof *from->operands);
    if (to == NULL || operands == NULL) {
        prism_syntax_memory(syntax);
        return NULL;
    }
    *to = *from;
    to->operands = operands;
    if (from->kind == PRISM_NAMED || from->kind == PRISM_CALL) {
        struct prism_name name = {from->text, from->position};
        rename_name(renamer, &name);
        to->text = name.text;
    }
    for (uint32_t i = 0; i < from->operand_count; i++) {
        operands[i] = from->kind == PRISM_FORMULA ? copy_shared(renamer, from->operands[i])
                                                  : copy_expression(renamer, from->operands[i]);
        if (operands[i] == NULL) {
            return NULL;
        }
    }
    return to;
}

static int copy_into(struct renamer *renamer, struct prism_expression **expression) {
    if (*expression != NULL) {
        *expression = copy_expression(renamer, *expression);
        return *expression == NULL ? -1 : 0;
    }
    return 0;
}

static int copy_variables(struct renamer *renamer, const struct prism_written_module *base,
                          struct prism_written_module *module) {
    struct prism_syntax *syntax = renamer->syntax;
    module->variable_count = base->variable_count;
    module->variables = arena_allocate(syntax->arena, base->variable_count * sizeof *module->variables);
    if (module->variables == NULL) {
        return prism_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < base->variable_count; i++) {
        struct prism_variable *variable = &module->variables[i];
        *variable = base->variables[i];
        const struct prism_name *name = find_new(renamer, variable->name.text);
        if (name == NULL) {
            return prism_syntax_error(
                syntax, module->module.name.position,
                "the module '%.60s' does not rename the variable '%.60s' of '%.60s': add "
                "%.60s=NAME",
                module->module.name.text, variable->name.text, base->module.name.text, variable->name.text);
        }
        variable->name = *name;
        if (copy_into(renamer, &variable->low_bound) != 0 || copy_into(renamer, &variable->high_bound) != 0 ||
            copy_into(renamer, &variable->initial_value) != 0) {
            return -1;
        }
    }
    return 0;
}

static int copy_update(struct renamer *renamer, struct prism_update *update) {
    struct prism_syntax *syntax = renamer->syntax;
    uint64_t bytes = update->assignment_count * sizeof *update->assignments;
    struct prism_assignment *copies = arena_allocate(syntax->arena, bytes);
    if (copies == NULL) {
        return prism_syntax_memory(syntax);
    }
    memcpy(copies, update->assignments, bytes);
    update->assignments = copies;
    for (uint32_t i = 0; i < update->assignment_count; i++) {
        rename_name(renamer, &copies[i].name);
        if (copy_into(renamer, &copies[i].value) != 0) {
            return -1;
        }
    }
    return copy_into(renamer, &update->weight.expression);
}

static int copy_commands(struct renamer *renamer, const struct prism_module *base,
                         struct prism_module *module) {
    struct prism_syntax *syntax = renamer->syntax;
    module->command_count = base->command_count;
    module->commands = arena_allocate(syntax->arena, base->command_count * sizeof *module->commands);
    if (module->commands == NULL) {
        return prism_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < base->command_count; i++) {
        struct prism_command *command = &module->commands[i];
        *command = base->commands[i];
        command->updates = arena_allocate(syntax->arena, command->update_count * sizeof *command->updates);
        if (command->updates == NULL) {
            return prism_syntax_memory(syntax);
        }
        memcpy(command->updates, base->commands[i].updates, command->update_count * sizeof *command->updates);
        rename_name(renamer, &command->action_name);
        if (copy_into(renamer, &command->guard) != 0) {
            return -1;
        }
        for (uint32_t j = 0; j < command->update_count; j++) {
            if (copy_update(renamer, &command->updates[j]) != 0) {
                return -1;
            }
        }
    }
    return 0;
}

static int make_module(struct prism_syntax *syntax, const struct prism_written_module *base,
                       struct prism_written_module *module) {
    struct renamer renamer = {.syntax = syntax, .renamings = module->module.renamings};
    int status =
        prism_syntax_ask(syntax) != 0 ||
        prism_name_index_fill(syntax, &renamer.names, module->module.renamings, module->module.renaming_count,
                              sizeof *module->module.renamings, "renaming of");
    if (status == 0) {
        status = copy_variables(&renamer, base, module) != 0
                     ? -1
                     : copy_commands(&renamer, &base->module, &module->module);
    }
    module->is_done = 1;
    prism_name_index_free(syntax, &renamer.names);
    GROWING_FREE(syntax->memory, renamer.copies);
    index_free(&renamer.by_source, syntax->memory);
    return status;
}

/* Makes the module of this number, and before it those on which it is based: a chain, gone through without
 * recursion. chain: room for the numbers of all modules. */
static int make_chain(struct prism_syntax *syntax, const struct prism_name_index *names, uint32_t last,
                      uint32_t *chain) {
    struct prism_written_module *modules = syntax->modules.data;
    uint64_t length = 0;
    for (uint32_t at = last; !modules[at].is_done;) {
        const struct prism_name *base = &modules[at].module.base;
        const uint32_t found = prism_name_index_find(names, base->text);
        if (found == PRISM_NONE) {
            return prism_unknown_name(syntax, *base, "module");
        }
        chain[length++] = at;
        if (length == syntax->modules.count || found == last) {
            return prism_syntax_error(syntax, modules[last].module.base.position,
                                      "the module '%.60s' is a renamed copy of itself",
                                      modules[last].module.name.text);
        }
        at = found;
    }
    while (length-- > 0) {
        const uint32_t at = chain[length];
        const uint32_t base = prism_name_index_find(names, modules[at].module.base.text);
        if (make_module(syntax, &modules[base], &modules[at]) != 0) {
            return -1;
        }
    }
    return 0;
}

int prism_rename_modules(struct prism_syntax *syntax) {
    struct prism_name_index names = {0};
    uint32_t *chain = arena_allocate(syntax->arena, syntax->modules.count * sizeof *chain);
    int status = chain == NULL
                     ? prism_syntax_memory(syntax)
                     : prism_name_index_fill(syntax, &names, syntax->modules.data, syntax->modules.count,
                                             sizeof *syntax->modules.data, "module");
    for (uint32_t i = 0; status == 0 && i < syntax->modules.count; i++) {
        status = make_chain(syntax, &names, i, chain);
    }
    prism_name_index_free(syntax, &names);
    return status;
}
