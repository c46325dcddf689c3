/* Errors and warnings of the reader of formulas, each with its line and column. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/run.h"
#include "tests/support/formula_reading.h"
#include "tests/support/testing.h"

static const struct formula_options MCL = {.dialect = FORMULA_DIALECT_MCL};
static const struct formula_options MCF = {.dialect = FORMULA_DIALECT_MCF};

/* A position, a formula, and a part of the message. */
static void check_refused(char *const *field, const struct formula_options *options) {
    struct formula_reading reading;
    char where[32];
    formula_reading_begin(&reading, field[1], options);
    const struct error *error = &reading.error;
    snprintf(where, sizeof where, "%u:%u", (unsigned)error->line, (unsigned)error->column);
    int same = reading.text == NULL && error->code == ERROR_INPUT && strcmp(where, field[0]) == 0 &&
               strstr(error->text, field[2]) != NULL && strcmp(error->path, "formula") == 0;
    if (!same) {
        printf("\n%s: %s '%s' instead of %s '%s'\n", field[1], where, error->text, field[0], field[2]);
    }
    CU_ASSERT(same);
    formula_reading_end(&reading);
}

static void test_refused(void) {
    CU_ASSERT(formula_table_check("tests/specs/formula_errors.txt", 3, check_refused) >= 148);
}

/* A NUL is an error wherever it stands; it never ends the text. */
static void test_bytes(void) {
    static const char *const texts[] = {"true@",     "<\"a@\"> true", "<'@'> true", "<a(@)> true",
                                        "% @\ntrue", "(* @ *) true",  "@"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
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
    check_warning("<a> exists n: Nat. <b(n)> true && true", &MCF, 5,
                  "this quantifier ends before the '&&' of line 1, column 32");
    check_warning("<a> mu X. <b>X && true", &MCL, 0, NULL);
    check_warning("true && mu X. <b>X && true", &MCF, 0, NULL);
}

void suite_formula_errors(void) {
    suite_add("formula_errors", NULL, NULL, "what is refused", test_refused, "NUL bytes", test_bytes,
              "warnings", test_warnings, NULL);
}
