/* Reading formulas: every construct in both dialects, positions, binding, deep nesting, and too little memory
 * or time.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/run.h"
#include "tests/support/folder.h"
#include "tests/support/formula_reading.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

static const struct formula_options MCL = {.dialect = FORMULA_DIALECT_MCL};
static const struct formula_options MCF = {.dialect = FORMULA_DIALECT_MCF};

/* --- constructs --- */

static void check_tree(char *const *field, const struct formula_options *options) {
    formula_reads_check(&(struct formula_reads){field[0], field[1]}, 1, options);
}

static void test_trees(void) {
    CU_ASSERT(formula_table_check("tests/specs/formula_trees.txt", 2, check_tree) >= 165);
}

static void test_options(void) {
    static const struct formula_reads folded[] = {
        {"<send.\"rec !x\"> true", "(<> (. \"SEND\" \"REC !X\") true)"},
        {"<\"I\".\"Tau\".I> true", "(<> (. (. tau tau) tau) true)"},
        {"<send(x)> true", "(<> {SEND(X)} true)"},
        {"<hidden.Hidden.\"HIDDEN\"> true", "(<> (. (. tau tau) tau) true)"},
        {"<'aB'> true", "(<> 'aB' true)"},
        {"mu x . x", "(mu x x)"},
    };
    static const struct formula_reads internal[] = {
        {"<hidden.Hidden.\"hidden\"> true", "(<> (. (. tau \"Hidden\") tau) true)"},
    };
    static const char *const names[] = {"hidden"};
    struct formula_options options = {.dialect = FORMULA_DIALECT_MCL, .internal = names, .internal_count = 1};
    CHECK_READS(internal, &options);
    options.ignore_case = 1;
    CHECK_READS(folded, &options);
    static const struct formula_reads mcf[] = {{"<I|hidden(1)> true", "(<> {HIDDEN(1)|I} true)"}};
    options.dialect = FORMULA_DIALECT_MCF;
    CHECK_READS(mcf, &options);
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
    for (size_t i = 0; i < LENGTH(found); i++) {
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
}

/* --- files --- */

static formula_text *read_file(const char *path, struct memory *memory, struct error *error) {
    struct error warning;
    struct run run = {.memory = memory, .threads = 1};
    memory_init(memory, 1 << 20);
    return formula_read((struct formula_source){.name = path},
                        &(struct formula_options){.dialect = FORMULA_DIALECT_AUTO}, &run, &warning, error);
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
    check_file(&place.folder, "a.mcl", "<a|b> true\n", "(<> (| \"a\" \"b\") true)");
    check_file(&place.folder, "a.mcf", "<a|b> true\n", "(<> {a|b} true)");
    check_file(&place.folder, "a.MCF", "<a|b> true\n", "(<> {a|b} true)");
    check_file(&place.folder, "a.mcf.gz", "<a|b> true\n",
               "(<> {a|b} true)"); /* whether it is compressed or not */
    check_file(&place.folder, "a.mcf.ZST", "<a|b> true\n", "(<> {a|b} true)");
    check_file(&place.folder, "formula", "<a|b> true\n", "(<> (| \"a\" \"b\") true)");
    struct memory memory;
    struct error error;
    CU_ASSERT_PTR_NULL(read_file(test_folder_path(&place.folder, "none.mcl"), &memory, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_IO);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    CU_ASSERT_PTR_NULL(read_file(test_folder_write(&place.folder, "b.mcl", "true\nand"), &memory, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(error.path, "b.mcl"));
    CU_ASSERT_EQUAL(error.line, 2);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    /* A file that is longer than one read. */
    size_t length = 50000;
    char *text = malloc(length + 1);
    memset(text, ' ', length);
    memcpy(text + length - 4, "true", 5);
    check_file(&place.folder, "long.mcl", text, "true");
    free(text);
}

static void test_standard_input(void) {
    struct memory memory;
    struct error error;
    int before = dup(STDIN_FILENO);
    CU_ASSERT_PTR_NOT_NULL_FATAL(freopen(test_folder_write(&place.folder, "in", "<a|b> tru"), "r", stdin));
    CU_ASSERT_PTR_NULL(read_file("-", &memory, &error));
    CU_ASSERT_STRING_EQUAL(error.path, "<stdin>");
    CU_ASSERT_EQUAL(error.column, 7);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    dup2(before, STDIN_FILENO);
    close(before);
}

/* The action of the modality that is `depth` modalities inside. */
static const struct action *action_at(const struct formula *formula, int depth) {
    while (depth-- > 0) {
        formula = formula->left;
    }
    return formula->regular->action;
}

/* Equal actions share a node, which has the position of the first one. */
static void test_equal_actions(void) {
    static const struct {
        const char *again, *different;
    } cases[] = {
        {"a", "\"b\""},
        {"\"SEND !1\"", "'SEND !1'"},
        {"'x.*'", "\"x.*\""},
        {"true", "false"},
        {"f(1,2)", "\"f(1,2)\""},
        {"not a", "not not a"},
        {"a and 'b'", "'b' and a"},
        {"a or b", "a and b"},
        {"(a implies b) and c", "a implies (b and c)"},
        {"tau", "\"tau!\""},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[200];
        struct formula_reading reading;
        snprintf(text, sizeof text, "<%s> [%s] <%s> true", cases[i].again, cases[i].different,
                 cases[i].again);
        formula_reading_begin(&reading, text, &MCL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(reading.text);
        const struct formula *root = formula_root(reading.text);
        CU_ASSERT_PTR_EQUAL(action_at(root, 0), action_at(root, 2));
        CU_ASSERT_PTR_NOT_EQUAL(action_at(root, 0), action_at(root, 1));
        CU_ASSERT_NOT_EQUAL(action_at(root, 0)->number, action_at(root, 1)->number);
        CU_ASSERT(action_at(root, 0)->where.column < strlen(cases[i].again) + 2);
        formula_reading_end(&reading);
    }
}

/* --- sizes and limits --- */

#ifdef HEDDLE_SANITIZED
#define DEPTH 30000
#else
#define DEPTH 300000 /* a recursion of 32 bytes a level would exhaust the stack */
#endif

/* Returns begin, `depth` copies of before, middle, `depth` copies of after, end. */
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

/* Expressions of data that nest are refused before anything recurses into them, however they nest. */
static void test_data_nesting(void) {
    static const struct {
        const char *begin, *before, *middle, *after, *end;
        int most; /* of times that are read */
    } cases[] = {{"val(", "1+", "1", "", " == 1)", 490},
                 {"val(", "", "[]", "<|1", " == [])", 490},
                 {"val(", "true == ", "true", "", ")", 490},
                 {"val(", "[]++", "[]", "", " == [])", 490},
                 {"val(", "true && ", "true", "", ")", 490},
                 {"val(", "f(", "1", ")", " == 1)", 490},
                 {"val(", "exists x: Bool . ", "x", "", ")", 490},
                 {"val(exists y", ", x", "", "", ": Bool . y)", 490},
                 {"val(y == 1 whr y = 1", ", x = 1", "", "", " end)", 490}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const unsigned times[] = {(unsigned)cases[i].most, 520, 45000};
        for (size_t k = 0; k < LENGTH(times); k++) {
            char *text = repeat(cases[i].begin, cases[i].before, cases[i].middle, cases[i].after,
                                cases[i].end, times[k]);
            struct formula_reading reading;
            formula_reading_begin(&reading, text, &MCF);
            CU_ASSERT_EQUAL(reading.text != NULL, k == 0);
            CU_ASSERT(k == 0 || strstr(reading.error.text,
                                       "this data expression is nested more than 500 levels deep") != NULL);
            formula_reading_end(&reading);
            free(text);
        }
    }
}

static void test_nesting(void) {
    for (size_t i = 0; i < LENGTH(nestings); i++) {
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

/* With every budget, either the formula is read, or memory is reported; nothing stays allocated. */
static void test_memory(void) {
    char *text =
        repeat("nu Y . <a(1) . 'b.*' . \"c d\"> Y and ", "mu X . ((", "X", "))", " or <a|b+> @", 2000);
    struct error error, warning;
    struct shortage shortage = {.memory = &place.memory, .error = &error, .step = 100, .part = 64};
    while (shortage_goes_on(&shortage)) {
        formula_text *formula = formula_read((struct formula_source){"formula", text, strlen(text)}, &MCL,
                                             &place.run, &warning, &error);
        shortage.done = formula != NULL;
        formula_text_free(formula);
    }
    CU_ASSERT(shortage.failures > 100);
    free(text);
}

static void test_interruption(void) {
    int stop = 1;
    char *text = repeat("", "not ", "true", "", "", 100000);
    struct memory memory;
    struct error error, warning;
    memory_init(&memory, (uint64_t)1 << 30);
    struct run run = {.memory = &memory, .threads = 1, .stop = &stop};
    CU_ASSERT_PTR_NULL(
        formula_read((struct formula_source){"formula", text, strlen(text)}, &MCL, &run, &warning, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    error.code = ERROR_NONE;
    const char *path = test_folder_write(&place.folder, "a.mcl", "true");
    CU_ASSERT_PTR_NULL(formula_read((struct formula_source){.name = path}, &MCL, &run, &warning, &error));
    CU_ASSERT_EQUAL(error.code, ERROR_INTERRUPTED);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
    free(text);
}

void suite_formula_read(void) {
    suite_add("formula_read", workplace_open, workplace_close, "test_trees", test_trees, "test_options",
              test_options, "test_positions", test_positions, "test_binding", test_binding, "test_files",
              test_files, "test_standard_input", test_standard_input, "test_equal_actions",
              test_equal_actions, "test_nesting", test_nesting, "data that nests", test_data_nesting,
              "test_many_names", test_many_names, "test_multiaction_limit", test_multiaction_limit,
              "test_memory", test_memory, "test_interruption", test_interruption, NULL);
}
