/* Writes formulas. A stack has the items that are still to be written, the next one on top, so that functions
 * do not recurse. A node gets parentheses if it binds less tightly than its place requires.
 */
#include "specs/syntax/formula_write.h"

#include <string.h>

#include "base/memory.h"
#include "specs/syntax/formula_own.h"
#include "specs/syntax/formula_syntax.h"
#include "specs/syntax/multiaction.h"

/* Precedence levels of formulas, and of actions with regular expressions. */
enum { FIXPOINT_LEVEL, EQUIVALENT_LEVEL, IMPLIES_LEVEL, OR_LEVEL, AND_LEVEL, PREFIX_LEVEL, ATOM_LEVEL };

enum {
    CHOICE_LEVEL,
    CONCATENATION_LEVEL,
    REPETITION_LEVEL,
    ACTION_IMPLIES_LEVEL,
    ACTION_OR_LEVEL,
    ACTION_AND_LEVEL,
    ACTION_NOT_LEVEL,
    ACTION_ATOM_LEVEL
};

/* An item that is still to be written: one of the four pointers is set. level: the least level that needs no
 * parentheses there. */
struct pending_item {
    const char *text;
    const struct formula *formula;
    const struct regular *regular;
    const struct action *action;
    int level;
};

struct formula_writer {
    struct memory *memory;
    enum formula_dialect dialect;
    const formula_text *own; /* whose parts are written as the user wrote them; NULL: all are printed */
    struct text_buffer *result;
    struct pending_item *items;
    uint64_t count, capacity;
};

/* Pushes an item, unless it is empty. */
static int push_item(struct formula_writer *writer, struct pending_item item) {
    if (item.text == NULL && item.formula == NULL && item.regular == NULL && item.action == NULL) {
        return 0;
    }
    if (MEMORY_GROW(writer->memory, &writer->items, &writer->capacity, writer->count + 1) != 0) {
        return -1;
    }
    writer->items[writer->count++] = item;
    return 0;
}

/* Pushes items that are written in this order. */
static int push_all(struct formula_writer *writer, const struct pending_item *items, int count) {
    while (count-- > 0) {
        if (push_item(writer, items[count]) != 0) {
            return -1;
        }
    }
    return 0;
}

#define TEXT(string) ((struct pending_item){.text = (string)})
#define FORMULA(node, place) ((struct pending_item){.formula = (node), .level = (place)})
#define REGULAR(node, place) ((struct pending_item){.regular = (node), .level = (place)})
#define ACTION(node, place) ((struct pending_item){.action = (node), .level = (place)})
#define PUSH(writer, ...)                                                                                    \
    push_all((writer), (const struct pending_item[]){__VA_ARGS__},                                           \
             (int)(sizeof((const struct pending_item[]){__VA_ARGS__}) / sizeof(struct pending_item)))

static int append_bytes(struct formula_writer *writer, const char *bytes, size_t length) {
    return text_buffer_append(writer->memory, writer->result, bytes, length);
}

static int append_text(struct formula_writer *writer, const char *text) {
    return append_bytes(writer, text, strlen(text));
}

/* --- labels --- */

static int is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

/* The length of the name at the beginning of a text; 0 if there is none. */
static size_t name_length(const struct formula_writer *writer, const char *text, size_t length) {
    size_t at = 0;
    while (at < length && (is_letter(text[at]) || (at > 0 && text[at] >= '0' && text[at] <= '9') ||
                           (at > 0 && text[at] == '\'' && writer->dialect == FORMULA_DIALECT_MCF))) {
        at++;
    }
    return at;
}

/* Whether a text, written without quotes, is read as a label in the dialect. */
static int is_word(const struct formula_writer *writer, const char *text, size_t length) {
    return length > 0 && name_length(writer, text, length) == length &&
           formula_word_keyword(writer->dialect, text, length) == 0;
}

/* Whether a text is a word with arguments: its parentheses match, the last one is at the end, and there is no
 * blank. */
static int has_arguments(const struct formula_writer *writer, const char *text, size_t length) {
    size_t name = name_length(writer, text, length), depth = 0;
    if (name == length || text[name] != '(' || !is_word(writer, text, name) ||
        (name == 3 && memcmp(text, "val", 3) == 0)) {
        return 0;
    }
    for (size_t i = name; i < length; i++) {
        if (strchr(" \t\r\f\v\n", text[i]) != NULL) {
            return 0;
        }
        depth += text[i] == '(';
        depth -= text[i] == ')';
        if (depth == 0) {
            return i + 1 == length;
        }
    }
    return 0;
}

static int append_quoted(struct formula_writer *writer, const char *text, size_t length) {
    if (append_bytes(writer, "\"", 1) != 0) {
        return -1;
    }
    for (size_t i = 0; i < length; i++) {
        if ((text[i] == '"' || text[i] == '\\') && append_bytes(writer, "\\", 1) != 0) {
            return -1;
        }
        if (append_bytes(writer, text + i, 1) != 0) {
            return -1;
        }
    }
    return append_bytes(writer, "\"", 1);
}

static int append_label(struct formula_writer *writer, const char *text, size_t length) {
    return is_word(writer, text, length) ? append_bytes(writer, text, length)
                                         : append_quoted(writer, text, length);
}

/* A backslash and the byte after it stay as they are; a quote gets a backslash. */
static int append_pattern(struct formula_writer *writer, const char *text, size_t length) {
    if (append_bytes(writer, "'", 1) != 0) {
        return -1;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'' && append_bytes(writer, "\\", 1) != 0) {
            return -1;
        }
        size_t bytes = text[i] == '\\' && i + 1 < length && text[i + 1] != '\'' ? 2 : 1;
        if (append_bytes(writer, text + i, bytes) != 0) {
            return -1;
        }
        i += bytes - 1;
    }
    return append_bytes(writer, "'", 1);
}

/* A '*' after the parenthesis would begin a comment; the reader drops the blank. */
static int append_arguments(struct formula_writer *writer, const char *text, size_t length) {
    size_t begin = name_length(writer, text, length) + 1;
    return append_bytes(writer, text, begin) == 0 && (text[begin] != '*' || append_text(writer, " ") == 0) &&
                   append_bytes(writer, text + begin, length - begin) == 0
               ? 0
               : -1;
}

static int append_multiaction(struct formula_writer *writer, const char *text, size_t length) {
    const char *end = text + length;
    for (;;) {
        const char *stop = multiaction_part_end(text, end);
        size_t bytes = (size_t)(stop - text);
        int failed = has_arguments(writer, text, bytes) ? append_arguments(writer, text, bytes)
                                                        : append_label(writer, text, bytes);
        if (failed != 0 || stop == end) {
            return failed;
        }
        if (append_text(writer, "|") != 0) {
            return -1;
        }
        text = stop + 1;
    }
}

/* --- nodes --- */

/* How a kind of node is written: its operands with texts around them, the level of the whole, and the levels
 * that the operands' places require. */
struct written_form {
    const char *begin, *middle;
    int level, left, right;
};

static const struct written_form action_forms[] = {
    [ACTION_TRUE] = {.begin = "true", .level = ACTION_ATOM_LEVEL},
    [ACTION_FALSE] = {.begin = "false", .level = ACTION_ATOM_LEVEL},
    [ACTION_INTERNAL] = {.level = ACTION_ATOM_LEVEL},
    [ACTION_LABEL] = {.level = ACTION_ATOM_LEVEL},
    [ACTION_PATTERN] = {.level = ACTION_ATOM_LEVEL},
    [ACTION_MULTIACTION] = {.level = ACTION_ATOM_LEVEL},
    [ACTION_NOT] = {"not ", NULL, ACTION_NOT_LEVEL, ACTION_NOT_LEVEL, 0},
    [ACTION_AND] = {NULL, " and ", ACTION_AND_LEVEL, ACTION_AND_LEVEL, ACTION_NOT_LEVEL},
    [ACTION_OR] = {NULL, " or ", ACTION_OR_LEVEL, ACTION_OR_LEVEL, ACTION_AND_LEVEL},
    [ACTION_IMPLIES] = {NULL, " implies ", ACTION_IMPLIES_LEVEL, ACTION_OR_LEVEL, ACTION_IMPLIES_LEVEL},
};

/* In the dialect of CADP; NIL and CHOICE differ in that of mCRL2. */
static const struct written_form regular_forms[] = {
    [REGULAR_NIL] = {.begin = "nil", .level = ACTION_ATOM_LEVEL},
    [REGULAR_CONCATENATION] = {NULL, " . ", CONCATENATION_LEVEL, CONCATENATION_LEVEL, REPETITION_LEVEL},
    [REGULAR_CHOICE] = {NULL, " | ", CHOICE_LEVEL, CHOICE_LEVEL, CONCATENATION_LEVEL},
    [REGULAR_STAR] = {NULL, "*", REPETITION_LEVEL, REPETITION_LEVEL, 0},
    [REGULAR_PLUS] = {NULL, "+", REPETITION_LEVEL, REPETITION_LEVEL, 0},
    [REGULAR_OPTION] = {NULL, "?", REPETITION_LEVEL, REPETITION_LEVEL, 0},
};

/* Modalities have the regular expression as their left operand, fixpoints their name. */
static const struct written_form formula_forms[] = {
    [FORMULA_TRUE] = {.begin = "true", .level = ATOM_LEVEL},
    [FORMULA_FALSE] = {.begin = "false", .level = ATOM_LEVEL},
    [FORMULA_VARIABLE] = {.level = ATOM_LEVEL},
    [FORMULA_NOT] = {"not ", NULL, PREFIX_LEVEL, PREFIX_LEVEL, 0},
    [FORMULA_AND] = {NULL, " and ", AND_LEVEL, AND_LEVEL, PREFIX_LEVEL},
    [FORMULA_OR] = {NULL, " or ", OR_LEVEL, OR_LEVEL, AND_LEVEL},
    [FORMULA_IMPLIES] = {NULL, " implies ", IMPLIES_LEVEL, OR_LEVEL, IMPLIES_LEVEL},
    [FORMULA_EQUIVALENT] = {NULL, " equ ", EQUIVALENT_LEVEL, EQUIVALENT_LEVEL, IMPLIES_LEVEL},
    [FORMULA_DIAMOND] = {"<", "> ", PREFIX_LEVEL, 0, PREFIX_LEVEL},
    [FORMULA_BOX] = {"[", "] ", PREFIX_LEVEL, 0, PREFIX_LEVEL},
    [FORMULA_FOREVER] = {"<", "> @", ATOM_LEVEL, 0, 0},
    [FORMULA_SATURATED] = {"[", "] -|", ATOM_LEVEL, 0, 0},
    [FORMULA_PREDICATE] = {"{", "}", ATOM_LEVEL, 0, 0},
    [FORMULA_MU] = {"mu ", " . ", FIXPOINT_LEVEL, 0, FIXPOINT_LEVEL},
    [FORMULA_NU] = {"nu ", " . ", FIXPOINT_LEVEL, 0, FIXPOINT_LEVEL},
};

static int write_action(struct formula_writer *writer, const struct action *action) {
    const struct written_form *form = &action_forms[action->kind];
    switch (action->kind) {
    case ACTION_INTERNAL:
        return append_text(writer, writer->dialect == FORMULA_DIALECT_MCF ? "tau" : "i");
    case ACTION_LABEL:
        return append_label(writer, action->text, action->length);
    case ACTION_PATTERN:
        return append_pattern(writer, action->text, action->length);
    case ACTION_MULTIACTION:
        return append_multiaction(writer, action->text, action->length);
    default:
        return PUSH(writer, TEXT(form->begin), ACTION(action->left, form->left), TEXT(form->middle),
                    ACTION(action->right, form->right));
    }
}

static struct written_form form_of_regular(const struct formula_writer *writer,
                                           const struct regular *regular) {
    if (regular->kind == REGULAR_ACTION) {
        return action_forms[regular->action->kind];
    }
    struct written_form form = regular_forms[regular->kind];
    if (writer->dialect == FORMULA_DIALECT_MCF && regular->kind == REGULAR_NIL) {
        form.begin = "false*";
        form.level = REPETITION_LEVEL;
    } else if (writer->dialect == FORMULA_DIALECT_MCF && regular->kind == REGULAR_CHOICE) {
        form.middle = " + ";
    }
    return form;
}

static int write_regular(struct formula_writer *writer, const struct regular *regular) {
    struct written_form form = form_of_regular(writer, regular);
    if (regular->kind == REGULAR_ACTION) {
        return write_action(writer, regular->action);
    }
    if (form.left == REPETITION_LEVEL && regular->left->kind == REGULAR_ACTION) {
        form.left = ACTION_ATOM_LEVEL; /* (a and b)* needs no parentheses, but is easier to read with them */
    }
    return PUSH(writer, TEXT(form.begin), REGULAR(regular->left, form.left), TEXT(form.middle),
                REGULAR(regular->right, form.right));
}

static int write_formula(struct formula_writer *writer, const struct formula *formula) {
    const struct written_form *form = &formula_forms[formula->kind];
    const struct formula *left = formula->left, *right = formula->right;
    if (formula->name != NULL || formula->regular != NULL) {
        return PUSH(writer, TEXT(form->begin), TEXT(formula->name), REGULAR(formula->regular, form->left),
                    TEXT(form->middle), FORMULA(left, form->right));
    }
    return PUSH(writer, TEXT(form->begin), FORMULA(left, form->left), TEXT(form->middle),
                FORMULA(right, form->right));
}

static int level_of(const struct formula_writer *writer, const struct pending_item *item) {
    return item->formula != NULL   ? formula_forms[item->formula->kind].level
           : item->regular != NULL ? form_of_regular(writer, item->regular).level
                                   : action_forms[item->action->kind].level;
}

/* Where the user wrote an item. */
static struct formula_extent extent_of(const struct pending_item *item) {
    return item->formula != NULL   ? item->formula->extent
           : item->regular != NULL ? item->regular->extent
                                   : (struct formula_extent){0, 0};
}

/* Whether the user's text of a formula ends with the body of a fixpoint or a quantifier, to which all that
 * follows would belong. */
static int ends_open(const struct formula *formula) {
    uint32_t end = formula->extent.end;
    while (formula != NULL && formula->extent.end == end) {
        if (formula->kind == FORMULA_MU || formula->kind == FORMULA_NU || formula->kind == FORMULA_FORALL ||
            formula->kind == FORMULA_EXISTS) {
            return 1;
        }
        formula = formula->right != NULL ? formula->right : formula->left;
    }
    return 0;
}

static int write_item(struct formula_writer *writer, struct pending_item item) {
    if (item.text != NULL) {
        return append_text(writer, item.text);
    }
    struct formula_extent extent = extent_of(&item);
    int is_own = writer->own != NULL && extent.begin < extent.end;
    if (level_of(writer, &item) < item.level ||
        (is_own && item.level > 0 && item.formula != NULL && ends_open(item.formula))) {
        item.level = 0;
        return PUSH(writer, TEXT("("), item, TEXT(")"));
    }
    if (is_own) {
        return formula_own_text(writer->own, extent, FORMULA_OWN_MOST, writer->memory, writer->result);
    }
    return item.formula != NULL   ? write_formula(writer, item.formula)
           : item.regular != NULL ? write_regular(writer, item.regular)
                                  : write_action(writer, item.action);
}

static int write_all(struct formula_writer writer, const struct formula *formula, uint64_t most) {
    struct memory *memory = writer.memory;
    struct text_buffer *result = writer.result;
    uint64_t begin = result->length;
    int status = push_item(&writer, FORMULA(formula, 0));
    while (status == 0 && writer.count > 0 && (most == 0 || result->length - begin <= most)) {
        status = write_item(&writer, writer.items[--writer.count]);
    }
    if (status == 0 && most != 0 && result->length - begin > most) {
        result->length = begin + most;
        status = append_text(&writer, "...");
    }
    memory_free(memory, writer.items, writer.capacity * sizeof *writer.items);
    return status;
}

int formula_write(const struct formula *formula, enum formula_dialect dialect, uint64_t most,
                  struct memory *memory, struct text_buffer *result) {
    return write_all((struct formula_writer){.memory = memory, .dialect = dialect, .result = result}, formula,
                     most);
}

int formula_write_own(const formula_text *text, const struct formula *formula, uint64_t most,
                      struct memory *memory, struct text_buffer *result) {
    const struct formula_writer writer = {
        .memory = memory, .dialect = formula_dialect_read(text), .own = text, .result = result};
    return write_all(writer, formula, most);
}
