/*
 * The grammar of EXP networks. What follows `par` may be a list of gates, vectors or the gates
 * of the first branch: all begin with words, and the next token decides. `behaviour` is any expression;
 * `operand` is one without a bare `||`, which separates branches inside `par .. end par`.
 */
%define api.pure full
%define api.prefix {exp_}
%define api.token.prefix {EXP_}
%define api.location.type {struct source_position}
%define parse.error custom
%define parse.lac full
%locations
%param {void *scanner}
%parse-param {struct exp_syntax *syntax}

%code requires {
#include "frontend/exp/syntax/exp_syntax.h"
}

%code {
#include <string.h>
#include <strings.h>
#define YYMAXDEPTH 200000
#define YYLLOC_DEFAULT(Current, Rhs, N) ((Current) = YYRHSLOC(Rhs, (N) != 0))
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            YYABORT;                                                                                                   \
        }                                                                                                              \
    } while (0)

int exp_lexer_next(EXP_STYPE *value, EXP_LTYPE *location, void *scanner);
struct exp_syntax *exp_lexer_get_extra(void *scanner);
static int exp_lex(EXP_STYPE *value, EXP_LTYPE *location, void *scanner);
static void exp_error(const EXP_LTYPE *location, void *scanner, struct exp_syntax *syntax, const char *text);
}

%union {
    struct exp_word word;
    uint64_t begin;
    struct exp_node *node;
    enum exp_mode mode;
    int flag;
    struct exp_par par;
}

%token <word> WORD "a name"
%token ALL "'||'" INTERLEAVED "'|||'" GATES_OPEN "'|['" ARROW "'->'"
%token KEY_ALL "'all'" BEHAVIOUR "'behaviour'" BUT "'but'" KEY_CUT "'cut'" ELOTOS "'elotos'" END "'end'" GATE "'gate'"
%token KEY_HIDE "'hide'" IN "'in'" LABEL "'label'" LOTOS "'lotos'" MULTIPLE "'multiple'" PAR "'par'" PARTIAL "'partial'"
%token KEY_PRIO "'prio'" KEY_RENAME "'rename'" SINGLE "'single'" KEY_STOP "'stop'" TOTAL "'total'" USING "'using'"
%token ',' GATES_CLOSE "']|'"
%token WITH "'with'" /* after a name, where no other word can stand */
%token FOREIGN "a foreign operator" OTHER "a character"
%token END_OF_FILE 0 "the end of the file"

%type <node> behaviour operand unit
%type <mode> mode
%type <flag> all_but
%type <begin> texts listed_gates clauses chains chain vectors first_vectors entries more_entries gates degrees branches
%type <begin> plain_branches values
%type <par> par

%%

file: prologue behaviour epilogue { syntax->root = $2; }

prologue: %empty | BEHAVIOUR | LOTOS BEHAVIOUR | ELOTOS BEHAVIOUR

epilogue: %empty | END BEHAVIOUR

behaviour:
    unit
  | behaviour ALL unit { CHECK($$ = exp_make_binary(syntax, EXP_SYNC_ALL, $1, $3, EXP_NO_LIST, @2)); }
  | behaviour INTERLEAVED unit { CHECK($$ = exp_make_binary(syntax, EXP_INTERLEAVE, $1, $3, EXP_NO_LIST, @2)); }
  | behaviour GATES_OPEN listed_gates GATES_CLOSE unit
    { CHECK($$ = exp_make_binary(syntax, EXP_SYNC_GATES, $1, $5, $3, @2)); }

operand:
    unit
  | operand INTERLEAVED unit { CHECK($$ = exp_make_binary(syntax, EXP_INTERLEAVE, $1, $3, EXP_NO_LIST, @2)); }
  | operand GATES_OPEN listed_gates GATES_CLOSE unit
    { CHECK($$ = exp_make_binary(syntax, EXP_SYNC_GATES, $1, $5, $3, @2)); }

listed_gates: %empty { $$ = syntax->texts.count; } | texts

unit:
    WORD { CHECK($$ = exp_make_file(syntax, $1)); }
  | WORD WITH values { CHECK(($$ = exp_make_file(syntax, $1)) != NULL && exp_set_values($$, syntax, $3, @2) == 0); }
  | KEY_STOP { CHECK($$ = exp_make_stop(syntax, @1)); }
  | '(' behaviour ')' { $$ = $2; }
  | mode KEY_HIDE all_but texts IN behaviour END KEY_HIDE
    { CHECK($$ = exp_make_unary(syntax, EXP_HIDE, $1, $4, $6, @2)); $$->all_but = $3; }
  | mode KEY_CUT all_but texts IN behaviour END KEY_CUT
    { CHECK($$ = exp_make_unary(syntax, EXP_CUT, $1, $4, $6, @2)); $$->all_but = $3; }
  | mode KEY_RENAME clauses IN behaviour END KEY_RENAME { CHECK($$ = exp_make_unary(syntax, EXP_RENAME, $1, $3, $5, @2)); }
  | mode KEY_PRIO chains IN behaviour END KEY_PRIO { CHECK($$ = exp_make_unary(syntax, EXP_PRIO, $1, $3, $5, @2)); }
  | mode PAR par END PAR { CHECK($$ = exp_make_par(syntax, $1, $3, @2)); }

values: /* names and values, in turn */
    WORD '=' WORD
    { $$ = syntax->texts.count; CHECK(EXP_PUSH(syntax, texts, $1.text) == 0 && EXP_PUSH(syntax, texts, $3.text) == 0); }
  | values ',' WORD '=' WORD
    { CHECK(EXP_PUSH(syntax, texts, $3.text) == 0 && EXP_PUSH(syntax, texts, $5.text) == 0); }

mode:
    %empty { $$ = EXP_MODE_NONE; }
  | TOTAL { $$ = EXP_MODE_TOTAL; }
  | PARTIAL { $$ = EXP_MODE_PARTIAL; }
  | GATE { $$ = EXP_MODE_GATE; }
  | SINGLE { $$ = EXP_MODE_SINGLE; }
  | MULTIPLE { $$ = EXP_MODE_MULTIPLE; }
  | LABEL { $$ = EXP_MODE_LABEL; }

all_but: %empty { $$ = 0; } | KEY_ALL BUT { $$ = 1; }

texts:
    WORD { $$ = syntax->texts.count; CHECK(EXP_PUSH(syntax, texts, $1.text) == 0); }
  | texts ',' WORD { CHECK(EXP_PUSH(syntax, texts, $3.text) == 0); }

clauses:
    WORD ARROW WORD { $$ = syntax->clauses.count; CHECK(exp_push_clause(syntax, $1, $3) == 0); }
  | clauses ',' WORD ARROW WORD { CHECK(exp_push_clause(syntax, $3, $5) == 0); }

chains:
    chain { $$ = syntax->chains.count; CHECK(exp_push_chain(syntax, $1) == 0); }
  | chains ',' chain { CHECK(exp_push_chain(syntax, $3) == 0); }

chain:
    WORD '>' WORD
    { $$ = syntax->texts.count; CHECK(EXP_PUSH(syntax, texts, $1.text) == 0 && EXP_PUSH(syntax, texts, $3.text) == 0); }
  | chain '>' WORD { CHECK(EXP_PUSH(syntax, texts, $3.text) == 0); }

par:
    USING vectors IN plain_branches { $$ = (struct exp_par){$2, EXP_NO_LIST, $4, EXP_NO_LIST}; }
  | first_vectors IN plain_branches { $$ = (struct exp_par){$1, EXP_NO_LIST, $3, EXP_NO_LIST}; }
  | gates IN branches
    { $$ = (struct exp_par){EXP_NO_LIST, $1, $3, syntax->gate_lists.count - (syntax->nodes.count - $3)}; }
  | branches
    {
        $$ = (struct exp_par){EXP_NO_LIST, syntax->gates.count, $1,
                              syntax->gate_lists.count - (syntax->nodes.count - $1)};
    }

vectors:
    entries ARROW WORD { $$ = syntax->vectors.count; CHECK(exp_push_vector(syntax, $1, $3) == 0); }
  | vectors ',' entries ARROW WORD { CHECK(exp_push_vector(syntax, $3, $5) == 0); }

entries:
    WORD { $$ = syntax->texts.count; CHECK(EXP_PUSH(syntax, texts, $1.text) == 0); }
  | entries '*' WORD { CHECK(EXP_PUSH(syntax, texts, $3.text) == 0); }

first_vectors: /* without `using`: until `*` or `in`, words may belong to another kind of list */
    texts ARROW WORD { $$ = syntax->vectors.count; CHECK(exp_push_vector(syntax, $1, $3) == 0); }
  | more_entries ARROW WORD { $$ = syntax->vectors.count; CHECK(exp_push_vector(syntax, $1, $3) == 0); }
  | first_vectors ',' entries ARROW WORD { CHECK(exp_push_vector(syntax, $3, $5) == 0); }

more_entries:
    WORD '*' WORD
    { $$ = syntax->texts.count; CHECK(EXP_PUSH(syntax, texts, $1.text) == 0 && EXP_PUSH(syntax, texts, $3.text) == 0); }
  | more_entries '*' WORD { CHECK(EXP_PUSH(syntax, texts, $3.text) == 0); }

gates: texts { CHECK(exp_push_gates(syntax, $1, &$$) == 0); } | degrees

degrees:
    WORD '#' WORD
    {
        $$ = syntax->gates.count;
        CHECK(exp_push_gate(syntax, $1) == 0 && exp_push_degree(syntax, $3) == 0);
    }
  | texts ',' WORD '#' WORD
    {
        CHECK(exp_push_gates(syntax, $1, &$$) == 0);
        CHECK(exp_push_gate(syntax, $3) == 0 && exp_push_degree(syntax, $5) == 0);
    }
  | degrees ',' WORD { CHECK(exp_push_gate(syntax, $3) == 0); }
  | degrees ',' WORD '#' WORD { CHECK(exp_push_gate(syntax, $3) == 0 && exp_push_degree(syntax, $5) == 0); }

plain_branches:
    operand { $$ = syntax->nodes.count; CHECK(exp_push_branch(syntax, EXP_NO_LIST, $1) == 0); }
  | plain_branches ALL operand { CHECK(exp_push_branch(syntax, EXP_NO_LIST, $3) == 0); }

branches:
    operand { $$ = syntax->nodes.count; CHECK(exp_push_branch(syntax, syntax->texts.count, $1) == 0); }
  | texts ARROW operand { $$ = syntax->nodes.count; CHECK(exp_push_branch(syntax, $1, $3) == 0); }
  | branches ALL operand { CHECK(exp_push_branch(syntax, syntax->texts.count, $3) == 0); }
  | branches ALL texts ARROW operand { CHECK(exp_push_branch(syntax, $3, $5) == 0); }

%%

/* Counts the nesting of parentheses and operators, before memory grows with it. */
static int count_depth(struct exp_syntax *syntax, int token) {
    int closing = syntax->closing;
    syntax->closing = token == EXP_END;
    switch (token) {
    case '(':
    case EXP_KEY_HIDE:
    case EXP_KEY_CUT:
    case EXP_KEY_RENAME:
    case EXP_KEY_PRIO:
    case EXP_PAR:
        syntax->depth += closing ? 0 : 1;
        break;
    case ')':
    case EXP_END:
        syntax->depth -= syntax->depth > 0;
        break;
    default:
        break;
    }
    return syntax->depth <= EXP_MAX_DEPTH;
}

/* Notes which brackets and operators are open, for messages. */
static int follow_brackets(struct exp_syntax *syntax, int token, int closing, struct source_position where) {
    static const struct {
        int token;
        const char *text;
    } words[] = {{EXP_KEY_HIDE, "hide"}, {EXP_KEY_CUT, "cut"}, {EXP_KEY_RENAME, "rename"}, {EXP_KEY_PRIO, "prio"}, {EXP_PAR, "par"}};
    brackets_next_token(&syntax->brackets);
    if (token == ')' || token == EXP_GATES_CLOSE) {
        brackets_close(&syntax->brackets, token == ')' ? "(" : "|[");
    }
    if (token == '(' || token == EXP_GATES_OPEN) {
        return brackets_open(&syntax->brackets, syntax->memory, token == '(' ? "(" : "|[", where);
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (token == words[i].token && closing) {
            brackets_close(&syntax->brackets, words[i].text);
        } else if (token == words[i].token) {
            return brackets_open(&syntax->brackets, syntax->memory, words[i].text, where);
        }
    }
    return 0;
}

static int exp_lex(EXP_STYPE *value, EXP_LTYPE *location, void *scanner) {
    struct exp_syntax *syntax = exp_lexer_get_extra(scanner);
    syntax->previous_family = syntax->family;
    if (syntax->family != NULL) {
        size_t length = syntax->token_length < sizeof syntax->foreign ? syntax->token_length : sizeof syntax->foreign - 1;
        memcpy(syntax->foreign, syntax->token, length);
        syntax->foreign[length] = '\0';
        syntax->foreign_position = syntax->token_position;
    }
    syntax->family = NULL;
    syntax->is_keyword = 0;
    syntax->previous_word = syntax->word;
    int closing = syntax->closing, token = exp_lexer_next(value, location, scanner);
    if (token == EXP_WORD && !value->word.quoted && syntax->previous_word.text.text != NULL &&
        strcasecmp(value->word.text.text, "with") == 0) {
        token = EXP_WITH;
    }
    syntax->word = token == EXP_WORD ? value->word : (struct exp_word){.quoted = 0};
    syntax->word.start = syntax->token;
    syntax->word.end = syntax->token + syntax->token_length;
    if (follow_brackets(syntax, token, closing, *location) != 0) {
        exp_syntax_memory(syntax);
    }
    if (syntax->failed) {
        return EXP_EXP_error;
    }
    if (!count_depth(syntax, token)) {
        exp_syntax_error(syntax, *location, EXP_TOO_DEEP, EXP_MAX_DEPTH);
        return EXP_EXP_error;
    }
    return token;
}

static void exp_error(const EXP_LTYPE *location, void *scanner, struct exp_syntax *syntax, const char *text) {
    (void)scanner;
    exp_syntax_error(syntax, *location, "%s", text);
}

#define EXPECTED_NAMES 40

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, struct exp_syntax *syntax) {
    (void)scanner;
    yysymbol_kind_t symbols[EXPECTED_NAMES + 1];
    const char *names[EXPECTED_NAMES + 1];
    int count = yypcontext_expected_tokens(context, symbols, EXPECTED_NAMES + 1), named = 0;
    for (int i = 0; i < count; i++) {
        if (symbols[i] != YYSYMBOL_WITH) {
            names[named++] = yysymbol_name(symbols[i]);
        }
    }
    exp_syntax_unexpected(syntax, names, named <= EXPECTED_NAMES ? named : 0);
    return 0;
}
