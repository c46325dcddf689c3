/* The grammar of the Hanoi format, version 1 (adl.github.io/hoaf). */
%define api.pure full
%define api.prefix {hoa_}
%define api.token.prefix {HOA_TOKEN_}
%define api.location.type {struct hoa_place}
%define parse.error custom
%define lr.default-reduction consistent
%locations
%param {void *scanner}
%parse-param {struct hoa_syntax *syntax}

%code requires {
#include "specs/ltl/hoa_syntax.h"
}

%code {
#include <stdio.h>
#include "base/memory.h"
#include "base/run.h"
#define YYMAXDEPTH 2000000000
#define YYMALLOC(size) memory_reallocate_sized(syntax->memory, NULL, (size))
#define YYFREE(block) memory_free_sized(syntax->memory, (block))
#define YYLLOC_DEFAULT(Current, Rhs, N) ((Current) = YYRHSLOC(Rhs, (N) != 0))
#define CHECK(status)                                                                                                  \
    do {                                                                                                               \
        if ((status) != 0) {                                                                                           \
            YYABORT;                                                                                                   \
        }                                                                                                              \
    } while (0)

int hoa_lexer_next(HOA_STYPE *value, HOA_LTYPE *location, void *scanner);
struct hoa_syntax *hoa_lexer_get_extra(void *scanner);
static int hoa_lex(HOA_STYPE *value, HOA_LTYPE *location, void *scanner);
static void hoa_error(const HOA_LTYPE *location, void *scanner, struct hoa_syntax *syntax, const char *text);
}

%union {
    struct hoa_text text;
    struct hoa_number number;
    bdd label;
    struct {
        int is_given;
        bdd label;
    } choice;
}

%token <text> IDENTIFIER "a word" STRING "a text in quotes" ALIAS_NAME "an alias" OTHER_HEADER "another header"
%token <number> INT "a number"
%token HOA "'HOA:'" STATES "'States:'" START "'Start:'" AP "'AP:'" ALIAS "'Alias:'" ACCEPTANCE "'Acceptance:'"
%token ACC_NAME "'acc-name:'" TOOL "'tool:'" NAME "'name:'" PROPERTIES "'properties:'" STATE "'State:'"
%token BODY "'--BODY--'" END "'--END--'" TRUE "'t'" FALSE "'f'" OTHER "a character"
%token END_OF_FILE 0 "the end of the file"

%left '|'
%left '&'
%precedence '!'

%type <label> label
%type <choice> bracketed
%type <number> target

%%

file: HOA IDENTIFIER { CHECK(hoa_version(syntax, $2)); } headers BODY { CHECK(hoa_end_header(syntax, @5)); }
    states END { CHECK(hoa_end_body(syntax)); }

headers: %empty | headers header

header:
    STATES { CHECK(hoa_once(syntax, HOA_STATE_COUNT, @1)); } INT { CHECK(hoa_set_states(syntax, $3)); }
  | START start
  | AP { CHECK(hoa_once(syntax, HOA_ATOMS, @1)); } INT { syntax->draft.atom_count = $3; } atoms { CHECK(hoa_end_atoms(syntax)); }
  | ALIAS ALIAS_NAME label { CHECK(hoa_add_alias(syntax, $2, $3)); }
  | ACCEPTANCE { CHECK(hoa_once(syntax, HOA_ACCEPTANCE, @1)); } INT { CHECK(hoa_set_sets(syntax, $3)); } condition { syntax->draft.condition = @5; }
  | ACC_NAME { CHECK(hoa_once(syntax, HOA_ACCEPTANCE_NAME, @1)); } IDENTIFIER { syntax->draft.acceptance_name = $3.text; } values
  | TOOL { CHECK(hoa_once(syntax, HOA_TOOL, @1)); } STRING version
  | NAME { CHECK(hoa_once(syntax, HOA_NAME, @1)); } STRING { CHECK(hoa_set_name(syntax, $3)); }
  | PROPERTIES words
  | OTHER_HEADER { CHECK(hoa_skip_header(syntax, $1)); } values

start:
    INT { CHECK(hoa_add_start(syntax, $1)); }
  | INT '&' { CHECK(hoa_refuse_alternation(syntax, @2)); }

atoms: %empty | atoms STRING { CHECK(hoa_add_atom(syntax, $2)); }

version: %empty | STRING

words: %empty | words IDENTIFIER

values: %empty | values value

value: TRUE | FALSE | INT | STRING | IDENTIFIER

condition:
    TRUE { CHECK(hoa_add_term(syntax, HOA_TRUE)); }
  | FALSE { CHECK(hoa_add_term(syntax, HOA_FALSE)); }
  | IDENTIFIER '(' INT ')' { CHECK(hoa_add_set(syntax, $1, 0, $3)); }
  | IDENTIFIER '(' '!' INT ')' { CHECK(hoa_add_set(syntax, $1, 1, $4)); }
  | '(' condition ')'
  | condition '&' condition { CHECK(hoa_add_term(syntax, HOA_AND)); }
  | condition '|' condition { CHECK(hoa_add_term(syntax, HOA_OR)); }

label:
    TRUE { $$ = BDD_TRUE; }
  | FALSE { $$ = BDD_FALSE; }
  | INT { CHECK(hoa_label_atom(syntax, $1, &$$)); }
  | ALIAS_NAME { CHECK(hoa_label_alias(syntax, $1, &$$)); }
  | '(' label ')' { $$ = $2; }
  | '!' label { $$ = bdd_not(syntax->pool, $2); }
  | label '&' label { $$ = bdd_and(syntax->pool, $1, $3); }
  | label '|' label { $$ = bdd_or(syntax->pool, $1, $3); }

states: %empty | states state

state:
    STATE bracketed INT { CHECK(hoa_begin_state(syntax, $2.is_given ? &$2.label : NULL, $3)); } state_name sets
    { CHECK(hoa_end_state_sets(syntax)); } edges { CHECK(hoa_end_edges(syntax)); }

bracketed:
    %empty { $$.is_given = 0; $$.label = BDD_FALSE; }
  | '[' label ']' { $$.is_given = 1; $$.label = $2; }

state_name: %empty | STRING

sets: %empty | '{' numbers '}'

numbers: %empty | numbers INT { CHECK(hoa_add_to_sets(syntax, $2)); }

edges: %empty | edges edge

edge:
    bracketed target { CHECK(hoa_begin_edge(syntax, $1.is_given ? &$1.label : NULL, $2)); } sets
    { CHECK(hoa_end_edge(syntax)); }

target:
    INT
  | INT '&' { CHECK(hoa_refuse_alternation(syntax, @2)); $$ = $1; }

%%

#define TOKENS_BETWEEN_LOOKS 0x1000u

static int hoa_lex(HOA_STYPE *value, HOA_LTYPE *location, void *scanner) {
    struct hoa_syntax *syntax = hoa_lexer_get_extra(scanner);
    const int token = hoa_lexer_next(value, location, scanner);
    syntax->where = *location;
    if (run_stops_at(syntax->pool->run, ++syntax->tokens, TOKENS_BETWEEN_LOOKS)) {
        bdd_fail(syntax->pool, ERROR_INTERRUPTED, "interrupted while reading the automaton");
    }
    syntax->failed |= syntax->pool->failed;
    return syntax->failed || syntax->is_aborted ? HOA_TOKEN_HOA_error : token;
}

/* Called when the stack cannot grow; other errors have their own messages. */
static void hoa_error(const HOA_LTYPE *location, void *scanner, struct hoa_syntax *syntax, const char *text) {
    (void)location, (void)scanner, (void)text;
    hoa_syntax_memory(syntax);
}

#define EXPECTED_NAMES 8 /* more are not listed */

/* What could have been there. */
static const char *describe_expected(const yypcontext_t *context, char *text, size_t size) {
    yysymbol_kind_t symbols[YYNTOKENS];
    const int count = yypcontext_expected_tokens(context, symbols, YYNTOKENS);
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        if (symbols[i] == YYSYMBOL_STATES) {
            return "a header or '--BODY--'";
        }
        if (symbols[i] == YYSYMBOL_STATE) {
            return count == 2 ? "'State:' or '--END--'" : "an edge, 'State:' or '--END--'";
        }
    }
    *text = '\0';
    for (int i = 0; i < count && i < EXPECTED_NAMES && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ",
                                 yysymbol_name(symbols[i]));
    }
    return text;
}

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, struct hoa_syntax *syntax) {
    (void)scanner;
    char expected[200];
    if (!syntax->is_aborted) {
        hoa_syntax_unexpected(syntax, describe_expected(context, expected, sizeof expected));
    }
    return 0;
}
