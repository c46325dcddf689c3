/* Types of expressions: bool, int and double, of which only int becomes another, double. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/syntax/prism_syntax.h"

enum { STAGE_TYPED = 20 };

static const char *const type_names[] = {"a bool", "an int", "a double"};

static const char *describe(const struct prism_syntax *syntax, const struct prism_expression *expression,
                            char *buffer) {
    return prism_show_expression(syntax->model, expression, buffer, PRISM_SHOWN);
}

/* Reports that an operand of the operator or function has the wrong type. */
static int wrong_operand(struct prism_syntax *syntax, const struct prism_expression *expression,
                         const struct prism_expression *operand, const char *wanted) {
    char shown[PRISM_SHOWN];
    return prism_syntax_error(syntax, operand->position, "%s takes %s, but %s is %s",
                              prism_show_operator(expression), wanted, describe(syntax, operand, shown),
                              type_names[operand->type]);
}

static int check_bools(struct prism_syntax *syntax, struct prism_expression *expression, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (expression->operands[i]->type != PRISM_BOOL) {
            return wrong_operand(syntax, expression, expression->operands[i],
                                 count < expression->operand_count ? "a bool as its condition" : "bools");
        }
    }
    expression->type = PRISM_BOOL;
    return 0;
}

/* Numbers; the result is an int if all are. */
static int check_numbers(struct prism_syntax *syntax, struct prism_expression *expression) {
    expression->type = PRISM_INT;
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (expression->operands[i]->type == PRISM_BOOL) {
            return wrong_operand(syntax, expression, expression->operands[i], "numbers");
        }
        if (expression->operands[i]->type == PRISM_DOUBLE) {
            expression->type = PRISM_DOUBLE;
        }
    }
    return 0;
}

/* Two operands that must be two bools or two numbers. */
static int check_alike(struct prism_syntax *syntax, const struct prism_expression *expression,
                       const struct prism_expression *left, const struct prism_expression *right) {
    char shown[PRISM_SHOWN], other[PRISM_SHOWN];
    if ((left->type == PRISM_BOOL) == (right->type == PRISM_BOOL)) {
        return 0;
    }
    return prism_syntax_error(
        syntax, right->position, "%s takes two bools or two numbers, but %s is %s and %s is %s",
        prism_show_operator(expression), describe(syntax, left, shown), type_names[left->type],
        describe(syntax, right, other), type_names[right->type]);
}

static int check_ints(struct prism_syntax *syntax, struct prism_expression *expression) {
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (expression->operands[i]->type != PRISM_INT) {
            return wrong_operand(syntax, expression, expression->operands[i], "ints");
        }
    }
    expression->type = PRISM_INT;
    return 0;
}

static int check_conditional(struct prism_syntax *syntax, struct prism_expression *expression) {
    const struct prism_expression *yes = expression->operands[1], *no = expression->operands[2];
    if (check_bools(syntax, expression, 1) != 0 || check_alike(syntax, expression, yes, no) != 0) {
        return -1;
    }
    expression->type = yes->type > no->type ? yes->type : no->type;
    return 0;
}

static int type_operator(struct prism_syntax *syntax, struct prism_expression *expression) {
    struct prism_expression **operands = expression->operands;
    int status = 0;
    switch (expression->kind) {
    case PRISM_LITERAL:
    case PRISM_NAMED:
    case PRISM_CALL:
    case PRISM_OPERATORS:
        return 0;
    case PRISM_CONSTANT:
        expression->type = syntax->model->constants[expression->index].type;
        return 0;
    case PRISM_VARIABLE:
        expression->type = syntax->model->variables[expression->index].type;
        return 0;
    case PRISM_FORMULA:
        expression->type = operands[0]->type;
        return 0;
    case PRISM_CONDITIONAL:
        return check_conditional(syntax, expression);
    case PRISM_IMPLIES:
    case PRISM_EQUIVALENT:
    case PRISM_OR:
    case PRISM_AND:
    case PRISM_NOT:
        return check_bools(syntax, expression, expression->operand_count);
    case PRISM_EQUAL:
    case PRISM_UNEQUAL:
        status = check_alike(syntax, expression, operands[0], operands[1]);
        expression->type = PRISM_BOOL;
        return status;
    case PRISM_LESS:
    case PRISM_AT_MOST:
    case PRISM_MORE:
    case PRISM_AT_LEAST:
        status = check_numbers(syntax, expression);
        expression->type = PRISM_BOOL;
        return status;
    case PRISM_PLUS:
    case PRISM_MINUS:
    case PRISM_TIMES:
    case PRISM_POWER:
    case PRISM_NEGATE:
    case PRISM_MIN:
    case PRISM_MAX:
        return check_numbers(syntax, expression);
    case PRISM_DIVIDE:
    case PRISM_LOG:
        status = check_numbers(syntax, expression);
        expression->type = PRISM_DOUBLE;
        return status;
    case PRISM_FLOOR:
    case PRISM_CEIL:
    case PRISM_ROUND:
        status = check_numbers(syntax, expression);
        expression->type = PRISM_INT;
        return status;
    case PRISM_MOD:
        return check_ints(syntax, expression);
    }
    return 0;
}

static int type_expression(struct prism_syntax *syntax, struct prism_expression *expression) {
    if (expression->stage >= STAGE_TYPED) {
        return 0;
    }
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (type_expression(syntax, expression->operands[i]) != 0) {
            return -1;
        }
    }
    expression->stage = STAGE_TYPED;
    return type_operator(syntax, expression);
}

/* Whether a place takes an expression: of a type, or, for a double, an int, too. */
static int check_place(struct prism_syntax *syntax, const struct prism_expression *expression,
                       enum prism_type wanted, const char *place, const char *name) {
    char shown[PRISM_SHOWN];
    if (expression == NULL || expression->type == wanted ||
        (wanted == PRISM_DOUBLE && expression->type == PRISM_INT)) {
        return 0;
    }
    const char *advice = wanted == PRISM_INT && expression->type == PRISM_DOUBLE
                             ? " (floor, ceil or round make an int of it)"
                             : "";
    return prism_syntax_error(syntax, expression->position, "%s%s%.100s%s must be %s, but %s is %s%s", place,
                              name == NULL ? "" : " '", name == NULL ? "" : name, name == NULL ? "" : "'",
                              wanted == PRISM_DOUBLE ? "a number" : type_names[wanted],
                              describe(syntax, expression, shown), type_names[expression->type], advice);
}

static int check_variable(struct prism_syntax *syntax, const struct prism_variable *variable) {
    const struct prism_expression *const constants[] = {variable->low_bound, variable->high_bound,
                                                        variable->initial_value};
    for (size_t i = 0; i < LENGTH(constants); i++) {
        if (constants[i] != NULL && constants[i]->variables_end > 0) {
            return prism_syntax_error(syntax, constants[i]->position,
                                      "the %s of the variable '%.100s' must be constant, but %s the variable "
                                      "'%.100s'",
                                      i < 2 ? "bounds" : "initial value", variable->name.text,
                                      i < 2 ? "read" : "reads",
                                      syntax->model->variables[constants[i]->variables_end - 1].name.text);
        }
    }
    return check_place(syntax, variable->low_bound, PRISM_INT, "the bounds of the variable",
                       variable->name.text) != 0 ||
                   check_place(syntax, variable->high_bound, PRISM_INT, "the bounds of the variable",
                               variable->name.text) != 0
               ? -1
               : check_place(syntax, variable->initial_value, variable->type, "the variable",
                             variable->name.text);
}

static int check_command(struct prism_syntax *syntax, const struct prism_command *command) {
    if (check_place(syntax, command->guard, PRISM_BOOL, "a guard", NULL) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < command->update_count; i++) {
        const struct prism_update *update = &command->updates[i];
        if (check_place(syntax, update->weight.expression, PRISM_DOUBLE,
                        syntax->model->kind == PRISM_CTMC ? "a rate" : "a probability", NULL) != 0) {
            return -1;
        }
    }
    return 0;
}

int prism_check_single(struct prism_syntax *syntax, struct prism_expression *expression) {
    return type_expression(syntax, expression) != 0
               ? -1
               : check_place(syntax, expression, PRISM_BOOL, "a predicate", NULL);
}

int prism_check_types(struct prism_syntax *syntax) {
    const struct prism_model *model = syntax->model;
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < model->formula_count; i++) {
        status = type_expression(syntax, model->formulas[i].expression);
    }
    status = status == 0 ? prism_each_expression(syntax, type_expression) : status;
    for (uint32_t i = 0; status == 0 && i < model->constant_count; i++) {
        status = check_place(syntax, model->constants[i].expression, model->constants[i].type, "the constant",
                             model->constants[i].name.text);
    }
    for (uint32_t i = 0; status == 0 && i < model->variable_count; i++) {
        status = check_variable(syntax, &model->variables[i]);
    }
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; status == 0 && j < model->modules[i].command_count; j++) {
            status = check_command(syntax, &model->modules[i].commands[j]);
        }
    }
    for (uint32_t i = 0; status == 0 && i < model->label_count; i++) {
        status = check_place(syntax, model->labels[i].expression, PRISM_BOOL, "the label",
                             model->labels[i].name.text);
    }
    for (uint32_t i = 0; i < model->reward_count; i++) {
        for (uint32_t j = 0; status == 0 && j < model->rewards[i].reward_count; j++) {
            const struct prism_reward *reward = &model->rewards[i].rewards[j];
            status = check_place(syntax, reward->guard, PRISM_BOOL, "a guard", NULL) != 0
                         ? -1
                         : check_place(syntax, reward->value.expression, PRISM_DOUBLE, "a reward", NULL);
        }
    }
    return status != 0 || model->initial == NULL
               ? status
               : check_place(syntax, model->initial, PRISM_BOOL, "init", NULL);
}
