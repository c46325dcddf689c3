/*
 * The grammar of PRISM models. Before a colon stands a probability, and an update opens with `(NAME'` or is `true`: the
 * token after these decides. A minus binds tighter than `^`, comparisons chain, and a conditional has no other in its
 * middle without parentheses, as in PRISM.
 */
%define api.pure full
%define api.prefix {prism_}
%define api.token.prefix {PRISM_}
%define api.location.type {struct source_position}
%define parse.error custom
%locations
%param {void *scanner}
%parse-param {struct prism_syntax *syntax}

%code requires {
#include "frontend/prism/syntax/prism_syntax.h"
}

%code {
#include <string.h>
#define YYMAXDEPTH 20000
#define YYLLOC_DEFAULT(Current, Rhs, N) ((Current) = YYRHSLOC(Rhs, (N) != 0))
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            YYABORT;                                                                                                   \
        }                                                                                                              \
    } while (0)
#define NO_NAME(place) ((struct prism_name){NULL, (place)})

int prism_lexer_next(PRISM_STYPE *value, PRISM_LTYPE *location, void *scanner);
struct prism_syntax *prism_lexer_get_extra(void *scanner);
static int prism_lex(PRISM_STYPE *value, PRISM_LTYPE *location, void *scanner);
static void prism_error(const PRISM_LTYPE *location, void *scanner, struct prism_syntax *syntax, const char *text);
}

%union {
    struct prism_name name;
    struct {
        struct prism_name text;
        struct prism_value value;
    } literal;
    uint64_t begin;
    struct prism_expression *expression;
    struct prism_variable variable;
    struct prism_process *process;
    enum prism_type type;
}

%token <name> NAME "a name" PRIMED "an assignment" QUOTED "a name in quotes" KEY_MIN "'min'" KEY_MAX "'max'"
%token <literal> INTEGER "an integer" REAL "a number"
%token ARROW "'->'" THEN "'=>'" IFF "'<=>'" NOT_EQUAL "'!='" NOT_MORE "'<='" NOT_LESS "'>='" DOTS "'..'"
%token BARS "'||'" THREE_BARS "'|||'" ACTIONS_OPEN "'|['" ACTIONS_CLOSE "']|'"
%token KEY_BOOL "'bool'" KEY_CONST "'const'" KEY_CTMC "'ctmc'" KEY_DOUBLE "'double'" KEY_DTMC "'dtmc'"
%token ENDINIT "'endinit'" ENDMODULE "'endmodule'" ENDREWARDS "'endrewards'" ENDSYSTEM "'endsystem'"
%token <name> TRUE "'true'" FALSE "'false'"
%token KEY_FORMULA "'formula'" FUNC "'func'" KEY_GLOBAL "'global'" INIT "'init'" KEY_INT "'int'" LABEL "'label'"
%token KEY_MDP "'mdp'" KEY_MODULE "'module'" PROB "'prob'" RATE "'rate'" REWARDS "'rewards'" SYSTEM "'system'"
%token RESERVED "a reserved word" OTHER "a character"
%token ONLY "a predicate" ONLY_END "'}'" /* around an expression that is read alone */
%token <name> LABEL_USE "a label"
%token END_OF_FILE 0 "the end of the file"

%type <name> function renamed_name quoted
%type <begin> variables commands renamings updates weighted update assignments rewards arguments names actions process_renamings
%type <expression> value bound expression implication equivalence disjunction conjunction negation equality relation
%type <expression> sum product power minus signed primary
%type <variable> variable
%type <process> process parallel interleaved synchronised unit
%type <type> constant_type

%%

file: %empty | file item

item:
    KEY_DTMC { CHECK(prism_set_kind(syntax, PRISM_DTMC, @1) == 0); }
  | KEY_MDP { CHECK(prism_set_kind(syntax, PRISM_MDP, @1) == 0); }
  | KEY_CTMC { CHECK(prism_set_kind(syntax, PRISM_CTMC, @1) == 0); }
  | constant_type NAME value ';'
    { CHECK(PRISM_PUSH(syntax, constants, (struct prism_constant){.name = $2, .type = $1, .expression = $3}) == 0); }
  | KEY_FORMULA NAME '=' expression ';'
    { CHECK(PRISM_PUSH(syntax, formulas, (struct prism_formula){$2, $4}) == 0); }
  | LABEL QUOTED '=' expression ';' { CHECK(prism_add_label(syntax, $2, $4) == 0); }
  | KEY_GLOBAL variable { CHECK(PRISM_PUSH(syntax, globals, $2) == 0); }
  | KEY_MODULE NAME variables commands ENDMODULE { CHECK(prism_add_module(syntax, $2, $3, $4) == 0); }
  | KEY_MODULE NAME '=' NAME '[' renamings ']' ENDMODULE { CHECK(prism_add_renamed(syntax, $2, $4, $6) == 0); }
  | REWARDS quoted rewards ENDREWARDS
    {
        if ($2.text == NULL) {
            $2.position = @1;
        }
        CHECK(prism_add_rewards(syntax, $2, $3) == 0);
    }
  | INIT expression ENDINIT { CHECK(prism_add_initial(syntax, $2, @1) == 0); }
  | SYSTEM process ENDSYSTEM
    { CHECK(PRISM_PUSH(syntax, systems, (struct prism_system){NO_NAME(@1), $2}) == 0); }
  | ONLY expression ONLY_END { syntax->single = $2; }
  | SYSTEM QUOTED process ENDSYSTEM { CHECK(PRISM_PUSH(syntax, systems, (struct prism_system){$2, $3}) == 0); }

constant_type:
    KEY_CONST { $$ = PRISM_INT; }
  | KEY_CONST KEY_INT { $$ = PRISM_INT; }
  | KEY_CONST KEY_DOUBLE { $$ = PRISM_DOUBLE; }
  | KEY_CONST KEY_BOOL { $$ = PRISM_BOOL; }
  | PROB { $$ = PRISM_DOUBLE; }
  | RATE { $$ = PRISM_DOUBLE; }

value: %empty { $$ = NULL; } | '=' expression { $$ = $2; }

quoted: %empty { $$ = (struct prism_name){0}; } | QUOTED

/* --- modules --- */

variables:
    %empty { $$ = syntax->variables.count; }
  | variables variable { CHECK(PRISM_PUSH(syntax, variables, $2) == 0); }

variable:
    NAME ':' '[' expression DOTS expression ']' bound ';'
    { $$ = (struct prism_variable){.name = $1, .type = PRISM_INT, .low_bound = $4, .high_bound = $6, .initial_value = $8}; }
  | NAME ':' KEY_BOOL bound ';' { $$ = (struct prism_variable){.name = $1, .type = PRISM_BOOL, .initial_value = $4}; }
  | NAME ':' KEY_INT
    {
        prism_syntax_error(syntax, @3, "the variable '%.100s' has no bounds: write [LOW..HIGH] for its range, not int", $1.text);
        YYABORT;
    }

bound: %empty { $$ = NULL; } | INIT expression { $$ = $2; }

commands:
    %empty { $$ = syntax->commands.count; }
  | commands '[' ']' expression ARROW updates ';' { CHECK(prism_push_command(syntax, NO_NAME(@2), $4, $6, @2) == 0); }
  | commands '[' NAME ']' expression ARROW updates ';' { CHECK(prism_push_command(syntax, $3, $5, $7, @2) == 0); }

updates:
    update { $$ = syntax->updates.count; CHECK(prism_push_update(syntax, NULL, $1, @1) == 0); }
  | weighted

weighted:
    expression ':' update { $$ = syntax->updates.count; CHECK(prism_push_update(syntax, $1, $3, @1) == 0); }
  | weighted '+' expression ':' update { CHECK(prism_push_update(syntax, $3, $5, @3) == 0); }

update: TRUE { $$ = syntax->assignments.count; } | assignments

assignments:
    '(' PRIMED '=' expression ')'
    {
        $$ = syntax->assignments.count;
        CHECK(PRISM_PUSH(syntax, assignments, (struct prism_assignment){.name = $2, .value = $4}) == 0);
    }
  | assignments '&' '(' PRIMED '=' expression ')'
    { CHECK(PRISM_PUSH(syntax, assignments, (struct prism_assignment){.name = $4, .value = $6}) == 0); }

renamings:
    renamed_name '=' renamed_name
    { $$ = syntax->renamings.count; CHECK(PRISM_PUSH(syntax, renamings, (struct prism_renaming){$1, $3}) == 0); }
  | renamings ',' renamed_name '=' renamed_name
    { CHECK(PRISM_PUSH(syntax, renamings, (struct prism_renaming){$3, $5}) == 0); }

renamed_name: NAME | KEY_MIN | KEY_MAX

rewards:
    %empty { $$ = syntax->rewards.count; }
  | rewards expression ':' expression ';'
    { CHECK(PRISM_PUSH(syntax, rewards, (struct prism_reward){.position = @2, .kind = PRISM_REWARD_STATE, .guard = $2, .value.expression = $4}) == 0); }
  | rewards '[' ']' expression ':' expression ';'
    { CHECK(PRISM_PUSH(syntax, rewards, (struct prism_reward){.position = @2, .kind = PRISM_REWARD_UNLABELLED, .guard = $4, .value.expression = $6}) == 0); }
  | rewards '[' NAME ']' expression ':' expression ';'
    { CHECK(PRISM_PUSH(syntax, rewards, (struct prism_reward){.position = @2, .kind = PRISM_REWARD_ACTION, .action_name = $3, .guard = $5, .value.expression = $7}) == 0); }

/* --- how modules are composed --- */

process: synchronised | parallel | interleaved

parallel:
    synchronised BARS synchronised { CHECK($$ = prism_join_processes(syntax, PRISM_PROCESS_PARALLEL, $1, $3, NULL, @2)); }
  | parallel BARS synchronised { CHECK($$ = prism_join_processes(syntax, PRISM_PROCESS_PARALLEL, $1, $3, NULL, @2)); }

interleaved:
    synchronised THREE_BARS synchronised { CHECK($$ = prism_join_processes(syntax, PRISM_PROCESS_INTERLEAVED, $1, $3, NULL, @2)); }
  | interleaved THREE_BARS synchronised { CHECK($$ = prism_join_processes(syntax, PRISM_PROCESS_INTERLEAVED, $1, $3, NULL, @2)); }

synchronised:
    unit
  | synchronised ACTIONS_OPEN actions ACTIONS_CLOSE unit
    { CHECK($$ = prism_join_processes(syntax, PRISM_PROCESS_SYNCHRONISED, $1, $5, &$3, @2)); }

unit:
    NAME { CHECK($$ = prism_make_process_named(syntax, PRISM_PROCESS_MODULE, $1)); }
  | QUOTED { CHECK($$ = prism_make_process_named(syntax, PRISM_PROCESS_NAMED, $1)); }
  | '(' process ')' { $$ = $2; $$->is_closed = 1; }
  | unit '/' '{' names '}' { CHECK($$ = prism_wrap_process(syntax, PRISM_PROCESS_HIDE, $1, $4, @2)); }
  | unit '{' process_renamings '}' { CHECK($$ = prism_wrap_process(syntax, PRISM_PROCESS_RENAME, $1, $3, @2)); }

actions: %empty { $$ = syntax->names.count; } | names

names:
    NAME { $$ = syntax->names.count; CHECK(PRISM_PUSH(syntax, names, $1) == 0); }
  | names ',' NAME { CHECK(PRISM_PUSH(syntax, names, $3) == 0); }

process_renamings:
    NAME '<' '-' NAME
    { $$ = syntax->renamings.count; CHECK(PRISM_PUSH(syntax, renamings, (struct prism_renaming){$1, $4}) == 0); }
  | process_renamings ',' NAME '<' '-' NAME
    { CHECK(PRISM_PUSH(syntax, renamings, (struct prism_renaming){$3, $6}) == 0); }

/* --- expressions, the weakest operators first --- */

expression:
    implication
  | implication '?' implication ':' expression { CHECK($$ = prism_make_conditional(syntax, $1, $3, $5)); }

implication: equivalence | equivalence THEN implication { CHECK($$ = prism_make_binary(syntax, PRISM_IMPLIES, $1, $3, @1)); }

equivalence: disjunction | equivalence IFF disjunction { CHECK($$ = prism_make_binary(syntax, PRISM_EQUIVALENT, $1, $3, @1)); }

disjunction: conjunction | disjunction '|' conjunction { CHECK($$ = prism_make_binary(syntax, PRISM_OR, $1, $3, @1)); }

conjunction: negation | conjunction '&' negation { CHECK($$ = prism_make_binary(syntax, PRISM_AND, $1, $3, @1)); }

negation: equality | '!' negation { CHECK($$ = prism_make_unary(syntax, PRISM_NOT, $2, @1)); }

equality:
    relation
  | equality '=' relation { CHECK($$ = prism_make_binary(syntax, PRISM_EQUAL, $1, $3, @1)); }
  | equality NOT_EQUAL relation { CHECK($$ = prism_make_binary(syntax, PRISM_UNEQUAL, $1, $3, @1)); }

relation:
    sum
  | relation '<' sum { CHECK($$ = prism_make_binary(syntax, PRISM_LESS, $1, $3, @1)); }
  | relation NOT_MORE sum { CHECK($$ = prism_make_binary(syntax, PRISM_AT_MOST, $1, $3, @1)); }
  | relation '>' sum { CHECK($$ = prism_make_binary(syntax, PRISM_MORE, $1, $3, @1)); }
  | relation NOT_LESS sum { CHECK($$ = prism_make_binary(syntax, PRISM_AT_LEAST, $1, $3, @1)); }

sum:
    product
  | sum '+' product { CHECK($$ = prism_make_binary(syntax, PRISM_PLUS, $1, $3, @1)); }
  | sum '-' product { CHECK($$ = prism_make_binary(syntax, PRISM_MINUS, $1, $3, @1)); }

product:
    power
  | product '*' power { CHECK($$ = prism_make_binary(syntax, PRISM_TIMES, $1, $3, @1)); }
  | product '/' power { CHECK($$ = prism_make_binary(syntax, PRISM_DIVIDE, $1, $3, @1)); }

power:
    signed
  | signed '^' power { CHECK($$ = prism_make_binary(syntax, PRISM_POWER, $1, $3, @1)); }

signed: minus { $$ = $1; CHECK(prism_check_literal(syntax, $1) == 0); }

minus: primary | '-' minus { CHECK($$ = prism_make_unary(syntax, PRISM_NEGATE, $2, @1)); }

primary:
    TRUE { CHECK($$ = prism_make_literal(syntax, (struct prism_value){.type = PRISM_BOOL, .integer = 1}, $1)); }
  | FALSE { CHECK($$ = prism_make_literal(syntax, (struct prism_value){.type = PRISM_BOOL, .integer = 0}, $1)); }
  | INTEGER { CHECK($$ = prism_make_literal(syntax, $1.value, $1.text)); }
  | REAL { CHECK($$ = prism_make_literal(syntax, $1.value, $1.text)); }
  | NAME { CHECK($$ = prism_make_name(syntax, $1)); }
  | LABEL_USE { CHECK($$ = prism_make_label(syntax, $1)); }
  | function '(' arguments ')' { CHECK($$ = prism_make_call(syntax, $1, $3)); }
  | FUNC '(' function ',' arguments ')' { CHECK($$ = prism_make_call(syntax, $3, $5)); }
  | '(' expression ')' { $$ = $2; }

function: NAME | KEY_MIN | KEY_MAX

arguments:
    expression { $$ = syntax->operands.count; CHECK(PRISM_PUSH(syntax, operands, $1) == 0); }
  | arguments ',' expression { CHECK(PRISM_PUSH(syntax, operands, $3) == 0); }

%%

static int prism_lex(PRISM_STYPE *value, PRISM_LTYPE *location, void *scanner) {
    struct prism_syntax *syntax = prism_lexer_get_extra(scanner);
    syntax->is_keyword = 0;
    syntax->in_updates = syntax->last_token == PRISM_ARROW || (syntax->in_updates && syntax->last_token != ';');
    if (syntax->is_single && syntax->last_token == 0) {
        *location = (struct source_position){syntax->path, syntax->line, 1};
        return syntax->last_token = PRISM_ONLY;
    }
    syntax->earlier = syntax->previous;
    syntax->previous = (struct prism_token){syntax->last_token, syntax->token, syntax->token_length, syntax->token_position};
    int token = prism_lexer_next(value, location, scanner);
    token = syntax->is_single && token == 0 && syntax->last_token != PRISM_ONLY_END ? PRISM_ONLY_END : token;
    token = syntax->is_single && token == PRISM_QUOTED ? PRISM_LABEL_USE : token;
    syntax->last_token = token;
    syntax->in_system = token == PRISM_SYSTEM || (syntax->in_system && token != PRISM_ENDSYSTEM);
    prism_follow_brackets(syntax);
    prism_syntax_ask(syntax);
    return syntax->failed ? PRISM_PRISM_error : token;
}

/* Only an overflow of the parser's stack is reported here. */
static void prism_error(const PRISM_LTYPE *location, void *scanner, struct prism_syntax *syntax, const char *text) {
    (void)scanner;
    (void)text;
    prism_syntax_error(syntax, *location, "too much is open here: %s", syntax->in_system ? PRISM_DEEP_PROCESS : PRISM_DEEP_EXPRESSION);
}

#define EXPECTED_NAMES 64

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, struct prism_syntax *syntax) {
    (void)scanner;
    yysymbol_kind_t symbols[EXPECTED_NAMES];
    const char *names[EXPECTED_NAMES];
    int count = yypcontext_expected_tokens(context, symbols, EXPECTED_NAMES), named = 0;
    for (int i = 0; i < count; i++) {
        if (syntax->is_single || (symbols[i] != YYSYMBOL_ONLY && symbols[i] != YYSYMBOL_ONLY_END && symbols[i] != YYSYMBOL_LABEL_USE)) {
            names[named++] = yysymbol_name(symbols[i]);
        }
    }
    prism_syntax_unexpected(syntax, names, named);
    return 0;
}
