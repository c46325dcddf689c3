/* The actions of the parser of linear temporal logic and CTL: they make nodes, and refuse what others read
 * otherwise. */
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
             struct ltl_operand right, struct formula_location place, struct ltl_operand *result) {
    struct formula_syntax *syntax = parsing->syntax;
    const struct ltl_tree_node node = {kind, left.node, right.node, place.where, place.extent};
    if (refuse_chain(syntax, kind, left, right, place.where) != 0) {
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

/* The number of an atom like this one, or that of a new one. No automaton is made of formulas of CTL, so that
 * their atoms may be as many as they like, and need not be compared. */
static uint32_t number_atom(const struct ltl_syntax *parsing, const struct ltl_atom *atom) {
    const uint32_t atoms = (uint32_t)parsing->tree->atom.count;
    uint32_t number = parsing->syntax->dialect == FORMULA_DIALECT_CTL ? atoms : 0;
    while (number < atoms && !is_same(&parsing->tree->atom.data[number], atom)) {
        number++;
    }
    return number;
}

static int make_atom(struct ltl_syntax *parsing, const struct ltl_atom *atom, struct formula_location place,
                     struct ltl_operand *result) {
    struct formula_syntax *syntax = parsing->syntax;
    if (run_should_stop(syntax->run)) {
        return formula_syntax_interrupted(syntax);
    }
    const uint32_t number = number_atom(parsing, atom);
    if (number == MOST_ATOMS && syntax->dialect != FORMULA_DIALECT_CTL) {
        return formula_syntax_error(syntax, atom->where, "a formula of more than %u different atoms",
                                    MOST_ATOMS);
    }
    if (number == parsing->tree->atom.count && GROWING_ADD(syntax->memory, parsing->tree->atom, *atom) != 0) {
        return formula_syntax_memory(syntax);
    }
    const struct ltl_operand operand = {number, LTL_SHAPE_CLOSED};
    return ltl_make(parsing, LTL_TREE_ATOM, operand, operand, place, result);
}

int ltl_make_deadlock(struct ltl_syntax *parsing, struct formula_location place, struct ltl_operand *result) {
    const struct ltl_atom atom = {NULL, NULL, place.where};
    return make_atom(parsing, &atom, place, result);
}

int ltl_make_any(struct ltl_syntax *parsing, struct formula_location place, struct ltl_operand *result) {
    struct ltl_operand ended;
    struct formula_expression any = {NULL, NULL, {0, 0}};
    if (parsing->syntax->dialect == FORMULA_DIALECT_CTL) {
        return formula_make_action(parsing->syntax, ACTION_TRUE, place, &any) != 0
                   ? -1
                   : ltl_make_event(parsing, any, place, result);
    }
    return ltl_make_deadlock(parsing, place, &ended) != 0
               ? -1
               : ltl_make(parsing, LTL_TREE_NOT, ended, ended, place, result);
}

int ltl_make_event(struct ltl_syntax *parsing, struct formula_expression event,
                   struct formula_location location, struct ltl_operand *result) {
    struct formula_syntax *syntax = parsing->syntax;
    const struct ltl_atom atom = {event.action, NULL, event.action->where};
    const uint64_t atoms = parsing->tree->atom.count;
    if (make_atom(parsing, &atom, location, result) != 0) {
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
    return predicate == NULL || make_atom(parsing, &atom, location, result) != 0 ? -1
           : atoms == parsing->tree->atom.count                                  ? 0
                                                : note_atom(parsing->syntax, predicate, location);
}

/* --- messages --- */

#define IN_BRACES "a condition on states is written in braces, {x=1}"
#define NO_BOUNDS "bounded operators are not read: write X for each step"

/* What a token should be where CTL differs from linear temporal logic; NULL for any other. */
static const char *advice_of_ctl(const struct formula_syntax *syntax) {
    const struct formula_token *token = &syntax->token, *previous = &syntax->previous;
    const char byte = token->length == 0 ? '\0' : *token->text;
    if ((previous->kind == '[' && strchr("0123456789", byte) != NULL) ||
        (previous->kind == '<' && byte == '=')) {
        return NO_BOUNDS;
    }
    if (previous->kind == LTL_TOKEN_WORD && strchr("<>=", byte) != NULL) {
        return IN_BRACES;
    }
    return token->kind == LTL_TOKEN_OTHER && strchr("*+?.@", byte) != NULL
               ? "CTL has no regular expressions: they are read by `heddle check --formula`"
               : NULL;
}

/* What a token of other languages should be; NULL for any other. */
static const char *advice_of(const struct formula_syntax *syntax) {
    const struct formula_token *token = &syntax->token, *previous = &syntax->previous;
    const char byte = token->length == 0 ? '\0' : *token->text;
    const char *of_ctl =
        syntax->dialect == FORMULA_DIALECT_CTL && token->length > 0 ? advice_of_ctl(syntax) : NULL;
    if (of_ctl != NULL) {
        return of_ctl;
    }
    if (byte == '[' && (previous->kind == LTL_TOKEN_FINALLY || previous->kind == LTL_TOKEN_GLOBALLY ||
                        previous->kind == LTL_TOKEN_UNTIL || previous->kind == LTL_TOKEN_NEXT)) {
        return NO_BOUNDS;
    }
    if (syntax->dialect != FORMULA_DIALECT_CTL && (byte == '[' || byte == '<')) {
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
        return IN_BRACES;
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
    const char *formula =
        syntax->dialect == FORMULA_DIALECT_CTL ? "a formula of CTL" : "a formula of linear temporal logic";
    char shown[80];
    syntax_message_show(token->text, token->length, shown, sizeof shown);
    if (syntax->failed) {
        return;
    }
    if (token->length == 0) {
        formula_syntax_error(syntax, token->where, "unexpected end, expected %s",
                             is_operand ? formula : "an operator or ')'");
    } else if (advice != NULL) {
        formula_syntax_error(syntax, token->where, "unexpected '%s': %s", shown, advice);
    } else {
        formula_syntax_error(syntax, token->where, "unexpected '%s', expected %s", shown,
                             is_operand ? formula : "an operator or the end");
    }
}
