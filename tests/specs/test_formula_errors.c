/* What is wrong with formulas, or odd: every error and warning with its line and column. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/run.h"
#include "tests/support/formula_reading.h"
#include "tests/support/testing.h"

static const struct formula_options MCL = {.dialect = FORMULA_DIALECT_MCL};
static const struct formula_options MCF = {.dialect = FORMULA_DIALECT_MCF};

struct fails {
    const char *text;
    uint64_t line, column;
    const char *part; /* of the message */
};

static void check_fails(const struct fails *cases, size_t count, const struct formula_options *options) {
    for (size_t i = 0; i < count; i++) {
        struct formula_reading reading;
        const struct fails *wanted = &cases[i];
        formula_reading_begin(&reading, wanted->text, options);
        const struct error *error = &reading.error;
        int same = reading.text == NULL && error->code == ERROR_INPUT && error->line == wanted->line &&
                   error->column == wanted->column && strstr(error->text, wanted->part) != NULL &&
                   strcmp(error->path, "formula") == 0;
        if (!same) {
            printf("\n%s: %llu:%llu '%s' instead of %llu:%llu '%s'\n", wanted->text,
                   (unsigned long long)error->line, (unsigned long long)error->column, error->text,
                   (unsigned long long)wanted->line, (unsigned long long)wanted->column, wanted->part);
        }
        CU_ASSERT(same);
        formula_reading_end(&reading);
    }
}

#define CHECK_FAILS(cases, options) check_fails((cases), sizeof(cases) / sizeof *(cases), (options))

static void test_syntax_errors(void) {
    static const struct fails cases[] = {
        {"", 1, 1, "unexpected end, expected a formula"},
        {"% nothing\n", 2, 1, "unexpected end, expected a formula"},
        {"true\n  true", 2, 3, "unexpected 'true', expected an operator or the end"},
        {"not", 1, 4, "unexpected end, expected a formula"},
        {"true and", 1, 9, "expected a formula"},
        {"and true", 1, 1, "unexpected 'and', expected a formula"},
        {"(true", 1, 6, "unexpected end, expected an operator or ')' (for the '(' of line 1, column 1)"},
        {"\n(true]", 2, 6, "unexpected ']', expected an operator or ')' (for the '(' of line 2, column 1)"},
        {"true)", 1, 5, "unexpected ')', expected an operator or the end"},
        {"[a>true", 1, 3, "unexpected '>', expected an operator or ']' (for the '[' of line 1, column 1)"},
        {"<a]true", 1, 3, "expected an operator or '>' (for the '<' of line 1, column 1)"},
        {"<(a>true", 1, 4, "expected an operator or ')' (for the '(' of line 1, column 2)"},
        {"<>true", 1, 2, "unexpected '>', expected an action or a regular expression"},
        {"<a . > true", 1, 6, "expected an action or a regular expression"},
        {"<*a> true", 1, 2, "unexpected '*', expected an action or a regular expression"},
        {"<a> ", 1, 5, "unexpected end, expected a formula"},
        {"<a", 1, 3, "unexpected end, expected an operator or '>'"},
        {"<not> true", 1, 5, "expected an action or a regular expression"},
        {"<mu> true", 1, 2, "a keyword: quote it to use it as a label"},
        {"<deadlock> true", 1, 2, "a keyword: quote it to use it as a label"},
        {"<[a] true> true", 1, 2, "unexpected '[', expected an action or a regular expression"},
        {"mu X true", 1, 6, "unexpected 'true', expected '.'"},
        {"mu X Y . X", 1, 6, "unexpected 'Y', expected '.'"},
        {"mu . X", 1, 4, "unexpected '.', expected a name"},
        {"nu not . X", 1, 4, "unexpected 'not', expected a name (a keyword: take another name)"},
        {"nu tau . X", 1, 4, "a keyword: take another name"},
        {"mu \"X\" . X", 1, 4, "unexpected '\"X\"', expected a name"},
        {"[a] @", 1, 5, "'@' stands after < >; after [ ] write '-|'"},
        {"<a> -|", 1, 5, "'-|' stands after [ ]; after < > write '@'"},
        {"true @", 1, 6, "unexpected '@', expected an operator"},
        {"\"send\"", 1, 1, "an action is no formula: write <\"send\"> true (it is possible)"},
        {"[a] 'b'", 1, 5, "an action is no formula"},
        {"[a] tau", 1, 5, "an action is no formula"},
        {"nil", 1, 1, "an action is no formula"},
        {"<SEND !1> true", 1, 7, "a label of more than one word must be quoted"},
        {"<SEND 1> true", 1, 7, "a label of more than one word must be quoted"},
        {"<a b> true", 1, 4, "a label of more than one word must be quoted"},
        {"<\"a\nb\"> true", 1, 2, "this string does not end on its line"},
        {"<\"a\\\"> true", 1, 2, "this string does not end on its line"},
        {"<'a> true", 1, 2, "this pattern does not end on its line"},
        {"true\n(* * ", 2, 1, "this comment does not end"},
        {"<f(1,(2)> true", 1, 2, "the arguments of this label do not end"},
        {"<'\\(a'> true", 1, 2, "'\\(a' is no pattern: "},
        {"#", 1, 1, "unexpected '#', expected a formula"},
        {"\xc3\xa9", 1, 1, "unexpected '\xc3\xa9', expected a formula"},
        {"\xc3", 1, 1, "unexpected '\\xc3'"},
        {"\xe2\x80\"a\"", 1, 1, "unexpected '\\xe2'"},
        {"\xc2\x9b", 1, 1, "unexpected '\\xc2\\x9b'"},
        {"<\xe2\x80\x9c"
         "a\xe2\x80\x9d> true",
         1, 2, "labels are written in plain quotes"},
        {"[true*]\xc2\xa0true", 1, 8, "unexpected '\\xc2\\xa0': a no-break space"},
        {"[-] false", 1, 2, "unexpected '-': every action is written 'true'"},
        {"<a-b> true", 1, 3, "a label of more than one word must be quoted"},
        {"<a> tt", 1, 5, "'tt': the formula that always holds is written true"},
        {"\xc2\xactrue", 1, 1, "unexpected '\xc2\xac': negation is written '!'"},
        {"true & true", 1, 6, "conjunction is written '&&'"},
        {"true /\\ true", 1, 6, "conjunction is written '&&'"},
        {"true \\/ true", 1, 6, "disjunction is written '||'"},
        {"true -> true", 1, 6, "implication is written '=>'"},
        {"true <=> true", 1, 6, "equivalence is written 'equ'"},
        {"true <-> true", 1, 6, "equivalence is written 'equ'"},
        {"~true", 1, 1, "negation is written '!'"},
        {"<<a>> true", 1, 1, "weak modalities are not supported"},
        {"true | true", 1, 6, "unexpected '|': disjunction is written '||' or 'or'"},
        {"[true* <a> true", 1, 8,
         "unexpected '<', expected an operator or ']' (for the '[' of line 1, column 1)"},
        {"[a . (b <a> true", 1, 9, "expected an operator or ')' (for the '(' of line 1, column 6)"},
        {"<a> true <b> true", 1, 10, "unexpected '<', expected an operator or the end"},
        {"(true [a] true)", 1, 7, "expected an operator or ')' (for the '(' of line 1, column 1)"},
        {"nu X'. <a>X'", 1, 4, "only in the dialect of mCRL2 (.mcf, --dialect mcf) names have primes"},
        {"<a' (1)> true", 1, 2, "only in the dialect of mCRL2 (.mcf, --dialect mcf) names have primes"},
    };
    CHECK_FAILS(cases, &MCL);
    static const struct fails mcf[] = {
        {"<a|> true", 1, 4, "expected the name of an action"},
        {"<a|b|tau> true", 1, 6, "expected the name of an action"},
        {"<a|", 1, 4, "unexpected end, expected the name of an action"},
        {"<tau|a> true", 1, 2, "the internal action is no part of a multi-action"},
        {"<a|\"b|tau\"> true", 1, 4, "the internal action is no part of a multi-action"},
        {"<a|\"i\"> true", 1, 4, "the internal action is no part of a multi-action"},
        {"<(a)|b> true", 1, 5, "joins the names of actions to a multi-action, and choice is '+'"},
        {"<a* | b> true", 1, 5, "choice is '+'"},
        {"<a> true | <b> true", 1, 10, "disjunction is written '||' or 'or'"},
        {"<a|'b'> true", 1, 4, "expected the name of an action"},
        {"<\"f(\"|a> true", 1, 2, "a '(' of this part of a multi-action is not closed"},
    };
    CHECK_FAILS(mcf, &MCF);
}

static void test_kinds(void) {
    static const struct fails cases[] = {
        {"<not (a*)> true", 1, 8, "'*' makes a regular expression, but 'not' combines actions"},
        {"<a and (b . c)> true", 1, 11, "'.' makes a regular expression, but 'and' combines actions"},
        {"<a+ or b> true", 1, 3, "'+' makes a regular expression, but 'or' combines actions"},
        {"<a? implies b> true", 1, 3, "'?' makes a regular expression, but 'implies' combines actions"},
        {"<(a | b) and c> true", 1, 5,
         "'|' makes a regular expression, but 'and' combines actions: write 'or'"},
        {"<a and nil> true", 1, 8, "'nil' makes a regular expression"},
    };
    CHECK_FAILS(cases, &MCL);
    static const struct fails mcf[] = {{"<(a + b) && c> true", 1, 5, "'+' makes a regular expression"}};
    CHECK_FAILS(mcf, &MCF);
}

static void test_binding_errors(void) {
    static const struct fails cases[] = {
        {"X", 1, 1, "'X' is not bound by mu or nu: if it is an action, write <X> true"},
        {"(mu X . X) and X", 1, 16, "'X' is not bound by mu or nu"},
        {"mu X . x", 1, 8, "'x' is not bound: did you mean 'X'?"},
        {"mu Reach . <a> Raech", 1, 16, "'Raech' is not bound: did you mean 'Reach'?"},
        {"<a> ture", 1, 5, "'ture' is not bound: did you mean 'true'?"},
        {"TRUE", 1, 1, "'TRUE' is not bound: did you mean 'true'?"},
        {"nott (true)", 1, 1, "'nott' is not bound: did you mean 'not'?"},
        {"deadlok", 1, 1, "did you mean 'deadlock'?"},
        {"mui X . X", 1, 1, "unknown word 'mui': did you mean 'mu'?"},
        {"true andd true", 1, 6, "unknown word 'andd': did you mean 'and'?"},
        {"true AND true", 1, 6, "did you mean 'and'?"},
        {"true implise (true)", 1, 6, "did you mean 'implies'?"},
        {"<a ro b> true", 1, 4, "unknown word 'ro': did you mean 'or'?"},
        {"<nto a> true", 1, 2, "unknown word 'nto': did you mean 'not'?"},
        {"X(1)", 1, 1, "macros are not supported: write out what it stands for"},
        {"mu X . not X", 1, 12,
         "'X' stands under an odd number of negations within its fixpoint (line 1, column 1"},
        {"not mu X . not not not X", 1, 24, "odd number of negations within its fixpoint (line 1, column 5"},
        {"nu X . X implies X", 1, 8, "odd number of negations"},
        {"nu X . not (true implies X)", 1, 26, "odd number of negations"},
        {"nu X . (not X implies true) and\n (X implies X)", 2, 3, "odd number of negations"},
        {"nu X . not nu Y . X and Y", 1, 19, "'X' stands under an odd number of negations"},
        {"nu X . true equ X", 1, 17, "'X' is bound outside of an 'equ' (line 1, column 1)"},
        {"nu X . nu Y . <a> (Y equ true)", 1, 20, "'Y' is bound outside of an 'equ' (line 1, column 8)"},
        {"nu X . X and (true equ mu X . (X equ true))", 1, 32,
         "'X' is bound outside of an 'equ' (line 1, column 24)"},
    };
    CHECK_FAILS(cases, &MCL);
    static const struct fails mcf[] = {
        {"deadlock", 1, 1, "in this dialect 'deadlock' is the name of an action: write [true] false"},
        {"[a] nil", 1, 5, "in this dialect 'nil' is the name of an action"},
        {"[true*] mu X. <true>true && [!a]X", 1, 33,
         "'X' is not bound here: as in mCRL2, the fixpoint of line 1, "},
        {"nu X. !(mu X. X)", 1, 15,
         "within another fixpoint of this name (line 1, column 1), which mCRL2 refuses"},
    };
    CHECK_FAILS(mcf, &MCF);
}

static void test_foreign(void) {
    static const struct fails cases[] = {
        {"macro F (X) = true end_macro", 1, 1, "MCL macros are not supported"},
        {"library actl.mcl end_library true", 1, 1, "MCL libraries are not supported"},
        {"<{SEND ?x:nat}> true", 1, 2, "MCL data: action patterns and counters in { } are not supported"},
        {"<a{3}> true", 1, 3, "MCL data: action patterns and counters in { } are not supported"},
        {"let x:nat := 1 in true end let", 1, 1, "MCL data is not supported"},
        {"if x then true end if", 1, 1, "MCL data is not supported"},
        {"<while x do a end while> true", 1, 2, "MCL data is not supported"},
        {"<loop (x:nat:=1) : (y:nat) in a> true", 1, 2, "MCL data is not supported"},
        {"<choice a [] b end choice> true", 1, 2, "MCL data is not supported"},
        {"mu X (n:nat := 1) . X(n)", 1, 4, "'X' can have no parameters"},
        {"true xor true", 1, 6, "exclusive disjunction is written not (F equ G)"},
        {"prob a is > 0.5 end prob", 1, 1, "MCL's probabilities"},
        {"forall n:Nat . true", 1, 1,
         "quantifiers over data are not supported: write one formula for each value, joined by 'and'"},
        {"exists n:Nat . true", 1, 1, "joined by 'or'"},
        {"<exists n:Nat . send(n)> true", 1, 2, "quantifiers over data"},
        {"val(n < 3)", 1, 1, "mCRL2 data is not supported: write its value"},
        {"<val(true)> true", 1, 2, "(if it is a label, quote it)"},
        {"[a] val (b)", 1, 5, "mCRL2 data is not supported"},
        {"delay", 1, 1, "mCRL2 time is not supported"},
        {"delay @ 3", 1, 1, "mCRL2 time is not supported"},
        {"yaled", 1, 1, "mCRL2 time is not supported"},
        {"<a @ 3> true", 1, 4, "time is not supported"},
        {"<(a @ t)> true", 1, 5, "time is not supported"},
        {"form true;", 1, 1, "only the formula itself is read"},
        {"sort D; form true;", 1, 1, "only the formula itself is read"},
        {"AG (true)", 1, 1, "CTL is not read: AG F is "},
        {"EF true", 1, 1, "CTL is not read: EF F is "},
        {"G F done", 1, 1, "LTL is not read: G F a (a happens again and again) is [true*] mu X . "},
        {"[true*] F done", 1, 9, "LTL is not read: F a (a happens on every path) is mu X . "},
        {"P=? [F done]", 1, 1, "properties of PRISM are not read"},
        {"Pmax>=0.5 [F done]", 1, 1, "properties of PRISM are not read"},
        {"[exists tr:T. e(tr)] false", 1, 2, "'exists': quantifiers over data are not supported"},
        {"<forall n:Nat. e(n)> true", 1, 2, "'forall': quantifiers over data are not supported"},
    };
    CHECK_FAILS(cases, &MCL);
    CHECK_FAILS(cases, &MCF);
}

/* What a NUL does depends on its place; it never ends the text. */
static void test_bytes(void) {
    static const char *const texts[] = {"true@",     "<\"a@\"> true", "<'@'> true", "<a(@)> true",
                                        "% @\ntrue", "(* @ *) true",  "@"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[40];
        size_t length = strlen(texts[i]);
        memcpy(text, texts[i], length);
        size_t at = (size_t)(strchr(texts[i], '@') - texts[i]);
        text[at] = '\0';
        struct memory memory;
        struct error error, warning;
        memory_init(&memory, 1 << 20);
        struct run run = {.memory = &memory, .threads = 1};
        CU_ASSERT_PTR_NULL(
            formula_read((struct formula_source){"formula", text, length}, &MCL, &run, &warning, &error));
        CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
        CU_ASSERT_EQUAL(error.line, 1);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
}

static void check_warning(const char *text, const struct formula_options *options, uint64_t column,
                          const char *part) {
    struct formula_reading reading;
    formula_reading_begin(&reading, text, options);
    CU_ASSERT_PTR_NOT_NULL(reading.text);
    CU_ASSERT_EQUAL(reading.warning.code, part == NULL ? ERROR_NONE : ERROR_INPUT);
    if (part != NULL) {
        CU_ASSERT_STRING_EQUAL(reading.warning.path, "formula");
        CU_ASSERT_EQUAL(reading.warning.line, 1);
        CU_ASSERT_EQUAL(reading.warning.column, column);
        CU_ASSERT_PTR_NOT_NULL(strstr(reading.warning.text, part));
    }
    formula_reading_end(&reading);
}

static void test_warnings(void) {
    check_warning("true and <a*> @", &MCL, 10, "true in every state");
    check_warning("[a? . nil] -|", &MCL, 1, "false in every state");
    check_warning("<a . b*> @", &MCL, 0, NULL);
    check_warning("<a*> true", &MCL, 0, NULL);
    check_warning("<i> true", &MCL, 0, NULL);
    check_warning("<tau> true", &MCF, 0, NULL);
    check_warning("<i> true", &MCF, 2, "the internal action is 'tau'");
    check_warning("<a> mu X. <b>X && true", &MCF, 5,
                  "this fixpoint ends before the '&&' of line 1, column 16");
    check_warning("<a> mu X. <b>X && true", &MCL, 0, NULL);
    check_warning("true && mu X. <b>X && true", &MCF, 0, NULL);
}

void suite_formula_errors(void) {
    suite_add("formula_errors", NULL, NULL, "test_syntax_errors", test_syntax_errors, "test_kinds",
              test_kinds, "test_binding_errors", test_binding_errors, "test_foreign", test_foreign,
              "test_bytes", test_bytes, "test_warnings", test_warnings, NULL);
}
