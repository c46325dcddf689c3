/* The texts of formulas with numbers, written from the last node down. */
#include <string.h>

#include "base/memory.h"
#include "specs/measured/measured.h"

/* What remains to be written: a node, or a text after it. */
struct pending_text {
    uint32_t node;
    const char *text; /* NULL: the node */
    uint32_t bound;   /* with `is_bound`: the part of the bound before its node */
    int is_bound;
    int is_operand; /* the node stands beside others or after an operator: a conjunction needs parentheses */
};

struct measured_writing {
    const struct measured_formula *formula;
    struct memory *memory;
    struct text_buffer *text;
    GROWING(struct pending_text) stack; /* the next piece last */
    uint64_t nodes, most;
    int failed; /* memory ran out */
};

static void add_text(struct measured_writing *writing, const char *text) {
    writing->failed |= text_buffer_add(writing->memory, writing->text, text) != 0;
}

static void add_quoted(struct measured_writing *writing, const char *text) {
    add_text(writing, "\"");
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            add_text(writing, "\\");
        }
        writing->failed |= text_buffer_append(writing->memory, writing->text, text, 1) != 0;
    }
    add_text(writing, "\"");
}

static void push(struct measured_writing *writing, struct pending_text piece) {
    writing->failed |= GROWING_ADD(writing->memory, writing->stack, piece) != 0;
}

static void push_text(struct measured_writing *writing, const char *text) {
    push(writing, (struct pending_text){.text = text});
}

static void push_node(struct measured_writing *writing, uint32_t node, int is_operand) {
    push(writing, (struct pending_text){.node = node, .is_operand = is_operand});
}

/* "<"a">", "<rate "a">"; nothing for what a chain does. */
static void add_move(struct measured_writing *writing, const struct measured_node *node) {
    const struct measured_formula *formula = writing->formula;
    if (node->move == MEASURED_CHAIN || node->move == MEASURED_RACE) {
        return;
    }
    add_text(writing, node->move == MEASURED_PROB ? "<prob" : node->move == MEASURED_RATE ? "<rate" : "<");
    if (node->text != NULL) {
        add_text(writing, node->move == MEASURED_PROB || node->move == MEASURED_RATE ? " " : "");
        add_quoted(writing, node->text);
    } else if (node->move == MEASURED_DRAW) {
        add_text(writing, "i");
    }
    for (uint32_t i = 0; i < node->earnings_count; i++) {
        const struct measured_earning *earning = &formula->earnings.data[node->earnings_begin + i];
        add_text(writing, ", reward ");
        add_quoted(writing, earning->rewards);
        add_text(writing, "=");
        add_text(writing, earning->value);
    }
    add_text(writing, "> ");
}

/* A bound as "P>=1/2 [", before its node. */
static void add_bound(struct measured_writing *writing, const struct measured_node *node,
                      const struct measured_bound *bound) {
    char number[FRACTION_TEXT];
    fraction_write(bound->bound.numerator, bound->bound.denominator, number);
    add_text(writing, node->move == MEASURED_RATE || node->move == MEASURED_RACE ? "R" : "P");
    add_text(writing, bound->at_most ? "<=" : ">=");
    add_text(writing, number);
    add_text(writing, " [");
}

/* Writes what is before the items of a node, and pushes what is after them. */
static void open_items(struct measured_writing *writing, const struct measured_node *node, int encloses) {
    add_text(writing, node->count == 0 ? "true" : encloses ? "(" : "");
    if (encloses) {
        push_text(writing, ")");
    }
}

/* All nodes or bounds, joined by `and`; the pieces are pushed, the last first. */
static void write_move(struct measured_writing *writing, uint32_t number, int is_operand) {
    const struct measured_node *node = &writing->formula->nodes.data[number];
    const int plain = node->move == MEASURED_STEP;
    const int is_chain = node->move == MEASURED_CHAIN || node->move == MEASURED_RACE;
    const int encloses = node->count > 1 && (!is_chain || is_operand);
    add_move(writing, node);
    open_items(writing, node, encloses);
    for (uint32_t i = node->count; i-- > 0;) {
        const struct measured_bound *bound = &writing->formula->bounds.data[node->begin + i];
        if (!plain) {
            push_text(writing, "]");
        }
        push_node(writing, bound->node, plain);
        if (!plain) {
            push(writing, (struct pending_text){.node = number, .bound = node->begin + i, .is_bound = 1});
        }
        if (i > 0) {
            push_text(writing, " and ");
        }
    }
}

static void write_all(struct measured_writing *writing, const struct measured_node *node, int is_operand) {
    open_items(writing, node, is_operand && node->count > 1);
    for (uint32_t i = node->count; i-- > 0;) {
        push_node(writing, writing->formula->references.data[node->begin + i], is_operand || node->count > 1);
        if (i > 0) {
            push_text(writing, " and ");
        }
    }
}

static void write_node(struct measured_writing *writing, uint32_t number, int is_operand) {
    const struct measured_node *node = &writing->formula->nodes.data[number];
    writing->nodes++;
    switch (node->kind) {
    case MEASURED_LABEL:
        add_quoted(writing, node->text);
        break;
    case MEASURED_REWARD:
    case MEASURED_EARNED:
        add_text(writing, node->kind == MEASURED_REWARD ? "reward " : "choice reward ");
        add_quoted(writing, node->text);
        add_text(writing, "=");
        add_text(writing, node->value);
        break;
    case MEASURED_NOT:
        add_text(writing, "not ");
        push_node(writing, writing->formula->references.data[node->begin], 1);
        break;
    case MEASURED_ALL:
        write_all(writing, node, is_operand);
        break;
    case MEASURED_MOVE:
        write_move(writing, number, is_operand);
        break;
    }
}

int measured_formula_write(const struct measured_formula *formula, uint64_t most, struct memory *memory,
                           struct text_buffer *text) {
    struct measured_writing writing = {.formula = formula, .memory = memory, .text = text, .most = most};
    push_node(&writing, (uint32_t)formula->nodes.count - 1, 0);
    while (writing.stack.count > 0 && !writing.failed && writing.nodes <= most) {
        const struct pending_text piece = writing.stack.data[--writing.stack.count];
        if (piece.text != NULL) {
            add_text(&writing, piece.text);
        } else if (piece.is_bound) {
            add_bound(&writing, &formula->nodes.data[piece.node], &formula->bounds.data[piece.bound]);
        } else {
            write_node(&writing, piece.node, piece.is_operand);
        }
    }
    GROWING_FREE(memory, writing.stack);
    return writing.failed ? -1 : writing.nodes <= most;
}
