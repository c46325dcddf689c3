/*
 * Values of expressions that read no variable. Each has a fraction, the number that it stands for, and the
 * double that computing step by step gives. Comparisons and roundings are decided by the former; so are
 * weights and rewards (prism_weight.c). What is no fraction (logarithms, most powers, infinities, very long
 * fractions) is a double, as everywhere else.
 */
#include "frontend/prism/syntax/prism_fold.h"

#include <stdio.h>

#include "frontend/prism/syntax/prism_exact.h"
#include "frontend/prism/syntax/prism_show.h"

#define ASK_ALWAYS 65536 /* the longest powers take milliseconds */

struct folding {
    struct prism_syntax *syntax;
    struct prism_failure *failure;
};

static int fold(const struct folding *folding, struct prism_expression *expression);

/* Folds the operands that are needed, as prism_evaluate finds them. */
static int fold_operands(const struct folding *folding, const struct prism_expression *expression) {
    struct prism_expression *const *operands = expression->operands;
    const enum prism_operator kind = expression->kind;
    if (kind == PRISM_CONDITIONAL) {
        return fold(folding, operands[0]) != 0 ? -1
                                               : fold(folding, operands[operands[0]->value.integer ? 1 : 2]);
    }
    const int is_lazy = kind == PRISM_IMPLIES || kind == PRISM_AND || kind == PRISM_OR;
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (fold(folding, operands[i]) != 0) {
            return -1;
        }
        if (is_lazy && operands[i]->value.integer == (kind == PRISM_OR)) {
            return 0;
        }
    }
    return 0;
}

static int holds_between(enum prism_operator kind, int order) {
    switch (kind) {
    case PRISM_EQUAL:
        return order == 0;
    case PRISM_UNEQUAL:
        return order != 0;
    case PRISM_LESS:
        return order < 0;
    case PRISM_AT_MOST:
        return order <= 0;
    case PRISM_MORE:
        return order > 0;
    default: /* PRISM_AT_LEAST */
        return order >= 0;
    }
}

/* Compares two numbers: 1, or 0 if they are not known. */
static int compare(const struct folding *folding, const struct prism_expression *expression,
                   struct prism_value *value) {
    const struct prism_model *model = folding->syntax->model;
    mpq_t left, right;
    mpq_inits(left, right, NULL);
    const int are_known = prism_exact(model, expression->operands[0], NULL, left) == 0 &&
                          prism_exact(model, expression->operands[1], NULL, right) == 0;
    if (are_known) {
        *value = (struct prism_value){.type = PRISM_BOOL,
                                      .integer = holds_between(expression->kind, mpq_cmp(left, right))};
    }
    mpq_clears(left, right, NULL);
    return are_known;
}

/* floor, ceil and round, half up: 1, 0 if the number is not known, or -1 if the result is too large. */
static int round_number(const struct folding *folding, const struct prism_expression *expression,
                        struct prism_value *value) {
    const struct prism_expression *operand = expression->operands[0];
    char shown[40];
    mpq_t number, half;
    mpz_t whole;
    mpq_inits(number, half, NULL);
    mpz_init(whole);
    int status = prism_exact(folding->syntax->model, operand, NULL, number) == 0;
    if (status) {
        mpq_set_ui(half, 1, 2);
        if (expression->kind == PRISM_ROUND) {
            mpq_add(number, number, half);
        }
        (expression->kind == PRISM_CEIL ? mpz_cdiv_q : mpz_fdiv_q)(whole, mpq_numref(number),
                                                                   mpq_denref(number));
        if (mpz_cmp_si(whole, INT32_MIN) >= 0 && mpz_cmp_si(whole, INT32_MAX) <= 0) {
            *value = (struct prism_value){.type = PRISM_INT, .integer = mpz_get_si(whole)};
        } else {
            folding->failure->expression = expression;
            snprintf(folding->failure->text, sizeof folding->failure->text,
                     "the number %s does not fit into 32 bits",
                     prism_show_value(&operand->value, shown, sizeof shown));
            status = -1;
        }
    }
    mpz_clear(whole);
    mpq_clears(number, half, NULL);
    return status;
}

/* What fractions say of a bool or an int: 1, 0 if nothing, or -1 with the failure filled. */
static int decide(const struct folding *folding, const struct prism_expression *expression,
                  struct prism_value *value) {
    int reads_double = 0;
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        reads_double |= expression->operands[i]->type == PRISM_DOUBLE;
    }
    switch (expression->kind) {
    case PRISM_EQUAL:
    case PRISM_UNEQUAL:
    case PRISM_LESS:
    case PRISM_AT_MOST:
    case PRISM_MORE:
    case PRISM_AT_LEAST:
        return reads_double && compare(folding, expression, value);
    case PRISM_FLOOR:
    case PRISM_CEIL:
    case PRISM_ROUND:
        return reads_double ? round_number(folding, expression, value) : 0;
    default:
        return 0;
    }
}

/* Keeps the number of a double beside what doubles make of it, step by step: an expression that reads
 * variables goes on with the latter, so that its constant parts are rounded as the others are. */
static int keep_number(const struct folding *folding, struct prism_expression *expression) {
    struct prism_syntax *syntax = folding->syntax;
    mpq_t number;
    int status = 0;
    mpq_init(number);
    if (prism_exact(syntax->model, expression, NULL, number) == 0) {
        expression->fraction = prism_fraction_keep(syntax->arena, number);
        status = expression->fraction == NULL ? prism_syntax_memory(syntax) : 0;
    }
    mpq_clear(number);
    return status;
}

/* About how long it takes to compute a node, for prism_syntax_ask_after. */
static uint64_t work_of(const struct prism_expression *expression) {
    uint64_t work = expression->kind == PRISM_POWER ? ASK_ALWAYS : 1;
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        const struct prism_fraction *fraction = expression->operands[i]->fraction;
        work += fraction == NULL ? 1 : prism_exact_work(fraction->number);
    }
    return work;
}

static int compute(const struct folding *folding, struct prism_expression *expression) {
    const struct prism_model *model = folding->syntax->model;
    if (prism_syntax_ask_after(folding->syntax, work_of(expression)) != 0) {
        return -1;
    }
    const int decided = decide(folding, expression, &expression->value);
    if (decided != 0) {
        return decided < 0 ? -1 : 0;
    }
    if (prism_evaluate(model, expression, NULL, &expression->value, folding->failure) != 0) {
        return -1;
    }
    return expression->type == PRISM_DOUBLE && expression->operand_count > 0
               ? keep_number(folding, expression)
               : 0;
}

/* As deep as the expression. What is shared is computed once. */
static int fold(const struct folding *folding, struct prism_expression *expression) {
    if (expression->is_folded || expression->kind == PRISM_LITERAL) {
        expression->is_folded = 1;
        return 0;
    }
    if (expression->kind == PRISM_CONSTANT &&
        !folding->syntax->model->constants[expression->index].has_value) {
        folding->failure->expression = expression;
        snprintf(folding->failure->text, sizeof folding->failure->text, "the constant has no value");
        return -1;
    }
    if (fold_operands(folding, expression) != 0 || compute(folding, expression) != 0) {
        return -1;
    }
    expression->is_folded = 1;
    return 0;
}

int prism_fold(struct prism_syntax *syntax, struct prism_expression *expression,
               struct prism_failure *failure) {
    const struct folding folding = {syntax, failure};
    return fold(&folding, expression);
}

int prism_fold_parts(struct prism_syntax *syntax, struct prism_expression *expression) {
    struct prism_failure failure; /* where the value is used, it is an error */
    if (expression->variables_end == 0) {
        prism_fold(syntax, expression, &failure);
        return syntax->failed ? -1 : 0;
    }
    if (expression->stage == PRISM_STAGE_FOLDED) {
        return 0;
    }
    expression->stage = PRISM_STAGE_FOLDED;
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        if (prism_fold_parts(syntax, expression->operands[i]) != 0) {
            return -1;
        }
    }
    return 0;
}
