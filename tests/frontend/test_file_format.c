/* The table of file formats: names, first bytes, outputs. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "frontend/formats/table/file_format.h"
#include "tests/support/testing.h"

static void test_names(void) {
    static const struct {
        const char *path;
        enum file_format format;
        size_t stem;
    } cases[] = {
        {"x.aut", FILE_AUT, 1},
        {"x.AUT", FILE_AUT, 1},
        {"x.Aut.GZ", FILE_AUT, 1},
        {"x.aut.zst", FILE_AUT, 1},
        {".aut", FILE_AUT, 0},
        {"a/b.c.exp", FILE_EXP, 5},
        {"x.GM.gz", FILE_PG, 1},
        {"x.pg", FILE_PG, 1},
        {"x.htm", FILE_HTML, 1},
        {"x.MCF.zst", FILE_MCF, 1},
        {"x.mcl", FILE_MCL, 1},
        {"x.drn", FILE_DRN, 1},
        {"x.aut.gz.gz", FILE_UNKNOWN, 11},
        {"aut", FILE_UNKNOWN, 3},
        {"", FILE_UNKNOWN, 0},
        {"x.au", FILE_UNKNOWN, 4},
        {"x.gz", FILE_UNKNOWN, 4},
        {"x.pml", FILE_PROMELA, 1},
        {"x.nm.gz", FILE_PRISM, 1},
        {"x.pnm", FILE_PRISM, 1},
        {"x.jani", FILE_JANI, 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        size_t stem;
        CU_ASSERT_EQUAL(file_format_of_name(cases[i].path, &stem), cases[i].format);
        CU_ASSERT_EQUAL(stem, cases[i].stem);
    }
    for (int format = 1; format < FILE_FORMATS; format++) {
        const struct file_format_row *row = file_format_row((enum file_format)format);
        CU_ASSERT_PTR_NOT_NULL_FATAL(row->endings[0]);
        CU_ASSERT_EQUAL((int)file_format_of_name(row->endings[0], NULL), format);
        CU_ASSERT(row->kind != KIND_UNKNOWN && row->name != NULL && row->what != NULL);
        CU_ASSERT(row->reading != NULL || row->program != NULL);
    }
}

static void test_bytes(void) {
    static const struct {
        const char *text;
        enum file_format format;
    } cases[] = {
        {"des (0, 1, 2)\n", FILE_AUT},
        {"\xef\xbb\xbf\r\n des(0,0,1)", FILE_AUT},
        {"des ||| des", FILE_UNKNOWN},
        {"@type: MDP", FILE_DRN},
        {"// made by storm\n", FILE_DRN},
        {"3 4 5\n", FILE_TRA},
        {"mdp\n0 0 0 1", FILE_TRA},
        {"dtmc", FILE_TRA},
        {"parity 3;", FILE_PG},
        {"start 1;", FILE_PG},
        {"{\"heddle_evidence\"", FILE_JSON},
        {"(* a network *)", FILE_EXP},
        {"-- a network", FILE_EXP},
        {"Hide all but a in", FILE_EXP},
        {"hidden ||| x", FILE_UNKNOWN},
        {"<!DOCTYPE html>", FILE_HTML},
        {"", FILE_UNKNOWN},
        {" \n", FILE_UNKNOWN},
        {"parities", FILE_UNKNOWN},
        {"d", FILE_UNKNOWN},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        size_t length = strlen(cases[i].text);
        char *exact = malloc(length + 1); /* a sanitizer sees bytes beyond the end */
        memcpy(exact, cases[i].text, length);
        CU_ASSERT_EQUAL(file_format_of_bytes(exact, length), cases[i].format);
        free(exact);
    }
    CU_ASSERT_EQUAL(file_format_of_bytes("\0des (", 6), FILE_UNKNOWN);
}

static void test_outputs(void) {
    static const enum file_format formats[] = {FILE_TXT, FILE_AUT, FILE_UNKNOWN};
    static const struct {
        const char *path;
        int chosen;
        enum file_format format;
        const char *text;
    } cases[] = {
        {"-", -1, FILE_TXT, NULL},
        {"-", 1, FILE_AUT, NULL},
        {"/dev/null", -1, FILE_TXT, NULL},
        {"/dev/stdout", 1, FILE_AUT, NULL},
        {"x.AUT.gz", -1, FILE_AUT, NULL},
        {"x.pdf", 0, FILE_TXT, NULL},
        {"x.pdf", -1, FILE_UNKNOWN,
         "--out: 'x.pdf' does not end in .txt or .aut (.gz or .zst may follow): --format FORMAT chooses the "
         "format whatever the name"},
        {"x", -1, FILE_UNKNOWN, "--out: 'x' does not end in .txt or .aut"},
        {"x.html", -1, FILE_UNKNOWN, "may follow): `heddle check --report` writes it"},
        {"x.bcg", -1, FILE_UNKNOWN, "write x.aut, and run `bcg_io x.aut x.bcg`"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct error error = {.code = ERROR_NONE};
        const struct file_output output = {"--out", cases[i].path, formats, "--format", cases[i].chosen};
        CU_ASSERT_EQUAL(file_format_of_output(&output, &error), cases[i].format);
        CU_ASSERT(cases[i].text == NULL || strstr(error.text, cases[i].text) != NULL);
    }
}

void suite_file_format(void) {
    suite_add("file_format", NULL, NULL, "names", test_names, "first bytes", test_bytes, "outputs",
              test_outputs, NULL);
}
