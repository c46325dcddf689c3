/* Nodes of expressions: made, and measured. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/ratio.h"
#include "frontend/prism/syntax/prism_syntax.h"

int prism_read_double(const char *text, double *value) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c == (locale_t)0) {
        return -1;
    }
    *value = strtod_l(text, NULL, c);
    freelocale(c);
    return 0;
}

int prism_is_too_small(const char *text, double value) {
    const char *digits = text + strspn(text, "+-");
    return value == 0 && ratio_fault(digits, strlen(digits), value) == RATIO_TOO_SMALL;
}

int prism_measure(struct prism_syntax *syntax, struct prism_expression *expression) {
    uint64_t depth = 0, size = 1;
    uint32_t end = expression->kind == PRISM_VARIABLE ? expression->index + 1 : 0;
    for (uint32_t i = 0; i < expression->operand_count; i++) {
        const struct prism_expression *operand = expression->operands[i];
        depth = operand->depth > depth ? operand->depth : depth;
        size += operand->size;
        end = operand->variables_end > end ? operand->variables_end : end;
    }
    if (depth >= PRISM_DEPTH_MOST) {
        return prism_syntax_too_deep(syntax, expression->position, PRISM_DEEP_EXPRESSION);
    }
    if (size > PRISM_SIZE_MOST) {
        return prism_syntax_error(syntax, expression->position,
                                  "this expression has more than %u parts when its formulas are expanded",
                                  PRISM_SIZE_MOST);
    }
    expression->depth = (uint32_t)depth + 1;
    expression->size = (uint32_t)size;
    expression->variables_end = end;
    return 0;
}

static struct prism_expression *make_node(struct prism_syntax *syntax, enum prism_operator kind,
                                          struct source_position position, uint32_t operands) {
    struct prism_expression *node = arena_allocate(syntax->arena, sizeof *node);
    if (node == NULL) {
        prism_syntax_memory(syntax);
        return NULL;
    }
    node->kind = kind;
    node->position = position;
    node->operand_count = operands;
    if (operands > 0) {
        node->operands = arena_allocate(syntax->arena, operands * sizeof *node->operands);
        if (node->operands == NULL) {
            prism_syntax_memory(syntax);
            return NULL;
        }
    }
    return node;
}

static struct prism_expression *measured(struct prism_syntax *syntax, struct prism_expression *node) {
    return prism_measure(syntax, node) == 0 ? node : NULL;
}

struct prism_expression *prism_make_name(struct prism_syntax *syntax, struct prism_name name) {
    struct prism_expression *node = make_node(syntax, PRISM_NAMED, name.position, 0);
    if (node == NULL) {
        return NULL;
    }
    node->text = name.text;
    return measured(syntax, node);
}

struct prism_expression *prism_make_literal(struct prism_syntax *syntax, struct prism_value value,
                                            struct prism_name text) {
    struct prism_expression *node = make_node(syntax, PRISM_LITERAL, text.position, 0);
    if (node == NULL) {
        return NULL;
    }
    node->text = text.text;
    node->value = value;
    node->type = value.type;
    return measured(syntax, node);
}

int prism_refuse_integer(struct prism_syntax *syntax, const char *text, size_t length,
                         struct source_position position) {
    return prism_syntax_error(syntax, position,
                              "this integer does not fit into 32 bits: write %.*s.0 for a double",
                              length > 40 ? 40 : (int)length, text);
}

int prism_check_literal(struct prism_syntax *syntax, const struct prism_expression *expression) {
    return expression->kind == PRISM_LITERAL && expression->type == PRISM_INT &&
                   expression->value.integer > INT32_MAX
               ? prism_refuse_integer(syntax, expression->text, strlen(expression->text),
                                      expression->position)
               : 0;
}

struct prism_expression *prism_make_unary(struct prism_syntax *syntax, enum prism_operator kind,
                                          struct prism_expression *operand, struct source_position position) {
    struct prism_expression *node = make_node(syntax, kind, position, 1);
    if (node == NULL) {
        return NULL;
    }
    node->operands[0] = operand;
    return measured(syntax, node);
}

/*
 * Adds an operand to a chain a + b + .., so that long ones are not deep. The array of operands has room for a
 * power of two.
 */
static struct prism_expression *extend_chain(struct prism_syntax *syntax, struct prism_expression *chain,
                                             struct prism_expression *last) {
    uint32_t count = chain->operand_count;
    if ((count & (count - 1)) == 0) {
        struct prism_expression **larger =
            arena_allocate(syntax->arena, 2 * (uint64_t)count * sizeof *larger);
        if (larger == NULL) {
            prism_syntax_memory(syntax);
            return NULL;
        }
        memcpy(larger, chain->operands, count * sizeof *larger);
        chain->operands = larger;
    }
    chain->operands[chain->operand_count++] = last;
    /* The rest was measured with the other operands. */
    chain->size = chain->size + last->size > PRISM_SIZE_MOST ? PRISM_SIZE_MOST : chain->size + last->size;
    chain->depth = last->depth + 1 > chain->depth ? last->depth + 1 : chain->depth;
    return chain->depth > PRISM_DEPTH_MOST || chain->size == PRISM_SIZE_MOST ? measured(syntax, chain)
                                                                             : chain;
}

struct prism_expression *prism_make_binary(struct prism_syntax *syntax, enum prism_operator kind,
                                           struct prism_expression *left, struct prism_expression *right,
                                           struct source_position position) {
    if (left->kind == kind &&
        (kind == PRISM_OR || kind == PRISM_AND || kind == PRISM_PLUS || kind == PRISM_TIMES)) {
        return extend_chain(syntax, left, right);
    }
    struct prism_expression *node = make_node(syntax, kind, position, 2);
    if (node == NULL) {
        return NULL;
    }
    node->operands[0] = left;
    node->operands[1] = right;
    return measured(syntax, node);
}

struct prism_expression *prism_make_conditional(struct prism_syntax *syntax,
                                                struct prism_expression *condition,
                                                struct prism_expression *yes, struct prism_expression *no) {
    struct prism_expression *node = make_node(syntax, PRISM_CONDITIONAL, condition->position, 3);
    if (node == NULL) {
        return NULL;
    }
    node->operands[0] = condition;
    node->operands[1] = yes;
    node->operands[2] = no;
    return measured(syntax, node);
}

struct prism_expression *prism_make_call(struct prism_syntax *syntax, struct prism_name name,
                                         uint64_t begin) {
    struct prism_expression *node = make_node(syntax, PRISM_CALL, name.position, 0);
    if (node == NULL) {
        return NULL;
    }
    node->text = name.text;
    node->is_call = 1;
    node->operands = PRISM_POP(syntax, operands, begin, &node->operand_count);
    return node->operands == NULL ? NULL : measured(syntax, node);
}
