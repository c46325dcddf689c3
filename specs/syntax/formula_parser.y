/*
 * The grammar of formulas. Within [ ] and < > actions and regular expressions are one class, so that precedence is
 * the same for both; the actions check which of the two may stand where. The stack grows on the heap as far as
 * the memory budget goes: the nesting of a formula is bounded by nothing else.
 */
%define api.pure full
%define api.prefix {formula_}
%define api.token.prefix {FORMULA_TOKEN_}
%define api.location.type {struct formula_location}
%define parse.error custom
%define lr.default-reduction accepting
%locations
%param {void *scanner}
%parse-param {struct formula_syntax *syntax}

%code requires {
#include "specs/syntax/formula_syntax.h"
}

%code {
#include <string.h>
#include "base/memory.h"
#include "base/run.h"
#define YYMAXDEPTH 2000000000
#define YYMALLOC(size) memory_reallocate_sized(syntax->memory, NULL, (size))
#define YYFREE(block) memory_free_sized(syntax->memory, (block))
#define YYLLOC_DEFAULT(Current, Rhs, N) ((Current) = join_locations(&YYRHSLOC(Rhs, (N) != 0), &YYRHSLOC(Rhs, N)))
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            YYABORT;                                                                                                   \
        }                                                                                                              \
    } while (0)

static const struct formula_expression NO_EXPRESSION = {NULL, NULL, {0, 0}};

int formula_lexer_next(struct formula_token *token, void *scanner);
struct formula_syntax *formula_lexer_get_extra(void *scanner);
static int formula_lex(FORMULA_STYPE *value, FORMULA_LTYPE *location, void *scanner);
static void formula_error(const FORMULA_LTYPE *location, void *scanner, struct formula_syntax *syntax,
                          const char *text);
static struct formula_location join_locations(const struct formula_location *first,
                                              const struct formula_location *last);
static struct formula_location infix(struct formula_location sign, struct formula_location whole);
static void warn_of_end(struct formula_syntax *syntax, int next, int is_fixpoint,
                        struct formula_position location);
}

%union {
    struct formula_word word;
    enum formula_kind fixpoint;
    struct formula_word quantifier;
    struct formula *formula;
    struct formula_expression expression;
}

%token <word> WORD STRING PATTERN PREDICATE
%token TRUE FALSE DEADLOCK MU NU FORALL EXISTS NIL ANY TAU INTERNAL
/* The tokens that the parser receives for MU and NU, and for FORALL and EXISTS with their variables and '.', by the
   operator before them (see parser_token). */
%token <fixpoint> FIXPOINT FIXPOINT_AFTER_OR FIXPOINT_AFTER_AND FIXPOINT_AFTER_PREFIX
%token <quantifier> QUANTIFIER QUANTIFIER_AFTER_OR QUANTIFIER_AFTER_AND QUANTIFIER_AFTER_PREFIX
%token NOT AND OR IMPLIES EQU
%token MULTI PLUS_INFIX SATURATED OTHER
%token END_OF_FILE 0

%precedence FIXPOINT
%left EQU
%left '|' PLUS_INFIX
%left '.'
%precedence '*' '+' '?'
%precedence QUANTIFIER
%right IMPLIES
%precedence FIXPOINT_AFTER_OR
%left OR
%precedence FIXPOINT_AFTER_AND
%left AND
%precedence NOT

%type <formula> formula
%type <expression> expression

%%

file: formula { syntax->root = $1; }

formula:
    TRUE { CHECK($$ = formula_make(syntax, FORMULA_TRUE, NULL, NULL, @$)); }
  | FALSE { CHECK($$ = formula_make(syntax, FORMULA_FALSE, NULL, NULL, @$)); }
  | DEADLOCK { CHECK($$ = formula_make_deadlock(syntax, @$)); }
  | WORD { CHECK($$ = formula_make_variable(syntax, $1, @$)); }
  | PREDICATE { CHECK($$ = formula_make_predicate(syntax, $1, @$)); }
  | '(' formula ')' { $$ = $2; }
  | NOT formula { CHECK($$ = formula_make(syntax, FORMULA_NOT, $2, NULL, @$)); }
  | formula AND formula { CHECK($$ = formula_make(syntax, FORMULA_AND, $1, $3, infix(@2, @$))); }
  | formula OR formula { CHECK($$ = formula_make(syntax, FORMULA_OR, $1, $3, infix(@2, @$))); }
  | formula IMPLIES formula { CHECK($$ = formula_make(syntax, FORMULA_IMPLIES, $1, $3, infix(@2, @$))); }
  | formula EQU formula { CHECK($$ = formula_make(syntax, FORMULA_EQUIVALENT, $1, $3, infix(@2, @$))); }
  | '<' expression '>' formula %prec NOT { CHECK($$ = formula_make_modal(syntax, FORMULA_DIAMOND, $2, $4, @$)); }
  | '[' expression ']' formula %prec NOT { CHECK($$ = formula_make_modal(syntax, FORMULA_BOX, $2, $4, @$)); }
  | '<' expression '>' '@' { CHECK($$ = formula_make_modal(syntax, FORMULA_FOREVER, $2, NULL, @$)); }
  | '[' expression ']' SATURATED { CHECK($$ = formula_make_modal(syntax, FORMULA_SATURATED, $2, NULL, @$)); }
  | FIXPOINT WORD '.' formula %prec FIXPOINT
    { CHECK($$ = formula_make_fixpoint(syntax, $1, $2, $4, @$)); }
  | FIXPOINT_AFTER_OR WORD '.' formula %prec FIXPOINT_AFTER_OR
    { warn_of_end(syntax, yychar, 1, @1.where); CHECK($$ = formula_make_fixpoint(syntax, $1, $2, $4, @$)); }
  | FIXPOINT_AFTER_AND WORD '.' formula %prec FIXPOINT_AFTER_AND
    { warn_of_end(syntax, yychar, 1, @1.where); CHECK($$ = formula_make_fixpoint(syntax, $1, $2, $4, @$)); }
  | FIXPOINT_AFTER_PREFIX WORD '.' formula %prec NOT
    { warn_of_end(syntax, yychar, 1, @1.where); CHECK($$ = formula_make_fixpoint(syntax, $1, $2, $4, @$)); }
  | QUANTIFIER formula %prec FIXPOINT { CHECK($$ = formula_make_quantifier(syntax, $1, $2, @$)); }
  | QUANTIFIER_AFTER_OR formula %prec FIXPOINT_AFTER_OR
    { warn_of_end(syntax, yychar, 0, @1.where); CHECK($$ = formula_make_quantifier(syntax, $1, $2, @$)); }
  | QUANTIFIER_AFTER_AND formula %prec FIXPOINT_AFTER_AND
    { warn_of_end(syntax, yychar, 0, @1.where); CHECK($$ = formula_make_quantifier(syntax, $1, $2, @$)); }
  | QUANTIFIER_AFTER_PREFIX formula %prec NOT
    { warn_of_end(syntax, yychar, 0, @1.where); CHECK($$ = formula_make_quantifier(syntax, $1, $2, @$)); }

expression:
    TRUE { CHECK(formula_make_action(syntax, ACTION_TRUE, @$, &$$) == 0); }
  | ANY { CHECK(formula_make_action(syntax, ACTION_TRUE, @$, &$$) == 0); }
  | FALSE { CHECK(formula_make_action(syntax, ACTION_FALSE, @$, &$$) == 0); }
  | TAU { CHECK(formula_make_action(syntax, ACTION_INTERNAL, @$, &$$) == 0); }
  | INTERNAL { CHECK(formula_make_action(syntax, ACTION_INTERNAL, @$, &$$) == 0); }
  | WORD { CHECK(formula_make_label(syntax, $1, 0, @$, &$$) == 0); }
  | STRING { CHECK(formula_make_label(syntax, $1, 1, @$, &$$) == 0); }
  | PATTERN { CHECK(formula_make_pattern(syntax, $1, @$, &$$) == 0); }
  | parts { CHECK(formula_make_multiaction(syntax, @$, &$$) == 0); }
  | NIL { CHECK(formula_make_regular(syntax, REGULAR_NIL, NO_EXPRESSION, NO_EXPRESSION, @$, &$$) == 0); }
  | '(' expression ')' { $$ = $2; }
  | NOT expression
    { CHECK(formula_combine_actions(syntax, ACTION_NOT, $2, NO_EXPRESSION, @$, &$$) == 0); }
  | expression AND expression { CHECK(formula_combine_actions(syntax, ACTION_AND, $1, $3, infix(@2, @$), &$$) == 0); }
  | expression OR expression { CHECK(formula_combine_actions(syntax, ACTION_OR, $1, $3, infix(@2, @$), &$$) == 0); }
  | expression IMPLIES expression { CHECK(formula_combine_actions(syntax, ACTION_IMPLIES, $1, $3, infix(@2, @$), &$$) == 0); }
  | QUANTIFIER expression %prec QUANTIFIER
    { CHECK(formula_make_action_quantifier(syntax, $1, $2, @$, &$$) == 0); }
  | QUANTIFIER_AFTER_OR expression %prec FIXPOINT_AFTER_OR
    { CHECK(formula_make_action_quantifier(syntax, $1, $2, @$, &$$) == 0); }
  | QUANTIFIER_AFTER_AND expression %prec FIXPOINT_AFTER_AND
    { CHECK(formula_make_action_quantifier(syntax, $1, $2, @$, &$$) == 0); }
  | QUANTIFIER_AFTER_PREFIX expression %prec NOT
    { CHECK(formula_make_action_quantifier(syntax, $1, $2, @$, &$$) == 0); }
  | expression '*' { CHECK(formula_make_regular(syntax, REGULAR_STAR, $1, NO_EXPRESSION, infix(@2, @$), &$$) == 0); }
  | expression '+' { CHECK(formula_make_regular(syntax, REGULAR_PLUS, $1, NO_EXPRESSION, infix(@2, @$), &$$) == 0); }
  | expression '?' { CHECK(formula_make_regular(syntax, REGULAR_OPTION, $1, NO_EXPRESSION, infix(@2, @$), &$$) == 0); }
  | expression '.' expression
    { CHECK(formula_make_regular(syntax, REGULAR_CONCATENATION, $1, $3, infix(@2, @$), &$$) == 0); }
  | expression '|' expression { CHECK(formula_make_regular(syntax, REGULAR_CHOICE, $1, $3, infix(@2, @$), &$$) == 0); }
  | expression PLUS_INFIX expression { CHECK(formula_make_regular(syntax, REGULAR_CHOICE, $1, $3, infix(@2, @$), &$$) == 0); }

parts: /* of a multi-action: two or more */
    first MULTI part
  | parts MULTI part

first:
    WORD { CHECK(formula_push_part(syntax, 1, $1, 0, @1.where) == 0); }
  | STRING { CHECK(formula_push_part(syntax, 1, $1, 1, @1.where) == 0); }

part:
    WORD { CHECK(formula_push_part(syntax, 0, $1, 0, @1.where) == 0); }
  | STRING { CHECK(formula_push_part(syntax, 0, $1, 1, @1.where) == 0); }

%%

static struct formula_location join_locations(const struct formula_location *first,
                                              const struct formula_location *last) {
    return (struct formula_location){first->where, {first->extent.begin, last->extent.end}};
}

/* Of a part whose position is that of its sign. */
static struct formula_location infix(struct formula_location sign, struct formula_location whole) {
    return (struct formula_location){sign.where, whole.extent};
}

/* Takes the token that was read ahead, or reads the next one. */
static void take_token(struct formula_syntax *syntax, struct formula_token *token, void *scanner) {
    if (syntax->has_pending) {
        *token = syntax->pending;
        syntax->has_pending = 0;
    } else {
        token->kind = formula_lexer_next(token, scanner);
    }
}

static int begins_expression(int kind) {
    switch (kind) {
    case FORMULA_TOKEN_WORD:
    case FORMULA_TOKEN_STRING:
    case FORMULA_TOKEN_PATTERN:
    case FORMULA_TOKEN_TRUE:
    case FORMULA_TOKEN_FALSE:
    case FORMULA_TOKEN_ANY:
    case FORMULA_TOKEN_TAU:
    case FORMULA_TOKEN_INTERNAL:
    case FORMULA_TOKEN_NIL:
    case FORMULA_TOKEN_NOT:
    case FORMULA_TOKEN_FORALL:
    case FORMULA_TOKEN_EXISTS:
    case '(':
        return 1;
    default:
        return 0;
    }
}

/* `+` is a choice if an expression follows it, otherwise a repetition. */
static void classify_plus(struct formula_syntax *syntax, struct formula_token *token, void *scanner) {
    syntax->pending.kind = formula_lexer_next(&syntax->pending, scanner);
    syntax->has_pending = 1;
    token->kind = begins_expression(syntax->pending.kind) ? FORMULA_TOKEN_PLUS_INFIX : '+';
}

/* Updates the stack of open brackets, from which messages name the one that is not closed. */
static int count_brackets(struct formula_syntax *syntax, const struct formula_token *token) {
    static const char closing[] = ")]>", opening[] = "([<";
    int kind = token->kind;
    if (kind == '(' || kind == '[' || kind == '<') {
        if (memory_grow(syntax->memory, (void **)&syntax->brackets, &syntax->bracket_capacity,
                        syntax->bracket_count + 1, sizeof *syntax->brackets) != 0) {
            return formula_syntax_memory(syntax);
        }
        syntax->brackets[syntax->bracket_count++] = (struct formula_bracket){kind, token->where};
    } else if (kind > 0 && kind < 128 && strchr(closing, kind) != NULL && syntax->bracket_count > 0 &&
               syntax->brackets[syntax->bracket_count - 1].kind == opening[strchr(closing, kind) - closing]) {
        syntax->bracket_count--;
    }
    return 0;
}

/*
 * In mCRL2's dialect the body of a fixpoint that is an operand without parentheses has only operators that bind at
 * least as tightly as that operator; directly under another fixpoint it ends where that one ends. So the token of a
 * fixpoint says what stands before it, and its precedence does the rest.
 */
static int parser_token(struct formula_syntax *syntax) {
    static const int fixpoints[] = {FORMULA_TOKEN_FIXPOINT, FORMULA_TOKEN_FIXPOINT_AFTER_OR,
                                    FORMULA_TOKEN_FIXPOINT_AFTER_AND, FORMULA_TOKEN_FIXPOINT_AFTER_PREFIX};
    static const int quantifiers[] = {FORMULA_TOKEN_QUANTIFIER, FORMULA_TOKEN_QUANTIFIER_AFTER_OR,
                                      FORMULA_TOKEN_QUANTIFIER_AFTER_AND, FORMULA_TOKEN_QUANTIFIER_AFTER_PREFIX};
    int kind = syntax->token.kind, previous = syntax->previous.kind;
    int is_fixpoint = kind == FORMULA_TOKEN_MU || kind == FORMULA_TOKEN_NU;
    if (!is_fixpoint && kind != FORMULA_TOKEN_FORALL && kind != FORMULA_TOKEN_EXISTS) {
        return kind;
    }
    switch (syntax->dialect == FORMULA_DIALECT_MCF ? previous : 0) {
    case FORMULA_TOKEN_FORALL:
    case FORMULA_TOKEN_EXISTS:
        break;
    case '.': /* after the name of a fixpoint; among actions it is a concatenation */
        syntax->operand = formula_syntax_in_modality(syntax) ? OPERAND_FREE : syntax->operand;
        break;
    case FORMULA_TOKEN_NOT:
    case '>':
    case ']':
        syntax->operand = OPERAND_AFTER_PREFIX;
        break;
    case FORMULA_TOKEN_AND:
        syntax->operand = OPERAND_AFTER_AND;
        break;
    case FORMULA_TOKEN_OR:
        syntax->operand = OPERAND_AFTER_OR;
        break;
    default:
        syntax->operand = OPERAND_FREE;
        break;
    }
    return is_fixpoint ? fixpoints[syntax->operand] : quantifiers[syntax->operand];
}

/* Warns where a fixpoint or a quantifier ends before an operator that would belong to it in the other dialect. */
static void warn_of_end(struct formula_syntax *syntax, int next, int is_fixpoint,
                        struct formula_position location) {
    if (next == FORMULA_TOKEN_AND || next == FORMULA_TOKEN_OR || next == FORMULA_TOKEN_IMPLIES ||
        next == FORMULA_TOKEN_EQU) {
        syntax->early_end = is_fixpoint ? location : syntax->early_end;
        formula_syntax_warn(syntax, location,
                            "as in mCRL2, this %s ends before the '%.*s' of line %u, column %u (in CADP's "
                            "dialect it would not): write parentheses to make it clear",
                            is_fixpoint ? "fixpoint" : "quantifier", (int)syntax->token.length, syntax->token.text, syntax->token.where.line,
                            syntax->token.where.column);
    }
}

static int formula_lex(FORMULA_STYPE *value, FORMULA_LTYPE *location, void *scanner) {
    struct formula_syntax *syntax = formula_lexer_get_extra(scanner);
    struct formula_token *token = &syntax->token;
    if (run_stops_after(syntax->run, &syntax->tokens, 1, 65536)) {
        formula_syntax_interrupted(syntax);
    }
    syntax->previous = *token;
    take_token(syntax, token, scanner);
    if (token->kind == '+' && !syntax->failed) {
        classify_plus(syntax, token, scanner);
    }
    if (syntax->failed || count_brackets(syntax, token) != 0) {
        return FORMULA_TOKEN_FORMULA_error;
    }
    if (token->kind == FORMULA_TOKEN_MU || token->kind == FORMULA_TOKEN_NU) {
        value->fixpoint = token->kind == FORMULA_TOKEN_MU ? FORMULA_MU : FORMULA_NU;
    } else {
        value->word = token->word;
    }
    uint32_t begin = (uint32_t)(token->text - syntax->begin);
    *location = (struct formula_location){token->where, {begin, begin + (uint32_t)token->length}};
    return parser_token(syntax);
}

/* Called when the stack cannot grow; other errors have their own messages. */
static void formula_error(const FORMULA_LTYPE *location, void *scanner, struct formula_syntax *syntax,
                          const char *text) {
    (void)location;
    (void)scanner;
    (void)text;
    formula_syntax_memory(syntax);
}

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, struct formula_syntax *syntax) {
    (void)scanner;
    yysymbol_kind_t symbols[YYNTOKENS];
    int count = yypcontext_expected_tokens(context, symbols, YYNTOKENS);
    unsigned expected = 0;
    for (int i = 0; i < count; i++) {
        switch (symbols[i]) {
        case YYSYMBOL_FIXPOINT:
            expected |= EXPECT_FORMULA;
            break;
        case YYSYMBOL_STRING:
            expected |= EXPECT_REGULAR;
            break;
        case YYSYMBOL_WORD:
            expected |= EXPECT_VARIABLE;
            break;
        case YYSYMBOL_EQU:
            expected |= EXPECT_FORMULA_OPERATOR;
            break;
        case YYSYMBOL_PLUS_INFIX:
            expected |= EXPECT_REGULAR_OPERATOR;
            break;
        default:
            expected |= symbols[i] == YYSYMBOL_YYEOF ? EXPECT_FORMULA_OPERATOR : 0;
            break;
        }
    }
    formula_syntax_unexpected(syntax, expected == 0 ? EXPECT_DOT : expected);
    return 0;
}
