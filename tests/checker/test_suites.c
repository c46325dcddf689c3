/* Suites of properties: what is read, what is made of it, and errors, each with its place. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text/text_buffer.h"
#include "checker/suite/suite.h"
#include "tests/support/formula_reading.h"
#include "tests/support/small_network.h"
#include "tests/support/shortage.h"
#include "tests/support/testing.h"

static struct small_network small;

static void open_network(void) {
    small_network_open(&small);
    test_folder_write(&small.folder, "c.aut", "des (0, 2, 2)\n(0, b, 1)\n(1, c, 0)\n");
    small_network_compose(&small, "c.aut");
    test_folder_write(&small.folder, "other", "property other: deadlock;\n");
    test_folder_write(&small.folder, "loop", "include \"suite\";\n");
    test_folder_write(&small.folder, "unnamed", "property : deadlock;\n");
    test_folder_write(&small.folder, "nested", "property n: deadlock;\ninclude \"unnamed\";\n");
    test_folder_write(&small.folder, "formula", "true\n");
    test_folder_write(&small.folder, "wrong.aut", "des (0, 1, 2)\n(0, b, 7)\n");
    test_folder_write(&small.folder, "good.aut", "des (0, 1, 2)\n(0, b, 1)\n");
}

/* Makes all properties of the suite; -1 with *error filled if that fails. */
static int make_all(const suite *suite, struct error *error, struct error *warning) {
    uint64_t count;
    const struct suite_property *all = suite_entries(suite, &count);
    struct property_maker maker = {.tree = small.tree, .run = &small.run, .error = error, .warning = warning};
    int failed = 0;
    for (uint64_t i = 0; i < count && !failed; i++) {
        struct property property = {0};
        failed = suite_make_property(suite, &all[i], &maker, &property);
        CU_ASSERT(failed || strcmp(property.name, all[i].name) == 0);
        property_free(&property, &small.run);
    }
    return failed;
}

/* Writes the text to a file and reads it; a NUL is written as such. */
static enum suite_outcome read_text(const char *text, size_t length, suite *suite, struct error *error) {
    struct text_buffer content = {0};
    test_folder_write_bytes(&small.folder, "suite", text, length);
    enum suite_outcome outcome = suite_read(suite, test_folder_path(&small.folder, "suite"), &content, error);
    CU_ASSERT((outcome == SUITE_IS_FORMULA) == (outcome != SUITE_READ && error->code == ERROR_NONE));
    text_buffer_free(&small.memory, &content);
    return outcome;
}

/* --- errors --- */

/* A place, a suite, and a part of the message. */
static void check_refused(char *const *field, const struct formula_options *options) {
    struct error error = {.code = ERROR_NONE}, warning = {.code = ERROR_NONE};
    suite *suite = suite_create(&small.run, options->dialect);
    enum suite_outcome outcome = read_text(field[1], strlen(field[1]), suite, &error);
    int refused = outcome == SUITE_FAILED || make_all(suite, &error, &warning) != 0;
    const char *slash = strrchr(error.path, '/');
    char where[600];
    snprintf(where, sizeof where, "%s:%u:%u", slash == NULL ? error.path : slash + 1, (unsigned)error.line,
             (unsigned)error.column);
    if (!refused || strcmp(where, field[0]) != 0 || strstr(error.text, field[2]) == NULL) {
        printf("\n%s:\n    %s '%s' instead of %s '%s'\n", field[1], where, error.text, field[0], field[2]);
        CU_FAIL("another error");
    }
    suite_free(suite);
}

static void test_refused(void) {
    open_network();
    CU_ASSERT(formula_table_check("tests/checker/suite_errors.txt", 3, check_refused) >= 50);
    small_network_close(&small);
}

/* The chain of files that include each other. */
static void test_cycle(void) {
    open_network();
    struct error error;
    suite *suite = suite_create(&small.run, FORMULA_DIALECT_AUTO);
    static const char text[] = "include \"loop\";";
    CU_ASSERT_EQUAL(read_text(text, strlen(text), suite, &error), SUITE_FAILED);
    const char *first = strstr(error.text, "suite includes "), *second = strstr(error.text, "loop includes ");
    CU_ASSERT(first != NULL && second != NULL && first < second);
    suite_free(suite);
    small_network_close(&small);
}

/* A NUL is an error wherever it stands. */
static void test_bytes(void) {
    static const char *const texts[] = {"property a@: deadlock;",      "property a: never b@;",
                                        "property a: true@;",          "property a: <b(@)> true;",
                                        "property a: deadlock;\n% @",  "property a: true;(* @ *)",
                                        "property a: deadlock;macro @"};
    open_network();
    for (size_t i = 0; i < LENGTH(texts); i++) {
        char text[64];
        size_t length = strlen(texts[i]);
        struct error error;
        suite *suite = suite_create(&small.run, FORMULA_DIALECT_AUTO);
        memcpy(text, texts[i], length);
        text[strchr(texts[i], '@') - texts[i]] = '\0';
        CU_ASSERT_EQUAL(read_text(text, length, suite, &error), SUITE_FAILED);
        CU_ASSERT(error.line > 0 && error.column > 0);
        suite_free(suite);
    }
    small_network_close(&small);
}

/* --- what is read --- */

static const struct {
    const char *text, *kind, *texts; /* texts: with '|' between them */
    enum property_expectation expected;
} kinds[] = {
    {"deadlock", "deadlock", "", EXPECTED_BY_DEFAULT},
    {"deadlock expect holds", "deadlock", "", EXPECTED_TO_HOLD},
    {"deadlock(* ; *)%;\n", "deadlock", "", EXPECTED_BY_DEFAULT},
    {"deadlock or true", "formula", "deadlock or true", EXPECTED_BY_DEFAULT},
    {"formula deadlock", "formula", "deadlock", EXPECTED_BY_DEFAULT},
    {"livelock % c\n expect violated", "livelock", "", EXPECTED_VIOLATED},
    {"never b", "never", "b", EXPECTED_BY_DEFAULT},
    {"never SEND !1 ?x:(a, b)  expect violated", "never", "SEND !1 ?x:(a, b)", EXPECTED_VIOLATED},
    {"never \"a;\\\"\\\\, 'b' % expect holds;\"", "never", "a;\"\\, 'b' % expect holds;",
     EXPECTED_BY_DEFAULT},
    {"never 'a\\(;\\)\\'.*'expect violated", "never", "'a\\(;\\)'.*'", EXPECTED_VIOLATED},
    {"never error-state 1", "never", "error-state 1", EXPECTED_BY_DEFAULT},
    {"never \"\"", "never", "", EXPECTED_BY_DEFAULT},
    {"starvation b", "starvation", "b", EXPECTED_BY_DEFAULT},
    {"fair-cycle b, c", "never-cycle", "b|c", EXPECTED_BY_DEFAULT},
    {"never-cycle b, 'c.*' ,\"d,e\" expect violated", "never-cycle", "b|'c.*'|d,e", EXPECTED_VIOLATED},
    {"almost-surely b", "almost-surely", "b", EXPECTED_BY_DEFAULT},
    {"almost-surely-repeatedly 'b'", "almost-surely-repeatedly", "'b'", EXPECTED_BY_DEFAULT},
    {"monitor \"/x y.aut\" error-state 3,4 expect violated", "monitor", "/x y.aut|3|4", EXPECTED_VIOLATED},
    {"monitor /x.aut", "monitor", "/x.aut", EXPECTED_BY_DEFAULT},
    {"[true*] <true> true", "formula", "[true*] <true> true", EXPECTED_BY_DEFAULT},
    {"(* a *) true (* ; *) and <f(;)> true % b;\n expect (* *) violated", "formula",
     "true (* ; *) and <f(;)> true", EXPECTED_VIOLATED},
    {"mu expect . <b> expect", "formula", "mu expect . <b> expect", EXPECTED_BY_DEFAULT},
    {"<';'> true and <\";\"> true", "formula", "<';'> true and <\";\"> true", EXPECTED_BY_DEFAULT},
    {"<not';'> true", "formula", "<not';'> true", EXPECTED_BY_DEFAULT},
    {"never_mind", "formula", "never_mind", EXPECTED_BY_DEFAULT},
};

/* The labels, numbers or formula of a property with '|' between them. */
static const char *texts_of(const struct suite_property *property, char *buffer) {
    char *at = buffer;
    *at = '\0';
    if (property->kind == PROPERTY_FORMULA) {
        sprintf(buffer, "%.*s", (int)property->length, property->formula);
    }
    for (uint32_t i = 0; i < property->text_count; i++) {
        const char *quote = property->texts[i].is_pattern ? "'" : "";
        at += sprintf(at, "%s%s%s%s", i == 0 ? "" : "|", quote, property->texts[i].text, quote);
    }
    for (uint64_t i = 0; i < property->error_state_count; i++) {
        at += sprintf(at, "|%u", (unsigned)property->error_states[i]);
    }
    return buffer;
}

static void test_kinds(void) {
    open_network();
    enum { COUNT = LENGTH(kinds) };
    struct error error;
    char text[8192], *at = text, buffer[256], name[32];
    suite *suite = suite_create(&small.run, FORMULA_DIALECT_AUTO);
    at += sprintf(at, "\xef\xbb\xbf(* several *) %% kinds\n");
    for (unsigned i = 0; i < COUNT; i++) {
        at += sprintf(at, "property \"n %u\"(**): %s;", i, kinds[i].text);
    }
    CU_ASSERT_EQUAL(read_text(text, strlen(text), suite, &error), SUITE_READ);
    uint64_t count;
    const struct suite_property *all = suite_entries(suite, &count);
    CU_ASSERT_EQUAL_FATAL(count, COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "n %u", i);
        CU_ASSERT_STRING_EQUAL(all[i].name, name);
        CU_ASSERT_STRING_EQUAL(property_row(all[i].kind)->name, kinds[i].kind);
        CU_ASSERT_STRING_EQUAL(texts_of(&all[i], buffer), kinds[i].texts);
        CU_ASSERT_EQUAL(all[i].expected, kinds[i].expected);
    }
    suite_free(suite);
    small_network_close(&small);
}

/* Whether a file is a suite or one formula. */
static void test_formula_or_suite(void) {
    open_network();
    static const struct {
        const char *text;
        enum suite_outcome outcome;
    } cases[] = {{"true", SUITE_IS_FORMULA},
                 {"", SUITE_IS_FORMULA},
                 {"% property a: deadlock;", SUITE_IS_FORMULA},
                 {"(* property *) true", SUITE_IS_FORMULA},
                 {"property_a", SUITE_IS_FORMULA},
                 {"macro M () = true end_macro M ()", SUITE_IS_FORMULA},
                 {"macro M () = true end_macro % x\nproperty a: deadlock;", SUITE_READ},
                 {"(* x *)\n\n% y\nproperty a: deadlock;", SUITE_READ},
                 {"act a;\nform true;", SUITE_IS_FORMULA},
                 {"act a: D;\nform true;", SUITE_IS_FORMULA},
                 {"map x: D;\nform true;", SUITE_IS_FORMULA},
                 {"cons x: D;\nform true;", SUITE_IS_FORMULA},
                 {"var x: D;\neqn x = x;\nform true;", SUITE_IS_FORMULA},
                 {"act a, b; property: D; include; form true;", SUITE_IS_FORMULA},
                 {"sort D = struct a | b;\nact c: D; % ;\n", SUITE_IS_FORMULA},
                 {"include \"other\";", SUITE_READ}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct error error;
        suite *suite = suite_create(&small.run, FORMULA_DIALECT_AUTO);
        CU_ASSERT_EQUAL(read_text(cases[i].text, strlen(cases[i].text), suite, &error), cases[i].outcome);
        suite_free(suite);
    }
    small_network_close(&small);
}

/* In the dialect of mCRL2 a name may have primes; elsewhere they begin a pattern. */
static void test_primes(void) {
    static const char text[] = "property a: <a'> true; property b: <b'> true;";
    struct error error;
    open_network();
    for (int mcf = 0; mcf < 2; mcf++) {
        uint64_t count;
        suite *suite = suite_create(&small.run, mcf ? FORMULA_DIALECT_MCF : FORMULA_DIALECT_MCL);
        CU_ASSERT_EQUAL(read_text(text, strlen(text), suite, &error), SUITE_READ);
        suite_entries(suite, &count);
        CU_ASSERT_EQUAL(count, mcf ? 2 : 1);
        suite_free(suite);
    }
    small_network_close(&small);
}

/* Sections of declarations are for the formulas after them, in mCRL2's dialect. */
static void test_sections(void) {
    static const char text[] = "sort D = struct d1 | d2;\nact b: D; property: D;\nproperty a: true;\n"
                               "map x: D; % property a: true;\nproperty c: exists d: D . <b(d)> true;";
    struct error error, warning;
    uint64_t count;
    open_network();
    suite *suite = suite_create(&small.run, FORMULA_DIALECT_MCF);
    CU_ASSERT_EQUAL(read_text(text, strlen(text), suite, &error), SUITE_READ);
    const struct suite_property *all = suite_entries(suite, &count);
    CU_ASSERT_EQUAL_FATAL(count, 2);
    CU_ASSERT_EQUAL(all[1].named.line, 5);
    struct property property = {0};
    struct property_maker maker = {
        .tree = small.tree, .run = &small.run, .error = &error, .warning = &warning};
    CU_ASSERT_EQUAL(suite_make_property(suite, &all[1], &maker, &property), 0);
    CU_ASSERT_STRING_EQUAL(property.text,
                           "sort D = struct d1 | d2;\nact b: D; property: D;\nmap x: D;\nform\n"
                           "exists d: D . <b(d)> true\n;");
    struct source_position place = property_position(&property, (struct formula_position){5, 3});
    CU_ASSERT(place.line == 5 && place.column == 15);
    property_free(&property, &small.run);
    suite_free(suite);
    small_network_close(&small);
}

/* A file that was read is not read again; properties are in the order of the files. */
static void test_includes(void) {
    open_network();
    static const char text[] =
        "property a: deadlock;\ninclude \"other\";\ninclude \"./other\";\nproperty b: X;";
    struct error error, warning;
    uint64_t count;
    suite *suite = suite_create(&small.run, FORMULA_DIALECT_AUTO);
    CU_ASSERT_EQUAL(read_text(text, strlen(text), suite, &error), SUITE_READ);
    const struct suite_property *all = suite_entries(suite, &count);
    CU_ASSERT_EQUAL_FATAL(count, 3);
    CU_ASSERT_STRING_EQUAL(all[0].name, "a");
    CU_ASSERT_STRING_EQUAL(all[1].name, "other");
    CU_ASSERT_STRING_EQUAL(all[2].name, "b");
    CU_ASSERT_NOT_EQUAL(make_all(suite, &error, &warning), 0);
    CU_ASSERT_EQUAL(error.line, 4);
    suite_free(suite);
    small_network_close(&small);
}

/* Large files take time in proportion to their size; memory that runs out is an error. */
static void test_large(void) {
    open_network();
    enum { COUNT = 20000 };
    char *text = malloc((size_t)COUNT * 64), *at = text;
    struct error error;
    uint64_t count;
    for (unsigned i = 0; i < COUNT; i++) {
        at += sprintf(at, "property p%u: [true* . \"%u\"] false;\n", i, i);
    }
    suite *suite = suite_create(&small.run, FORMULA_DIALECT_AUTO);
    CU_ASSERT_EQUAL(read_text(text, (size_t)(at - text), suite, &error), SUITE_READ);
    suite_entries(suite, &count);
    CU_ASSERT_EQUAL(count, COUNT);
    suite_free(suite);
    struct shortage shortage = {.memory = &small.memory, .more = 1000, .part = 3};
    while (shortage_goes_on(&shortage)) {
        suite = suite_create(&small.run, FORMULA_DIALECT_AUTO);
        shortage.done = suite != NULL && read_text(text, (size_t)(at - text), suite, &error) == SUITE_READ;
        CU_ASSERT(shortage.done || suite == NULL || error.code == ERROR_MEMORY);
        suite_free(suite);
    }
    free(text);
    small_network_close(&small);
}

void suite_suites(void) {
    suite_add("suites", NULL, NULL, "what is refused", test_refused, "NUL bytes", test_bytes,
              "a cycle of includes", test_cycle, "kinds", test_kinds, "one formula, or a suite",
              test_formula_or_suite, "primes", test_primes, "sections", test_sections, "includes",
              test_includes, "large suites", test_large, NULL);
}
