/* The actions of the parser of linear temporal logic: they make nodes, and refuse what others read otherwise.
 */
#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "specs/syntax/ltl_parser.h"
#include "specs/syntax/ltl_syntax.h"

/* Automata recurse to as many levels. */
#define MOST_ATOMS 10000u

static int is_binary(enum ltl_tree_kind kind) {
    return kind >= LTL_TREE_UNTIL;
}

/* a U b U c and a -> b -> c without parentheses. */
static int refuse_chain(struct formula_syntax *syntax, enum ltl_tree_kind kind, struct ltl_operand left,
                        struct ltl_operand right, struct formula_position where) {
    const enum ltl_shape shape = is_binary(kind)            ? LTL_SHAPE_UNTIL
                                 : kind == LTL_TREE_IMPLIES ? LTL_SHAPE_IMPLIES
                                                            : LTL_SHAPE_CLOSED;
    return shape == LTL_SHAPE_CLOSED || (left.shape != shape && right.shape != shape)
               ? 0
               : formula_syntax_error(syntax, where,
                                      "a chain of %s: write parentheses, as tools group this differently",
                                      shape == LTL_SHAPE_UNTIL ? "U, W, R, M" : "implications");
}

int ltl_make(struct ltl_syntax *parsing, enum ltl_tree_kind kind, struct ltl_operand left,
             struct ltl_operand right, struct formula_position where, struct ltl_operand *result) {
    struct formula_syntax *syntax = parsing->syntax;
    const struct ltl_tree_node node = {kind, left.node, right.node, where};
    if (refuse_chain(syntax, kind, left, right, where) != 0) {
        return -1;
    }
    if (GROWING_ADD(syntax->memory, parsing->tree->node, node) != 0) {
        return formula_syntax_memory(syntax);
    }
    *result = (struct ltl_operand){(uint32_t)parsing->tree->node.count - 1, is_binary(kind) ? LTL_SHAPE_UNTIL
                                                                            : kind == LTL_TREE_IMPLIES
                                                                                ? LTL_SHAPE_IMPLIES
                                                                                : LTL_SHAPE_CLOSED};
    return 0;
}

/* --- atoms --- */

static int is_same(const struct ltl_atom *a, const struct ltl_atom *b) {
    return a->action == b->action && (a->predicate == NULL) == (b->predicate == NULL) &&
           (a->predicate == NULL || strcmp(a->predicate->name, b->predicate->name) == 0);
}

/* Adds what an atom says to syntax->root. */
static int note_atom(struct formula_syntax *syntax, const struct formula *said,
                     struct formula_location location) {
    syntax->root = said == NULL           ? NULL
                   : syntax->root == NULL ? (struct formula *)said
                                          : formula_make(syntax, FORMULA_AND, syntax->root, said, location);
    return syntax->root == NULL ? -1 : 0;
}

static int make_atom(struct ltl_syntax *parsing, const struct ltl_atom *atom, struct ltl_operand *result) {
    struct formula_syntax *syntax = parsing->syntax;
    uint32_t number = 0;
    if (run_should_stop(syntax->run)) {
        return formula_syntax_interrupted(syntax);
    }
    while (number < parsing->tree->atom.count && !is_same(&parsing->tree->atom.data[number], atom)) {
        number++;
    }
    if (number == MOST_ATOMS) {
        return formula_syntax_error(syntax, atom->where, "a formula of more than %u different atoms",
                                    MOST_ATOMS);
    }
    if (number == parsing->tree->atom.count && GROWING_ADD(syntax->memory, parsing->tree->atom, *atom) != 0) {
        return formula_syntax_memory(syntax);
    }
    const struct ltl_operand operand = {number, LTL_SHAPE_CLOSED};
    return ltl_make(parsing, LTL_TREE_ATOM, operand, operand, atom->where, result);
}

int ltl_make_deadlock(struct ltl_syntax *parsing, struct formula_position where, struct ltl_operand *result) {
    const struct ltl_atom atom = {NULL, NULL, where};
    return make_atom(parsing, &atom, result);
}

int ltl_make_event(struct ltl_syntax *parsing, struct formula_expression event, struct ltl_operand *result) {
    struct formula_syntax *syntax = parsing->syntax;
    const struct formula_position where = syntax->previous.where;
    const struct formula_location location = {where, event.extent};
    const struct ltl_atom atom = {event.action, NULL, event.action->where};
    const uint64_t atoms = parsing->tree->atom.count;
    if (make_atom(parsing, &atom, result) != 0) {
        return -1;
    }
    const struct formula *holds =
        atoms == parsing->tree->atom.count ? NULL : formula_make(syntax, FORMULA_TRUE, NULL, NULL, location);
    return atoms == parsing->tree->atom.count
               ? 0
               : note_atom(syntax,
                           holds == NULL
                               ? NULL
                               : formula_make_modal(syntax, FORMULA_DIAMOND, event, holds, location),
                           location);
}

int ltl_make_predicate(struct ltl_syntax *parsing, struct formula_word word, struct formula_location location,
                       struct ltl_operand *result) {
    const struct formula *predicate = formula_make_predicate(parsing->syntax, word, location);
    const struct ltl_atom atom = {NULL, predicate, location.where};
    const uint64_t atoms = parsing->tree->atom.count;
    return predicate == NULL || make_atom(parsing, &atom, result) != 0 ? -1
           : atoms == parsing->tree->atom.count                        ? 0
                                                : note_atom(parsing->syntax, predicate, location);
}

/* --- messages --- */

/* What a token of other languages should be; NULL for any other. */
static const char *advice_of(const struct formula_syntax *syntax) {
    const struct formula_token *token = &syntax->token, *previous = &syntax->previous;
    const char byte = token->length == 0 ? '\0' : *token->text;
    if (byte == '[' && (previous->kind == LTL_TOKEN_FINALLY || previous->kind == LTL_TOKEN_GLOBALLY ||
                        previous->kind == LTL_TOKEN_UNTIL || previous->kind == LTL_TOKEN_NEXT)) {
        return "bounded operators are not read: write X for each step";
    }
    if (byte == '[' || byte == '<') {
        return byte == '['
                   ? "'always' is written [] or G; the mu-calculus is read by `heddle check --formula`"
                   : "'eventually' is written <> or F, equivalence <->; the mu-calculus is read by "
                     "`heddle check --formula`";
    }
    if ((previous->kind == LTL_TOKEN_WORD && previous->length == 2 &&
         (memcmp(previous->text, "mu", 2) == 0 || memcmp(previous->text, "nu", 2) == 0))) {
        return "the mu-calculus is read by `heddle check --formula`";
    }
    if (previous->kind == LTL_TOKEN_WORD && previous->length == 1 &&
        strchr("YSOHTZ", *previous->text) != NULL) {
        return "operators about the past are not read (a label of that name is written in quotes)";
    }
    if (token->kind == LTL_TOKEN_OTHER && (byte == '=' || byte == '>')) {
        return "a condition on states is written in braces, {x=1}";
    }
    if (token->kind == LTL_TOKEN_OTHER && (byte == '/' || byte == '\\')) {
        return "conjunction is written '&&', disjunction '||'";
    }
    return previous->kind == LTL_TOKEN_WORD &&
                   (token->kind == LTL_TOKEN_WORD || token->kind == LTL_TOKEN_NOT ||
                    (token->kind == LTL_TOKEN_OTHER && strchr("~^+;,-", byte) == NULL))
               ? "a label of more than one word is written in quotes, as \"SEND !1\""
               : NULL;
}

void ltl_unexpected(struct formula_syntax *syntax, int is_operand) {
    const struct formula_token *token = &syntax->token;
    const char *advice = syntax->failed ? NULL : advice_of(syntax);
    char shown[80];
    syntax_message_show(token->text, token->length, shown, sizeof shown);
    if (syntax->failed) {
        return;
    }
    if (token->length == 0) {
        formula_syntax_error(syntax, token->where, "unexpected end, expected %s",
                             is_operand ? "a formula of linear temporal logic" : "an operator or ')'");
    } else if (advice != NULL) {
        formula_syntax_error(syntax, token->where, "unexpected '%s': %s", shown, advice);
    } else {
        formula_syntax_error(syntax, token->where, "unexpected '%s', expected %s", shown,
                             is_operand ? "a formula of linear temporal logic" : "an operator or the end");
    }
}
