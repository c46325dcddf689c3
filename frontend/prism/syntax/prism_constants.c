/* The values of constants, given or computed; the ranges and initial values of variables, which need them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text/definitions.h"
#include "frontend/prism/syntax/prism_fold.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/syntax/prism_syntax.h"

enum { STAGE_USED = PRISM_STAGE_FOLDED - 1 };

/* Where the computation of a constant is; those that are open are on a path, for the message about a cycle.
 */
struct computation {
    struct prism_syntax *syntax;
    struct prism_constant *constants;
    unsigned char *states; /* [constant_count] */
    uint32_t *path, path_count;
};
enum { CONSTANT_NEW, CONSTANT_OPEN, CONSTANT_DONE };

static int report_failure(struct prism_syntax *syntax, const struct prism_failure *failure) {
    char shown[PRISM_SHOWN];
    if (syntax->failed) {
        return -1; /* memory ran out, or the run must stop: there is no failure */
    }
    return prism_syntax_error(syntax, failure->expression->position, "%s: %s",
                              prism_show_expression(syntax->model, failure->expression, shown, sizeof shown),
                              failure->text);
}

/* --- values that are given --- */

/* Reads [+-]digits, up to 32 bits. */
static int read_int(const char *text, int64_t *value) {
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits == '\0' || strspn(digits, "0123456789") != strlen(digits) || strlen(digits) > 10) {
        return -1;
    }
    *value = strtoll(text, NULL, 10);
    return *value < INT32_MIN || *value > INT32_MAX ? -1 : 0;
}

/* Reads a number as the language writes it, after a sign. */
static int read_real(const char *text, double *value) {
    const char *at = text + (*text == '-' || *text == '+');
    size_t whole = strspn(at, "0123456789");
    at += whole;
    if (*at == '.') {
        size_t fraction = strspn(++at, "0123456789");
        at += fraction;
        whole = fraction;
    }
    if (whole > 0 && (*at == 'e' || *at == 'E')) {
        at += 1 + (at[1] == '-' || at[1] == '+');
        whole = strspn(at, "0123456789");
        at += whole;
    }
    return whole == 0 || *at != '\0' || prism_read_double(text, value) != 0 ? -1 : 0;
}

/* "large" or "small" if the number is too large or too small for a double; else NULL. */
static const char *excess_of(const struct prism_constant *constant, const char *text) {
    if (constant->type != PRISM_DOUBLE || !constant->has_value) {
        return NULL;
    }
    return !isfinite(constant->value.real)                  ? "large"
           : prism_is_too_small(text, constant->value.real) ? "small"
                                                            : NULL;
}

static int read_value(enum prism_type type, const char *text, struct prism_value *value) {
    *value = (struct prism_value){.type = type};
    if (type == PRISM_BOOL) {
        value->integer = strcmp(text, "true") == 0;
        return value->integer || strcmp(text, "false") == 0 ? 0 : -1;
    }
    return type == PRISM_INT ? read_int(text, &value->integer) : read_real(text, &value->real);
}

static int take_definition(struct prism_syntax *syntax, struct prism_constant *constant,
                           struct definitions *definitions) {
    static const char *const wanted[] = {"a bool: true or false", "an int of 32 bits",
                                         "a double, such as 0.5 or 1e-3"};
    const struct definition *definition = definitions_take(definitions, constant->name.text);
    if (definition == NULL) {
        return 0;
    }
    if (constant->expression != NULL) {
        return prism_syntax_error(
            syntax, constant->name.position,
            "the constant '%.100s' has its value here, so '%.100s=%.60s' cannot give it "
            "another",
            constant->name.text, definition->name, definition->value);
    }
    if (strchr(definition->value, ':') != NULL || strstr(definition->value, "..") != NULL) {
        return prism_syntax_error(
            syntax, constant->name.position,
            "'%.100s=%.60s' is a range of many models, and heddle reads one model: give one value, and "
            "run heddle again for each other value",
            definition->name, definition->value);
    }
    if (strchr(definition->value, ';') != NULL) {
        return prism_syntax_error(syntax, constant->name.position,
                                  "'%.100s=%.60s': commas separate constants: --const N=1,M=2",
                                  definition->name, definition->value);
    }
    if (read_value(constant->type, definition->value, &constant->value) != 0) {
        return prism_syntax_error(syntax, constant->name.position,
                                  "'%.100s=%.60s': the constant '%.100s' is %s", definition->name,
                                  definition->value, constant->name.text, wanted[constant->type]);
    }
    constant->has_value = 1;
    const char *excess = excess_of(constant, definition->value);
    if (excess != NULL) {
        return prism_syntax_error(syntax, constant->name.position,
                                  "'%.100s=%.60s': this number is too %s for a double", definition->name,
                                  definition->value, excess);
    }
    constant->given = arena_copy(syntax->arena, definition->value, strlen(definition->value));
    return constant->given == NULL ? prism_syntax_memory(syntax) : 0;
}

/* --- values that are computed --- */

static int compute(struct computation *computation, uint32_t number);

/* Computes the constants in an expression. */
static int compute_operands(struct computation *computation, const struct prism_expression *expression) {
    if (expression->kind == PRISM_CONSTANT) {
        return compute(computation, expression->index);
    }
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (compute_operands(computation, expression->operands[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Whether all constants in an expression have values. */
static int is_known(const struct prism_model *model, const struct prism_expression *expression) {
    if (expression->kind == PRISM_CONSTANT) {
        return model->constants[expression->index].has_value;
    }
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (!is_known(model, expression->operands[i])) {
            return 0;
        }
    }
    return 1;
}

static int cycle_error(const struct computation *computation, uint32_t number) {
    char text[400];
    size_t used = 0;
    uint32_t at = computation->path_count - 1;
    const struct prism_constant *constants = computation->constants;
    while (computation->path[at] != number) {
        at--;
    }
    for (; at < computation->path_count && used < sizeof text - 80; at++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%.60s needs ",
                                 constants[computation->path[at]].name.text);
    }
    snprintf(text + used, sizeof text - used, "%.60s", constants[number].name.text);
    return prism_syntax_error(computation->syntax, constants[number].name.position,
                              "the constant '%.60s' needs itself: %s", constants[number].name.text, text);
}

static int evaluate_constant(struct computation *computation, struct prism_constant *constant) {
    struct prism_syntax *syntax = computation->syntax;
    struct prism_failure failure;
    if (!is_known(syntax->model, constant->expression)) {
        return 0;
    }
    if (prism_fold(syntax, constant->expression, &failure) != 0) {
        return report_failure(syntax, &failure);
    }
    constant->value = constant->expression->value;
    if (constant->type == PRISM_DOUBLE) {
        constant->value =
            (struct prism_value){.type = PRISM_DOUBLE, .real = prism_value_number(&constant->value)};
    }
    constant->has_value = 1;
    return 0;
}

static int compute(struct computation *computation, uint32_t number) {
    struct prism_syntax *syntax = computation->syntax;
    struct prism_constant *constant = &computation->constants[number];
    if (computation->states[number] == CONSTANT_DONE) {
        return 0;
    }
    if (computation->states[number] == CONSTANT_OPEN) {
        return cycle_error(computation, number);
    }
    if (constant->expression != NULL) {
        if (constant->expression->variables_end > 0) {
            return prism_syntax_error(
                syntax, constant->expression->position, "the constant '%.60s' reads the variable '%.60s'",
                constant->name.text,
                syntax->model->variables[constant->expression->variables_end - 1].name.text);
        }
        if (computation->path_count >= PRISM_DEPTH_MOST) {
            return prism_syntax_too_deep(syntax, constant->name.position,
                                         "define this constant by fewer others");
        }
        computation->states[number] = CONSTANT_OPEN;
        computation->path[computation->path_count++] = number;
        if (compute_operands(computation, constant->expression) != 0 ||
            evaluate_constant(computation, constant) != 0) {
            return -1;
        }
        computation->path_count--;
    }
    computation->states[number] = CONSTANT_DONE;
    return 0;
}

/* --- which constants are needed --- */

static int mark_uses(struct prism_syntax *syntax, struct prism_expression *expression);

static int mark_constant(struct prism_syntax *syntax, struct prism_constant *constant) {
    if (constant->is_needed) {
        return 0;
    }
    constant->is_needed = 1;
    return constant->expression == NULL ? 0 : mark_uses(syntax, constant->expression);
}

/* As deep as constants need each other, which is limited. */
static int mark_uses(struct prism_syntax *syntax, struct prism_expression *expression) {
    if (expression->stage == STAGE_USED) {
        return 0;
    }
    expression->stage = STAGE_USED;
    if (expression->kind == PRISM_CONSTANT) {
        return mark_constant(syntax, &syntax->model->constants[expression->index]);
    }
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        mark_uses(syntax, expression->operands[i]);
    }
    return 0;
}

/* --- ranges --- */

static int evaluate_int(struct prism_syntax *syntax, struct prism_expression *expression, int32_t *result) {
    struct prism_failure failure;
    if (prism_fold(syntax, expression, &failure) != 0) {
        return report_failure(syntax, &failure);
    }
    *result = (int32_t)expression->value.integer;
    return 0;
}

static int compute_range(struct prism_syntax *syntax, struct prism_variable *variable) {
    const struct prism_model *model = syntax->model;
    char shown[PRISM_SHOWN], low[32], high[32];
    variable->low = 0;
    variable->high = 1;
    if (variable->type == PRISM_INT) {
        if (!is_known(model, variable->low_bound) || !is_known(model, variable->high_bound)) {
            return 0;
        }
        if (evaluate_int(syntax, variable->low_bound, &variable->low) != 0 ||
            evaluate_int(syntax, variable->high_bound, &variable->high) != 0) {
            return -1;
        }
        if (variable->low > variable->high) {
            return prism_syntax_error(syntax, variable->low_bound->position,
                                      "the variable '%.100s' has no values: its range is %d..%d",
                                      variable->name.text, variable->low, variable->high);
        }
    }
    variable->initial = variable->low;
    if (variable->initial_value != NULL) {
        if (!is_known(model, variable->initial_value)) {
            return 0;
        }
        if (evaluate_int(syntax, variable->initial_value, &variable->initial) != 0) {
            return -1;
        }
        if (variable->initial < variable->low || variable->initial > variable->high) {
            return prism_syntax_error(
                syntax, variable->initial_value->position,
                "the initial value %s of the variable '%.100s' is not in its range %s..%s",
                prism_show_variable(variable, variable->initial, shown, sizeof shown), variable->name.text,
                prism_show_variable(variable, variable->low, low, sizeof low),
                prism_show_variable(variable, variable->high, high, sizeof high));
        }
    }
    variable->has_range = 1;
    return 0;
}

static int check_initial(struct prism_syntax *syntax) {
    const struct prism_model *model = syntax->model;
    for (uint32_t i = 0; i < model->variable_count && model->initial != NULL; i++) {
        if (model->variables[i].initial_value != NULL) {
            return prism_syntax_error(syntax, model->variables[i].initial_value->position,
                                      "the variable '%.100s' has an initial value, but init .. endinit (line "
                                      "%llu) gives the initial states: keep one of them",
                                      model->variables[i].name.text,
                                      (unsigned long long)syntax->initial_position.line);
        }
    }
    return 0;
}

int prism_compute_constants(struct prism_syntax *syntax, struct definitions *definitions) {
    struct prism_model *model = syntax->model;
    struct computation computation = {
        .syntax = syntax,
        .constants = model->constants,
        .states = arena_allocate(syntax->arena, model->constant_count),
        .path = arena_allocate(syntax->arena, (uint64_t)PRISM_DEPTH_MOST * sizeof *computation.path)};
    if (computation.states == NULL || computation.path == NULL) {
        return prism_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < model->constant_count; i++) {
        if (take_definition(syntax, &model->constants[i], definitions) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < model->constant_count; i++) {
        if (prism_syntax_ask(syntax) != 0 || compute(&computation, i) != 0) {
            return -1;
        }
    }
    if (prism_each_use(syntax, mark_uses) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < model->constant_count; i++) {
        const struct prism_constant *constant = &model->constants[i];
        model->missing_count += constant->is_needed && constant->expression == NULL && !constant->has_value;
    }
    for (uint32_t i = 0; i < model->variable_count; i++) {
        if (compute_range(syntax, &model->variables[i]) != 0) {
            return -1;
        }
    }
    return prism_each_use(syntax, prism_fold_parts) != 0 ? -1 : check_initial(syntax);
}
