/* Decides which probabilities, rates and rewards may have the double 0 without being 0; computes their
 * values. */
#include "frontend/prism/syntax/prism_weight.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "frontend/prism/syntax/prism_bounds.h"
#include "frontend/prism/syntax/prism_exact.h"
#include "frontend/prism/syntax/prism_show.h"
#include "frontend/prism/syntax/prism_syntax.h"

#define READS_MOST 8u         /* variables of a weight whose values are all tried */
#define TRIES_MOST (1u << 16) /* combinations of them */
#define ALL_TRIES (1u << 20)  /* of all weights of a model */
#define SIZE_MOST (1u << 12)  /* of the weight */

struct judging {
    struct prism_syntax *syntax;
    int32_t *state;             /* [variable_count + 1] */
    uint32_t reads[READS_MOST]; /* the variables that the weight reads */
    uint32_t read_count;
    uint32_t tries; /* so far */
};

int prism_weight_value(const struct prism_model *model, const struct prism_weight *weight,
                       const int32_t *state, double *value, struct prism_failure *failure) {
    struct prism_value computed;
    *value = weight->kind == PRISM_WEIGHT_CONSTANT ? weight->constant : 1;
    if (weight->expression == NULL || weight->kind == PRISM_WEIGHT_CONSTANT) {
        return 0;
    }
    if (prism_evaluate(model, weight->expression, state, &computed, failure) != 0) {
        return -1;
    }
    *value = prism_value_number(&computed);
    if (*value == 0 && weight->kind == PRISM_WEIGHT_IN_DOUBT) {
        failure->expression = weight->expression;
        snprintf(failure->text, sizeof failure->text,
                 "the result is 0 as a double, but the exact number may be too small for a double");
        return -1;
    }
    return 0;
}

/* --- the same in all states --- */

/* The double that is nearest to the number: if it is 0, the number must be. */
static int judge_constant(struct prism_syntax *syntax, struct prism_weight *weight, const char *what) {
    struct prism_value value;
    struct prism_failure failure;
    char shown[PRISM_SHOWN];
    mpq_t number;
    int status = 0;
    if (prism_evaluate(syntax->model, weight->expression, NULL, &value, &failure) != 0) {
        return 0; /* an error where it is used */
    }
    mpq_init(number);
    const int has_number = prism_exact(syntax->model, weight->expression, NULL, number) == 0;
    weight->constant = has_number ? prism_exact_double(number) : prism_value_number(&value);
    if (isfinite(weight->constant)) {
        weight->kind = PRISM_WEIGHT_CONSTANT;
        if (weight->constant == 0 && (!has_number || mpq_sgn(number) != 0)) {
            status = prism_syntax_error(
                syntax, weight->expression->position, "the %s %s %s too small for a double", what,
                prism_show_expression(syntax->model, weight->expression, shown, sizeof shown),
                has_number ? "is" : "is 0 as a double: it may be");
        }
    }
    mpq_clear(number);
    return status;
}

/* --- different in states --- */

/* Adds the variables of the expression: 0, or -1 if they are too many. */
static int add_reads(struct judging *judging, const struct prism_expression *expression) {
    if (expression->kind == PRISM_VARIABLE) {
        for (uint32_t i = 0; i < judging->read_count; i++) {
            if (judging->reads[i] == expression->index) {
                return 0;
            }
        }
        if (judging->read_count == READS_MOST) {
            return -1;
        }
        judging->reads[judging->read_count++] = expression->index;
        return 0;
    }
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (add_reads(judging, expression->operands[i]) != 0) {
            return -1;
        }
    }
    return 0;
}

static int reads_others(const struct judging *judging, const struct prism_expression *expression) {
    struct judging tried = *judging;
    return add_reads(&tried, expression) != 0 || tried.read_count > judging->read_count;
}

/* Whether a part of the guard, which reads no other variables, excludes the values. */
static int is_excluded(const struct judging *judging, const struct prism_expression *guard) {
    struct prism_value value;
    struct prism_failure failure;
    if (guard->kind == PRISM_FORMULA || guard->kind == PRISM_AND) {
        for (uint32_t i = 0; i < guard->operand_count; i++) {
            if (is_excluded(judging, guard->operands[i])) {
                return 1;
            }
        }
        return 0;
    }
    return guard->size < SIZE_MOST && !reads_others(judging, guard) &&
           prism_evaluate(judging->syntax->model, guard, judging->state, &value, &failure) == 0 &&
           !value.integer;
}

/* Goes to the next combination of values: 1, or 0 after the last one. */
static int next_values(struct judging *judging) {
    for (uint32_t i = 0; i < judging->read_count; i++) {
        const struct prism_variable *variable = &judging->syntax->model->variables[judging->reads[i]];
        int32_t *value = &judging->state[judging->reads[i]];
        if (*value < variable->high) {
            (*value)++;
            return 1;
        }
        *value = variable->low;
    }
    return 0;
}

/* Whether the double is 0 where the number is not, or the number is not known. */
static int vanishes(const struct judging *judging, const struct prism_expression *expression) {
    const struct prism_model *model = judging->syntax->model;
    struct prism_value value;
    struct prism_failure failure;
    if (prism_evaluate(model, expression, judging->state, &value, &failure) != 0 ||
        prism_value_number(&value) != 0) {
        return 0;
    }
    mpq_t number;
    mpq_init(number);
    const int is_zero = prism_exact(model, expression, judging->state, number) == 0 && mpq_sgn(number) == 0;
    mpq_clear(number);
    return !is_zero;
}

/* Whether all combinations of values can be tried. */
static int is_small(struct judging *judging, const struct prism_expression *expression) {
    uint64_t tries = 1;
    judging->read_count = 0;
    if (expression->size > SIZE_MOST || add_reads(judging, expression) != 0) {
        return 0;
    }
    for (uint32_t i = 0; i < judging->read_count && tries <= TRIES_MOST; i++) {
        const struct prism_variable *variable = &judging->syntax->model->variables[judging->reads[i]];
        tries *= (uint64_t)((int64_t)variable->high - variable->low + 1);
        judging->state[judging->reads[i]] = variable->low;
    }
    if (tries > TRIES_MOST || judging->tries + tries > ALL_TRIES) {
        return 0;
    }
    judging->tries += (uint32_t)tries;
    return 1;
}

static int is_in_doubt(struct judging *judging, const struct prism_expression *expression,
                       const struct prism_expression *guard) {
    if (prism_bounds_of(judging->syntax->model, expression).least > 0) {
        return 0;
    }
    if (!is_small(judging, expression)) {
        return 1;
    }
    do {
        if (prism_syntax_ask(judging->syntax) != 0) {
            return 1; /* with the error filled */
        }
        if (!is_excluded(judging, guard) && vanishes(judging, expression)) {
            return 1;
        }
    } while (next_values(judging));
    return 0;
}

/* --- all --- */

static int judge(struct judging *judging, struct prism_weight *weight, const struct prism_expression *guard,
                 const char *what) {
    if (weight->expression == NULL) {
        return 0;
    }
    if (weight->expression->variables_end == 0) {
        return judge_constant(judging->syntax, weight, what);
    }
    weight->kind =
        is_in_doubt(judging, weight->expression, guard) ? PRISM_WEIGHT_IN_DOUBT : PRISM_WEIGHT_COMPUTED;
    return judging->syntax->failed ? -1 : 0;
}

static int judge_command(struct judging *judging, const struct prism_command *command) {
    for (uint32_t i = 0; i < command->update_count; i++) {
        if (prism_syntax_ask(judging->syntax) != 0 ||
            judge(judging, &command->updates[i].weight, command->guard,
                  judging->syntax->model->kind == PRISM_CTMC ? "rate" : "probability") != 0) {
            return -1;
        }
    }
    return 0;
}

int prism_judge_weights(struct prism_syntax *syntax) {
    const struct prism_model *model = syntax->model;
    struct judging judging = {.syntax = syntax};
    if (model->missing_count > 0) {
        return 0; /* what needs weights refuses the model */
    }
    judging.state =
        arena_allocate(syntax->arena, ((uint64_t)model->variable_count + 1) * sizeof *judging.state);
    if (judging.state == NULL) {
        return prism_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < model->module_count; i++) {
        for (uint32_t j = 0; j < model->modules[i].command_count; j++) {
            if (judge_command(&judging, &model->modules[i].commands[j]) != 0) {
                return -1;
            }
        }
    }
    for (uint32_t i = 0; i < model->reward_count; i++) {
        for (uint32_t j = 0; j < model->rewards[i].reward_count; j++) {
            struct prism_reward *reward = &model->rewards[i].rewards[j];
            if (judge(&judging, &reward->value, reward->guard, "reward") != 0) {
                return -1;
            }
        }
    }
    return 0;
}
