/* The grammar of suites. */
%define api.pure full
%define api.prefix {suite_}
%define api.token.prefix {SUITE_}
%define api.location.type {struct formula_position}
%define parse.error custom
%define lr.default-reduction consistent
%locations
%param {void *scanner}
%parse-param {struct suite_syntax *syntax}

%code requires {
#include "checker/suite/suite_syntax.h"
}

%code {
#include "base/memory.h"
#include "base/run.h"
#define YYMALLOC(size) memory_reallocate_sized(syntax->suite->run->memory, NULL, (size))
#define YYFREE(block) memory_free_sized(syntax->suite->run->memory, (block))
#define YYLLOC_DEFAULT(Current, Rhs, N) ((Current) = YYRHSLOC(Rhs, (N) != 0))
#define CHECK(status)                                                                                                  \
    do {                                                                                                               \
        if ((status) != 0) {                                                                                           \
            YYABORT;                                                                                                   \
        }                                                                                                              \
    } while (0)

int suite_lexer_next(SUITE_STYPE *value, SUITE_LTYPE *location, void *scanner);
struct suite_syntax *suite_lexer_get_extra(void *scanner);
static int suite_lex(SUITE_STYPE *value, SUITE_LTYPE *location, void *scanner);
static void suite_error(const SUITE_LTYPE *location, void *scanner, struct suite_syntax *syntax, const char *text);
}

%union {
    struct suite_text text;
    enum property_kind kind;
}

%token <text> NAME "a name" LABEL "a label" PATTERN "a pattern" WORD "a word"
%token PROPERTY "'property'" INCLUDE "'include'" MACRO "'macro'" SECTION "a section"
%token <kind> OF_NOTHING "'deadlock'" OF_LABEL "'never'" OF_LABELS "'never-cycle'" MONITOR "'monitor'" AUTOMATON "'automaton'"
%token ERROR_STATE "'error-state'" EXPECT "'expect'" FORMULA "a formula"
%token OTHER "a character"
%token END_OF_FILE 0 "the end of the file"

%type <text> label

%%

file: %empty | file item

item:
    INCLUDE NAME ';' { CHECK(suite_include(syntax, &$2)); }
  | MACRO { CHECK(suite_define(syntax)); }
  | SECTION { CHECK(suite_declare(syntax)); }
  | PROPERTY NAME { CHECK(suite_begin(syntax, &$2)); } ':' body expectation ';' { CHECK(suite_end(syntax)); }

body:
    OF_NOTHING { suite_set_kind(syntax, $1, @1); }
  | OF_LABEL { suite_set_kind(syntax, $1, @1); } added
  | OF_LABELS { suite_set_kind(syntax, $1, @1); } labels
  | MONITOR { suite_set_kind(syntax, $1, @1); } LABEL { CHECK(suite_add_monitor(syntax, &$3)); } error_states
  | AUTOMATON { suite_set_kind(syntax, $1, @1); } LABEL { CHECK(suite_add_monitor(syntax, &$3)); }
  | FORMULA { suite_set_kind(syntax, syntax->property.kind, @1); CHECK(suite_set_formula(syntax)); }

label: LABEL | PATTERN

added: label { CHECK(suite_add_text(syntax, &$1)); }

labels: added | labels ',' added

error_states: %empty | ERROR_STATE numbers

numbers: number | numbers ',' number

number: LABEL { CHECK(suite_add_number(syntax, &$1)); }

expectation: %empty | EXPECT WORD { CHECK(suite_set_expectation(syntax, &$2)); }

%%

static int suite_lex(SUITE_STYPE *value, SUITE_LTYPE *location, void *scanner) {
    struct suite_syntax *syntax = suite_lexer_get_extra(scanner);
    int token = suite_lexer_next(value, location, scanner);
    return syntax->failed ? SUITE_SUITE_error : token;
}

static void suite_error(const SUITE_LTYPE *location, void *scanner, struct suite_syntax *syntax, const char *text) {
    (void)scanner;
    suite_syntax_error(syntax, *location, "%s", text);
}

#define EXPECTED_NAMES 12

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, struct suite_syntax *syntax) {
    (void)scanner;
    yysymbol_kind_t symbols[EXPECTED_NAMES];
    const char *names[EXPECTED_NAMES];
    int count = yypcontext_expected_tokens(context, symbols, EXPECTED_NAMES);
    for (int i = 0; i < count; i++) {
        names[i] = yysymbol_name(symbols[i]);
    }
    suite_syntax_unexpected(syntax, *yypcontext_location(context), names, count > 0 ? count : 0);
    return 0;
}
