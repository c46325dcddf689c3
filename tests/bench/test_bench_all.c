/* heddle bench all: all files are there and whole, published numbers stand where they must, failures are
 * reported. */
#include <CUnit/CUnit.h>
#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"
#include "tests/support/xml.h"

/* Short parts, which fill a part of every table with published numbers. */
#define SHORT                                                                                                \
    "explore/ring,explore/gas_station,scc/meshes,scc/power_law,mec,parity/spm-shortcuts,parity/spm-orders,"  \
    "graph"

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

/* The row in which column `key` has `text` and column `other` has `said`. */
static const json_t *row_where(const json_t *table, const char *key, const char *text, const char *other,
                               const char *said) {
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(table, "rows"), i, row) {
        if (strcmp(command_text(row, key), text) == 0 &&
            (other == NULL || strcmp(command_text(row, other), said) == 0)) {
            return row;
        }
    }
    CU_FAIL("a row is missing");
    return NULL;
}

static const json_t *row_of_count(const json_t *table, const char *key, uint64_t count) {
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(table, "rows"), i, row) {
        if (command_number(row, key) == count) {
            return row;
        }
    }
    CU_FAIL("a row is missing");
    return NULL;
}

static double number(const json_t *row, const char *key) {
    return json_number_value(json_object_get(row, key));
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

static void check_explore(const json_t *object) {
    const json_t *ring = table_of(object, "explore", "ring"),
                 *gas = table_of(object, "explore", "gas_station");
    CU_ASSERT_EQUAL(number(row_of_count(ring, "nodes", 5), "published_seconds"), 0.086);
    CU_ASSERT_EQUAL(number(row_of_count(ring, "nodes", 10), "published_seconds"), 1.087);
    CU_ASSERT_EQUAL(number(row_of_count(gas, "customers", 7), "published_seconds"), 0.718);
    const json_t *models = table_of(object, "published", "gpuexplore");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(models, "rows")), 16);
    const json_t *peterson = row_where(models, "model", "peterson7", NULL, NULL);
    CU_ASSERT_EQUAL(command_number(peterson, "states"), 142471098);
    CU_ASSERT_EQUAL(number(peterson, "generator_seconds"), 3741.87);
    CU_ASSERT_EQUAL(number(peterson, "maxwell_seconds"), 31.60);
    CU_ASSERT_EQUAL(number(peterson, "pascal_seconds"), 15.74);
    CU_ASSERT_STRING_EQUAL(command_text(peterson, "our_network"), "gas station 7");
    CU_ASSERT_EQUAL(command_number(peterson, "our_states"), 849285);
    /* The nearest of those with 2916, 7209 and 10206 states is in the middle. */
    const json_t *acs = row_where(models, "model", "acs", NULL, NULL);
    CU_ASSERT_STRING_EQUAL(command_text(acs, "our_network"), "gas station 4");
    CU_ASSERT_DOUBLE_EQUAL(number(acs, "times_pascal"), number(acs, "our_states_per_second") / (4764 / 0.06),
                           1e-6);
}

static void check_ecl(const json_t *object) {
    const json_t *ecl = table_of(object, "published", "ecl");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(ecl, "rows")), 23 + 2);
    const json_t *strip = row_where(ecl, "graph", "mobius-strip", NULL, NULL);
    CU_ASSERT_EQUAL(number(strip, "ecl_titan_v_seconds"), 0.7370);
    CU_ASSERT_EQUAL(number(strip, "ecl_a100_seconds"), 0.3629);
    CU_ASSERT_EQUAL(number(strip, "gpu_scc_titan_v_seconds"), 3.8899);
    CU_ASSERT_EQUAL(number(strip, "ispan_xeon_seconds"), 1873.7461);
    CU_ASSERT_DOUBLE_EQUAL(number(strip, "ecl_a100_rate"), 4194304 / 0.3629 / 1e6, 1e-6);
    const json_t *ours = row_where(table_of(object, "scc", "meshes"), "graph", "moebius", NULL, NULL);
    CU_ASSERT_STRING_EQUAL(command_text(strip, "our_graph"), "moebius");
    CU_ASSERT_EQUAL(command_number(strip, "our_vertices"), command_number(ours, "vertices"));
    CU_ASSERT_EQUAL(number(strip, "our_ecl_seconds"), number(ours, "ecl_seconds"));
    CU_ASSERT_EQUAL(number(row_where(ecl, "graph", "toroid-wedge", "set", "small"), "ecl_a100_seconds"),
                    0.0041);
    const json_t *wedge = row_where(ecl, "graph", "toroid-wedge", "set", "large");
    CU_ASSERT_EQUAL(number(wedge, "ecl_a100_seconds"), 0.0189);
    CU_ASSERT_PTR_NULL(
        json_object_get(wedge, "ispan_xeon_seconds")); /* a published time of more than an hour */
    CU_ASSERT_PTR_NULL(json_object_get(wedge, "our_graph"));
    const json_t *google = row_where(ecl, "graph", "web-Google", NULL, NULL);
    CU_ASSERT_EQUAL(command_number(google, "vertices"), 916428);
    CU_ASSERT_EQUAL(number(google, "ispan_ryzen_seconds"), 0.0499);
    const json_t *power = row_where(ecl, "our_graph", "r-mat, 4", NULL, NULL);
    CU_ASSERT_PTR_NULL(json_object_get(power, "vertices"));
    CU_ASSERT(number(power, "our_auto_rate") > 0);
}

static void check_others(const json_t *object) {
    const json_t *models = table_of(object, "published", "decomposition");
    const json_t *coin = row_where(models, "model", "coin.8.3", NULL, NULL);
    CU_ASSERT_EQUAL(number(coin, "vertices"), 87.9e6);
    CU_ASSERT_EQUAL(number(coin, "edges"), 583e6);
    CU_ASSERT_EQUAL(number(coin, "components"), 5.4e6);
    const json_t *ours = row_where(table_of(object, "mec", "prism"), "network", "coin-3", NULL, NULL);
    CU_ASSERT_STRING_EQUAL(command_text(coin, "our_network"), "coin-3"); /* larger than coin-2-1 */
    CU_ASSERT_EQUAL(number(coin, "our_vertices"), (double)command_number(ours, "states"));
    CU_ASSERT_EQUAL(number(coin, "our_mecs"), (double)command_number(ours, "mecs"));
    const json_t *zeroconf = row_where(models, "model", "zeroconf_dl", NULL, NULL);
    CU_ASSERT_STRING_EQUAL(command_text(zeroconf, "our_network"), "zeroconf_dl");
    CU_ASSERT_STRING_EQUAL(command_text(row_where(models, "model", "mutual.7.13", NULL, NULL), "our_network"),
                           "mutual-3");
    const json_t *games = table_of(object, "published", "measures");
    const json_t *tree = row_where(games, "game", "tprop21", NULL, NULL);
    CU_ASSERT_EQUAL(command_number(tree, "vertices"), 4194305);
    CU_ASSERT_STRING_EQUAL(command_text(tree, "our_game"), "tprop(13)");
    CU_ASSERT(command_number(tree, "our_vertices") > 8000);
    const json_t *claims = table_of(object, "published", "claims"), *claim;
    claim = row_where(claims, "figure", "Fig. 8", NULL, NULL);
    CU_ASSERT_STRING_EQUAL(command_text(claim, "published"), "79");
    CU_ASSERT_EQUAL(command_number(claim, "rows"), 5);
    CU_ASSERT(number(claim, "ours") > 0);
    claim = row_where(claims, "published", "5.51", NULL, NULL);
    CU_ASSERT_EQUAL(command_number(claim, "rows"), 6);
}

/* Geometric means cover only rows with natural numbering. */
static void check_mean(const json_t *object) {
    size_t i;
    json_t *row;
    double sum = 0;
    unsigned rows = 0;
    json_array_foreach(json_object_get(table_of(object, "scc", "power_law"), "rows"), i, row) {
        if (json_is_false(json_object_get(row, "scrambled"))) {
            sum += log(number(row, "fbt_seconds") / number(row, "ecl_seconds"));
            rows++;
        }
    }
    const json_t *claim = row_where(table_of(object, "published", "claims"), "published", "1.18", NULL, NULL);
    CU_ASSERT_EQUAL(command_number(claim, "rows"), rows);
    CU_ASSERT_DOUBLE_EQUAL(number(claim, "ours"), exp(sum / rows), 1e-6);
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

static int ends_in(const char *name, const char *ending) {
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

/* Checks that every drawing is whole and on the page. Returns how many there are. */
static unsigned check_drawings(const char *folder, const char *page) {
    unsigned drawings = 0;
    struct dirent *entry;
    DIR *directory = opendir(folder);
    CU_ASSERT_PTR_NOT_NULL_FATAL(directory);
    while ((entry = readdir(directory)) != NULL) {
        if (ends_in(entry->d_name, ".svg")) {
            char *text = read_in(folder, entry->d_name), *drawing = strstr(text, "<svg");
            CU_ASSERT_PTR_NULL(xml_wrong(text));
            CU_ASSERT(count(text, "<rect") + count(text, "<circle") > 1);
            CU_ASSERT(drawing != NULL && strstr(page, drawing) != NULL);
            free(text);
            drawings++;
        }
    }
    closedir(directory);
    return drawings;
}

static void check_folder(const char *folder, const json_t *object) {
    size_t i;
    json_t *table;
    char *page = read_in(folder, "index.html");
    check_page(page);
    json_array_foreach(json_object_get(object, "tables"), i, table) {
        check_table(folder, table, page);
    }
    /* 2 of Table 1, Table 2, 8 and 9 of MECs, 3 of meshes, 8.12 and 8.14. */
    CU_ASSERT_EQUAL(check_drawings(folder, page), 2 + 1 + 2 + 3 + 2);
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "Figures that are not here"));
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "<p>Sizes: a look (--quick) without a GPU"));
    CU_ASSERT_PTR_NOT_NULL(strstr(page, " parts: all are done."));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(page, "<code>paper</code>: GPUexplore 2.0")); /* in backquotes on a terminal */
    free(page);
}

/* Published values are drawn where the table has them: two lines, of which one is dashed. */
static void check_published_series(const char *folder) {
    char *text = read_in(folder, "scalability-table-1-ring.svg");
    CU_ASSERT_EQUAL(count(text, "<path"), 2);
    CU_ASSERT_EQUAL(count(text, "stroke-dasharray"), 1);
    CU_ASSERT_EQUAL(count(text, "<circle"), 9 + 9);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "seconds 1.087<"));
    free(text);
    text = read_in(folder, "ecl-figures-8-to-10.svg");
    CU_ASSERT_EQUAL(count(text, "fill-opacity=\"0.45\""), 2 * 4); /* in the legend, too */
    free(text);
}

static void test_all(void) {
    char folder[PATH_BYTES];
    struct process process;
    command_run(&process, "bench", "all", "--quick", "--device=cpu", "--json", "--only", SHORT, "--output",
                command_path("all", folder));
    command_expect(&process, 0, "part 1 of 10, explore/ring");
    CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "for the rest"));
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(command_text(object, "name"), "all");
    CU_ASSERT(json_is_true(json_object_get(object, "complete")));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(table_of(object, "all", "parts"), "rows")), 10);
    check_explore(object);
    check_ecl(object);
    check_others(object);
    check_mean(object);
    check_folder(folder, object);
    check_published_series(folder);
    json_decref(object);
    process_free(&process);
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

/* Under the heading `label`, some line has `cell` flush left. */
static void expect_left(const char *out, const char *label, const char *cell) {
    for (const char *at = strstr(out, label); at != NULL; at = strstr(at + 1, label)) {
        const char *line = at;
        while (line > out && line[-1] != '\n') {
            line--;
        }
        size_t column = (size_t)(at - line);
        for (line = strchr(line, '\n'); line != NULL && line[1] != '\n' && line[1] != '\0';
             line = strchr(line + 1, '\n')) {
            if (strcspn(line + 1, "\n") > column && strncmp(line + 1 + column, cell, strlen(cell)) == 0) {
                return;
            }
        }
    }
    CU_FAIL("a text does not begin where its heading does");
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
    expect_left(process.out, "our network", "ring ");
    expect_left(process.out, "our network", "phil-");
    /* Once at the top, and in the parts: 2 explore, 1 graph, 3 mec, 1 scc, 2 parity, 5 published. */
    CU_ASSERT_EQUAL(count(process.out, "\nSizes: a look") + 1, 1 + 2 + 1 + 3 + 1 + 2 + 5);
    process_free(&process);
}

/* --- failures --- */

static const char *outcome_of(const json_t *object, const char *benchmark) {
    return command_text(row_where(table_of(object, "all", "parts"), "benchmark", benchmark, NULL, NULL),
                        "outcome");
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
    command_run(&process, "bench", "all", "--device=cpu", "--threads=1", "--timeout=0.5", "--only",
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
    command_run(&process, "bench", "all", "--only=explore/rings");
    command_ends(&process, 2, "explore has no part 'rings'; it has ring, gas_station");
    command_put_file("file", "");
    command_run(&process, "bench", "all", "--quick", "--output", command_path("file", path));
    command_ends(&process, 2, "--output wants a folder");
    command_run(&process, "bench", "all", "--quick", "--output", "/nowhere/at/all");
    command_expect(&process, 2, "/nowhere/at/all: the folder cannot be made");
    CU_ASSERT_PTR_NULL(strstr(process.err, "part 1"));
    process_free(&process);
}

/* A benchmark alone leaves its own files. */
static void test_one(void) {
    char folder[PATH_BYTES];
    struct process process;
    command_run(&process, "bench", "mec", "--quick", "--device=cpu", "--only=options", "--output",
                command_path("one", folder));
    command_ends(&process, 0, "index.html has all results");
    char *page = read_in(folder, "index.html");
    CU_ASSERT_PTR_NOT_NULL(strstr(page, "<h1>heddle bench mec</h1>"));
    CU_ASSERT_EQUAL(check_drawings(folder, page), 1);
    free(page);
    free(read_in(folder, "mec-options.csv"));
}

static void put_in(const char *folder, const char *name, const char *text) {
    char path[2 * PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static int is_in(const char *folder, const char *name) {
    char path[2 * PATH_BYTES];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return lstat(path, &status) == 0;
}

static void bench_into(const char *folder, const char *only) {
    struct process process;
    command_run(&process, "bench", "all", "--quick", "--device=cpu", "-q", "--only", only, "--output",
                folder);
    command_ends(&process, 0, NULL);
}

/* Files of an earlier run go; files that are not known to be its own stay. */
static void test_again(void) {
    static const char *const old[] = {"mec-options.csv", "mec-options.json"};
    static const char *const others[] = {"own.csv", "mec-notes.json", "parity-spm-kernels.svg", "readme.txt"};
    char folder[PATH_BYTES], outside[PATH_BYTES], link[2 * PATH_BYTES];
    command_path("again", folder);
    bench_into(folder, "mec/options");
    for (size_t i = 0; i < LENGTH(others); i++) {
        put_in(folder, others[i], "mine");
    }
    char *page = read_in(folder, "index.html"), *figure = strstr(page, ".svg\">SVG</a>");
    CU_ASSERT_PTR_NOT_NULL_FATAL(figure);
    while (figure[-1] != '"') {
        figure--;
    }
    char svg[PATH_BYTES];
    snprintf(svg, sizeof svg, "%.*s.svg", (int)strcspn(figure, "."), figure);
    free(page);
    CU_ASSERT(is_in(folder, old[0]) && is_in(folder, old[1]) && is_in(folder, svg));
    bench_into(folder, "explore/deep");
    CU_ASSERT_FALSE(is_in(folder, old[0]) || is_in(folder, old[1]) || is_in(folder, svg));
    CU_ASSERT(is_in(folder, "explore-deep.csv") && is_in(folder, "explore-deep.json"));
    for (size_t i = 0; i < LENGTH(others); i++) {
        char *text = read_in(folder, others[i]);
        CU_ASSERT_STRING_EQUAL(text, "mine");
        free(text);
    }
    /* A page with links to other folders and to files that do not exist; and a page of another program. */
    command_put_file("outside.csv", "mine");
    command_path("outside.csv", outside);
    snprintf(link, sizeof link, "%s/symbolic.csv", folder);
    CU_ASSERT_EQUAL(symlink(outside, link), 0);
    put_in(folder, "index.html",
           "<!DOCTYPE html>\n<title>heddle bench all</title><a href=\"../outside.csv\">CSV</a>"
           "<a href=\"symbolic.csv\">CSV</a><a href=\"readme.txt\">x</a><a href=\"nowhere.csv\">CSV</a>");
    bench_into(folder, "explore/deep");
    CU_ASSERT(command_has_file("outside.csv") && is_in(folder, "symbolic.csv") &&
              is_in(folder, "readme.txt"));
    put_in(folder, "index.html", "<!DOCTYPE html>\n<title>mine</title><a href=\"own.csv\">CSV</a>");
    bench_into(folder, "explore/deep");
    CU_ASSERT(is_in(folder, "own.csv"));
    CU_ASSERT(is_in(folder, "explore-deep.csv") && is_in(folder, "explore-deep.json"));
    remove(link);
}

void suite_bench_all(void) {
    command_suite("heddle bench all", "files, published numbers, figures", test_all, "tables for people",
                  test_text, "a part that fails", test_failure, "too little memory", test_memory,
                  "too little time", test_time, "an interruption", test_interruption, "refusals",
                  test_refusals, "one benchmark into a folder", test_one, "into the folder of an earlier run",
                  test_again, NULL);
}
