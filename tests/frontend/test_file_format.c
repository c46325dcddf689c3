/* The table of file formats: names, first bytes, outputs; and commands that read and write by it. */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "frontend/formats/table/file_format.h"
#include "tests/support/command.h"
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

/* --- as commands --- */

static char *out(int code, const char *arguments) {
    char line[2048], out_path[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    const char *const argv[] = {"/bin/sh", "-c", line, NULL};
    snprintf(line, sizeof line, "cd %s && ${HEDDLE:?} %s", command_folder(), arguments);
    process_finish(process_start(argv, command_path("stdout", out_path), command_path("stderr", err)),
                   out_path, err, &process);
    if (process.code != code) {
        printf("\n  heddle %s: %d: %s", arguments, process.code, process.err);
        CU_FAIL("another exit");
    }
    char *text = strdup(code == 2 ? process.err : process.out);
    process_free(&process);
    return text;
}

static void expect(int code, const char *arguments, const char *part) {
    char *text = out(code, arguments);
    if (part != NULL && strstr(text, part) == NULL) {
        printf("\n  heddle %s: %s", arguments, text);
        CU_FAIL("another text");
    }
    free(text);
}

static void test_commands(void) {
    static const char aut[] = "des (0, 2, 3)\n(0, a, 1)\n(1, b, 2)\n";
    command_put_file("x.aut", aut);
    command_put_file("X.AUT", aut);
    command_put_file("plain", aut);
    command_put_file("net", "(* by its first bytes *) x.aut ||| X.AUT");
    command_put_file("model", "@type: MDP\n@nr_states\n1\n@nr_choices\n1\n@model\nstate 0 init\n");
    command_put_file("a.pml", "active proctype p() { skip }\n");
    command_put_file("a.exp", "X.AUT ||| X.AUT\n");
    command_put_file("a.pg", "parity 0;\n0 0 0 0;\n");
    command_put_file("c.exp", "(* two *)\nX.AUT ||| X.AUT\n");
    command_put_file("c.mcl", "% a comment\ntrue\n");
    command_put_file("e.json", "{}");
    command_put_file("readme", "Nothing of ours.\n");
    expect(0, "info --json x.aut", "\"name\": \"x\"");
    expect(0, "info --json X.AUT", "\"name\": \"X\"");
    expect(0, "info --json plain", "\"name\": \"plain\"");
    expect(0, "info --json net", "\"name\": \"X\"");
    expect(0, "info --json - < plain", "\"name\": \"-\"");
    expect(0, "info --json - < net", "\"name\": \"X\"");
    expect(0, "explore -q X.AUT -o O.AUT && head -c 3 O.AUT", "des");
    expect(0, "explore -q X.AUT -o O.DOT && head -c 7 O.DOT", "digraph");
    expect(0, "explore -q X.AUT -o O.DRN.GZ && gzip -dc <O.DRN.GZ", "@type: MDP");
    expect(0, "explore -q X.AUT -o O.TRA && cat O.lab", "init");
    expect(0, "explore -q X.AUT -o - --format dot", "digraph");
    expect(0, "explore -q X.AUT -o /dev/stdout --format drn | cat", "@type: MDP");
    expect(0, "explore -q X.AUT -o any --format aut && cat any", "des (0, 2, 3)");
    expect(0, "check -q X.AUT --deadlock --trace T.AUT; head -c 3 T.AUT", "des");
    expect(0, "check -q X.AUT --deadlock --trace T.JSON; head -c 1 T.JSON", "{");
    expect(0, "check -q X.AUT --deadlock --trace - --format aut; true", "des (0, 2, 3)");
    expect(0, "check -q X.AUT --deadlock --report R.HTM; head -c 9 R.HTM", "<!DOCTYPE");
    expect(0, "simulate -q --random 2 X.AUT -o - --format json", "\"heddle_evidence\"");
    expect(0, "scc --json plain", "\"states\": 3");
    expect(0, "mec --json model", "\"states\": 1");
    expect(0, "convert -q plain y.DRN && head -c 5 y.DRN", "@type");
    expect(0, "convert -q model y.tra && cat y.lab", "init");
    expect(2, "check -q X.AUT --deadlock --trace x.html",
           "--trace: 'x.html' does not end in .txt, .aut or .json");
    expect(2, "check -q X.AUT --deadlock --report x.pdf", "--report: 'x.pdf' does not end in .html");
    expect(2, "check -q X.AUT --deadlock --trace x", "--trace: 'x' does not end in");
    expect(2, "simulate -q --random 2 X.AUT -o x.pdf",
           "--output: 'x.pdf' does not end in .txt, .aut, .json or .html");
    expect(2, "explore X.AUT -o x.png",
           "--output: 'x.png' would be a picture: write x.dot and run `dot -Tpng x.dot -o x.png`");
    expect(2, "explore X.AUT -o x.html", "--output: 'x.html' does not end in .aut, .dot, .drn or .tra");
    expect(2, "explore a.pml", "a.pml is not a network, but a specification in Promela");
    /* A file of another kind, where its name or its first bytes show that. */
    expect(2, "solve X.AUT", "this is a graph (.aut), not a parity game: `heddle info` and `heddle explore`");
    expect(2, "solve a.exp", "this is a network (.exp), not a parity game: `heddle explore` generates");
    expect(2, "solve plain", "this is a graph (.aut), not a parity game");
    expect(2, "check X.AUT -q --monitor a.pg",
           "this is a parity game (.pg), not a graph: `heddle solve` reads");
    expect(2, "check X.AUT --deadlock --trace o.json --certificate o.json",
           "--trace and --certificate name the same file: choose another name for one");
    expect(2, "info - < /dev/null", "<stdin>:1:1: the file is empty");
    expect(2, "info - < a.pg", "<stdin>:1:8: ");
    expect(2, "verify - < a.pg", "<stdin>:1:1: expected evidence");
    expect(2, "check X.AUT -f '[true* . enter_.*] false'",
           "formula:1:17: unexpected '*': a pattern of labels needs quotes: 'enter_.*'");
    expect(2, "check X.AUT -q --monitor c.exp", "c.exp: this is a network (.exp), not a graph");
    expect(2, "verify a.exp", "a.exp: this is a network (.exp), not evidence");
    expect(2, "verify c.mcl", "c.mcl: this is a formula (.mcl), not evidence");
    expect(2, "verify a.pg", "a.pg: this is a parity game (.pg), not evidence");
    expect(2, "verify readme", "readme:1:1: expected evidence, a JSON object or an AUT graph");
    expect(2, "verify a.exp e.json", "(the evidence stands before the network)");
    expect(2, "check --deadlock none.drn", "none.drn: cannot open: No such file or directory");
    expect(2, "check X.AUT --error-state 1",
           "--error-state names a state of the monitor: give --monitor, too");
    expect(2, "check X.AUT -q -p a.exp", "this is a network (.exp), not a formula");
    expect(2, "explore b.pml", "b.pml: cannot open: No such file");
    expect(2, "explore readme", "readme is not a network: its name does not end in .exp or .aut");
    expect(2, "explore nothing", "there is no nothing.exp and no nothing.aut");
    CU_ASSERT_FALSE(command_has_file("x.html"));
    CU_ASSERT_FALSE(command_has_file("x.pdf"));
}

void suite_file_format(void) {
    CU_pSuite suite = suite_add("file_format", command_open, command_close, "names", test_names,
                                "first bytes", test_bytes, "outputs", test_outputs, NULL);
    if (command_available()) {
        CU_add_test(suite, "commands", test_commands);
    } else {
        test_skip("file_format: commands", "HEDDLE and EXAMPLES are not set");
    }
}
