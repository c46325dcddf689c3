/*
 * Formulas: declared, and put in place of their names, in all expressions and before modules are renamed.
 * What a formula stands for is not copied: its uses share it.
 */
#include <stdio.h>

#include "base/error.h"
#include "frontend/prism/syntax/prism_syntax.h"

enum { STAGE_EXPANDING = 1, STAGE_EXPANDED };

/* The formulas that are being expanded, for the message about a cycle. */
struct enclosing_formula {
    const struct enclosing_formula *outer;
    const struct prism_formula *formula;
    uint32_t depth;
};

static int cycle_error(struct prism_syntax *syntax, const struct enclosing_formula *inner,
                       const struct prism_formula *formula) {
    char text[400];
    size_t used = (size_t)snprintf(text, sizeof text, "%.60s", formula->name.text);
    for (const struct enclosing_formula *at = inner; at != NULL && used < sizeof text - 80; at = at->outer) {
        used += (size_t)snprintf(text + used, sizeof text - used, " in %.60s", at->formula->name.text);
        if (at->formula == formula) {
            break;
        }
    }
    return prism_syntax_error(syntax, formula->name.position, "the formula '%.60s' needs itself: %s",
                              formula->name.text, text);
}

static int expand(struct prism_syntax *syntax, struct prism_expression *expression,
                  const struct enclosing_formula *outer);

static int expand_formula(struct prism_syntax *syntax, struct prism_formula *formula,
                          const struct enclosing_formula *outer) {
    struct prism_expression *body = formula->expression;
    struct enclosing_formula here = {outer, formula, outer == NULL ? 1 : outer->depth + 1};
    if (body->stage == STAGE_EXPANDED) {
        return 0;
    }
    if (body->stage == STAGE_EXPANDING) {
        return cycle_error(syntax, outer, formula);
    }
    body->stage = STAGE_EXPANDING;
    if (here.depth > PRISM_DEPTH_MOST || expand(syntax, body, &here) != 0) {
        return prism_syntax_too_deep(syntax, formula->name.position, PRISM_DEEP_EXPRESSION);
    }
    body->stage = STAGE_EXPANDED;
    return 0;
}

static int expand_name(struct prism_syntax *syntax, struct prism_expression *expression,
                       const struct enclosing_formula *outer) {
    uint32_t symbol = prism_find_symbol(syntax, expression->text);
    if (symbol == PRISM_NONE || syntax->symbols.data[symbol].kind != PRISM_SYMBOL_FORMULA) {
        return 0;
    }
    struct prism_formula *formula = &syntax->formulas.data[syntax->symbols.data[symbol].index];
    expression->operands = arena_allocate(syntax->arena, sizeof *expression->operands);
    if (expression->operands == NULL) {
        return prism_syntax_memory(syntax);
    }
    if (expand_formula(syntax, formula, outer) != 0) {
        return -1;
    }
    expression->kind = PRISM_FORMULA;
    expression->operand_count = 1;
    expression->index = syntax->symbols.data[symbol].index;
    expression->operands[0] = formula->expression;
    return 0;
}

/* The recursion is as deep as the expression with its formulas: deeper ones are refused on the way. */
static int expand(struct prism_syntax *syntax, struct prism_expression *expression,
                  const struct enclosing_formula *outer) {
    if (expression->kind == PRISM_NAMED) {
        if (expand_name(syntax, expression, outer) != 0) {
            return -1;
        }
    } else if (expression->kind != PRISM_FORMULA) {
        struct enclosing_formula here = {outer == NULL ? NULL : outer->outer,
                                         outer == NULL ? NULL : outer->formula,
                                         outer == NULL ? 1 : outer->depth + 1};
        for (uint32_t i = 0; i < expression->operand_count; i++) {
            if (expand(syntax, expression->operands[i], outer == NULL ? NULL : &here) != 0) {
                return -1;
            }
        }
    }
    return prism_measure(syntax, expression);
}

static int expand_use(struct prism_syntax *syntax, struct prism_expression *expression) {
    return expand(syntax, expression, NULL);
}

static int declare_all(struct prism_syntax *syntax) {
    for (uint32_t i = 0; i < syntax->constants.count; i++) {
        if (prism_declare(syntax, syntax->constants.data[i].name, PRISM_SYMBOL_CONSTANT, i) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < syntax->formulas.count; i++) {
        if (prism_declare(syntax, syntax->formulas.data[i].name, PRISM_SYMBOL_FORMULA, i) != 0) {
            return -1;
        }
    }
    for (uint32_t i = 0; i < syntax->globals.count; i++) {
        if (prism_declare(syntax, syntax->globals.data[i].name, PRISM_SYMBOL_VARIABLE, i) != 0) {
            return -1;
        }
    }
    return 0;
}

int prism_expand_formulas(struct prism_syntax *syntax) {
    if (declare_all(syntax) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < syntax->formulas.count; i++) {
        if (expand_formula(syntax, &syntax->formulas.data[i], NULL) != 0) {
            return -1;
        }
    }
    return prism_each_expression(syntax, expand_use);
}
