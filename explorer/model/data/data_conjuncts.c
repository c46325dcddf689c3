/*
 * Conditions of guards (data_conjuncts.h). Compilers write an operand's value to a register, and those of the
 * next operand to the next one, so the instructions of an expression stand together; the reader makes a tree
 * of them again. A conjunction is an AND, whose operands are both evaluated, or a jump over the second
 * operand where the first does not hold.
 */
#include "explorer/model/data/data_conjuncts.h"

#define REGISTERS 32u
#define INSTRUCTIONS 512u /* longer guards are one condition */
#define OPEN_MOST 64u
#define NO_NODE UINT32_MAX

/* An expression: its instructions [begin, end), and the operands of AND, OR, NOT, sums, differences and
 * comparisons of ints; else NO_NODE. */
struct expression_node {
    uint32_t begin, end, to;
    uint32_t operation, left, right;
};

/* A node, or what is true where it is false. */
struct literal {
    uint32_t node;
    int negated;
};

/* An operation whose second operand is being read. */
struct open {
    uint32_t target; /* where it ends */
    uint32_t left;   /* the first operand */
    uint32_t begin;  /* of the second */
    uint32_t operation;
};

struct program_reader {
    const struct program_instruction *code;
    uint32_t at, nodes;
    uint32_t condition; /* where the one that is read begins */
    struct expression_node node[INSTRUCTIONS];
    uint32_t open_count;
    struct open open[OPEN_MOST];
    uint32_t in_register[REGISTERS]; /* the node whose value is there */
    struct data_conjuncts *conjuncts;
};

static int may_fail(const struct program_instruction *code, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++) {
        switch (code[i].operation) {
        case PROGRAM_CHECK_INT:
        case PROGRAM_POWER_INT:
        case PROGRAM_MODULO:
        case PROGRAM_FLOOR:
        case PROGRAM_CEIL:
        case PROGRAM_ROUND:
            return 1;
        default:
            break;
        }
    }
    return 0;
}

struct data_condition data_condition_of(const struct program_instruction *code, uint32_t guard) {
    uint32_t end = guard;
    while (code[end].operation != PROGRAM_RETURN) {
        end++;
    }
    return (struct data_condition){guard, end, code[end].to, 0, may_fail(code, guard, end)};
}

static int is_jump(uint32_t operation) {
    return operation == PROGRAM_JUMP || operation == PROGRAM_JUMP_IF_ZERO || operation == PROGRAM_JUMP_IF_SET;
}

static uint32_t target_of(const struct program_reader *reader, uint32_t at) {
    return at + 1 + program_wide(reader->code[at]);
}

/* The node in a register, if its instructions end where the reader is or another node begins; else NO_NODE.
 */
static uint32_t node_before(const struct program_reader *reader, uint32_t number, uint32_t end) {
    uint32_t node = number < REGISTERS ? reader->in_register[number] : NO_NODE;
    return node != NO_NODE && reader->node[node].end == end ? node : NO_NODE;
}

static void set_node(struct program_reader *reader, struct expression_node node) {
    reader->node[reader->nodes] = node;
    reader->in_register[node.to] = reader->nodes++;
    reader->at = node.end;
}

static int is_comparison(uint32_t operation) {
    return operation == PROGRAM_EQUAL_INT || operation == PROGRAM_LESS_INT ||
           operation == PROGRAM_AT_MOST_INT;
}

static int is_addition(uint32_t operation) {
    return operation == PROGRAM_ADD_INT || operation == PROGRAM_SUBTRACT_INT;
}

/* An operation on one or two registers; 0 if their values do not stand before it. */
static int read_operation(struct program_reader *reader) {
    const struct program_instruction one = reader->code[reader->at];
    struct expression_node node = {0, reader->at + 1, one.to, one.operation, NO_NODE, NO_NODE};
    const uint32_t right = node_before(reader, one.b, reader->at);
    if (one.a == one.b) {
        if (right == NO_NODE) {
            return 0;
        }
        node.begin = reader->node[right].begin;
        node.left = one.operation == PROGRAM_NOT ? right : NO_NODE;
    } else {
        const uint32_t low = right != NO_NODE ? right : node_before(reader, one.a, reader->at);
        const uint32_t other = right != NO_NODE ? one.a : one.b;
        const uint32_t high = low == NO_NODE ? NO_NODE : node_before(reader, other, reader->node[low].begin);
        if (high == NO_NODE) {
            return 0;
        }
        node.begin = reader->node[high].begin;
        if (one.operation == PROGRAM_AND || one.operation == PROGRAM_OR) {
            node.left = high;
            node.right = low;
        } else if (is_comparison(one.operation) || is_addition(one.operation)) {
            node.left = right == NO_NODE ? low : high;
            node.right = right == NO_NODE ? high : low;
        }
    }
    set_node(reader, node);
    return 1;
}

/* --- conjunctions and disjunctions --- */

static struct data_condition condition_of(const struct program_reader *reader, struct literal literal) {
    const struct expression_node *node = &reader->node[literal.node];
    return (struct data_condition){node->begin, node->end, node->to, literal.negated,
                                   may_fail(reader->code, node->begin, node->end)};
}

/* Replaces a literal on the stack by its operands, if it is an AND (an OR, if it is negated) or a NOT. */
static int split_literal(const struct program_reader *reader, struct literal *stack, uint32_t *count,
                         enum program_operation operation) {
    const struct literal top = stack[*count - 1];
    const struct expression_node *node = &reader->node[top.node];
    const uint32_t dual = operation == PROGRAM_AND ? PROGRAM_OR : PROGRAM_AND;
    if (node->left == NO_NODE) {
        return 0;
    }
    if (node->operation == PROGRAM_NOT) {
        stack[*count - 1] = (struct literal){node->left, !top.negated};
        return 1;
    }
    if (node->operation != (top.negated ? dual : operation)) {
        return 0;
    }
    stack[*count - 1] = (struct literal){node->right, top.negated};
    stack[(*count)++] = (struct literal){node->left, top.negated};
    return 1;
}

/* Finds the alternatives of a conjunct; none if they are too many. */
static void add_alternatives(struct program_reader *reader, struct literal top,
                             struct data_conjunct *conjunct) {
    struct data_conjuncts *to = reader->conjuncts;
    struct literal stack[INSTRUCTIONS];
    uint32_t count = 0;
    conjunct->alternatives = to->alternative_count;
    for (stack[count++] = top; count > 0;) {
        if (split_literal(reader, stack, &count, PROGRAM_OR)) {
            continue;
        }
        if (to->alternative_count == DATA_CONJUNCTS_MOST) {
            to->alternative_count = conjunct->alternatives;
            return;
        }
        to->alternatives[to->alternative_count++] = condition_of(reader, stack[--count]);
    }
    conjunct->alternative_count = to->alternative_count - conjunct->alternatives;
}

/* Finds the terms of a comparison of ints; none if they are too many. */
static void add_terms(struct program_reader *reader, uint32_t top, struct data_conjunct *conjunct) {
    struct data_conjuncts *to = reader->conjuncts;
    const struct expression_node *node = &reader->node[top];
    struct literal stack[INSTRUCTIONS];
    uint32_t count = 0;
    conjunct->terms = to->term_count;
    if (!is_comparison(node->operation) || node->left == NO_NODE) {
        return;
    }
    conjunct->relation = (enum program_operation)node->operation;
    stack[count++] = (struct literal){node->left, 0};
    stack[count++] = (struct literal){node->right, 1};
    while (count > 0) {
        const struct literal one = stack[--count];
        node = &reader->node[one.node];
        if (is_addition(node->operation) && node->left != NO_NODE) {
            stack[count++] = (struct literal){node->left, one.negated};
            stack[count++] =
                (struct literal){node->right, one.negated != (node->operation == PROGRAM_SUBTRACT_INT)};
            continue;
        }
        if (to->term_count == DATA_TERMS_MOST) {
            to->term_count = conjunct->terms;
            return;
        }
        to->terms[to->term_count++] = (struct data_term){node->begin, node->end, node->to, one.negated};
    }
    conjunct->term_count = to->term_count - conjunct->terms;
}

/* Adds the conditions of an expression, after which the next begins; 0 if there are too many. */
static int add_conjuncts(struct program_reader *reader, uint32_t top) {
    struct literal stack[INSTRUCTIONS];
    uint32_t count = 0;
    if (reader->node[top].begin != reader->condition) {
        return 0;
    }
    reader->condition = ++reader->at;
    for (stack[count++] = (struct literal){top, 0}; count > 0;) {
        struct data_conjunct conjunct = {.whole = condition_of(reader, stack[count - 1])};
        if (!conjunct.whole.may_fail && split_literal(reader, stack, &count, PROGRAM_AND)) {
            continue;
        }
        count--;
        if (reader->conjuncts->count == DATA_CONJUNCTS_MOST) {
            return 0;
        }
        if (!conjunct.whole.may_fail) {
            add_alternatives(reader, stack[count], &conjunct);
            add_terms(reader, stack[count].node, &conjunct);
        }
        reader->conjuncts->parts[reader->conjuncts->count++] = conjunct;
    }
    return 1;
}

/* --- jumps --- */

/* Where the first jump over code ends that chooses between two values: after the second; 0: there is none. */
static uint32_t end_of_choice(const struct program_reader *reader, uint32_t begin, uint32_t end) {
    uint32_t choice = 0;
    for (uint32_t i = begin; i < end; i++) {
        if (reader->code[i].operation == PROGRAM_JUMP) {
            choice = 1;
        }
        if (is_jump(reader->code[i].operation) && target_of(reader, i) > end) {
            end = target_of(reader, i);
        }
    }
    return choice ? end : 0;
}

/*
 * A condition and a jump: the guard ends where it does not hold, and the next condition begins; or it is the
 * first operand of an AND or an OR that ends where the jump goes. Code that chooses between two values is
 * passed as a whole.
 */
static int read_jump(struct program_reader *reader) {
    const struct program_instruction one = reader->code[reader->at];
    const uint32_t node = node_before(reader, one.to, reader->at), target = target_of(reader, reader->at);
    const uint32_t operation = one.operation == PROGRAM_JUMP_IF_ZERO ? PROGRAM_AND : PROGRAM_OR;
    const uint32_t choice = end_of_choice(reader, reader->at + 1, target);
    if (node == NO_NODE || one.operation == PROGRAM_JUMP || reader->open_count == OPEN_MOST) {
        return 0;
    }
    if (operation == PROGRAM_AND && reader->code[target].operation == PROGRAM_RETURN &&
        reader->code[target].to == one.to && reader->open_count == 0) {
        return add_conjuncts(reader, node);
    }
    if (choice != 0) {
        set_node(reader, (struct expression_node){reader->node[node].begin, choice, one.to, one.operation,
                                                  NO_NODE, NO_NODE});
        return 1;
    }
    reader->open[reader->open_count++] = (struct open){target, node, reader->at + 1, operation};
    reader->at++;
    return 1;
}

/* Joins the operands of those that end here; 0 if the second is not there. */
static int close_operations(struct program_reader *reader) {
    while (reader->open_count > 0 && reader->open[reader->open_count - 1].target <= reader->at) {
        const struct open *open = &reader->open[--reader->open_count];
        const struct expression_node *left = &reader->node[open->left];
        const uint32_t right = node_before(reader, left->to, reader->at);
        if (open->target != reader->at || right == NO_NODE || reader->node[right].begin != open->begin ||
            reader->nodes == INSTRUCTIONS) {
            return 0;
        }
        set_node(reader, (struct expression_node){left->begin, reader->at, left->to, open->operation,
                                                  open->left, right});
    }
    return 1;
}

static int read_guard(struct program_reader *reader) {
    const uint32_t begin = reader->at;
    while (reader->at - begin < INSTRUCTIONS && reader->nodes < INSTRUCTIONS && close_operations(reader)) {
        const struct program_instruction one = reader->code[reader->at];
        uint32_t node;
        if (one.to >= REGISTERS) {
            return 0;
        }
        switch (one.operation) {
        case PROGRAM_RETURN:
            node = node_before(reader, one.to, reader->at);
            return node != NO_NODE && add_conjuncts(reader, node);
        case PROGRAM_CONSTANT_INT:
        case PROGRAM_CONSTANT_DOUBLE:
        case PROGRAM_FIELD:
            set_node(reader, (struct expression_node){reader->at, reader->at + 1, one.to, one.operation,
                                                      NO_NODE, NO_NODE});
            break;
        default:
            if (is_jump(one.operation) ? !read_jump(reader) : !read_operation(reader)) {
                return 0;
            }
        }
    }
    return 0;
}

void data_conjuncts_read(const struct program_instruction *code, uint32_t guard,
                         struct data_conjuncts *conjuncts) {
    struct program_reader reader = {.code = code, .at = guard, .condition = guard, .conjuncts = conjuncts};
    for (uint32_t i = 0; i < REGISTERS; i++) {
        reader.in_register[i] = NO_NODE;
    }
    conjuncts->count = conjuncts->alternative_count = conjuncts->term_count = 0;
    if (!read_guard(&reader)) {
        conjuncts->count = 1;
        conjuncts->parts[0] = (struct data_conjunct){.whole = data_condition_of(code, guard)};
    }
}
