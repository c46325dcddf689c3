/* Names of constants, formulas, variables, functions and actions: declared, numbered and resolved. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/text/spelling.h"
#include "frontend/prism/syntax/prism_syntax.h"

enum { STAGE_RESOLVED = 10 };

static uint64_t hash_name(const char *text) {
    return hash_bytes(text, strlen(text), 0);
}

/* --- arrays with names --- */

static const struct prism_name *name_at(const struct prism_name_index *names, uint64_t number) {
    return (const struct prism_name *)((const char *)names->elements + number * names->stride);
}

uint32_t prism_name_index_find(const struct prism_name_index *names, const char *text) {
    for (struct index_walk walk = index_find(&names->index, hash_name(text)); index_next(&walk);) {
        if (strcmp(name_at(names, walk.number)->text, text) == 0) {
            return walk.number;
        }
    }
    return PRISM_NONE;
}

int prism_name_index_fill(struct prism_syntax *syntax, struct prism_name_index *names, const void *elements,
                          uint64_t count, size_t stride, const char *what) {
    names->elements = elements;
    names->stride = stride;
    for (uint64_t i = 0; i < count; i++) {
        const struct prism_name *name = name_at(names, i);
        uint32_t other = name->text == NULL ? PRISM_NONE : prism_name_index_find(names, name->text);
        if (other != PRISM_NONE) {
            return prism_syntax_error(syntax, name->position, "there is a %s '%.100s' already (line %llu)",
                                      what, name->text,
                                      (unsigned long long)name_at(names, other)->position.line);
        }
        if (name->text != NULL &&
            index_add(&names->index, syntax->memory, hash_name(name->text), (uint32_t)i) != 0) {
            return prism_syntax_memory(syntax);
        }
    }
    return 0;
}

void prism_name_index_free(struct prism_syntax *syntax, struct prism_name_index *names) {
    index_free(&names->index, syntax->memory);
}

/* --- symbols and actions --- */

uint32_t prism_find_symbol(const struct prism_syntax *syntax, const char *text) {
    for (struct index_walk walk = index_find(&syntax->by_name, hash_name(text)); index_next(&walk);) {
        if (strcmp(syntax->symbols.data[walk.number].name.text, text) == 0) {
            return walk.number;
        }
    }
    return PRISM_NONE;
}

static const char *const symbol_names[] = {"constant", "formula", "variable"};

int prism_declare(struct prism_syntax *syntax, struct prism_name name, enum prism_symbol_kind kind,
                  uint32_t index) {
    uint32_t other = prism_find_symbol(syntax, name.text);
    if (other != PRISM_NONE) {
        const struct prism_symbol *symbol = &syntax->symbols.data[other];
        return prism_syntax_error(syntax, name.position, "there is a %s '%.100s' already (line %llu)",
                                  symbol_names[symbol->kind], name.text,
                                  (unsigned long long)symbol->name.position.line);
    }
    return PRISM_PUSH(syntax, symbols, (struct prism_symbol){name, kind, index}) != 0 ? -1
           : index_add(&syntax->by_name, syntax->memory, hash_name(name.text),
                       (uint32_t)syntax->symbols.count - 1) != 0
               ? prism_syntax_memory(syntax)
               : 0;
}

uint32_t prism_find_action(const struct prism_syntax *syntax, const char *text) {
    for (struct index_walk walk = index_find(&syntax->by_action, hash_name(text)); index_next(&walk);) {
        if (strcmp(syntax->actions.data[walk.number], text) == 0) {
            return walk.number;
        }
    }
    return PRISM_NONE;
}

uint32_t prism_intern_action(struct prism_syntax *syntax, const char *text) {
    uint32_t found = prism_find_action(syntax, text);
    if (found != PRISM_NONE) {
        return found;
    }
    found = (uint32_t)syntax->actions.count;
    if (PRISM_PUSH(syntax, actions, text) != 0) {
        return PRISM_NONE;
    }
    if (index_add(&syntax->by_action, syntax->memory, hash_name(text), found) != 0) {
        prism_syntax_memory(syntax);
        return PRISM_NONE;
    }
    return found;
}

int prism_unknown_name(struct prism_syntax *syntax, struct prism_name name, const char *what) {
    struct spelling_guess guess = {.text = name.text};
    for (uint64_t i = 0; i < syntax->symbols.count && strcmp(what, "name") == 0 && strlen(name.text) > 2;
         i++) {
        spelling_consider(&guess, syntax->symbols.data[i].name.text);
    }
    if (guess.word != NULL) {
        return prism_syntax_error(syntax, name.position, "'%.100s' is not declared; did you mean '%.100s'?",
                                  name.text, guess.word);
    }
    return strcmp(what, "name") == 0
               ? prism_syntax_error(syntax, name.position,
                                    "'%.100s' is not declared: no constant, formula%s has this name",
                                    name.text, syntax->is_single ? ", variable or label" : " or variable")
               : prism_syntax_error(syntax, name.position, "there is no %s '%.100s'", what, name.text);
}

/* --- the model's arrays --- */

#define TAKE(syntax, list, array, number)                                                                    \
    (((array) = PRISM_POP((syntax), list, 0, (number))) == NULL ? -1 : 0)

/* Puts the variables of all modules after the globals, and declares them. */
static int number_variables(struct prism_syntax *syntax) {
    struct prism_model *model = syntax->model;
    uint64_t count = syntax->globals.count;
    for (uint64_t i = 0; i < syntax->modules.count; i++) {
        count += syntax->modules.data[i].variable_count;
    }
    model->variables = arena_allocate(syntax->arena, count * sizeof *model->variables);
    model->modules = arena_allocate(syntax->arena, syntax->modules.count * sizeof *model->modules);
    if (model->variables == NULL || model->modules == NULL || count >= PRISM_NONE) {
        return prism_syntax_memory(syntax);
    }
    model->module_count = (uint32_t)syntax->modules.count;
    model->global_count = (uint32_t)syntax->globals.count;
    for (uint32_t i = 0; i < model->global_count; i++) {
        model->variables[i] = syntax->globals.data[i];
        model->variables[i].module = PRISM_NONE;
    }
    uint32_t at = model->global_count;
    for (uint32_t i = 0; i < model->module_count; i++) {
        const struct prism_written_module *written = &syntax->modules.data[i];
        model->modules[i] = written->module;
        model->modules[i].variables_begin = at;
        for (uint32_t j = 0; j < written->variable_count; j++, at++) {
            model->variables[at] = written->variables[j];
            model->variables[at].module = i;
            if (prism_declare(syntax, written->variables[j].name, PRISM_SYMBOL_VARIABLE, at) != 0) {
                return -1;
            }
        }
        model->modules[i].variables_end = at;
    }
    model->variable_count = at;
    return 0;
}

static int fill_model(struct prism_syntax *syntax) {
    struct prism_model *model = syntax->model;
    struct prism_name_index labels = {0}, structures = {0};
    model->initial = syntax->initial;
    int status = TAKE(syntax, constants, model->constants, &model->constant_count) != 0 ||
                         TAKE(syntax, formulas, model->formulas, &model->formula_count) != 0 ||
                         TAKE(syntax, labels, model->labels, &model->label_count) != 0 ||
                         TAKE(syntax, structures, model->rewards, &model->reward_count) != 0 ||
                         TAKE(syntax, systems, model->systems, &model->system_count) != 0 ||
                         number_variables(syntax) != 0 ||
                         prism_name_index_fill(syntax, &labels, model->labels, model->label_count,
                                               sizeof *model->labels, "label") != 0 ||
                         prism_name_index_fill(syntax, &structures, model->rewards, model->reward_count,
                                               sizeof *model->rewards, "reward structure") != 0
                     ? -1
                     : 0;
    prism_name_index_free(syntax, &labels);
    prism_name_index_free(syntax, &structures);
    return status;
}

/* --- expressions --- */

static const struct {
    const char *name;
    enum prism_operator kind;
    uint32_t least, most;
} functions[] = {
    {"min", PRISM_MIN, 1, UINT32_MAX}, {"max", PRISM_MAX, 1, UINT32_MAX}, {"floor", PRISM_FLOOR, 1, 1},
    {"ceil", PRISM_CEIL, 1, 1},        {"round", PRISM_ROUND, 1, 1},      {"pow", PRISM_POWER, 2, 2},
    {"mod", PRISM_MOD, 2, 2},          {"log", PRISM_LOG, 2, 2},
};

static int resolve_function(struct prism_syntax *syntax, struct prism_expression *expression) {
    for (size_t i = 0; i < LENGTH(functions); i++) {
        if (strcmp(functions[i].name, expression->text) != 0) {
            continue;
        }
        if (expression->operand_count < functions[i].least || expression->operand_count > functions[i].most) {
            return prism_syntax_error(syntax, expression->position, "%s takes %u operand%s, not %u",
                                      functions[i].name, functions[i].least,
                                      functions[i].least == 1 ? "" : "s", expression->operand_count);
        }
        expression->kind = functions[i].kind;
        return 0;
    }
    return prism_syntax_error(syntax, expression->position,
                              "there is no function '%.60s': PRISM has min, max, floor, ceil, round, pow, "
                              "mod and log",
                              expression->text);
}

static int resolve_name(struct prism_syntax *syntax, struct prism_expression *expression) {
    uint32_t found = prism_find_symbol(syntax, expression->text);
    if (found == PRISM_NONE && syntax->is_single &&
        prism_find_label(syntax, expression->text) != PRISM_NONE) {
        const struct prism_expression *label =
            prism_make_label(syntax, (struct prism_name){expression->text, expression->position});
        return label == NULL ? -1 : (*expression = *label, 0);
    }
    if (found == PRISM_NONE) {
        return prism_unknown_name(syntax, (struct prism_name){expression->text, expression->position},
                                  "name");
    }
    const struct prism_symbol *symbol = &syntax->symbols.data[found];
    expression->index = symbol->index;
    switch (symbol->kind) {
    case PRISM_SYMBOL_CONSTANT:
        expression->kind = PRISM_CONSTANT;
        return 0;
    case PRISM_SYMBOL_VARIABLE:
        expression->kind = PRISM_VARIABLE;
        return 0;
    case PRISM_SYMBOL_FORMULA: /* the new name of a renaming */
        break;
    }
    expression->operands = arena_allocate(syntax->arena, sizeof *expression->operands);
    if (expression->operands == NULL) {
        return prism_syntax_memory(syntax);
    }
    expression->kind = PRISM_FORMULA;
    expression->operands[0] = syntax->model->formulas[symbol->index].expression;
    expression->operand_count = 1;
    return 0;
}

static int resolve(struct prism_syntax *syntax, struct prism_expression *expression) {
    if (expression->stage >= STAGE_RESOLVED) { /* a predicate shares expressions of the finished model */
        return 0;
    }
    if ((expression->kind == PRISM_NAMED && resolve_name(syntax, expression) != 0) ||
        (expression->kind == PRISM_CALL && resolve_function(syntax, expression) != 0)) {
        return -1;
    }
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (resolve(syntax, expression->operands[i]) != 0) {
            return -1;
        }
    }
    expression->stage = STAGE_RESOLVED;
    return prism_measure(syntax, expression);
}

int prism_resolve_single(struct prism_syntax *syntax, struct prism_expression *expression) {
    return resolve(syntax, expression);
}

int prism_resolve_names(struct prism_syntax *syntax) {
    if (fill_model(syntax) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < syntax->model->formula_count; i++) {
        if (resolve(syntax, syntax->model->formulas[i].expression) != 0) {
            return -1;
        }
    }
    return prism_each_expression(syntax, resolve);
}
