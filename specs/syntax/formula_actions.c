/* The actions of the parser of formulas: they make nodes with positions, and check the kinds of operands. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "specs/syntax/formula_syntax.h"
#include "specs/syntax/multiaction.h"

/* Comparing a label takes time proportional to its length and to the number of parts. */
#define MOST_PARTS 1000u

/* --- formulas --- */

static struct formula *place_formula(struct formula_syntax *syntax, struct formula *formula,
                                     struct formula_location location) {
    if (formula == NULL) {
        formula_syntax_memory(syntax);
        return NULL;
    }
    formula->where = location.where;
    formula->extent = location.extent;
    return formula;
}

struct formula *formula_make(struct formula_syntax *syntax, enum formula_kind kind,
                             const struct formula *left, const struct formula *right,
                             struct formula_location location) {
    return place_formula(syntax, formula_new(syntax->text, kind, left, right, NULL), location);
}

struct formula *formula_make_deadlock(struct formula_syntax *syntax, struct formula_location location) {
    struct formula *none =
        formula_make(syntax, FORMULA_FALSE, NULL, NULL, (struct formula_location){location.where, {0, 0}});
    struct formula_expression any = {NULL, NULL, {0, 0}};
    if (none == NULL || formula_make_action(syntax, ACTION_TRUE, location, &any) != 0) {
        return NULL;
    }
    return formula_make_modal(syntax, FORMULA_BOX, any, none, location);
}

/* Returns the expression as a regular expression, or NULL with the error reported. */
static const struct regular *as_regular(struct formula_syntax *syntax, struct formula_expression expression) {
    if (expression.regular != NULL) {
        return expression.regular;
    }
    struct regular *regular =
        formula_new_regular(syntax->text, REGULAR_ACTION, NULL, NULL, expression.action);
    if (regular == NULL) {
        formula_syntax_memory(syntax);
        return NULL;
    }
    regular->where = expression.action->where;
    regular->extent = expression.extent;
    return regular;
}

struct formula *formula_make_modal(struct formula_syntax *syntax, enum formula_kind kind,
                                   struct formula_expression expression, const struct formula *body,
                                   struct formula_location location) {
    const struct regular *regular = as_regular(syntax, expression);
    if (regular == NULL) {
        return NULL;
    }
    if ((kind == FORMULA_FOREVER || kind == FORMULA_SATURATED) && regular->is_nullable) {
        formula_syntax_warn(syntax, location.where,
                            "this expression matches a path of no steps, which can be repeated for ever: the "
                            "formula is %s in every state",
                            kind == FORMULA_FOREVER ? "true" : "false");
    }
    return place_formula(syntax, formula_new(syntax->text, kind, body, NULL, regular), location);
}

struct formula *formula_make_variable(struct formula_syntax *syntax, struct formula_word word,
                                      struct formula_location location) {
    int has_arguments = word.name_length < word.length;
    if (formula_data_is_value(word)) {
        struct formula *value = formula_make(syntax, FORMULA_VALUE, NULL, NULL, location);
        const struct formula_data *data = value == NULL ? NULL : formula_read_arguments(syntax, word);
        return data == NULL ? NULL : (value->data = data, value);
    }
    struct formula *variable = place_formula(
        syntax, formula_new_named(syntax->text, FORMULA_VARIABLE, word.text, word.name_length, NULL),
        location);
    if (variable != NULL && has_arguments) {
        variable->data = formula_read_arguments(syntax, word);
    }
    return syntax->failed ? NULL : variable;
}

struct formula *formula_make_predicate(struct formula_syntax *syntax, struct formula_word word,
                                       struct formula_location location) {
    const struct formula_position place = {location.where.line, location.where.column + 1};
    return place_formula(syntax, formula_new_predicate(syntax->text, word.text, word.length, place),
                         location);
}

struct formula *formula_make_fixpoint(struct formula_syntax *syntax, enum formula_kind kind,
                                      struct formula_word word, const struct formula *body,
                                      struct formula_location location) {
    struct formula *formula = place_formula(
        syntax, formula_new_named(syntax->text, kind, word.text, word.name_length, NULL), location);
    if (formula != NULL) {
        formula->left = body;
        formula->data = word.name_length < word.length ? formula_read_parameters(syntax, word) : NULL;
    }
    return syntax->failed ? NULL : formula;
}

/* --- actions --- */

static int give_action(struct formula_syntax *syntax, struct action *action, struct formula_location location,
                       struct formula_expression *result) {
    if (action == NULL) {
        return formula_syntax_memory(syntax);
    }
    if (action->where.line == 0) {
        action->where = location.where;
    }
    *result = (struct formula_expression){action, NULL, location.extent};
    return 0;
}

int formula_make_action(struct formula_syntax *syntax, enum action_kind kind,
                        struct formula_location location, struct formula_expression *result) {
    return give_action(syntax, formula_new_action(syntax->text, kind, NULL, NULL), location, result);
}

/* Returns the word in the form in which labels are compared: in upper case if case is ignored. NULL when
 * memory runs out. */
static const char *fold_word(struct formula_syntax *syntax, struct formula_word word) {
    if (!syntax->options->ignore_case) {
        return word.text;
    }
    char *copy = arena_copy(syntax->arena, word.text, word.length);
    if (copy == NULL) {
        formula_syntax_memory(syntax);
        return NULL;
    }
    for (uint32_t i = 0; i < word.length; i++) {
        copy[i] = copy[i] >= 'a' && copy[i] <= 'z' ? (char)(copy[i] - 'a' + 'A') : copy[i];
    }
    return copy;
}

/* In mCRL2's dialect `i` is the name of an action, but in AUT files it is the internal action. */
static int is_named_i(struct formula_syntax *syntax, const char *text, struct formula_word word, int quoted) {
    return !quoted && syntax->dialect == FORMULA_DIALECT_MCF && word.length == 1 &&
           (*text == 'i' || (*text == 'I' && syntax->options->ignore_case));
}

/* Checks a label; `text` is its folded form. Returns 1 for the internal action, 0 for another, -1 with the
 * error reported. */
static int check_label(struct formula_syntax *syntax, const char *text, struct formula_word word, int quoted,
                       struct formula_position location) {
    if (!quoted && word.name_length < word.length) {
        return 0;
    }
    if (is_named_i(syntax, text, word, quoted)) {
        formula_syntax_warn(syntax, location,
                            "in this dialect 'i' is the name of an action, which no network has: the "
                            "internal action is 'tau'");
        return 0;
    }
    return label_text_kind(syntax->labels, text, word.length) == LABEL_INTERNAL;
}

/* Gives an action its parts as data: those that were pushed, or one word. */
static int give_parts(struct formula_syntax *syntax, struct action *action, const struct formula_word *word) {
    if (action == NULL || action->data != NULL) {
        return 0;
    }
    if (word != NULL) {
        formula_begin_parts(syntax);
    }
    if (word != NULL && formula_read_part(syntax, *word, 0) != 0) {
        return -1;
    }
    action->data = formula_end_parts(syntax);
    if (action->data == NULL) {
        return -1;
    }
    int is_term = action->data->failure == NULL || action->data->failure->is_too_deep;
    return is_term && formula_text_add_term(syntax->text, action) != 0 ? formula_syntax_memory(syntax) : 0;
}

int formula_make_label(struct formula_syntax *syntax, struct formula_word word, int quoted,
                       struct formula_location location, struct formula_expression *result) {
    if (!quoted && formula_data_is_value(word)) {
        const struct formula_data *data = formula_read_arguments(syntax, word);
        return data == NULL ? -1
                            : formula_give_data_action(syntax, ACTION_VALUE, NULL, data, location, result);
    }
    const char *text = fold_word(syntax, word);
    int is_internal = text == NULL ? -1 : check_label(syntax, text, word, quoted, location.where);
    if (is_internal != 0) {
        return is_internal < 0 ? -1 : formula_make_action(syntax, ACTION_INTERNAL, location, result);
    }
    /* Blanks between arguments do not matter, so a label with arguments is a multi-action. */
    enum action_kind kind = !quoted && word.name_length < word.length ? ACTION_MULTIACTION : ACTION_LABEL;
    struct action *action = formula_new_label(syntax->text, kind, text, word.length);
    return kind == ACTION_MULTIACTION && give_parts(syntax, action, &word) != 0
               ? -1
               : give_action(syntax, action, location, result);
}

int formula_make_pattern(struct formula_syntax *syntax, struct formula_word word,
                         struct formula_location location, struct formula_expression *result) {
    unsigned flags = (syntax->options->extended ? PATTERN_EXTENDED : 0) |
                     (syntax->options->ignore_case ? PATTERN_IGNORE_CASE : 0);
    struct error error = {.code = ERROR_NONE};
    struct action *action = formula_new_pattern(syntax->text, word.text, word.length, flags, &error);
    if (action == NULL && error.code == ERROR_INTERRUPTED) {
        return formula_syntax_interrupted(syntax);
    }
    if (action == NULL && error.code == ERROR_INPUT) {
        char shown[80];
        return formula_syntax_error(syntax, location.where, "'%s' is no pattern: %s",
                                    syntax_message_show(word.text, word.length, shown, sizeof shown),
                                    error.text);
    }
    return give_action(syntax, action, location, result);
}

static int add_bytes(struct formula_syntax *syntax, const char *text, uint64_t length) {
    return text_buffer_append(syntax->memory, &syntax->parts, text, length) == 0
               ? 0
               : formula_syntax_memory(syntax);
}

/* Whether some part of a label in quotes is a name of the internal action. */
static int has_internal_part(const struct formula_syntax *syntax, const char *text, size_t length) {
    const char *end = text + length;
    for (;;) {
        const char *stop = multiaction_part_end(text, end);
        const size_t part = multiaction_trim(&text, stop);
        if (label_text_kind(syntax->labels, text, part) == LABEL_INTERNAL) {
            return 1;
        }
        if (stop == end) {
            return 0;
        }
        text = stop + 1;
    }
}

int formula_push_part(struct formula_syntax *syntax, int is_first, struct formula_word word, int quoted,
                      struct formula_position location) {
    const char *text = fold_word(syntax, word);
    int is_internal = text == NULL ? -1
                      : quoted     ? has_internal_part(syntax, text, word.length)
                                   : check_label(syntax, text, word, quoted, location);
    if (is_internal < 0) {
        return -1;
    }
    if (is_internal) {
        return formula_syntax_error(syntax, location, "the internal action is no part of a multi-action");
    }
    if (!multiaction_is_closed(text, word.length)) {
        return formula_syntax_error(syntax, location, "a '(' of this part of a multi-action is not closed");
    }
    if (is_first) {
        formula_begin_parts(syntax);
    }
    if (formula_read_part(syntax, word, quoted) != 0) {
        return -1;
    }
    syntax->parts.length = is_first ? 0 : syntax->parts.length;
    syntax->part_count = (is_first ? 0 : syntax->part_count) + multiaction_parts(text, word.length);
    if (syntax->part_count > MOST_PARTS) {
        return formula_syntax_error(syntax, location, "a multi-action of more than %u actions", MOST_PARTS);
    }
    return (is_first || add_bytes(syntax, "|", 1) == 0) && add_bytes(syntax, text, word.length) == 0 ? 0 : -1;
}

int formula_make_multiaction(struct formula_syntax *syntax, struct formula_location location,
                             struct formula_expression *result) {
    struct action *action =
        formula_new_label(syntax->text, ACTION_MULTIACTION, syntax->parts.data, syntax->parts.length);
    return give_parts(syntax, action, NULL) != 0 ? -1 : give_action(syntax, action, location, result);
}

static const char *const action_operators[] = {
    [ACTION_NOT] = "not", [ACTION_AND] = "and", [ACTION_OR] = "or", [ACTION_IMPLIES] = "implies"};
static const char *const regular_operators[] = {[REGULAR_NIL] = "nil",
                                                [REGULAR_CONCATENATION] = ".",
                                                [REGULAR_STAR] = "*",
                                                [REGULAR_PLUS] = "+",
                                                [REGULAR_OPTION] = "?"};

/* Returns 0 if the expression is an action, or -1 with an error at the operator that makes it a regular
 * expression. */
static int need_action(struct formula_syntax *syntax, enum action_kind kind,
                       struct formula_expression expression) {
    if (expression.regular == NULL) {
        return 0;
    }
    enum regular_kind regular = expression.regular->kind;
    const char *sign = regular != REGULAR_CHOICE                ? regular_operators[regular]
                       : syntax->dialect == FORMULA_DIALECT_MCF ? "+"
                                                                : "|";
    return formula_syntax_error(
        syntax, expression.regular->where, "'%s' makes a regular expression, but '%s' combines actions%s",
        sign, action_operators[kind],
        kind == ACTION_NOT || regular != REGULAR_CHOICE ? "" : ": write 'or' for '|'");
}

int formula_combine_actions(struct formula_syntax *syntax, enum action_kind kind,
                            struct formula_expression left, struct formula_expression right,
                            struct formula_location location, struct formula_expression *result) {
    if (need_action(syntax, kind, left) != 0 || need_action(syntax, kind, right) != 0) {
        return -1;
    }
    return give_action(syntax, formula_new_action(syntax->text, kind, left.action, right.action), location,
                       result);
}

/* --- regular expressions --- */

int formula_make_regular(struct formula_syntax *syntax, enum regular_kind kind,
                         struct formula_expression left, struct formula_expression right,
                         struct formula_location location, struct formula_expression *result) {
    int binary = kind == REGULAR_CONCATENATION || kind == REGULAR_CHOICE;
    const struct regular *first = kind == REGULAR_NIL ? NULL : as_regular(syntax, left);
    const struct regular *second = binary ? as_regular(syntax, right) : NULL;
    if ((kind != REGULAR_NIL && first == NULL) || (binary && second == NULL)) {
        return -1;
    }
    struct regular *regular = formula_new_regular(syntax->text, kind, first, second, NULL);
    if (regular == NULL) {
        return formula_syntax_memory(syntax);
    }
    regular->where = location.where;
    regular->extent = location.extent;
    *result = (struct formula_expression){NULL, regular, location.extent};
    return 0;
}
