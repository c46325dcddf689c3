/*
 * Reading formulas: every construct in both dialects, precedence by tables and against the definition,
 * positions, binding, every error with its line and column, nesting without a bound, and what happens when
 * memory or time runs out. HEDDLE_CASES and HEDDLE_SEED choose other draws.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/run.h"
#include "tests/folder.h"
#include "tests/formula_reading.h"
#include "tests/testing.h"

#define DEFAULT_CASES 4000

static const struct formula_options MCL = {.dialect = FORMULA_DIALECT_MCL};
static const struct formula_options MCF = {.dialect = FORMULA_DIALECT_MCF};

/* A text and the tree that it is. */
struct reads {
    const char *text, *tree;
};

static void check_reads(const struct reads *cases, size_t count, const struct formula_options *options) {
    for (size_t i = 0; i < count; i++) {
        struct formula_reading reading;
        char tree[2000];
        formula_reading_begin(&reading, cases[i].text, options);
        if (reading.text == NULL) {
            printf("\n%s: %llu:%llu %s\n", cases[i].text, (unsigned long long)reading.error.line,
                   (unsigned long long)reading.error.column, reading.error.text);
            CU_FAIL("does not read");
        } else if (strcmp(formula_dump(formula_root(reading.text), tree, sizeof tree), cases[i].tree) != 0) {
            printf("\n%s: %s instead of %s\n", cases[i].text, tree, cases[i].tree);
            CU_FAIL("another tree");
        }
        formula_reading_end(&reading);
    }
}

#define CHECK_READS(cases, options) check_reads((cases), sizeof(cases) / sizeof *(cases), (options))

/* --- constructs --- */

static void test_formulas(void) {
    static const struct reads cases[] = {
        {"true", "true"},
        {"false", "false"},
        {"not true", "(not true)"},
        {"!true", "(not true)"},
        {"! !true", "(not (not true))"},
        {"true and false", "(and true false)"},
        {"true&&false", "(and true false)"},
        {"true or false", "(or true false)"},
        {"true||false", "(or true false)"},
        {"true implies false", "(implies true false)"},
        {"true=>false", "(implies true false)"},
        {"true equ false", "(equ true false)"},
        {"(true)", "true"},
        {"((not(true)))", "(not true)"},
        {"<\"a\"> true", "(<> \"a\" true)"},
        {"[\"a\"] true", "([] \"a\" true)"},
        {"<a> @", "(@ \"a\")"},
        {"<a>@", "(@ \"a\")"},
        {"[a] -|", "(-| \"a\")"},
        {"[a]-|", "(-| \"a\")"},
        {"mu X . <a> X", "(mu X (<> \"a\" X))"},
        {"nu _x1 . [a] _x1", "(nu _x1 ([] \"a\" _x1))"},
        {"deadlock", "([] true false)"},
        {"not deadlock", "(not ([] true false))"},
        {"mu X.X", "(mu X X)"},
        {"\xef\xbb\xbftrue", "true"},
    };
    CHECK_READS(cases, &MCL);
}

static void test_expressions(void) {
    static const struct reads cases[] = {
        {"<true> true", "(<> true true)"},
        {"<any> true", "(<> true true)"},
        {"<false> true", "(<> false true)"},
        {"<tau> true", "(<> tau true)"},
        {"<i> true", "(<> tau true)"},
        {"<\"i\"> true", "(<> tau true)"},
        {"<\"tau\"> true", "(<> tau true)"},
        {"<\"I\"> true", "(<> \"I\" true)"},
        {"<nil> true", "(<> nil true)"},
        {"<send> true", "(<> \"send\" true)"},
        {"<send(1,2)> true", "(<> {send(1,2)} true)"},
        {"<send ( 1,\t2\n)> true", "(<> {send(1,2)} true)"},
        {"<f((1),g(x) | [2])> true", "(<> {f((1),g(x)|[2])} true)"},
        {"<f()> true", "(<> {f()} true)"},
        {"<f(% no comment)> true", "(<> {f(%nocomment)} true)"},
        {"<\"send(1, 2)\"> true", "(<> \"send(1, 2)\" true)"},
        {"<\"SEND !1 \\\"x\\\" \\\\ \\n\"> true", "(<> \"SEND !1 \"x\" \\ \\n\" true)"},
        {"<\"\"> true", "(<> \"\" true)"},
        {"<'SEND.*'> true", "(<> 'SEND.*' true)"},
        {"<'it\\'s \\. \\\\'> true", "(<> 'it's \\. \\\\' true)"},
        {"<not a> true", "(<> (not \"a\") true)"},
        {"<!a> true", "(<> (not \"a\") true)"},
        {"<a and b> true", "(<> (and \"a\" \"b\") true)"},
        {"<a && b> true", "(<> (and \"a\" \"b\") true)"},
        {"<a or b> true", "(<> (or \"a\" \"b\") true)"},
        {"<a || b> true", "(<> (or \"a\" \"b\") true)"},
        {"<a implies b> true", "(<> (implies \"a\" \"b\") true)"},
        {"<a => b> true", "(<> (implies \"a\" \"b\") true)"},
        {"<(a)> true", "(<> \"a\" true)"},
        {"<a . b> true", "(<> (. \"a\" \"b\") true)"},
        {"<a.b> true", "(<> (. \"a\" \"b\") true)"},
        {"<a | b> true", "(<> (| \"a\" \"b\") true)"},
        {"<a + b> true", "(<> (| \"a\" \"b\") true)"},
        {"<a*> true", "(<> (* \"a\") true)"},
        {"<a+> true", "(<> (+ \"a\") true)"},
        {"<a?> true", "(<> (? \"a\") true)"},
        {"<a*+?> true", "(<> (? (+ (* \"a\"))) true)"},
        {"<(a . b)*> true", "(<> (* (. \"a\" \"b\")) true)"},
        {"<true*.a.(b|nil)> true", "(<> (. (. (* true) \"a\") (| \"b\" nil)) true)"},
        {"<trueish.nota.mux> true", "(<> (. (. \"trueish\" \"nota\") \"mux\") true)"},
        {"<val> true", "(<> \"val\" true)"},
        {"<delay . X> true", "(<> (. \"delay\" \"X\") true)"},
        {"mu X . <X> X", "(mu X (<> \"X\" X))"},
    };
    CHECK_READS(cases, &MCL);
}

static void test_mcrl2(void) {
    static const struct reads cases[] = {
        {"<a + b> true", "(<> (| \"a\" \"b\") true)"},
        {"<a|b> true", "(<> {a|b} true)"},
        {"<b|a> true", "(<> {a|b} true)"},
        {"<c|a|b|a> true", "(<> {a|a|b|c} true)"},
        {"<b(2, 1)|a( 3 )> true", "(<> {a(3)|b(2,1)} true)"},
        {"<b|\"a !1\"> true", "(<> {a !1|b} true)"},
        {"<\"\"|b|\"\"> true", "(<> {||b} true)"},
        {"<\"b|a\"> true", "(<> \"b|a\" true)"},
        {"<\"b|a\"|a> true", "(<> {a|a|b} true)"},
        {"<a|b . c|d> true", "(<> (. {a|b} {c|d}) true)"},
        {"<not a|b && c*> true", "(<> (* (and (not {a|b}) \"c\")) true)"},
        {"<a||b> true", "(<> (or \"a\" \"b\") true)"},
        {"<a|b||c> true", "(<> (or {a|b} \"c\") true)"},
        {"<nil.any.deadlock> true", "(<> (. (. \"nil\" \"any\") \"deadlock\") true)"},
        {"<nil(1)> true", "(<> {nil(1)} true)"},
        {"<i> true", "(<> \"i\" true)"},
        {"<i|a> true", "(<> {a|i} true)"},
        {"<\"i\"> true", "(<> tau true)"},
        {"<tau> true", "(<> tau true)"},
        {"nu nil . [i] nil", "(nu nil ([] \"i\" nil))"},
        {"mu any . nu i . any || i", "(mu any (nu i (or any i)))"},
        {"[!a] -|", "(-| (not \"a\"))"},
        {"[true*]<true>true && <a+>@", "(and ([] (* true) (<> true true)) (@ (+ \"a\")))"},
    };
    CHECK_READS(cases, &MCF);
}

static void test_options(void) {
    static const struct reads folded[] = {
        {"<send.\"rec !x\"> true", "(<> (. \"SEND\" \"REC !X\") true)"},
        {"<\"I\".\"Tau\".I> true", "(<> (. (. tau tau) tau) true)"},
        {"<send(x)> true", "(<> {SEND(X)} true)"},
        {"<hidden.Hidden.\"HIDDEN\"> true", "(<> (. (. tau tau) tau) true)"},
        {"<'aB'> true", "(<> 'aB' true)"},
        {"mu x . x", "(mu x x)"},
    };
    static const struct reads internal[] = {
        {"<hidden.Hidden.\"hidden\"> true", "(<> (. (. tau \"Hidden\") tau) true)"},
    };
    static const char *const names[] = {"hidden"};
    struct formula_options options = {.dialect = FORMULA_DIALECT_MCL, .internal = names, .internal_count = 1};
    CHECK_READS(internal, &options);
    options.ignore_case = 1;
    CHECK_READS(folded, &options);
    static const struct reads mcf[] = {{"<I|hidden(1)> true", "(<> {HIDDEN(1)|I} true)"}};
    options.dialect = FORMULA_DIALECT_MCF;
    CHECK_READS(mcf, &options);
}

static void test_layout(void) {
    static const struct reads cases[] = {
        {"% a comment\ntrue % another", "true"},
        {"(* a\n * comment ** *)true(**)", "true"},
        {"true (* (* *)", "true"},
        {"true\r\nand\r\n\tfalse\f\v\r\n", "(and true false)"},
        {"<a(*b*).(*\n*)c> % d\n true", "(<> (. \"a\" \"c\") true)"},
        {"<\"%\".\"(*\".'%'> true", "(<> (. (. \"%\" \"(*\") '%') true)"},
        {"(true(***))", "true"},
        {"<a (* no arguments *) . b> true", "(<> (. \"a\" \"b\") true)"},
        {"<a( * , (*) )> true", "(<> {a(*,(*))} true)"},
    };
    CHECK_READS(cases, &MCL);
    CHECK_READS(cases, &MCF);
}

/* --- precedence --- */

static void test_precedence(void) {
    static const struct reads cases[] = {
        {"not true and false", "(and (not true) false)"},
        {"<a> true and false", "(and (<> \"a\" true) false)"},
        {"[a] not <b> true or false", "(or ([] \"a\" (not (<> \"b\" true))) false)"},
        {"true or false and true", "(or true (and false true))"},
        {"true and false or true", "(or (and true false) true)"},
        {"true implies false or true", "(implies true (or false true))"},
        {"true implies false implies true", "(implies true (implies false true))"},
        {"true equ false implies true", "(equ true (implies false true))"},
        {"true implies false equ true", "(equ (implies true false) true)"},
        {"true equ false equ true", "(equ (equ true false) true)"},
        {"true and false and true", "(and (and true false) true)"},
        {"true or false or true", "(or (or true false) true)"},
        {"mu X . true and X or false", "(mu X (or (and true X) false))"},
        {"mu X . true implies X or X", "(mu X (implies true (or X X)))"},
        {"true and mu X . X or true", "(and true (mu X (or X true)))"},
        {"not mu X . X or true", "(not (mu X (or X true)))"},
        {"<a> mu X . X or true", "(<> \"a\" (mu X (or X true)))"},
        {"(mu X . X) or true", "(or (mu X X) true)"},
        {"nu X . true equ false", "(nu X (equ true false))"},
        {"true implies nu X . X and mu Y . X or Y", "(implies true (nu X (and X (mu Y (or X Y)))))"},
        {"<a> @ and [b] -| or true", "(or (and (@ \"a\") (-| \"b\")) true)"},
        {"<not a and b> true", "(<> (and (not \"a\") \"b\") true)"},
        {"<a or b and c> true", "(<> (or \"a\" (and \"b\" \"c\")) true)"},
        {"<a implies b or c> true", "(<> (implies \"a\" (or \"b\" \"c\")) true)"},
        {"<a implies b implies c> true", "(<> (implies \"a\" (implies \"b\" \"c\")) true)"},
        {"<not a*> true", "(<> (* (not \"a\")) true)"},
        {"<a and b*> true", "(<> (* (and \"a\" \"b\")) true)"},
        {"<a implies b+> true", "(<> (+ (implies \"a\" \"b\")) true)"},
        {"<a . b*> true", "(<> (. \"a\" (* \"b\")) true)"},
        {"<a . b and c?> true", "(<> (. \"a\" (? (and \"b\" \"c\"))) true)"},
        {"<a | b . c> true", "(<> (| \"a\" (. \"b\" \"c\")) true)"},
        {"<a . b | c> true", "(<> (| (. \"a\" \"b\") \"c\") true)"},
        {"<a | b + c | d> true", "(<> (| (| (| \"a\" \"b\") \"c\") \"d\") true)"},
        {"<a . b . c> true", "(<> (. (. \"a\" \"b\") \"c\") true)"},
        {"<a+ + b> true", "(<> (| (+ \"a\") \"b\") true)"},
        {"<a + + b> true", "(<> (| (+ \"a\") \"b\") true)"},
        {"<a++> true", "(<> (+ (+ \"a\")) true)"},
        {"<a+.b> true", "(<> (. (+ \"a\") \"b\") true)"},
        {"<a+(b)> true", "(<> (| \"a\" \"b\") true)"},
        {"<a+|b> true", "(<> (| (+ \"a\") \"b\") true)"},
        {"<a + not b> true", "(<> (| \"a\" (not \"b\")) true)"},
        {"<(a)+(* *)> true", "(<> (+ \"a\") true)"},
        {"<(a + %\n'b')> true", "(<> (| \"a\" 'b') true)"},
    };
    CHECK_READS(cases, &MCL);
}

/*
 * Expressions without parentheses, read by definition: the operator that binds least, the last one of those
 * that associate to the left and the first of those to the right, splits them.
 */
#define MOST_TOKENS 24

struct tokens {
    const char *text[MOST_TOKENS];
    int count;
};

static int is(const char *token, const char *text) {
    return strcmp(token, text) == 0;
}

/* Where the operator stands last, or first, in [begin, end); -1 when nowhere. */
static int find_token(const struct tokens *tokens, int begin, int end, const char *text, int last) {
    int found = -1;
    for (int i = begin; i < end && (found < 0 || last); i++) {
        found = is(tokens->text[i], text) ? i : found;
    }
    return found;
}

/* Writes the tree; whether it is an action, or -1 when an operator of actions has another operand. */
static int define_expression(const struct tokens *tokens, int begin, int end, char *out) {
    static const struct {
        const char *text;
        int last, actions;
    } binary[] = {{"|", 1, 0}, {".", 1, 0}, {"", 0, 0}, {"implies", 0, 1}, {"or", 1, 1}, {"and", 1, 1}};
    char left[1000], right[1000];
    for (size_t k = 0; k < sizeof binary / sizeof *binary; k++) {
        const char *last = tokens->text[end - 1];
        if (k == 2 && (is(last, "*") || is(last, "+") || is(last, "?"))) {
            int kind = define_expression(tokens, begin, end - 1, left);
            sprintf(out, "(%s %s)", last, left);
            return kind < 0 ? -1 : 0;
        }
        int at = k == 2 ? -1 : find_token(tokens, begin, end, binary[k].text, binary[k].last);
        if (at >= 0) {
            int one = define_expression(tokens, begin, at, left);
            int two = define_expression(tokens, at + 1, end, right);
            sprintf(out, "(%s %s %s)", binary[k].text, left, right);
            return one < 0 || two < 0 || (binary[k].actions && !(one && two)) ? -1 : binary[k].actions;
        }
    }
    if (is(tokens->text[begin], "not")) {
        int kind = define_expression(tokens, begin + 1, end, left);
        sprintf(out, "(not %s)", left);
        return kind == 1 ? 1 : -1;
    }
    sprintf(out, is(tokens->text[begin], "true") ? "true" : "\"%s\"", tokens->text[begin]);
    return 1;
}

static void define_formula(const struct tokens *tokens, int begin, int end, char *out) {
    static const struct {
        const char *text;
        int last;
    } binary[] = {{"equ", 1}, {"implies", 0}, {"or", 1}, {"and", 1}};
    char left[1000], right[1000];
    /* What stands right of a fixpoint belongs to it. */
    int mu = find_token(tokens, begin, end, "mu", 0), nu = find_token(tokens, begin, end, "nu", 0);
    int limit = mu < 0 ? end : mu;
    limit = nu >= 0 && nu < limit ? nu : limit;
    for (size_t k = 0; k < sizeof binary / sizeof *binary; k++) {
        int at = find_token(tokens, begin, limit, binary[k].text, binary[k].last);
        if (at >= 0) {
            define_formula(tokens, begin, at, left);
            define_formula(tokens, at + 1, end, right);
            sprintf(out, "(%s %s %s)", binary[k].text, left, right);
            return;
        }
    }
    const char *first = tokens->text[begin];
    if (end - begin > 1) {
        define_formula(tokens, begin + 1, end, left);
        sprintf(out,
                is(first, "<a>")   ? "(<> \"a\" %s)"
                : is(first, "[b]") ? "([] \"b\" %s)"
                : is(first, "not") ? "(not %s)"
                : is(first, "mu")  ? "(mu X %s)"
                                   : "(nu X %s)",
                left);
    } else {
        strcpy(out, first);
    }
}

static uint32_t below(uint64_t *random, uint32_t bound) {
    return (uint32_t)((random_next(random) >> 32) * bound >> 32);
}

/* prefixes* operand postfixes* {operator ..} */
static void draw_tokens(uint64_t *random, struct tokens *tokens, int formula) {
    static const char *const formula_prefixes[] = {"not", "<a>", "[b]", "mu", "nu"};
    static const char *const formula_operators[] = {"and", "or", "implies", "equ"};
    static const char *const operators[] = {"and", "or", "implies", ".", "|"};
    static const char *const postfixes[] = {"*", "+", "?"};
    tokens->count = 0;
    for (;;) {
        while (tokens->count < MOST_TOKENS - 6 && below(random, 3) == 0) {
            tokens->text[tokens->count++] = formula ? formula_prefixes[below(random, 5)] : "not";
        }
        tokens->text[tokens->count++] =
            formula ? (below(random, 2) ? "true" : "false") : (below(random, 2) ? "a" : "true");
        while (!formula && tokens->count < MOST_TOKENS - 5 && below(random, 4) == 0) {
            tokens->text[tokens->count++] = postfixes[below(random, 3)];
        }
        if (tokens->count >= MOST_TOKENS - 6 || below(random, 6) == 0) {
            return;
        }
        tokens->text[tokens->count++] =
            formula ? formula_operators[below(random, 4)] : operators[below(random, 5)];
    }
}

static void write_tokens(const struct tokens *tokens, int formula, char *text) {
    *text = '\0';
    strcat(text, formula ? "" : "<");
    for (int i = 0; i < tokens->count; i++) {
        int fixpoint = is(tokens->text[i], "mu") || is(tokens->text[i], "nu");
        strcat(text, tokens->text[i]);
        strcat(text, fixpoint ? " X . " : " ");
    }
    strcat(text, formula ? "" : "> true");
}

static void test_precedence_by_definition(void) {
    uint64_t cases = number_from_environment("HEDDLE_CASES", DEFAULT_CASES);
    uint64_t first = number_from_environment("HEDDLE_SEED", 20271);
    uint64_t right = 0, wrong = 0;
    for (uint64_t i = 0; i < cases; i++) {
        uint64_t random = first + i;
        struct tokens tokens;
        int formula = (int)(i & 1), kind = 1;
        char text[400], expected[1200], tree[1200], inner[1000];
        draw_tokens(&random, &tokens, formula);
        write_tokens(&tokens, formula, text);
        if (formula) {
            define_formula(&tokens, 0, tokens.count, expected);
        } else {
            kind = define_expression(&tokens, 0, tokens.count, inner);
            sprintf(expected, "(<> %s true)", inner);
        }
        struct formula_reading reading;
        formula_reading_begin(&reading, text, &MCL);
        int same =
            (reading.text != NULL) == (kind >= 0) &&
            (kind < 0 ? strstr(reading.error.text, "combines actions") != NULL
                      : strcmp(formula_dump(formula_root(reading.text), tree, sizeof tree), expected) == 0);
        if (!same) {
            printf("\nseed %llu: %s: expected %s, kind %d: %s\n", (unsigned long long)(first + i), text,
                   expected, kind, reading.text != NULL ? tree : reading.error.text);
        }
        CU_ASSERT(same);
        right += kind >= 0;
        wrong += kind < 0;
        formula_reading_end(&reading);
    }
    CU_ASSERT(cases < 500 || (right > cases / 2 && wrong > cases / 20));
}

/* --- positions and binding --- */

static void test_positions(void) {
    struct formula_reading reading;
    formula_reading_begin(&reading, "nu X .\n  [a . \"b\" or\n c*] (X\n and <i> true)", &MCL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
    const struct formula *root = formula_root(reading.text), *box = root->left, *both = box->left;
    const struct regular *regular = box->regular;
    const struct formula_position expected[] = {{1, 1}, {2, 3}, {4, 2},  {3, 7}, {4, 6}, {2, 6},
                                                {2, 4}, {3, 3}, {2, 12}, {2, 8}, {3, 2}, {4, 10}};
    const struct formula_position found[] = {
        root->where,
        box->where,
        both->where,
        both->left->where,
        both->right->where,
        regular->where,
        regular->left->where,
        regular->right->where,
        regular->right->left->action->where,
        regular->right->left->action->left->where,
        regular->right->left->action->right->where,
        both->right->left->where,
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        CU_ASSERT_EQUAL(found[i].line, expected[i].line);
        CU_ASSERT_EQUAL(found[i].column, expected[i].column);
    }
    formula_reading_end(&reading);
}

/* Shadowing: each variable's binder, named by the column where it stands. */
static void test_binding(void) {
    struct formula_reading reading;
    formula_reading_begin(&reading, "nu X . X and (mu X . X or (nu Y . X and Y)) and X", &MCL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
    const struct formula *outer = formula_root(reading.text), *body = outer->left, *inner = body->left->right;
    CU_ASSERT_PTR_EQUAL(body->right->binder, outer);
    CU_ASSERT_PTR_EQUAL(body->left->left->binder, outer);
    CU_ASSERT_EQUAL(inner->kind, FORMULA_MU);
    CU_ASSERT_PTR_EQUAL(inner->left->left->binder, inner);
    const struct formula *y = inner->left->right;
    CU_ASSERT_PTR_EQUAL(y->left->left->binder, inner);
    CU_ASSERT_PTR_EQUAL(y->left->right->binder, y);
    formula_reading_end(&reading);
    static const struct reads cases[] = {
        {"not mu X . not not X", "(not (mu X (not (not X))))"},
        {"nu X . not (X implies false)", "(nu X (not (implies X false)))"},
        {"nu X . (X implies false) implies X", "(nu X (implies (implies X false) X))"},
        {"nu X . true implies X", "(nu X (implies true X))"},
        {"nu X . not nu Y . not X and not not Y", "(nu X (not (nu Y (and (not X) (not (not Y))))))"},
        {"(nu X . X) equ (mu X . not not X)", "(equ (nu X X) (mu X (not (not X))))"},
        {"true equ not nu X . X", "(equ true (not (nu X X)))"},
        {"not (true equ nu X . nu Y . X and Y)", "(not (equ true (nu X (nu Y (and X Y)))))"},
    };
    CHECK_READS(cases, &MCL);
}

/* --- errors --- */

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
        {"[a] @", 1, 5, "'@' stands behind < >; behind [ ] write '-|'"},
        {"<a> -|", 1, 5, "'-|' stands behind [ ]; behind < > write '@'"},
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
        {"X(1)", 1, 1, "macros are not supported"},
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
        CU_ASSERT_PTR_NULL(formula_read_text(text, length, "formula", &MCL, &run, &warning, &error));
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
}

/* --- files --- */

static formula_text *read_file(const char *path, struct memory *memory, struct error *error) {
    struct error warning;
    struct run run = {.memory = memory, .threads = 1};
    memory_init(memory, 1 << 20);
    return formula_read_file(path, &(struct formula_options){.dialect = FORMULA_DIALECT_AUTO}, &run, &warning,
                             error);
}

static void check_file(struct test_folder *folder, const char *name, const char *text, const char *tree) {
    struct memory memory;
    struct error error;
    char dump[200];
    formula_text *formula = read_file(test_folder_write(folder, name, text), &memory, &error);
    CU_ASSERT_PTR_NOT_NULL(formula);
    if (formula != NULL) {
        CU_ASSERT_STRING_EQUAL(formula_dump(formula_root(formula), dump, sizeof dump), tree);
    }
    formula_text_free(formula);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_files(void) {
    struct test_folder folder;
    test_folder_create(&folder);
    check_file(&folder, "a.mcl", "<a|b> true\n", "(<> (| \"a\" \"b\") true)");
    check_file(&folder, "a.mcf", "<a|b> true\n", "(<> {a|b} true)");
    check_file(&folder, "a.MCF", "<a|b> true\n", "(<> {a|b} true)");
    check_file(&folder, "formula", "<a|b> true\n", "(<> (| \"a\" \"b\") true)");
    struct memory memory;
    struct error error;
    CU_ASSERT_PTR_NULL(read_file(test_folder_path(&folder, "none.mcl"), &memory, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_IO);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    CU_ASSERT_PTR_NULL(read_file(test_folder_write(&folder, "b.mcl", "true\nand"), &memory, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.path, "b.mcl"));
    CU_ASSERT_EQUAL(error.line, 2);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    /* More than is read at once. */
    size_t length = 50000;
    char *text = malloc(length + 1);
    memset(text, ' ', length);
    memcpy(text + length - 4, "true", 5);
    check_file(&folder, "long.mcl", text, "true");
    free(text);
    test_folder_remove(&folder);
}

static void test_standard_input(void) {
    struct test_folder folder;
    struct memory memory;
    struct error error;
    test_folder_create(&folder);
    int before = dup(STDIN_FILENO);
    CU_ASSERT_PTR_NOT_NULL_FATAL(freopen(test_folder_write(&folder, "in", "<a|b> tru"), "r", stdin));
    CU_ASSERT_PTR_NULL(read_file("-", &memory, &error));
    CU_ASSERT_STRING_EQUAL(error.path, "<stdin>");
    CU_ASSERT_EQUAL(error.column, 7);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    dup2(before, STDIN_FILENO);
    close(before);
    test_folder_remove(&folder);
}

/* --- sizes and limits --- */

#ifdef HEDDLE_SANITIZED
#define DEPTH 100000
#else
#define DEPTH 1000000
#endif

/* begin, `depth` times before, middle, `depth` times after, end. */
static char *repeat(const char *begin, const char *before, const char *middle, const char *after,
                    const char *end, uint64_t depth) {
    size_t size = strlen(begin) + strlen(middle) + strlen(end) + 1;
    char *text = malloc(size + (strlen(before) + strlen(after)) * depth), *at = text;
    at = stpcpy(at, begin);
    for (uint64_t i = 0; i < depth; i++) {
        at = stpcpy(at, before);
    }
    at = stpcpy(at, middle);
    for (uint64_t i = 0; i < depth; i++) {
        at = stpcpy(at, after);
    }
    stpcpy(at, end);
    return text;
}

static const struct {
    const char *begin, *before, *middle, *after, *end;
} nestings[] = {
    {"", "(", "true", ")", ""},
    {"", "not ", "true", "", ""},
    {"", "<a> ", "true", "", ""},
    {"", "[a*] (", "true", ")", ""},
    {"", "mu X . ", "X", "", ""},
    {"nu Y . ", "(mu X . X) and (", "Y", ")", ""},
    {"", "true implies ", "false", "", ""},
    {"", "", "true", " implies false", ""},
    {"", "", "true", " and false", ""},
    {"", "", "true", " equ false", ""},
    {"<", "(", "a", ")", "> true"},
    {"<", "not ", "a", "", "> true"},
    {"<", "", "a", " . a", "> true"},
    {"<", "a . (", "a", ")", "> true"},
    {"<", "", "a", " | b+", "> true"},
    {"<", "(", "a", ")*", "> @"},
    {"<", "a or (", "a", ")", "> true"},
    {"<", "a implies ", "a", "", "> true"},
    {"<a", "(", "1", ")", "> true"},
};

static void test_nesting(void) {
    for (size_t i = 0; i < sizeof nestings / sizeof *nestings; i++) {
        char *text = repeat(nestings[i].begin, nestings[i].before, nestings[i].middle, nestings[i].after,
                            nestings[i].end, DEPTH);
        struct formula_reading reading;
        formula_reading_begin(&reading, text, &MCL);
        if (reading.text == NULL) {
            printf("\n%s ..: %s\n", nestings[i].before, reading.error.text);
        }
        CU_ASSERT_PTR_NOT_NULL(reading.text);
        formula_reading_end(&reading);
        free(text);
    }
}

/* Each of many names is found among all of them. */
static void test_many_names(void) {
    enum { NAMES = 50000 };
    char *text = malloc(NAMES * 40), *at = text;
    for (int i = 0; i < NAMES; i++) {
        at += sprintf(at, "nu X%d . ", i);
    }
    for (int i = 0; i < NAMES; i++) {
        at += sprintf(at, "X%d and ", i);
    }
    strcpy(at, "true");
    struct formula_reading reading;
    formula_reading_begin(&reading, text, &MCL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
    const struct formula *formula = formula_root(reading.text);
    while (formula->kind == FORMULA_NU) {
        formula = formula->left;
    }
    int wrong = 0;
    for (formula = formula->left; formula->kind == FORMULA_AND; formula = formula->left) {
        wrong += strcmp(formula->right->name, formula->right->binder->name) != 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    formula_reading_end(&reading);
    free(text);
}

static void test_multiaction_limit(void) {
    for (uint64_t parts = 999; parts <= 1000; parts++) {
        char *text = repeat("<", "a|", "b", "", "> true", parts);
        struct formula_reading reading;
        formula_reading_begin(&reading, text, &MCF);
        CU_ASSERT_EQUAL(reading.text != NULL, parts == 999);
        CU_ASSERT(reading.text != NULL || strstr(reading.error.text, "more than 1000 actions") != NULL);
        formula_reading_end(&reading);
        free(text);
    }
}

/* With every budget there is a formula or a word about memory, and nothing is left. */
static void test_memory(void) {
    char *text =
        repeat("nu Y . <a(1) . 'b.*' . \"c d\"> Y and ", "mu X . ((", "X", "))", " or <a|b+> @", 2000);
    uint64_t needed = 0, refused = 0;
    for (uint64_t limit = 0; needed == 0; limit += limit / 64 + 100) {
        struct memory memory;
        struct error error = {.code = ERROR_NONE}, warning;
        memory_init(&memory, limit);
        struct run run = {.memory = &memory, .threads = 1};
        formula_text *formula =
            formula_read_text(text, strlen(text), "formula", &MCL, &run, &warning, &error);
        if (formula == NULL) {
            CU_ASSERT_EQUAL(error.code, ERROR_MEMORY);
            refused++;
        } else {
            needed = limit;
        }
        formula_text_free(formula);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    CU_ASSERT(refused > 100);
    free(text);
}

static void test_interruption(void) {
    int stop = 1;
    char *text = repeat("", "not ", "true", "", "", 100000);
    struct test_folder folder;
    struct memory memory;
    struct error error, warning;
    memory_init(&memory, (uint64_t)1 << 30);
    struct run run = {.memory = &memory, .threads = 1, .stop = &stop};
    CU_ASSERT_PTR_NULL(formula_read_text(text, strlen(text), "formula", &MCL, &run, &warning, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    test_folder_create(&folder);
    error.code = ERROR_NONE;
    const char *path = test_folder_write(&folder, "a.mcl", "true");
    CU_ASSERT_PTR_NULL(formula_read_file(path, &MCL, &run, &warning, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    test_folder_remove(&folder);
    free(text);
}

void suite_formula_read(void) {
    CU_pSuite suite = CU_add_suite("formula_read", NULL, NULL);
    CU_ADD_TEST(suite, test_formulas);
    CU_ADD_TEST(suite, test_expressions);
    CU_ADD_TEST(suite, test_mcrl2);
    CU_ADD_TEST(suite, test_options);
    CU_ADD_TEST(suite, test_layout);
    CU_ADD_TEST(suite, test_precedence);
    CU_ADD_TEST(suite, test_precedence_by_definition);
    CU_ADD_TEST(suite, test_positions);
    CU_ADD_TEST(suite, test_binding);
    CU_ADD_TEST(suite, test_syntax_errors);
    CU_ADD_TEST(suite, test_kinds);
    CU_ADD_TEST(suite, test_binding_errors);
    CU_ADD_TEST(suite, test_foreign);
    CU_ADD_TEST(suite, test_bytes);
    CU_ADD_TEST(suite, test_warnings);
    CU_ADD_TEST(suite, test_files);
    CU_ADD_TEST(suite, test_standard_input);
    CU_ADD_TEST(suite, test_nesting);
    CU_ADD_TEST(suite, test_many_names);
    CU_ADD_TEST(suite, test_multiaction_limit);
    CU_ADD_TEST(suite, test_memory);
    CU_ADD_TEST(suite, test_interruption);
}
