/*
 * The grammar of linear temporal logic and of CTL, whose scanner alone gives A, E, [, ], < and >. Chains that tools
 * group differently are errors (ltl_actions.c). Where the formulas of CTL have actions or runs is found out afterwards
 * (ctl_macros.c).
 */
%define api.pure full
%define api.prefix {ltl_}
%define api.token.prefix {LTL_TOKEN_}
%define api.location.type {struct formula_location}
%define parse.error custom
%define lr.default-reduction accepting
%locations
%param {void *scanner}
%parse-param {struct ltl_syntax *parsing}

%code requires {
#include "specs/syntax/ltl_syntax.h"
}

%code {
#include "base/memory.h"
#include "base/run.h"
#define YYMAXDEPTH 2000000000
#define YYMALLOC(size) memory_reallocate_sized(parsing->syntax->memory, NULL, (size))
#define YYFREE(block) memory_free_sized(parsing->syntax->memory, (block))
#define YYLLOC_DEFAULT(Current, Rhs, N) ((Current) = join_locations(&YYRHSLOC(Rhs, (N) != 0), &YYRHSLOC(Rhs, N)))
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            YYABORT;                                                                                                   \
        }                                                                                                              \
    } while (0)
#define MAKE(kind, left, right, place)                                                                                 \
    CHECK(ltl_make(parsing, LTL_TREE_##kind, left, right, place, &yyval.operand) == 0)

static const struct ltl_operand NONE = {0, LTL_SHAPE_CLOSED};

int ltl_lexer_next(struct formula_token *token, void *scanner);
struct formula_syntax *ltl_lexer_get_extra(void *scanner);
static int ltl_lex(LTL_STYPE *value, LTL_LTYPE *location, void *scanner);
static void ltl_error(const LTL_LTYPE *location, void *scanner, struct ltl_syntax *parsing, const char *text);
static struct formula_location join_locations(const struct formula_location *first,
                                              const struct formula_location *last);
static struct formula_location infix(struct formula_location sign, struct formula_location whole);
}

%union {
    struct formula_word word;
    struct formula_expression event;
    struct ltl_operand operand;
}

%token <word> WORD STRING PATTERN PREDICATE
%token TRUE FALSE DEADLOCK ANY INTERNAL OTHER
%token NOT AND OR XOR IMPLIES EQUIVALENT EXISTS FORALL NEXT FINALLY GLOBALLY UNTIL WEAK_UNTIL RELEASE STRONG_RELEASE
%token END_OF_FILE 0

%left EQUIVALENT XOR
%right IMPLIES
%left OR
%left AND
%left UNTIL WEAK_UNTIL RELEASE STRONG_RELEASE
%precedence NOT NEXT FINALLY GLOBALLY EXISTS FORALL

%type <operand> formula
%type <event> event

%%

file: formula { parsing->tree->root = $1.node; }

formula:
    TRUE { MAKE(TRUE, NONE, NONE, @$); }
  | FALSE { MAKE(FALSE, NONE, NONE, @$); }
  | DEADLOCK { CHECK(ltl_make_deadlock(parsing, @1, &$$) == 0); }
  | ANY { CHECK(ltl_make_any(parsing, @1, &$$) == 0); }
  | event { CHECK(ltl_make_event(parsing, $1, @1, &$$) == 0); }
  | PREDICATE { CHECK(ltl_make_predicate(parsing, $1, @1, &$$) == 0); }
  | '(' formula ')' { $$ = (struct ltl_operand){$2.node, LTL_SHAPE_CLOSED}; }
  | NOT formula { MAKE(NOT, $2, NONE, @$); }
  | NEXT formula { MAKE(NEXT, $2, NONE, @$); }
  | FINALLY formula { MAKE(FINALLY, $2, NONE, @$); }
  | GLOBALLY formula { MAKE(GLOBALLY, $2, NONE, @$); }
  | EXISTS formula { MAKE(EXISTS, $2, NONE, @$); }
  | FORALL formula { MAKE(FORALL, $2, NONE, @$); }
  | EXISTS '[' formula ']' { MAKE(EXISTS, $3, NONE, @$); }
  | FORALL '[' formula ']' { MAKE(FORALL, $3, NONE, @$); }
  | '<' formula '>' formula %prec NEXT { MAKE(DIAMOND, $2, $4, @$); }
  | '[' formula ']' formula %prec NEXT { MAKE(BOX, $2, $4, @$); }
  | EXISTS NEXT '(' formula ')' formula %prec NEXT { MAKE(DIAMOND, $4, $6, @$); }
  | FORALL NEXT '(' formula ')' formula %prec NEXT { MAKE(BOX, $4, $6, @$); }
  | formula AND formula { MAKE(AND, $1, $3, infix(@2, @$)); }
  | formula OR formula { MAKE(OR, $1, $3, infix(@2, @$)); }
  | formula XOR formula { MAKE(XOR, $1, $3, infix(@2, @$)); }
  | formula IMPLIES formula { MAKE(IMPLIES, $1, $3, infix(@2, @$)); }
  | formula EQUIVALENT formula { MAKE(EQUIVALENT, $1, $3, infix(@2, @$)); }
  | formula UNTIL formula { MAKE(UNTIL, $1, $3, infix(@2, @$)); }
  | formula WEAK_UNTIL formula { MAKE(WEAK_UNTIL, $1, $3, infix(@2, @$)); }
  | formula RELEASE formula { MAKE(RELEASE, $1, $3, infix(@2, @$)); }
  | formula STRONG_RELEASE formula { MAKE(STRONG_RELEASE, $1, $3, infix(@2, @$)); }

event:
    INTERNAL { CHECK(formula_make_action(parsing->syntax, ACTION_INTERNAL, @$, &$$) == 0); }
  | WORD { CHECK(formula_make_label(parsing->syntax, $1, 0, @$, &$$) == 0); }
  | STRING { CHECK(formula_make_label(parsing->syntax, $1, 1, @$, &$$) == 0); }
  | PATTERN { CHECK(formula_make_pattern(parsing->syntax, $1, @$, &$$) == 0); }

%%

#define TOKENS_BETWEEN_LOOKS 0x1000u

static struct formula_location join_locations(const struct formula_location *first,
                                              const struct formula_location *last) {
    return (struct formula_location){first->where, {first->extent.begin, last->extent.end}};
}

/* Of a part whose position is that of its sign. */
static struct formula_location infix(struct formula_location sign, struct formula_location whole) {
    return (struct formula_location){sign.where, whole.extent};
}

static int ltl_lex(LTL_STYPE *value, LTL_LTYPE *location, void *scanner) {
    struct formula_syntax *syntax = ltl_lexer_get_extra(scanner);
    if (run_stops_at(syntax->run, ++syntax->tokens, TOKENS_BETWEEN_LOOKS)) {
        formula_syntax_interrupted(syntax);
    }
    syntax->previous = syntax->token;
    syntax->token.kind = ltl_lexer_next(&syntax->token, scanner);
    if (syntax->failed) {
        return LTL_TOKEN_LTL_error;
    }
    const uint32_t begin = (uint32_t)(syntax->token.text - syntax->begin);
    value->word = syntax->token.word;
    *location = (struct formula_location){syntax->token.where, {begin, begin + (uint32_t)syntax->token.length}};
    return syntax->token.kind;
}

/* Called when the stack cannot grow; other errors have their own messages. */
static void ltl_error(const LTL_LTYPE *location, void *scanner, struct ltl_syntax *parsing, const char *text) {
    (void)location, (void)scanner, (void)text;
    formula_syntax_memory(parsing->syntax);
}

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, struct ltl_syntax *parsing) {
    (void)scanner;
    yysymbol_kind_t symbols[YYNTOKENS];
    const int count = yypcontext_expected_tokens(context, symbols, YYNTOKENS);
    int is_operand = 0;
    for (int i = 0; i < count; i++) {
        is_operand |= symbols[i] == YYSYMBOL_WORD;
    }
    ltl_unexpected(parsing->syntax, is_operand);
    return 0;
}
