/*
 * Suites of properties on the command line: exit codes, the table, JSON, JUnit's XML, files in folders, and
 * the selection of properties.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/text/text.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/xml.h"

/* A ring of three steps; `deep` is far away. */
static const char *network(void) {
    static char path[PATH_BYTES];
    command_put_file("net.aut", "des (0, 4, 4)\n(0, a, 1)\n(1, b, 2)\n(2, deep, 3)\n(3, a, 0)\n");
    return command_path("net.aut", path);
}

static const char *suite_file(const char *text) {
    static char path[PATH_BYTES];
    command_put_file("drawn.suite", text);
    return command_path("drawn.suite", path);
}

/* --- exit codes --- */

enum { HOLDS, VIOLATED, UNDECIDED };

/* Draws suites whose verdicts are known, and compares what the command says with the definition. */
static void test_exit_codes(void) {
    static const struct {
        const char *text;
        int verdict, limited; /* without limit, and with --max-states 2 */
    } properties[] = {{"deadlock", HOLDS, UNDECIDED},       {"never a", VIOLATED, VIOLATED},
                      {"never deep", VIOLATED, UNDECIDED},  {"never nothing", HOLDS, HOLDS},
                      {"starvation a", HOLDS, UNDECIDED},   {"starvation c", VIOLATED, UNDECIDED},
                      {"<a> true", HOLDS, HOLDS},           {"[true] false", VIOLATED, VIOLATED},
                      {"nu X . <true> X", HOLDS, UNDECIDED}};
    static const char *const expected[] = {"", " expect holds", " expect violated"}, *const verdicts[] = {
                                                                                         "holds", "violated",
                                                                                         "undecided"};
    uint64_t state = number_from_environment("HEDDLE_SEED", 11);
    for (int round = 0; round < 60; round++) {
        char text[1024] = "", *at = text;
        int count = 1 + (int)random_draw(&state, 5), limited = random_draw(&state, 3) == 0, failed = 0,
            undecided = 0, chosen[5], wanted[5];
        for (int i = 0; i < count; i++) {
            chosen[i] = (int)random_draw(&state, 9);
            wanted[i] = (int)random_draw(&state, 3);
            if (random_draw(&state, 2)) { /* so that some suites pass */
                wanted[i] = properties[chosen[i]].verdict == HOLDS ? 1 : 2;
            }
            int verdict = limited ? properties[chosen[i]].limited : properties[chosen[i]].verdict;
            undecided |= verdict == UNDECIDED;
            failed |= verdict != UNDECIDED && verdict != (wanted[i] == 2 ? VIOLATED : HOLDS);
            at += sprintf(at, "property p%d: %s%s;\n", i, properties[chosen[i]].text, expected[wanted[i]]);
        }
        struct process process;
        command_run(&process, "check", "--json", network(), "-p", suite_file(text),
                    limited ? "--max-states=2" : NULL);
        command_expect(&process, failed ? 1 : undecided ? 3 : 0, NULL);
        json_t *object = command_json(process.out);
        for (int i = 0; i < count; i++) {
            const json_t *one = command_property(object, (size_t)i);
            int verdict = limited ? properties[chosen[i]].limited : properties[chosen[i]].verdict;
            CU_ASSERT_STRING_EQUAL(command_text(one, "verdict"), verdicts[verdict]);
            CU_ASSERT_STRING_EQUAL(command_text(one, "expected"), wanted[i] == 2 ? "violated" : "holds");
            CU_ASSERT_EQUAL(json_is_true(json_object_get(one, "passed")),
                            verdict == (wanted[i] == 2 ? VIOLATED : HOLDS));
        }
        json_decref(object);
        process_free(&process);
    }
}

/* --- the table --- */

static void test_rows(void) {
    struct process process;
    command_run(
        &process, "check", network(), "-D", "-p",
        suite_file("property one: never a expect violated;\nproperty two: never b;\n"
                   "property three: starvation a expect holds;\nproperty four: deadlock expect violated;"));
    command_expect(&process, 1, NULL);
    command_prints(&process, "\none          violated after 1 step (as expected)\n",
                   "\ntwo          violated after 2 steps\n", "\nthree        holds (as expected)\n",
                   "\nfour         holds (expected: violated)\n",
                   "\n5 properties: 3 pass, 2 fail; 1 search\n");
    CU_ASSERT_PTR_NULL(strstr(process.out, "one is violated"));
    command_prints(&process, "two is violated");
    process_free(&process);
    command_run(&process, "check", network(), "-q", "-p",
                suite_file("property one: never a expect violated;"));
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

/* The suite of the examples, on the two networks that it is for. */
static void test_example(void) {
    static const char *const networks[] = {"peterson/peterson.exp", "peterson/late.exp"};
    static const unsigned passed[] = {8, 5};
    for (int i = 0; i < 2; i++) {
        char path[PATH_BYTES];
        struct process process;
        command_run(&process, "check", "--json", command_example(networks[i], path), "-p",
                    "examples/peterson/mutex.suite");
        command_expect(&process, i, NULL);
        json_t *object = command_json(process.out);
        unsigned count = 0;
        CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "properties")), 8);
        CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "warnings")), 0);
        CU_ASSERT(command_number(object, "searches") < 8);
        for (size_t k = 0; k < 8; k++) {
            count += json_is_true(json_object_get(command_property(object, k), "passed"));
        }
        CU_ASSERT_EQUAL(count, passed[i]);
        json_decref(object);
        process_free(&process);
    }
}

/* Thirty properties that one search can decide take one search. */
static void test_shared(void) {
    char text[4096] = "", *at = text;
    struct process process;
    for (int i = 0; i < 10; i++) {
        at += sprintf(at, "property n%d: never x%d;\nproperty s%d: starvation 'a\\|b\\|%d';\n", i, i, i, i);
        at += sprintf(at, "property f%d: [true* . \"x%d\"] false;\n", i, i);
    }
    command_run(&process, "check", "--json", network(), "--keep-going", "-p", suite_file(text));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_EQUAL(command_number(object, "searches"), 1);
    json_decref(object);
    process_free(&process);
    command_run(&process, "check", "--json", network(), "--keep-going", "-p", suite_file(text), "--trace",
                command_folder());
    command_expect(&process, 0, NULL);
    object = command_json(process.out);
    CU_ASSERT_EQUAL(command_number(object, "searches"), 1);
    json_decref(object);
    process_free(&process);
}

/* --- JUnit --- */

static unsigned count_of(const char *text, const char *part) {
    unsigned count = 0;
    while ((text = strstr(text, part)) != NULL) {
        count++;
        text++;
    }
    return count;
}

static void test_junit(void) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "check", "-q", network(), "--junit", command_path("tests.xml", path), "-p",
                suite_file("property \"<&>\\\" \x01\xff\xef\xbf\xbf\t\": deadlock;\nproperty b: never a;\n"
                           "property c: never b expect violated;\nproperty \"\xc3\xa4\": starvation deep;\n"),
                "-f", "nu X . <true> X and [true] true", "--max-states=2");
    command_expect(&process, 1, NULL);
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    const char *wrong = xml_wrong(text);
    if (wrong != NULL) {
        printf("\n%s: %s\n", wrong, text);
        CU_FAIL("the file is not XML");
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(text, " tests=\"5\" failures=\"1\" errors=\"3\" skipped=\"0\" "));
    CU_ASSERT_EQUAL(count_of(text, "<testcase "), 5);
    CU_ASSERT_EQUAL(count_of(text, "<failure "), 1);
    CU_ASSERT_EQUAL(count_of(text, "<error "), 3);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "name=\"&lt;&amp;&gt;&quot; \\x01\\xff"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "message=\"violated after 1 step\">"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "step  label"));
    free(text);
    process_free(&process);
    command_run(&process, "check", "-q", network(), "-D", "--junit", "tests.txt");
    command_ends(&process, 2, "does not end in .xml");
}

/* Whether the file is XML that has the text. */
static int file_has(const char *path, const char *expected) {
    char *text = process_read_file(path, NULL);
    const int has = text != NULL && xml_wrong(text) == NULL && strstr(text, expected) != NULL;
    if (!has) {
        printf("\nno %s in %s\n", expected, text == NULL ? "a missing file" : text);
    }
    free(text);
    return has;
}

/* Tests that pass for a wrong reason say so; with --strict they fail, and what can be checked is checked. */
static void test_junit_warnings(void) {
    static const char typo[] = "property end: deadlock;\nproperty typo: [true* . \"aa\"] false;\n"
                               "property q: never z;\n";
    char path[PATH_BYTES], page[PATH_BYTES];
    struct process process;
    command_path("doubt.xml", path);
    command_run(&process, "check", "-q", network(), "-p", suite_file(typo), "--junit", path);
    command_ends(&process, 0, "warning");
    CU_ASSERT(file_has(path, " tests=\"3\" failures=\"0\" errors=\"0\""));
    CU_ASSERT(file_has(path, "<system-out>holds vacuously: no transition is ever labelled &#39;aa&#39;"));
    CU_ASSERT(file_has(path, "<system-out>holds vacuously: no transition is ever labelled &#39;z&#39;"));
    CU_ASSERT(file_has(path, "q: &#39;z&#39;: no transition of the network"));
    command_put_file("doubt.xml", "<testsuites/>\n");
    command_run(&process, "check", "-q", network(), "-p", suite_file(typo), "--strict", "--json", "--junit",
                path, "--report", command_path("doubt.html", page));
    command_expect(&process, 2, "--strict: 2 warnings are errors");
    json_t *object = command_json(process.out);
    command_decides(object, 0, "holds");
    command_decides(object, 1, "holds");
    json_decref(object);
    process_free(&process);
    CU_ASSERT(file_has(path, " tests=\"4\" failures=\"3\" errors=\"0\""));
    CU_ASSERT(file_has(path, "<failure type=\"formula\" message=\"holds vacuously: no transition is"));
    CU_ASSERT(file_has(path, "<testcase name=\"--strict\""));
    CU_ASSERT(command_has_file("doubt.html"));
}

/* Where nothing is checked, the file says why, and not what an earlier run found. */
static void test_junit_error(void) {
    char path[PATH_BYTES], wrong[PATH_BYTES];
    struct process process;
    command_put_file("stale.xml", "<testsuites/>\n");
    command_put_file("wrong.exp", "par a.aut\n");
    command_run(&process, "check", command_path("wrong.exp", wrong), "-D", "--junit",
                command_path("stale.xml", path));
    command_ends(&process, 2, "wrong.exp");
    CU_ASSERT(file_has(path, " tests=\"1\" failures=\"0\" errors=\"1\""));
    CU_ASSERT(file_has(path, "wrong.exp:"));
    command_put_file("stale.xml", "<testsuites/>\n");
    command_run(&process, "check", network(), "-p", suite_file("property p: never;"), "--junit", path);
    command_ends(&process, 2, "suite");
    CU_ASSERT(file_has(path, " errors=\"1\""));
    command_run(&process, "check", network(), "-D", "--junit", network());
    command_ends(&process, 2, "");
}

/* Suites of schedulers, for a Markov decision process in a file. */
static void test_mdp(void) {
    char model[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_put_file("model.tra", "3 4 5\n0 0 0 1 stay\n0 1 1 0.5 go\n0 1 2 0.5 go\n1 0 0 1\n2 0 2 1\n");
    command_path("model.tra", model);
    command_run(
        &process, "check", model, "--junit", command_path("mdp.xml", path), "-p",
        suite_file("property p: almost-surely \"go\";\nproperty q: almost-surely-repeatedly go expect "
                   "violated;\nproperty r: almost-surely 'st.*' expect violated;"));
    command_expect(&process, 1, NULL);
    command_prints(&process, "\np  holds\n", "\nq  violated: no scheduler does this (as expected)\n",
                   "\nr  holds (expected: violated)\n");
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_PTR_NULL(xml_wrong(text));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, " tests=\"3\" failures=\"1\" errors=\"0\""));
    free(text);
    process_free(&process);
    command_run(&process, "check", "-q", model, "--strict", "--junit", path, "-p",
                suite_file("property p: almost-surely \"going\" expect violated;"));
    command_ends(&process, 2, "--strict: 1 warning is an error");
    CU_ASSERT(file_has(path, "message=\"violated: no scheduler does this (no choice is ever labelled"));
    command_run(&process, "check", model, "-p", suite_file("property p: never go;"));
    command_ends(&process, 2, "--almost-surely");
}

/* --- folders --- */

static void confirm(const char *name) {
    if (!command_has_file(name)) {
        printf("\n  there is no %s", name);
        CU_FAIL("a file is missing");
        return;
    }
    command_verify(name, 0, "", name);
}

/* A file in the folder has the text. */
static void expect_text(const char *name, const char *text) {
    char path[PATH_BYTES], *content = process_read_file(command_path(name, path), NULL);
    CU_ASSERT(content != NULL && strstr(content, text) != NULL);
    free(content);
}

static void test_folders(void) {
    static const char text[] =
        "property ok: deadlock;\nproperty \"a/b\": never nothing;\nproperty \"a b\": never x;\n"
        "property a_b: [true*] <true> true;\nproperty \"..\": never a expect violated;\n"
        "property game: nu X . <true> X;\nproperty lost: nu X . <a> X;\n"
        "property live: livelock;\nproperty st: starvation b expect violated;\n"
        "property mon: monitor \"twice.aut\" expect violated;\n";
    char traces[PATH_BYTES], certificates[PATH_BYTES];
    struct process process;
    command_put_file("twice.aut", "des (0, 2, 3)\n(0, a, 1)\n(1, ERROR, 2)\n");
    snprintf(traces, sizeof traces, "%s/", command_path("traces", certificates));
    mkdir(command_path("certificates", certificates), 0777);
    command_run(&process, "check", "-q", network(), "--trace", traces, "--certificate", certificates, "-p",
                suite_file(text));
    command_ends(&process, 1, NULL);
    static const char *const written[] = {"certificates/ok.json",    "certificates/a_b.json",
                                          "certificates/a_b-2.json", "certificates/a_b-3.json",
                                          "certificates/game.json",  "traces/_..json",
                                          "traces/mon.json"};
    for (size_t i = 0; i < LENGTH(written); i++) {
        confirm(written[i]);
    }
    expect_text("certificates/ok.json", "\"name\":\"ok\"");
    expect_text("certificates/a_b.json", "\"name\":\"a/b\"");
    expect_text("certificates/a_b-3.json", "\"name\":\"a_b\"");
    CU_ASSERT(command_has_file("traces/lost.json") && !command_has_file("certificates/live.json"));
    CU_ASSERT_FALSE(command_has_file("traces/ok.json"));
    command_run(&process, "check", network(), "--certificate", certificates, "-LD");
    command_ends(&process, 0, "there are no certificates of cycles and schedulers: livelock\n");
    command_run(&process, "check", "-q", network(), "--trace", traces, "--format", "txt", "-n", "a");
    command_expect(&process, 1, NULL);
    CU_ASSERT(command_has_file("traces/never_a.txt"));
    process_free(&process);
}

/* A file that was read is never replaced, nor are two files written under one name. */
static void test_folders_refused(void) {
    char folder[PATH_BYTES], other[PATH_BYTES];
    struct process process;
    mkdir(command_path("own", folder), 0777);
    command_put_file("own/p.json", "property p: never a;\n");
    command_path("own/p.json", other);
    command_run(&process, "check", "-q", network(), "--trace", folder, "-p", other);
    command_ends(&process, 2, "p.json");
    char *text = process_read_file(other, NULL);
    CU_ASSERT_STRING_EQUAL(text, "property p: never a;\n");
    free(text);
    command_run(&process, "check", "-q", network(), "--trace", folder, "--certificate", folder, "-D");
    command_ends(&process, 2, "the same file");
    command_path("own/deadlock.json", other);
    command_run(&process, "check", "-q", network(), "--trace", other, "--certificate", folder, "-D");
    command_ends(&process, 2, "the same file");
    command_path("missing/folder/", other);
    command_run(&process, "check", "-q", network(), "--trace", other, "-D");
    command_ends(&process, 2, "cannot make the folder");
}

/* --- columns --- */

/* Verdicts stand in one column, below names of any length and width. */
static void test_columns(void) {
    static const char text[] =
        "property \"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\": never b;\n" /* three of two columns */
        "property \"\xc3\xa9\": livelock;\n"
        "property \"a name of more than forty-eight, but not of sixty columns\": deadlock;\n"
        "property \"a name of very many more columns than these, and no table should be so wide\": never "
        "c;\n";
    struct process process;
    command_run(&process, "check", network(), "-p", suite_file(text));
    command_expect(&process, 1, NULL);
    const char *line = strstr(process.out, "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e  ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    for (unsigned rows = 0; rows < 4; rows++) {
        char name[256];
        const char *verdict = line;
        while (strncmp(verdict, "  holds", 7) != 0 && strncmp(verdict, "  violated", 10) != 0 &&
               *verdict != '\n') {
            verdict++;
        }
        snprintf(name, sizeof name, "%.*s", (int)(verdict - line), line);
        CU_ASSERT_EQUAL(text_shown_width(name), 59); /* of the longest name, as it is cut */
        line = strchr(line, '\n') + 1;
    }
    process_free(&process);
}

/* --- selection --- */

static void test_only(void) {
    static const char text[] =
        "property safe_1: deadlock;\nproperty safe_2: never a;\nproperty other: never b;\n";
    struct process process;
    command_run(&process, "check", "--json", network(), "-n", "deep", "-p", suite_file(text), "--only",
                "safe_*");
    command_expect(&process, 1, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "properties")), 3);
    CU_ASSERT_STRING_EQUAL(command_text(command_property(object, 0), "name"), "never deep");
    CU_ASSERT_STRING_EQUAL(command_text(command_property(object, 1), "name"), "safe_1");
    json_decref(object);
    process_free(&process);
    command_run(&process, "check", network(), "-p", suite_file(text), "--only", "other", "--only", "save_1");
    command_ends(&process, 2,
                 "--only save_1: no property of a suite has such a name; did you mean 'safe_1'?");
    command_run(&process, "check", network(), "-D", "--only", "x");
    command_ends(&process, 2, "give a --property FILE that is one");
}

void suite_suites_command(void) {
    command_suite("suites on the command line", "exit codes", test_exit_codes, "rows", test_rows,
                  "the example", test_example, "shared searches", test_shared, "JUnit", test_junit,
                  "JUnit and warnings", test_junit_warnings, "JUnit and errors", test_junit_error,
                  "schedulers", test_mdp, "folders", test_folders, "folders that are refused",
                  test_folders_refused, "columns", test_columns, "--only", test_only, NULL);
}
