/* Precedence in formulas, regular expressions and actions, against its definition. HEDDLE_CASES and
 * HEDDLE_SEED choose other draws.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/formula_reading.h"
#include "tests/support/testing.h"

#define DEFAULT_CASES 4000

static const struct formula_options MCL = {.dialect = FORMULA_DIALECT_MCL};

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

/* The last or first position of the operator in [begin, end); -1 if it is not there. */
static int find_token(const struct tokens *tokens, int begin, int end, const char *text, int last) {
    int found = -1;
    for (int i = begin; i < end && (found < 0 || last); i++) {
        found = is(tokens->text[i], text) ? i : found;
    }
    return found;
}

/* Writes the tree. Returns whether it is an action; -1 if an operator of actions has another operand. */
static int define_expression(const struct tokens *tokens, int begin, int end, char *out) {
    static const struct {
        const char *text;
        int last, actions;
    } binary[] = {{"|", 1, 0}, {".", 1, 0}, {"", 0, 0}, {"implies", 0, 1}, {"or", 1, 1}, {"and", 1, 1}};
    char left[1000], right[1000];
    for (size_t k = 0; k < LENGTH(binary); k++) {
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
    /* Everything to the right of a fixpoint belongs to it. */
    int mu = find_token(tokens, begin, end, "mu", 0), nu = find_token(tokens, begin, end, "nu", 0);
    int limit = mu < 0 ? end : mu;
    limit = nu >= 0 && nu < limit ? nu : limit;
    for (size_t k = 0; k < LENGTH(binary); k++) {
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
    uint64_t cases = number_of_cases(DEFAULT_CASES);
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

void suite_formula_precedence(void) {
    suite_add("formula_precedence", NULL, NULL, "test_precedence_by_definition",
              test_precedence_by_definition, NULL);
}
