/*
 * Predicates: boolean expressions on the states of a model that has been read, for formulas. They may have
 * labels, which expressions of the model itself cannot.
 */
#include <string.h>

#include "base/error.h"
#include "base/text/text_buffer.h"
#include "frontend/prism/syntax/prism_fold.h"

#define DEADLOCK "deadlock"
#define INITIAL "init"

/* --- labels --- */

uint32_t prism_find_label(const struct prism_syntax *syntax, const char *text) {
    const struct prism_model *model = syntax->model;
    for (uint32_t i = 0; i < model->label_count; i++) {
        if (strcmp(model->labels[i].name.text, text) == 0) {
            return i;
        }
    }
    return PRISM_NONE;
}

/* variable = its initial value */
static struct prism_expression *begins(struct prism_syntax *syntax, uint32_t index,
                                       struct source_position position) {
    const struct prism_variable *variable = &syntax->model->variables[index];
    struct prism_expression *reads =
        prism_make_name(syntax, (struct prism_name){variable->name.text, position});
    struct prism_expression *value =
        prism_make_literal(syntax, (struct prism_value){.type = variable->type, .integer = variable->initial},
                           (struct prism_name){"", position});
    return reads == NULL || value == NULL ? NULL
                                          : prism_make_binary(syntax, PRISM_EQUAL, reads, value, position);
}

/* Holds exactly in the initial states. */
static struct prism_expression *initial_condition(struct prism_syntax *syntax,
                                                  struct source_position position) {
    const struct prism_model *model = syntax->model;
    struct prism_expression *all = model->initial;
    for (uint32_t i = 0; i < model->variable_count && model->initial == NULL; i++) {
        struct prism_expression *one = begins(syntax, i, position);
        all = one == NULL   ? NULL
              : all == NULL ? one
                            : prism_make_binary(syntax, PRISM_AND, all, one, position);
        if (all == NULL) {
            return NULL;
        }
    }
    return all != NULL ? all
                       : prism_make_literal(syntax, (struct prism_value){.type = PRISM_BOOL, .integer = 1},
                                            (struct prism_name){"true", position});
}

struct prism_expression *prism_make_label(struct prism_syntax *syntax, struct prism_name name) {
    uint32_t number = prism_find_label(syntax, name.text);
    int is_deadlock = strcmp(name.text, DEADLOCK) == 0;
    struct prism_expression *meaning =
        number != PRISM_NONE              ? syntax->model->labels[number].expression
        : strcmp(name.text, INITIAL) == 0 ? initial_condition(syntax, name.position)
        : is_deadlock ? prism_make_literal(syntax, (struct prism_value){.type = PRISM_BOOL}, name)
                      : NULL;
    if (meaning == NULL) { /* keeps an earlier error */
        prism_syntax_error(syntax, name.position, "the model has no label \"%.100s\"", name.text);
        return NULL;
    }
    struct prism_expression *label = prism_make_unary(syntax, PRISM_FORMULA, meaning, name.position);
    if (label != NULL) {
        label->text = name.text;
        label->index = PRISM_NONE;
    }
    syntax->needs_deadlock |= is_deadlock;
    return label;
}

/* --- reading --- */

/* Declares again what the model declares. */
static int declare_all(struct prism_syntax *syntax) {
    const struct prism_model *model = syntax->model;
    int failed = 0;
    for (uint32_t i = 0; i < model->constant_count && !failed; i++) {
        failed = prism_declare(syntax, model->constants[i].name, PRISM_SYMBOL_CONSTANT, i);
    }
    for (uint32_t i = 0; i < model->formula_count && !failed; i++) {
        failed = prism_declare(syntax, model->formulas[i].name, PRISM_SYMBOL_FORMULA, i);
    }
    for (uint32_t i = 0; i < model->variable_count && !failed; i++) {
        failed = prism_declare(syntax, model->variables[i].name, PRISM_SYMBOL_VARIABLE, i);
    }
    return failed;
}

/* Parses a copy of the text, with as many blanks before it as make its columns right. */
static int parse(struct prism_syntax *syntax, const char *text, size_t length,
                 struct source_position position) {
    struct text_buffer copy = {0};
    int failed = 0;
    for (uint64_t column = 1; column < position.column && !failed; column++) {
        failed = text_buffer_append(syntax->memory, &copy, " ", 1);
    }
    failed = failed || text_buffer_append(syntax->memory, &copy, text, length) != 0 ||
             text_buffer_reserve(syntax->memory, &copy, 2) != 0;
    if (!failed) {
        syntax->line = (uint32_t)position.line;
        syntax->line_start = copy.data;
    }
    failed = failed ? prism_syntax_memory(syntax) : prism_syntax_parse(syntax, copy.data, copy.length);
    text_buffer_free(syntax->memory, &copy);
    return failed;
}

/* Whether all constants have values. The expression is of limited depth. */
static int check_constants(struct prism_syntax *syntax, const struct prism_expression *expression) {
    if (expression->kind == PRISM_CONSTANT && !syntax->model->constants[expression->index].has_value) {
        const struct prism_constant *constant = &syntax->model->constants[expression->index];
        return constant->expression == NULL
                   ? prism_syntax_error(
                         syntax, expression->position,
                         "the constant '%.100s' has no value: give it one with --const %.100s=VALUE",
                         constant->name.text, constant->name.text)
                   : prism_syntax_error(syntax, expression->position,
                                        "the constant '%.100s' has no value, as one that it needs has none: "
                                        "give it one with --const NAME=VALUE",
                                        constant->name.text);
    }
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (check_constants(syntax, expression->operands[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

int prism_read_single(struct prism_syntax *syntax, const char *text, size_t length,
                      struct source_position position) {
    if (declare_all(syntax) != 0 || parse(syntax, text, length, position) != 0) {
        return -1;
    }
    struct prism_expression *single = syntax->single;
    if (prism_resolve_single(syntax, single) != 0 || prism_check_single(syntax, single) != 0) {
        return -1;
    }
    if (syntax->needs_deadlock && (single->kind != PRISM_FORMULA || single->index != PRISM_NONE)) {
        return prism_syntax_error(syntax, single->position,
                                  "\"" DEADLOCK "\" stands alone in its braces: write {\"" DEADLOCK
                                  "\"} && {..}, with the operators of formulas");
    }
    return check_constants(syntax, single) != 0 ? -1 : prism_fold_parts(syntax, single);
}
