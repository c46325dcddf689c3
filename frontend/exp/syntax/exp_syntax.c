/*
 * The semantic actions of the EXP parser: lists on stacks, nodes in the arena, errors with their position.
 */
#include "frontend/exp/syntax/exp_syntax.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text/syntax_message.h"
#include "base/text/text_buffer.h"

/* --- errors --- */

int exp_syntax_error(struct exp_syntax *syntax, struct source_position position, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    syntax_message_error(syntax->error, &syntax->failed, position, format, arguments);
    va_end(arguments);
    return -1;
}

int exp_syntax_memory(struct exp_syntax *syntax) {
    return syntax_message_fail(syntax->error, &syntax->failed, ERROR_MEMORY,
                               (struct source_position){syntax->path, syntax->line, 0},
                               "not enough memory to read the network");
}

/* --- stacks --- */

/* Moves the elements of a stack from `begin` on to the arena. */
static void *pop_to_arena(struct exp_syntax *syntax, const void *data, uint64_t *count, uint64_t begin,
                          uint64_t size, uint32_t *popped) {
    uint64_t bytes = (*count - begin) * size;
    void *copy = arena_allocate(syntax->arena, bytes);
    if (copy == NULL) {
        exp_syntax_memory(syntax);
        return NULL;
    }
    if (bytes > 0) {
        memcpy(copy, (const char *)data + begin * size, bytes);
    }
    *popped = (uint32_t)(*count - begin);
    *count = begin;
    return copy;
}

#define POP(syntax, stack, begin, popped)                                                                    \
    pop_to_arena((syntax), (syntax)->stack.data, &(syntax)->stack.count, (begin),                            \
                 sizeof *(syntax)->stack.data, (popped))

void exp_syntax_free(struct exp_syntax *syntax) {
    brackets_free(&syntax->brackets, syntax->memory);
    GROWING_FREE(syntax->memory, syntax->texts);
    GROWING_FREE(syntax->memory, syntax->clauses);
    GROWING_FREE(syntax->memory, syntax->chains);
    GROWING_FREE(syntax->memory, syntax->gates);
    GROWING_FREE(syntax->memory, syntax->gate_lists);
    GROWING_FREE(syntax->memory, syntax->vectors);
    GROWING_FREE(syntax->memory, syntax->nodes);
    GROWING_FREE(syntax->memory, syntax->references);
}

/* Labels and gates are folded under --ignore-case; patterns are compiled to ignore case. */
static void fold_text(const struct exp_syntax *syntax, struct exp_text *text) {
    if (!syntax->options->ignore_case || text->text == NULL || text->text == EXP_UNDERSCORE) {
        return;
    }
    /* Words are copied to the arena one by one, so that folding one in place changes no other. */
    for (char *at = (char *)text->text; *at != '\0'; at++) {
        *at = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
    }
}

static void fold_texts(const struct exp_syntax *syntax, struct exp_text *texts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        fold_text(syntax, &texts[i]);
    }
}

int exp_push_gate(struct exp_syntax *syntax, struct exp_word name) {
    fold_text(syntax, &name.text);
    return EXP_PUSH(syntax, gates, (struct exp_gate){.name = name.text});
}

int exp_push_gates(struct exp_syntax *syntax, uint64_t begin, uint64_t *gates) {
    *gates = syntax->gates.count;
    for (uint64_t i = begin; i < syntax->texts.count; i++) {
        if (exp_push_gate(syntax, (struct exp_word){.text = syntax->texts.data[i]}) != 0) {
            return -1;
        }
    }
    syntax->texts.count = begin;
    return 0;
}

int exp_push_degree(struct exp_syntax *syntax, struct exp_word number) {
    struct exp_gate *gate = &syntax->gates.data[syntax->gates.count - 1];
    uint64_t value = 0;
    for (const char *at = number.text.text; *at != '\0' || at == number.text.text; at++) {
        if (*at < '0' || *at > '9' || number.quoted) {
            return exp_syntax_error(syntax, number.text.position, "'#' takes a number of branches");
        }
        value = value > UINT32_MAX ? value : value * 10 + (uint64_t)(*at - '0');
    }
    gate->has_degree = 1;
    gate->degree = value;
    return 0;
}

int exp_push_clause(struct exp_syntax *syntax, struct exp_word from, struct exp_word to) {
    fold_text(syntax, &to.text);
    return EXP_PUSH(syntax, clauses, (struct exp_clause){from.text, to.text});
}

int exp_push_chain(struct exp_syntax *syntax, uint64_t begin) {
    struct exp_chain chain;
    chain.patterns = POP(syntax, texts, begin, &chain.count);
    return chain.patterns == NULL ? -1 : EXP_PUSH(syntax, chains, chain);
}

int exp_push_vector(struct exp_syntax *syntax, uint64_t begin, struct exp_word result) {
    struct exp_open_vector open;
    struct exp_vector *vector = &open.vector;
    vector->entries = POP(syntax, texts, begin, &open.width);
    if (vector->entries == NULL) {
        return -1;
    }
    vector->position = vector->entries[0].position;
    for (uint32_t i = 0; i < open.width; i++) {
        if (vector->entries[i].text == EXP_UNDERSCORE) {
            vector->entries[i].text = NULL;
        }
    }
    fold_texts(syntax, vector->entries, open.width);
    fold_text(syntax, &result.text);
    vector->result = result.text;
    return EXP_PUSH(syntax, vectors, open);
}

int exp_push_branch(struct exp_syntax *syntax, uint64_t texts_begin, struct exp_node *node) {
    struct exp_gate_list list;
    if (EXP_PUSH(syntax, nodes, node) != 0) {
        return -1;
    }
    if (texts_begin == EXP_NO_LIST) {
        return 0;
    }
    list.names = POP(syntax, texts, texts_begin, &list.count);
    if (list.names == NULL) {
        return -1;
    }
    fold_texts(syntax, list.names, list.count);
    return EXP_PUSH(syntax, gate_lists, list);
}

/* --- nodes --- */

static struct exp_node *make_node(struct exp_syntax *syntax, enum exp_kind kind,
                                  struct source_position position) {
    struct exp_node *node = arena_allocate(syntax->arena, sizeof *node);
    if (node == NULL) {
        exp_syntax_memory(syntax);
        return NULL;
    }
    node->kind = kind;
    node->position = position;
    return node;
}

static int set_children(struct exp_syntax *syntax, struct exp_node *node, struct exp_node *first,
                        struct exp_node *second) {
    node->child_count = second != NULL ? 2 : 1;
    node->children = arena_allocate(syntax->arena, node->child_count * sizeof *node->children);
    if (node->children == NULL) {
        return exp_syntax_memory(syntax);
    }
    node->children[0] = first;
    if (second != NULL) {
        node->children[1] = second;
    }
    return 0;
}

static struct exp_node *checked(struct exp_syntax *syntax, struct exp_node *node) {
    return exp_check_node(syntax, node) == 0 ? node : NULL;
}

struct exp_node *exp_make_file(struct exp_syntax *syntax, struct exp_word word) {
    const char *text = word.text.text, *family = word.quoted ? NULL : exp_syntax_family(text, strlen(text));
    if (family != NULL) {
        exp_message_foreign(syntax, text, family, word.text.position);
        return NULL;
    }
    if (!word.quoted && strncmp(text, "//", 2) == 0) {
        exp_message_comment(syntax, word.text.position, "//");
        return NULL;
    }
    if (text == EXP_UNDERSCORE || *text == '\0') {
        exp_syntax_error(syntax, word.text.position, "expected a file name");
        return NULL;
    }
    struct exp_node *node = make_node(syntax, EXP_FILE, word.text.position);
    if (node == NULL || EXP_PUSH(syntax, references, (struct exp_reference){node, syntax->depth + 1}) != 0) {
        return NULL;
    }
    node->path = text;
    return node;
}

int exp_set_values(struct exp_node *file, struct exp_syntax *syntax, uint64_t begin,
                   struct source_position position) {
    struct text_buffer text = {0};
    int failed = 0;
    for (uint64_t i = begin; i < syntax->texts.count && !failed; i++) {
        const char *before = i == begin ? "" : (i - begin) % 2 == 1 ? "=" : ",";
        failed = text_buffer_add(syntax->memory, &text, before) != 0 ||
                 text_buffer_add(syntax->memory, &text, syntax->texts.data[i].text) != 0;
    }
    file->values = failed ? NULL : arena_copy(syntax->arena, text.data, text.length);
    file->values_position = position;
    syntax->texts.count = begin;
    text_buffer_free(syntax->memory, &text);
    return file->values == NULL ? exp_syntax_memory(syntax) : 0;
}

struct exp_node *exp_make_stop(struct exp_syntax *syntax, struct source_position position) {
    return make_node(syntax, EXP_STOP, position);
}

struct exp_node *exp_make_binary(struct exp_syntax *syntax, enum exp_kind kind, struct exp_node *left,
                                 struct exp_node *right, uint64_t names_begin,
                                 struct source_position position) {
    struct exp_node *node = make_node(syntax, kind, position);
    if (node == NULL || set_children(syntax, node, left, right) != 0) {
        return NULL;
    }
    if (names_begin != EXP_NO_LIST) {
        node->names = POP(syntax, texts, names_begin, &node->name_count);
        if (node->names == NULL) {
            return NULL;
        }
        fold_texts(syntax, node->names, node->name_count);
    }
    return checked(syntax, node);
}

static const char *const mode_names[] = {"", "total", "partial", "gate", "single", "multiple", "label"};

#define BIT(mode) (1u << (mode))

/* Operators that have modes, as a set of bits, or lists. */
static const struct {
    const char *name;
    unsigned modes;
} operators[] = {
    [EXP_HIDE] = {"hide", BIT(EXP_MODE_TOTAL) | BIT(EXP_MODE_PARTIAL) | BIT(EXP_MODE_GATE)},
    [EXP_CUT] = {"cut", BIT(EXP_MODE_TOTAL) | BIT(EXP_MODE_PARTIAL) | BIT(EXP_MODE_GATE)},
    [EXP_RENAME] = {"rename",
                    BIT(EXP_MODE_TOTAL) | BIT(EXP_MODE_SINGLE) | BIT(EXP_MODE_MULTIPLE) | BIT(EXP_MODE_GATE)},
    [EXP_PRIO] = {"prio", 0},
    [EXP_PAR_GATES] = {"par", BIT(EXP_MODE_GATE) | BIT(EXP_MODE_LABEL)},
    [EXP_PAR_VECTORS] = {"par", BIT(EXP_MODE_GATE) | BIT(EXP_MODE_LABEL)},
};

static int choose_mode(struct exp_syntax *syntax, struct exp_node *node, enum exp_mode mode) {
    unsigned allowed = operators[node->kind].modes;
    node->mode = mode != EXP_MODE_NONE ? mode : allowed != 0 ? EXP_MODE_GATE : EXP_MODE_NONE;
    return mode == EXP_MODE_NONE || (allowed & BIT(mode))
               ? 0
               : exp_syntax_error(syntax, node->position, "'%s' has no mode '%s'", operators[node->kind].name,
                                  mode_names[mode]);
}

struct exp_node *exp_make_unary(struct exp_syntax *syntax, enum exp_kind kind, enum exp_mode mode,
                                uint64_t begin, struct exp_node *body, struct source_position position) {
    struct exp_node *node = make_node(syntax, kind, position);
    if (node == NULL || set_children(syntax, node, body, NULL) != 0 || choose_mode(syntax, node, mode) != 0) {
        return NULL;
    }
    const void *list = kind == EXP_RENAME ? node->clauses = POP(syntax, clauses, begin, &node->clause_count)
                       : kind == EXP_PRIO
                           ? node->chains = POP(syntax, chains, begin, &node->chain_count)
                           : (const void *)(node->names = POP(syntax, texts, begin, &node->name_count));
    return list == NULL ? NULL : checked(syntax, node);
}

static int pop_vectors(struct exp_syntax *syntax, struct exp_node *node, uint64_t begin) {
    node->vector_count = (uint32_t)(syntax->vectors.count - begin);
    node->vectors = arena_allocate(syntax->arena, node->vector_count * sizeof *node->vectors);
    if (node->vectors == NULL) {
        return exp_syntax_memory(syntax);
    }
    for (uint32_t i = 0; i < node->vector_count; i++) {
        const struct exp_open_vector *open = &syntax->vectors.data[begin + i];
        if (open->width != node->child_count) {
            return exp_syntax_error(syntax, open->vector.position,
                                    "this vector has %u entr%s, but there %s %u branch%s", open->width,
                                    open->width == 1 ? "y" : "ies", node->child_count == 1 ? "is" : "are",
                                    node->child_count, node->child_count == 1 ? "" : "es");
        }
        node->vectors[i] = open->vector;
    }
    syntax->vectors.count = begin;
    return 0;
}

struct exp_node *exp_make_par(struct exp_syntax *syntax, enum exp_mode mode, struct exp_par par,
                              struct source_position position) {
    int vectors = par.vectors != EXP_NO_LIST;
    struct exp_node *node = make_node(syntax, vectors ? EXP_PAR_VECTORS : EXP_PAR_GATES, position);
    if (node == NULL || choose_mode(syntax, node, mode) != 0) {
        return NULL;
    }
    node->children = POP(syntax, nodes, par.nodes, &node->child_count);
    if (node->children == NULL) {
        return NULL;
    }
    if (vectors) {
        return pop_vectors(syntax, node, par.vectors) == 0 ? checked(syntax, node) : NULL;
    }
    uint32_t lists;
    node->gates = POP(syntax, gates, par.gates, &node->gate_count);
    node->branch_gates = POP(syntax, gate_lists, par.gate_lists, &lists);
    return node->gates == NULL || node->branch_gates == NULL ? NULL : checked(syntax, node);
}
