/* Patterns: both syntaxes, the three ways to replace, and the patterns that are refused. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "base/text/pattern.h"
#include "tests/support/testing.h"

static pattern *compile(struct memory *memory, const char *text, unsigned flags) {
    struct error error;
    memory_init(memory, 1 << 20);
    pattern *pattern = pattern_compile(&(struct run){.memory = memory}, text, flags, &error);
    if (pattern == NULL) {
        printf("\n%s: %s\n", text, error.text);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(pattern);
    return pattern;
}

static void check(const char *text, unsigned flags, const char *label, int total, int partial) {
    struct memory memory;
    struct error error;
    pattern *pattern = compile(&memory, text, flags);
    int is_total = pattern_match_total(pattern, label, strlen(label), &error);
    int is_partial = pattern_match_partial(pattern, label, strlen(label), &error);
    if (is_total != total || is_partial != partial) {
        printf("\n'%s' on '%s': %d %d\n", text, label, is_total, is_partial);
    }
    CU_ASSERT_EQUAL(is_total, total);
    CU_ASSERT_EQUAL(is_partial, partial);
    pattern_free(pattern);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_basic(void) {
    check("abc", 0, "abc", 1, 1);
    check("abc", 0, "xabcx", 0, 1);
    check("abc", 0, "ABC", 0, 0);
    check("a.c", 0, "abc", 1, 1);
    check("a\\.c", 0, "abc", 0, 0);
    check("a\\.c", 0, "a.c", 1, 1);
    check("a*", 0, "aaa", 1, 1);
    check("a*", 0, "b", 0, 1);
    check("[ab]\\{2\\}", 0, "ba", 1, 1);
    check("a+b?(c)|{d}", 0, "a+b?(c)|{d}", 1, 1);
    check("\\(ab\\)*c", 0, "ababc", 1, 1);
    check("\\(.\\)\\1", 0, "xx", 1, 1);
    check("\\(.\\)\\1", 0, "xyy", 0, 1);
    check("^a$", 0, "a", 1, 1);
    check("", 0, "", 1, 1);
    check("", 0, "a", 0, 1);
    check("a", 0, "", 0, 0);
    check("SEND !.*", 0, "SEND !1 !2", 1, 1);
    check("[]]*", 0, "]]", 1, 1);
}

static void test_extended(void) {
    check("(ab|c)+", PATTERN_EXTENDED, "abcab", 1, 1);
    check("a|ab", PATTERN_EXTENDED, "ab", 1, 1);
    check("(a|ab)(c|bcd)", PATTERN_EXTENDED, "abcd", 1, 1);
    check("a?", PATTERN_EXTENDED, "b", 0, 1);
    check("a{2,3}", PATTERN_EXTENDED, "aaaa", 0, 1);
    check("a\\+", PATTERN_EXTENDED, "a+", 1, 1);
    check("x", PATTERN_EXTENDED, "x", 1, 1);
}

static void test_ignore_case(void) {
    check("aBc", PATTERN_IGNORE_CASE, "AbC", 1, 1);
    check("aB", PATTERN_IGNORE_CASE, "xxAbC", 0, 1);
    check("a.*", PATTERN_IGNORE_CASE, "ABC", 1, 1);
    check("abAbac", PATTERN_IGNORE_CASE, "xABabABACx", 0, 1);
    check("abAbac", PATTERN_IGNORE_CASE, "xABabABAabab", 0, 0);
    check("", PATTERN_IGNORE_CASE, "x", 0, 1);
}

static void replace(const char *text, enum pattern_replacing how, const char *label, const char *by,
                    const char *expected) {
    struct memory memory;
    struct error error;
    struct text_buffer result = {NULL, 0, 0};
    pattern *pattern = compile(&memory, text, 0);
    CU_ASSERT_EQUAL(pattern_check_replacement(pattern, by, &error), 0);
    const struct pattern_replacement replacement = {how, by};
    int status = pattern_replace(pattern, &replacement, label, strlen(label), &result, &error);
    CU_ASSERT_EQUAL(status, expected != NULL);
    if (expected != NULL && status == 1) {
        if (strcmp(result.data, expected) != 0) {
            printf("\n'%s' on '%s' by '%s': '%s'\n", text, label, by, result.data);
        }
        CU_ASSERT_STRING_EQUAL(result.data, expected);
        CU_ASSERT_EQUAL(result.length, strlen(expected));
    }
    text_buffer_free(&memory, &result);
    pattern_free(pattern);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_replace(void) {
    replace("a\\(.*\\)-\\(.*\\)", PATTERN_REPLACE_TOTAL, "abc-d", "<\\2|\\1>", "<d|bc>");
    replace("a", PATTERN_REPLACE_TOTAL, "ab", "c", NULL);
    replace("a", PATTERN_REPLACE_TOTAL, "a", "\\\\1\\x\\", "\\1\\x\\");
    replace("a", PATTERN_REPLACE_TOTAL, "a", "", "");
    replace("a", PATTERN_REPLACE_SINGLE, "banana", "o", "bonana");
    replace("a", PATTERN_REPLACE_MULTIPLE, "banana", "oo", "boonoonoo");
    replace("a*", PATTERN_REPLACE_SINGLE, "baac", "<\\\\>", "b<\\>c");
    replace("x*", PATTERN_REPLACE_MULTIPLE, "abc", "-", NULL);
    replace("\\(a\\)\\(n\\)*", PATTERN_REPLACE_MULTIPLE, "banana", "[\\1\\2]", "b[an][an][a]");
    replace("^a", PATTERN_REPLACE_MULTIPLE, "aaa", "b", "baa");
    replace("a$", PATTERN_REPLACE_MULTIPLE, "aaa", "b", "aab");
    replace("q", PATTERN_REPLACE_MULTIPLE, "aaa", "b", NULL);
}

static void refuse(const char *text, unsigned flags, const char *part) {
    struct memory memory;
    struct error error;
    memory_init(&memory, 1 << 20);
    pattern *pattern = pattern_compile(&(struct run){.memory = &memory}, text, flags, &error);
    CU_ASSERT_PTR_NULL(pattern);
    if (pattern == NULL) {
        CU_ASSERT_EQUAL(error.code, ERROR_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(error.text, part));
    }
    pattern_free(pattern);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_refused(void) {
    refuse("a[", 0, "");
    refuse("\\(a", 0, "");
    refuse("(a", PATTERN_EXTENDED, "");
    refuse("a\\", 0, "");
    refuse("\\(a\\{200\\}\\)\\{200\\}", 0, "10000");
    refuse("((((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+)+)+", PATTERN_EXTENDED, "optional");
    refuse("a{5000}b{5000}c{5000}", PATTERN_EXTENDED, "10000");
    refuse("(a?){2000}", PATTERN_EXTENDED, "optional");
    refuse("a{1,2000}", PATTERN_EXTENDED, "optional");
    refuse("x?+", PATTERN_EXTENDED, "repetition follows");
    refuse("a**", 0, "repetition follows");
    char deep[400] = "";
    for (int i = 0; i < 100; i++) {
        strcat(deep, "\\(");
    }
    refuse(deep, 0, "nested groups");
    static char text[20001];
    memset(text, '.', 20000);
    refuse(text, 0, "bytes");
    struct memory memory;
    struct error error;
    pattern *pattern = compile(&memory, "\\(a\\)", 0);
    CU_ASSERT_EQUAL(pattern_check_replacement(pattern, "\\1", &error), 0);
    CU_ASSERT_EQUAL(pattern_check_replacement(pattern, "\\\\2", &error), 0);
    CU_ASSERT_EQUAL(pattern_check_replacement(pattern, "\\2", &error), -1);
    pattern_free(pattern);
}

static void test_long_texts(void) {
    size_t length = (size_t)10 << 20;
    char *label = malloc(length + 1);
    memset(label, 'a', length);
    label[length] = '\0';
    struct memory memory;
    struct error error;
    pattern *literal = compile(&memory, "b", 0);
    CU_ASSERT_EQUAL(pattern_match_partial(literal, label, length, &error), 0);
    pattern_free(literal);
    /* A long string that nearly occurs everywhere. */
    char *needle = malloc(length / 2 + 2);
    memset(needle, 'a', length / 2);
    strcpy(needle + length / 2, "b");
    for (unsigned flags = 0; flags <= PATTERN_IGNORE_CASE; flags += PATTERN_IGNORE_CASE) {
        memory_init(&memory, (uint64_t)1 << 30);
        literal = pattern_compile(&(struct run){.memory = &memory}, needle, flags, &error);
        CU_ASSERT_PTR_NOT_NULL_FATAL(literal);
        CU_ASSERT_EQUAL(pattern_match_partial(literal, label, length, &error), 0);
        pattern_free(literal);
        CU_ASSERT_EQUAL(memory_used(&memory), 0);
    }
    free(needle);
    pattern *regex = compile(&memory, "a*b", 0);
    CU_ASSERT_EQUAL(pattern_match_partial(regex, label, PATTERN_TEXT_BYTES, &error), 0);
    CU_ASSERT_EQUAL(pattern_match_partial(regex, label, length, &error), -1);
    CU_ASSERT_EQUAL(error.code, ERROR_LIMIT);
    pattern_free(regex);
    pattern *reference = compile(&memory, "\\(.*\\).*\\1b", 0);
    CU_ASSERT_EQUAL(pattern_match_total(reference, label, 256, &error), 0);
    pattern_free(reference);
    free(label);
}

void suite_pattern(void) {
    suite_add("pattern", NULL, NULL, "test_basic", test_basic, "test_extended", test_extended,
              "test_ignore_case", test_ignore_case, "test_replace", test_replace, "test_refused",
              test_refused, "test_long_texts", test_long_texts, NULL);
}
