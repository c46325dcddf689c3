/* The text of a formula, by a stack of what is still to be written. */
#include "reduce/compare/formula_dag.h"

#include <string.h>

#include "base/memory.h"

/* What is still to be written: a constant text, a label, a reference, or the conjunction of references. */
enum piece_kind { PIECE_TEXT, PIECE_INTERNAL, PIECE_LABEL, PIECE_NODE, PIECE_ALL };

struct text_piece {
    enum piece_kind kind;
    const char *text;
    uint64_t number; /* a label, a reference, or where references begin */
    uint32_t count;
};

struct formula_writing {
    const struct formula_dag *dag;
    const struct formula_style *style;
    struct memory *memory;
    struct text_buffer *text;
    GROWING(struct text_piece) stack;
    uint64_t nodes;
    int failed;
};

void formula_dag_free(struct formula_dag *dag, struct memory *memory) {
    GROWING_FREE(memory, dag->nodes);
    GROWING_FREE(memory, dag->references);
}

static int write_quoted(const char *label, struct memory *memory, struct text_buffer *text) {
    int failed = text_buffer_add(memory, text, "\"") != 0;
    for (const char *at = label; *at != '\0' && !failed; at++) {
        failed = ((*at == '"' || *at == '\\') && text_buffer_add(memory, text, "\\") != 0) ||
                 text_buffer_append(memory, text, at, 1) != 0;
    }
    return failed || text_buffer_add(memory, text, "\"") != 0 ? -1 : 0;
}

int formula_write_label(const struct formula_style *style, uint32_t label, struct memory *memory,
                        struct text_buffer *text) {
    return label == style->internal_label ? text_buffer_add(memory, text, style->internal)
                                          : write_quoted(style->label_text[label], memory, text);
}

/* --- the stack; the piece that is pushed last is written first --- */

static void push(struct formula_writing *writing, struct text_piece piece) {
    writing->failed = writing->failed || GROWING_ADD(writing->memory, writing->stack, piece) != 0;
}

static void push_text(struct formula_writing *writing, const char *text) {
    push(writing, (struct text_piece){PIECE_TEXT, text, 0, 0});
}

static void push_internal(struct formula_writing *writing) {
    push(writing, (struct text_piece){PIECE_INTERNAL, NULL, 0, 0});
}

static void push_label(struct formula_writing *writing, uint32_t label) {
    push(writing, (struct text_piece){PIECE_LABEL, NULL, label, 0});
}

static void push_all(struct formula_writing *writing, uint64_t begin, uint32_t count) {
    push(writing, (struct text_piece){PIECE_ALL, NULL, begin, count});
}

static void push_after(struct formula_writing *writing, const struct formula_node *node) {
    push_all(writing, node->begin + node->before_count, node->after_count);
}

static void push_before(struct formula_writing *writing, const struct formula_node *node) {
    push_all(writing, node->begin, node->before_count);
}

/* A conjunction, in parentheses if it has several parts. */
static void take_all(struct formula_writing *writing, uint64_t begin, uint32_t count) {
    if (count == 0) {
        push_text(writing, "true");
    }
    if (count > 1) {
        push_text(writing, ")");
    }
    for (uint32_t at = count; at > 0; at--) {
        push(writing,
             (struct text_piece){PIECE_NODE, NULL, writing->dag->references.data[begin + at - 1], 0});
        if (at > 1) {
            push_text(writing, " and ");
        }
    }
    if (count > 1) {
        push_text(writing, "(");
    }
}

/* --- nodes, from their end on --- */

static void take_weak(struct formula_writing *writing, const struct formula_node *node) {
    push_after(writing, node);
    if (node->label == writing->style->internal_label) {
        push_text(writing, "*> ");
        push_internal(writing);
    } else {
        push_text(writing, "*> ");
        push_internal(writing);
        push_text(writing, " . ");
        push_label(writing, node->label);
        push_text(writing, "* . ");
        push_internal(writing);
    }
    push_text(writing, "<");
}

/* Without conditions on the states in between. */
static void take_branching_free(struct formula_writing *writing, const struct formula_node *node) {
    if (node->label == FORMULA_DIVERGENCE) {
        push_text(writing, "> @");
        push_internal(writing);
    } else if (node->label == writing->style->internal_label) {
        push_after(writing, node);
        push_text(writing, "*> ");
        push_internal(writing);
    } else {
        push_after(writing, node);
        push_text(writing, "> ");
        push_label(writing, node->label);
        push_text(writing, "* . ");
        push_internal(writing);
    }
    push_text(writing, "<");
}

static void take_branching(struct formula_writing *writing, const struct formula_node *node) {
    if (node->before_count == 0) {
        take_branching_free(writing, node);
    } else if (node->label == FORMULA_DIVERGENCE) {
        push_text(writing, "> X)");
        push_internal(writing);
        push_text(writing, " and <");
        push_before(writing, node);
        push_text(writing, "(nu X . ");
    } else if (node->label == writing->style->internal_label) {
        push_text(writing, "> X)");
        push_internal(writing);
        push_text(writing, " and <");
        push_before(writing, node);
        push_text(writing, " or ");
        push_after(writing, node);
        push_text(writing, "(mu X . ");
    } else {
        push_text(writing, "> X))");
        push_internal(writing);
        push_text(writing, " or <");
        push_after(writing, node);
        push_text(writing, "> ");
        push_label(writing, node->label);
        push_text(writing, " and (<");
        push_before(writing, node);
        push_text(writing, "(mu X . ");
    }
}

static void take_node(struct formula_writing *writing, uint32_t reference) {
    const struct formula_node *node = &writing->dag->nodes.data[reference & ~FORMULA_NOT];
    int plain = writing->style->steps == FORMULA_STEPS_PLAIN;
    int ends = plain && (reference & FORMULA_NOT) != 0 && node->after_count == 0; /* [a] false */
    writing->nodes++;
    if (plain) {
        if (ends) {
            push_text(writing, "false");
        } else {
            push_after(writing, node);
        }
        push_text(writing, ends ? "] " : "> ");
        push_label(writing, node->label);
        push_text(writing, ends ? "[" : "<");
    } else if (writing->style->steps == FORMULA_STEPS_WEAK) {
        take_weak(writing, node);
    } else {
        take_branching(writing, node);
    }
    if ((reference & FORMULA_NOT) != 0 && !ends) {
        push_text(writing, "not ");
    }
}

static void take_piece(struct formula_writing *writing, struct text_piece piece) {
    switch (piece.kind) {
    case PIECE_TEXT:
        writing->failed |= text_buffer_add(writing->memory, writing->text, piece.text) != 0;
        break;
    case PIECE_INTERNAL:
        writing->failed |= text_buffer_add(writing->memory, writing->text, writing->style->internal) != 0;
        break;
    case PIECE_LABEL:
        writing->failed |=
            formula_write_label(writing->style, (uint32_t)piece.number, writing->memory, writing->text) != 0;
        break;
    case PIECE_NODE:
        take_node(writing, (uint32_t)piece.number);
        break;
    case PIECE_ALL:
        take_all(writing, piece.number, piece.count);
        break;
    }
}

static void push_rooted(struct formula_writing *writing, const struct formula_node *node) {
    push_after(writing, node);
    if (writing->style->steps == FORMULA_STEPS_WEAK) {
        push_text(writing, "*> ");
        push_internal(writing);
        push_text(writing, "<");
    }
    push_text(writing, "not ");
}

int formula_dag_write(const struct formula_dag *dag, uint32_t reference, const struct formula_style *style,
                      struct memory *memory, struct text_buffer *text) {
    struct formula_writing writing = {.dag = dag, .style = style, .memory = memory, .text = text};
    if (style->is_rooted) {
        push_rooted(&writing, &dag->nodes.data[reference & ~FORMULA_NOT]);
    } else {
        push(&writing, (struct text_piece){PIECE_NODE, NULL, reference, 0});
    }
    while (writing.stack.count > 0 && !writing.failed && writing.nodes <= style->most_nodes) {
        take_piece(&writing, writing.stack.data[--writing.stack.count]);
    }
    GROWING_FREE(memory, writing.stack);
    return writing.failed ? -1 : writing.nodes <= style->most_nodes;
}
