/* Parts of a model as text: a writer that cuts what does not fit, and one precedence for each operator. */
#include "frontend/prism/syntax/prism_show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text/number.h"

struct prism_printer {
    const struct prism_model *model;
    char *buffer;
    size_t size, used;
};

static void put_text(struct prism_printer *writer, const char *text) {
    size_t length = strlen(text), room = writer->size - writer->used;
    if (length < room) {
        memcpy(writer->buffer + writer->used, text, length + 1);
        writer->used += length;
        return;
    }
    if (room > 0) {
        memcpy(writer->buffer + writer->used, text, room - 1);
        writer->buffer[writer->size - 1] = '\0';
    }
    if (writer->size > 2) {
        memcpy(writer->buffer + writer->size - 3, "..", 2);
    }
    writer->used = writer->size;
}

/* The weakest operators have the smallest numbers; `right` is set where the right operand may be of the same
 * one. */
static const struct {
    const char *text;
    int strength, groups_right;
} operators[PRISM_OPERATORS] = {
    [PRISM_CONDITIONAL] = {"?", 1, 1}, [PRISM_IMPLIES] = {"=>", 2, 1}, [PRISM_EQUIVALENT] = {"<=>", 3, 0},
    [PRISM_OR] = {"|", 4, 0},          [PRISM_AND] = {"&", 5, 0},      [PRISM_NOT] = {"!", 6, 1},
    [PRISM_EQUAL] = {"=", 7, 0},       [PRISM_UNEQUAL] = {"!=", 7, 0}, [PRISM_LESS] = {"<", 8, 0},
    [PRISM_AT_MOST] = {"<=", 8, 0},    [PRISM_MORE] = {">", 8, 0},     [PRISM_AT_LEAST] = {">=", 8, 0},
    [PRISM_PLUS] = {"+", 9, 0},        [PRISM_MINUS] = {"-", 9, 0},    [PRISM_TIMES] = {"*", 10, 0},
    [PRISM_DIVIDE] = {"/", 10, 0},     [PRISM_POWER] = {"^", 11, 1},   [PRISM_NEGATE] = {"-", 12, 1},
};
#define STRENGTH_MOST 13

static int strength_of(const struct prism_expression *expression) {
    int strength = expression->is_call ? 0 : operators[expression->kind].strength;
    return strength == 0 ? STRENGTH_MOST : strength;
}

static const char *const function_names[PRISM_OPERATORS] = {
    [PRISM_POWER] = "pow", [PRISM_MIN] = "min",     [PRISM_MAX] = "max", [PRISM_FLOOR] = "floor",
    [PRISM_CEIL] = "ceil", [PRISM_ROUND] = "round", [PRISM_MOD] = "mod", [PRISM_LOG] = "log"};

const char *prism_show_operator(const struct prism_expression *expression) {
    static const char *const quoted[PRISM_OPERATORS] = {
        [PRISM_CONDITIONAL] = "'? :'", [PRISM_IMPLIES] = "'=>'",
        [PRISM_EQUIVALENT] = "'<=>'",  [PRISM_OR] = "'|'",
        [PRISM_AND] = "'&'",           [PRISM_NOT] = "'!'",
        [PRISM_EQUAL] = "'='",         [PRISM_UNEQUAL] = "'!='",
        [PRISM_LESS] = "'<'",          [PRISM_AT_MOST] = "'<='",
        [PRISM_MORE] = "'>'",          [PRISM_AT_LEAST] = "'>='",
        [PRISM_PLUS] = "'+'",          [PRISM_MINUS] = "'-'",
        [PRISM_TIMES] = "'*'",         [PRISM_DIVIDE] = "'/'",
        [PRISM_POWER] = "'^'",         [PRISM_NEGATE] = "'-'"};
    const char *name = expression->is_call ? function_names[expression->kind] : quoted[expression->kind];
    return name == NULL ? "the expression" : name;
}

static void put_expression(struct prism_printer *writer, const struct prism_expression *expression,
                           int least);

static void put_operands(struct prism_printer *writer, const struct prism_expression *expression) {
    put_text(writer, "(");
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        put_text(writer, i == 0 ? "" : ", ");
        put_expression(writer, expression->operands[i], 1);
    }
    put_text(writer, ")");
}

static int is_tight(enum prism_operator kind) {
    return kind >= PRISM_EQUAL;
}

static void put_chain(struct prism_printer *writer, const struct prism_expression *expression) {
    int strength = operators[expression->kind].strength;
    int right = operators[expression->kind].groups_right;
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (i > 0) {
            put_text(writer, is_tight(expression->kind) ? "" : " ");
            put_text(writer, operators[expression->kind].text);
            put_text(writer, is_tight(expression->kind) ? "" : " ");
        }
        int same = i == 0 ? !right : right && i + 1 == expression->operand_count;
        put_expression(writer, expression->operands[i], same ? strength : strength + 1);
    }
}

/* What a formula stands for, unless its name says it. */
static void put_formula(struct prism_printer *writer, const struct prism_expression *expression) {
    if (expression->index == PRISM_NONE) { /* a label */
        put_text(writer, "\"");
        put_text(writer, expression->text);
        put_text(writer, "\"");
        return;
    }
    if (expression->operands[0] == writer->model->formulas[expression->index].expression) {
        put_text(writer, writer->model->formulas[expression->index].name.text);
        return;
    }
    put_text(writer, "(");
    put_expression(writer, expression->operands[0], 1);
    put_text(writer, ")");
}

/* In parentheses if the expression binds less tightly than `least`. */
static void put_expression(struct prism_printer *writer, const struct prism_expression *expression,
                           int least) {
    int closed = strength_of(expression) < least;
    if (writer->used == writer->size) {
        return;
    }
    put_text(writer, closed ? "(" : "");
    switch (expression->kind) {
    case PRISM_LITERAL:
    case PRISM_NAMED:
        put_text(writer, expression->text);
        break;
    case PRISM_CONSTANT:
        put_text(writer, writer->model->constants[expression->index].name.text);
        break;
    case PRISM_VARIABLE:
        put_text(writer, writer->model->variables[expression->index].name.text);
        break;
    case PRISM_FORMULA:
        put_formula(writer, expression);
        break;
    case PRISM_CONDITIONAL:
        put_expression(writer, expression->operands[0], 2);
        put_text(writer, " ? ");
        put_expression(writer, expression->operands[1], 2);
        put_text(writer, " : ");
        put_expression(writer, expression->operands[2], 1);
        break;
    case PRISM_NOT:
    case PRISM_NEGATE:
        put_text(writer, operators[expression->kind].text);
        put_expression(writer, expression->operands[0], operators[expression->kind].strength);
        break;
    default:
        if (expression->is_call) {
            put_text(writer, expression->text);
            put_operands(writer, expression);
        } else {
            put_chain(writer, expression);
        }
    }
    put_text(writer, closed ? ")" : "");
}

static struct prism_printer begin_text(const struct prism_model *model, char *buffer, size_t size) {
    *buffer = '\0';
    return (struct prism_printer){model, buffer, size, 0};
}

char *prism_show_expression(const struct prism_model *model, const struct prism_expression *expression,
                            char *buffer, size_t size) {
    struct prism_printer writer = begin_text(model, buffer, size);
    put_expression(&writer, expression, 1);
    return buffer;
}

static void put_update(struct prism_printer *writer, const struct prism_update *update) {
    if (update->weight.expression != NULL) {
        put_expression(writer, update->weight.expression, 1);
        put_text(writer, ":");
    }
    put_text(writer, update->assignment_count == 0 ? "true" : "");
    for (uint32_t i = 0; i < update->assignment_count; i++) {
        put_text(writer, i == 0 ? "(" : "&(");
        put_text(writer, update->assignments[i].name.text);
        put_text(writer, "'=");
        put_expression(writer, update->assignments[i].value, 1);
        put_text(writer, ")");
    }
}

char *prism_show_command(const struct prism_model *model, const struct prism_command *command, char *buffer,
                         size_t size) {
    struct prism_printer writer = begin_text(model, buffer, size);
    put_text(&writer, "[");
    put_text(&writer, command->action_name.text == NULL ? "" : command->action_name.text);
    put_text(&writer, "] ");
    put_expression(&writer, command->guard, 1);
    put_text(&writer, " -> ");
    for (uint32_t i = 0; i < command->update_count; i++) {
        put_text(&writer, i == 0 ? "" : " + ");
        put_update(&writer, &command->updates[i]);
    }
    return buffer;
}

/* Files have millions of these: without printf. */
char *prism_show_variable(const struct prism_variable *variable, int32_t value, char *buffer, size_t size) {
    char digits[NUMBER_DIGITS + 2] = "-";
    const char *text = value ? "true" : "false";
    if (variable->type != PRISM_BOOL) {
        *number_write(digits + 1, value < 0 ? -(uint64_t)value : (uint64_t)value) = '\0';
        text = digits + (value >= 0);
    }
    size_t length = strlen(text);
    length = length < size ? length : size - 1;
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    return buffer;
}

char *prism_show_state(const struct prism_model *model, const int32_t *state, char *buffer, size_t size) {
    struct prism_printer writer = begin_text(model, buffer, size);
    char value[32];
    for (uint32_t i = 0; i < model->variable_count; i++) {
        put_text(&writer, i == 0 ? "" : ", ");
        put_text(&writer, model->variables[i].name.text);
        put_text(&writer, "=");
        put_text(&writer, prism_show_variable(&model->variables[i], state[i], value, sizeof value));
    }
    return buffer;
}

/* The fewest digits that read as the same double. */
char *prism_show_value(const struct prism_value *value, char *buffer, size_t size) {
    if (value->type == PRISM_BOOL) {
        snprintf(buffer, size, "%s", value->integer ? "true" : "false");
    } else if (value->type == PRISM_INT) {
        snprintf(buffer, size, "%lld", (long long)value->integer);
    } else if (!isfinite(value->real)) {
        snprintf(buffer, size, "%s", isnan(value->real) ? "NaN" : value->real > 0 ? "Infinity" : "-Infinity");
    } else {
        snprintf(buffer, size, "%.15g", value->real);
        double read;
        if (sscanf(buffer, "%lf", &read) != 1 || read != value->real) {
            snprintf(buffer, size, "%.17g", value->real);
        }
    }
    return buffer;
}
