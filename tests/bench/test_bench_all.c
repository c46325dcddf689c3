/* heddle bench all: all files are there and whole, published numbers stand where they must, failures are
 * reported. */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/xml.h"

/* Short parts, some with published numbers beside them. */
#define SHORT "explore/ring,mec/options,scc/power_law,parity/spm-orders,graph"

static const json_t *table_of(const json_t *object, const char *benchmark, const char *name) {
    size_t i;
    json_t *table;
    json_array_foreach(json_object_get(object, "tables"), i, table) {
        if (strcmp(command_text(table, "benchmark"), benchmark) == 0 &&
            strcmp(command_text(table, "name"), name) == 0) {
            return table;
        }
    }
    CU_FAIL("a table is missing");
    return NULL;
}

/* The row in which column `key` has `text`. */
static const json_t *row_where(const json_t *table, const char *key, const char *text) {
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(table, "rows"), i, row) {
        if (strcmp(command_text(row, key), text) == 0) {
            return row;
        }
    }
    CU_FAIL("a row is missing");
    return NULL;
}

static char *read_in(const char *folder, const char *name) {
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

/* How often `part` occurs in the text. */
static unsigned count(const char *text, const char *part) {
    unsigned found = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) {
        found++;
    }
    return found;
}

/* The page is XML except for the document type of HTML. */
static void check_page(const char *page) {
    static const char type[] = "<!DOCTYPE html>\n";
    CU_ASSERT_EQUAL_FATAL(strncmp(page, type, strlen(type)), 0);
    CU_ASSERT_PTR_NULL(xml_wrong(page + strlen(type)));
}

/* --- published numbers --- */

/* They are beside what was measured in this run; tests/bench/results.py checks the tables. */
static void check_published(const json_t *object) {
    const json_t *ring = json_array_get(json_object_get(table_of(object, "explore", "ring"), "rows"), 8);
    CU_ASSERT_EQUAL(command_number(ring, "nodes"), 10);
    CU_ASSERT_EQUAL(json_number_value(json_object_get(ring, "published_seconds")), 1.087);
    const json_t *models = table_of(object, "published", "gpuexplore");
    const json_t *peterson = row_where(models, "model", "peterson7");
    CU_ASSERT_EQUAL(command_number(peterson, "states"), 142471098);
    CU_ASSERT_STRING_EQUAL(command_text(peterson, "our_network"), "ring 10");
    CU_ASSERT_EQUAL(command_number(peterson, "our_states"), command_number(ring, "states"));
    const json_t *orders = table_of(object, "parity", "conclusions");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(orders, "rows")), 12);
    CU_ASSERT_STRING_EQUAL(command_text(orders, "part"), "spm-orders");
}

/* --- files --- */

/* FILE.json is the table as standard output has it, FILE.csv has as many lines, the page has it. */
static void check_table(const char *folder, const json_t *table, const char *page) {
    char name[PATH_BYTES], mark[2 * PATH_BYTES];
    const char *benchmark = command_text(table, "benchmark"), *part = command_text(table, "part");
    const char *own = command_text(table, "name");
    int told = strncmp(own, part, strlen(part)) == 0;
    snprintf(name, sizeof name, "%s%s%s-%s.json", benchmark, told ? "" : "-", told ? "" : part, own);
    char *text = read_in(folder, name);
    json_t *read = command_json(text);
    CU_ASSERT(json_equal(read, table));
    json_decref(read);
    free(text);
    name[strlen(name) - strlen(".json")] = '\0';
    snprintf(mark, sizeof mark, "<h2 id=\"%s\">", name);
    CU_ASSERT_EQUAL(count(page, mark), 1);
    strcat(name, ".csv");
    text = read_in(folder, name);
    CU_ASSERT_EQUAL(count(text, "\n"), json_array_size(json_object_get(table, "rows")) + 1);
    free(text);
}

static void check_folder(const char *folder, const json_t *object) {
    size_t i;
    json_t *table;
    char *page = read_in(folder, "index.html");
    check_page(page);
    json_array_foreach(json_object_get(object, "tables"), i, table) {
        check_table(folder, table, page);
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "Figures that are not here"));
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "<p>Sizes: a look (--quick) without a GPU"));
    CU_ASSERT_PTR_NOT_NULL(strstr(page, " parts: all are done."));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(page, "<code>paper</code>: GPUexplore 2.0")); /* in backquotes on a terminal */
    free(page);
}

static void test_all(void) {
    char folder[PATH_BYTES];
    struct process process;
    command_run(&process, "bench", "all", "--quick", "--device=cpu", "--json", "--only", SHORT, "--output",
                command_path("all", folder));
    command_expect(&process, 0, "part 1 of 5, explore/ring");
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "for the rest"));
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(command_text(object, "name"), "all");
    CU_ASSERT(json_is_true(json_object_get(object, "complete")));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(table_of(object, "all", "parts"), "rows")), 5);
    check_published(object);
    check_folder(folder, object);
    json_decref(object);
    process_free(&process);
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

/* For people: within a terminal's width, with the sizes at the top and at every table. */
static void test_text(void) {
    struct process process;
    command_run(&process, "bench", "all", "--quick", "--device=cpu", "--only",
                "explore/ring,explore/deep,graph,mec,scc/power_law,parity/spm-orders");
    command_expect(&process, 0, NULL);
    CU_ASSERT_EQUAL(strncmp(process.out, "Sizes: a look", strlen("Sizes: a look")), 0);
    for (const char *line = process.out, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        CU_ASSERT(end - line <= 110);
        CU_ASSERT(end == line || end[-1] != ' ');
    }
    CU_ASSERT_PTR_NULL(strstr(process.out, " 0.0000 "));
    /* Once at the top, and in the parts: 2 explore, 1 graph, 3 mec, 1 scc, 2 parity, 5 published. */
    CU_ASSERT_EQUAL(count(process.out, "\nSizes: a look") + 1, 1 + 2 + 1 + 3 + 1 + 2 + 5);
    process_free(&process);
}

/* --- failures --- */

static const char *outcome_of(const json_t *object, const char *benchmark) {
    return command_text(row_where(table_of(object, "all", "parts"), "benchmark", benchmark), "outcome");
}

/* Networks need a folder for temporary files, generated graphs do not. */
static void test_failure(void) {
    char folder[PATH_BYTES], nowhere[PATH_BYTES];
    const char *before = getenv("TMPDIR");
    char *saved = before == NULL ? NULL : strdup(before);
    struct process process;
    setenv("TMPDIR", command_path("nowhere", nowhere), 1);
    command_run(&process, "bench", "all", "--quick", "--device=cpu", "--json", "--only",
                "graph,scc/power_law,mec/options", "--output", command_path("failed", folder));
    saved == NULL ? unsetenv("TMPDIR") : setenv("TMPDIR", saved, 1);
    free(saved);
    command_expect(&process, 2, "graph/ring: failed: no temporary folder could be made");
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "mec/options: failed"));
    json_t *object = command_json(process.out);
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT_STRING_EQUAL(outcome_of(object, "scc"), "done");
    CU_ASSERT_EQUAL(strncmp(outcome_of(object, "mec"), "failed", strlen("failed")), 0);
    json_decref(object);
    process_free(&process);
    char *page = read_in(folder, "index.html");
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "3 parts: 0 cut short, 2 failed, 0 not begun"));
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "failed: no temporary folder"));
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "r-mat, 16"));
    free(page);
}

static void test_memory(void) {
    struct process process;
    command_run(&process, "bench", "all", "--quick", "--device=cpu", "--json", "--memory=2M", "--only",
                "explore/ring,graph,explore/deep");
    command_expect(&process, 3, "explore/ring: cut short in places: memory ran out");
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "raise --memory"));
    json_t *object = command_json(process.out);
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(table_of(object, "explore", "ring"), "rows")), 9);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(table_of(object, "explore", "deep"), "rows")), 3);
    json_decref(object);
    process_free(&process);
}

/* The first part takes seconds on any machine; it gets a part of the time. */
static void test_time(void) {
    char folder[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_run(&process, "bench", "all", "--device=cpu", "--threads=1", "--timeout=2", "--only",
                "hashtable/insertions,explore/ring", "--output", command_path("cut", folder), "--csv",
                command_path("cut.csv", path));
    command_expect(&process, 3, "hashtable/insertions: cut short after");
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "its share of --timeout"));
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "index.html has the finished parts, and names the others"));
    process_free(&process);
    char *page = read_in(folder, "index.html");
    check_page(page);
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "its share of --timeout"));
    free(page);
    free(read_in(folder, "hashtable-insertions.csv"));
    CU_ASSERT(command_has_file("cut.csv"));
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

/* After an interruption, finished parts are written and no others are begun. */
static void test_interruption(void) {
    char folder[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "bench", "all",
                              "--device=cpu", "--threads=1", "--only=hashtable,graph", "--json", "--output",
                              command_path("interrupted", folder), (const char *)NULL);
    CU_ASSERT_EQUAL(process_await_handler(pid), 0);
    kill(pid, SIGINT);
    process_finish(pid, out, err, &process);
    command_expect(&process, 3, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT_STRING_EQUAL(outcome_of(object, "graph"), "not begun");
    CU_ASSERT_PTR_NULL(strstr(outcome_of(object, "hashtable"), "--timeout"));
    json_decref(object);
    process_free(&process);
    free(read_in(folder, "all-parts.csv"));
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

static void test_refusals(void) {
    char path[PATH_BYTES];
    struct process process;
    command_exits(2, "explore has no part 'rings'; it has ring, gas_station", "bench", "all",
                  "--only=explore/rings");
    command_put_file("file", "");
    command_exits(2, "--output wants a folder", "bench", "all", "--quick", "--output",
                  command_path("file", path));
    command_run(&process, "bench", "all", "--quick", "--output", "/nowhere/at/all");
    command_expect(&process, 2, "/nowhere/at/all: the folder cannot be made");
    CU_ASSERT_PTR_NULL(strstr(process.err, "part 1"));
    process_free(&process);
}

/* A benchmark alone leaves its own files. */
static void test_one(void) {
    char folder[PATH_BYTES];
    command_exits(0, "index.html has all results", "bench", "mec", "--quick", "--device=cpu",
                  "--only=options", "--output", command_path("one", folder));
    char *page = read_in(folder, "index.html");
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "<h1>heddle bench mec</h1>"));
    free(page);
    free(read_in(folder, "mec-options.csv"));
}

/* Tables and JSON are printed without published numbers; CSV and pages are refused before anything runs. */
static void test_no_python(void) {
    char folder[PATH_BYTES];
    struct process process;
    setenv("HEDDLE_PYTHON", "/nowhere/python", 1);
    command_run(&process, "bench", "all", "--quick", "--device=cpu", "--json", "--only=explore/deep");
    command_expect(&process, 0, "/nowhere/python cannot be started");
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "; published numbers are left out"));
    json_t *object = command_json(process.out);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "tables")), 2);
    json_decref(object);
    process_free(&process);
    command_exits(2, "/nowhere/python cannot be started", "bench", "explore", "--quick", "--output",
                  command_path("none", folder));
    CU_ASSERT_FALSE(command_has_file("none"));
    command_exits(0, NULL, "bench", "cpu", "--quick", "--only=puts", "--json");
    unsetenv("HEDDLE_PYTHON");
}

void suite_bench_all(void) {
    command_suite("heddle bench all", "files, published numbers, figures", test_all, "tables for people",
                  test_text, "a part that fails", test_failure, "too little memory", test_memory,
                  "too little time", test_time, "an interruption", test_interruption, "refusals",
                  test_refusals, "one benchmark into a folder", test_one, "without Python", test_no_python,
                  NULL);
}
