/*
 * heddle check --report: the page is whole, holds what --json and --trace tell, and nothing in a label can
 * leave its place; and in a browser, where there is one, it is drawn, stepped through, folded and searched
 * without an error of its script.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text/text.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* --- reading pages --- */

static char *page_text(const char *name) {
    char path[PATH_BYTES];
    size_t size;
    char *text = process_read_file(command_path(name, path), &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL(strlen(text), size);
    return text;
}

static unsigned count_of(const char *text, const char *part) {
    unsigned count = 0;
    while ((text = strstr(text, part)) != NULL) {
        text += strlen(part);
        count++;
    }
    return count;
}

/* The text between `begin` and the next `end`, as JSON; the caller releases it. */
static json_t *json_between(const char *text, const char *begin, const char *end) {
    const char *from = strstr(text, begin);
    CU_ASSERT_PTR_NOT_NULL_FATAL(from);
    from += strlen(begin);
    const char *to = strstr(from, end);
    CU_ASSERT_PTR_NOT_NULL_FATAL(to);
    json_error_t error;
    json_t *object = json_loadb(from, (size_t)(to - from), 0, &error);
    if (object == NULL) {
        printf("\n  %s at %d:%d\n", error.text, error.line, error.column);
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(object);
    return object;
}

/* The data of a page, which has two scripts and refers to no other address. */
static json_t *page_data(const char *name) {
    char *text = page_text(name);
    CU_ASSERT_EQUAL(strncmp(text, "<!DOCTYPE html>", 15), 0);
    CU_ASSERT_EQUAL(count_of(text, "<script"), 2);
    CU_ASSERT_EQUAL(count_of(text, "</script>"), 2);
    CU_ASSERT_EQUAL(count_of(text, "<!--"), 0);
    CU_ASSERT_EQUAL(count_of(text, " src="), 0);
    CU_ASSERT_EQUAL(count_of(text, "https://"), 0);
    CU_ASSERT_EQUAL(count_of(text, "http://"), 1); /* the name of SVG's elements, which is no address */
    json_t *data = json_between(text, "id=\"report\">", "</script>");
    free(text);
    return data;
}

static json_t *json_file(const char *name) {
    char path[PATH_BYTES];
    json_t *object = json_load_file(command_path(name, path), 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(object);
    return object;
}

static const json_t *result_at(const json_t *data, size_t index) {
    return json_array_get(json_object_get(data, "results"), index);
}

/* Puts the moves of a step into the state. */
static void move_on(json_t *state, const json_t *moves) {
    for (size_t k = 0; k + 1 < json_array_size(moves); k += 2) {
        size_t component = (size_t)json_integer_value(json_array_get(moves, k));
        CU_ASSERT(component < json_array_size(state));
        json_array_set(state, component, json_array_get(moves, k + 1));
    }
}

/* Checks that the page's trace has the labels and states of the JSON trace. */
static void expect_trace(const json_t *evidence, const json_t *trace) {
    const json_t *steps = json_object_get(evidence, "steps"), *expected = json_object_get(trace, "steps");
    json_t *state = json_deep_copy(json_object_get(evidence, "initial"));
    CU_ASSERT_STRING_EQUAL(command_text(evidence, "kind"), "trace");
    CU_ASSERT(json_equal(state, json_object_get(trace, "initial")));
    CU_ASSERT(json_equal(json_object_get(evidence, "lasso"), json_object_get(trace, "lasso")));
    CU_ASSERT_EQUAL(json_array_size(steps), json_array_size(expected));
    CU_ASSERT(json_array_size(expected) > 0);
    for (size_t k = 0; k < json_array_size(expected); k++) {
        const json_t *step = json_array_get(steps, k), *other = json_array_get(expected, k);
        move_on(state, json_object_get(step, "moves"));
        CU_ASSERT(json_equal(json_object_get(step, "label"), json_object_get(other, "label")));
        CU_ASSERT(json_equal(state, json_object_get(other, "to")));
    }
    json_decref(state);
}

/* --- the pages of these tests --- */

/* Labels that would end the page's script if they were not escaped. */
#define SCRIPT_LABEL "</script><script>failures.push('label')</script>"

/* A label that is not UTF-8, with U+FFFD in place of its bytes. */
#define HOSTILE_BYTES(bytes) "quotes ' ` & <!-- &lt; " bytes

static const char hostile[] =
    "des (0, 9, 10)\n(0, \"" SCRIPT_LABEL "\", 1)\n"
    "(1, \"" HOSTILE_BYTES(
        "\xff\xfe") "\", 2)\n(2, i, 3)\n(3, i, 4)\n(4, i, 5)\n"
                    "(5, \"a label that goes on and on and on and on and on and on and on and on\", 6)\n"
                    "(6, i, 7)\n(7, i, 8)\n(8, \"\\\\ \xe2\x80\xa8 \x01\x1b[31m\x7f\xc2\x9b \xc3\xa9\", 9)\n";

/* hostile.html and hostile.json, of the deadlock in a network whose texts are hostile. */
static void make_hostile(void) {
    char network[PATH_BYTES], page[PATH_BYTES], trace[PATH_BYTES];
    command_put_file("<b>&'\".aut", hostile);
    command_exits(1, NULL, "check", "-q", "--deadlock", "--report", command_path("hostile.html", page),
                  "--trace", command_path("hostile.json", trace), command_path("<b>&'\".aut", network));
}

/* several.html and several.json ..: a lasso, a label, a deadlock that is none, a branching strategy. */
static json_t *make_several(void) {
    char network[PATH_BYTES], page[PATH_BYTES], trace[PATH_BYTES];
    json_t *told = command_json_of(
        1, NULL, "check", "--json", "--starvation", "work_1", "--never", "trans", "--deadlock", "--formula",
        "<true*> [true*] <true* . \"nothing\"> true", "--report", command_path("several.html", page),
        "--trace", command_path("several.json", trace), command_example("producer/network.exp", network));
    return told;
}

/* --- the written page --- */

static void test_hostile(void) {
    make_hostile();
    json_t *data = page_data("hostile.html"), *trace = json_file("hostile.json");
    const json_t *evidence = json_object_get(result_at(data, 0), "evidence");
    expect_trace(evidence, trace);
    CU_ASSERT_STRING_EQUAL(command_text(json_array_get(json_object_get(evidence, "steps"), 0), "label"),
                           SCRIPT_LABEL);
    CU_ASSERT(json_equal(json_object_get(data, "inputs"), json_object_get(trace, "inputs")));
    CU_ASSERT(json_equal(json_object_get(data, "components"), json_object_get(trace, "components")));
    json_decref(data);
    json_decref(trace);
}

static void test_several(void) {
    json_t *told = make_several(), *data = page_data("several.html");
    const json_t *results = json_object_get(data, "results");
    unsigned traces = 0, strategies = 0, none = 0;
    CU_ASSERT_EQUAL(json_array_size(results), 4);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(told, "properties")), 4);
    for (size_t k = 0; k < json_array_size(results); k++) {
        const json_t *result = json_array_get(results, k), *other = command_property(told, k);
        const json_t *evidence = json_object_get(result, "evidence");
        CU_ASSERT_STRING_EQUAL(command_text(result, "verdict"), command_text(other, "verdict"));
        CU_ASSERT_STRING_EQUAL(command_text(json_object_get(result, "property"), "name"),
                               command_text(other, "name"));
        CU_ASSERT_STRING_EQUAL(command_text(result, "file"), command_text(other, "trace_file"));
        if (json_is_null(evidence)) {
            CU_ASSERT_STRING_EQUAL(command_text(other, "verdict"), "holds");
            none++;
        } else if (strcmp(command_text(evidence, "kind"), "parity") == 0) {
            strategies++;
            CU_ASSERT(json_is_false(json_object_get(evidence, "holds")));
            CU_ASSERT_EQUAL(command_number(evidence, "nodes"),
                            json_array_size(json_object_get(evidence, "strategy")));
            CU_ASSERT_EQUAL(json_array_size(json_object_get(evidence, "labels")), 6);
        } else {
            json_t *trace = json_load_file(command_text(other, "trace_file"), 0, NULL);
            CU_ASSERT_PTR_NOT_NULL_FATAL(trace);
            expect_trace(evidence, trace);
            json_decref(trace);
            traces++;
        }
    }
    CU_ASSERT_EQUAL(traces, 2);
    CU_ASSERT_EQUAL(strategies, 1);
    CU_ASSERT_EQUAL(none, 1);
    CU_ASSERT_EQUAL(command_number(json_object_get(data, "counts"), "states"), 8);
    json_decref(told);
    json_decref(data);
}

/* The producer hands work to either consumer, and all three do something alone. */
static void test_network(void) {
    static const char expected[] =
        "[{\"components\": [0], \"rules\": 1, \"label_count\": 1, \"labels\": [\"generate_work\"]},"
        " {\"components\": [1], \"rules\": 2, \"label_count\": 2, \"labels\": [\"done_1\", \"work_1\"]},"
        " {\"components\": [2], \"rules\": 2, \"label_count\": 2, \"labels\": [\"done_2\", \"work_2\"]},"
        " {\"components\": [0, 1], \"rules\": 1, \"label_count\": 1, \"labels\": [\"trans\"]},"
        " {\"components\": [0, 2], \"rules\": 1, \"label_count\": 1, \"labels\": [\"trans\"]}]";
    json_decref(make_several());
    json_t *data = page_data("several.html"), *groups = json_loads(expected, 0, NULL);
    json_t *sizes = json_loads("[[2, 2, 2], [2, 3, 3], [2, 3, 3]]", 0, NULL);
    const json_t *network = json_object_get(data, "network");
    CU_ASSERT(json_equal(json_object_get(network, "synchronisations"), groups));
    CU_ASSERT(json_equal(json_object_get(network, "sizes"), sizes));
    CU_ASSERT_EQUAL(command_number(network, "rules"), 7);
    CU_ASSERT_EQUAL(command_number(network, "left_out"), 0);
    json_decref(groups);
    json_decref(sizes);
    json_decref(data);
}

/* The data of the page NAME on a formula; to be released. */
static json_t *formula_page(const char *name, const char *formula, const char *model, int code) {
    char network[PATH_BYTES], page[PATH_BYTES];
    command_exits(code, NULL, "check", "-q", "--formula", formula, "--report", command_path(name, page),
                  command_example(model, network));
    return page_data(name);
}

/* A witness: in a report, a property that holds because something is reachable has a trace. */
static void test_witness(void) {
    json_t *data = formula_page("witness.html", "<true* . \"trans\"> true", "producer/network.exp", 0);
    const json_t *evidence = json_object_get(result_at(data, 0), "evidence");
    CU_ASSERT_STRING_EQUAL(command_text(result_at(data, 0), "verdict"), "holds");
    CU_ASSERT(json_is_true(json_object_get(evidence, "holds")));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(evidence, "steps")), 2);
    json_decref(data);
}

/* What was not decided is reported, too. */
static void test_undecided(void) {
    char network[PATH_BYTES], page[PATH_BYTES];
    command_exits(3, NULL, "check", "-q", "--deadlock", "--max-states", "1000", "--report",
                  command_path("undecided.html", page), command_example("ring-10/ring.exp", network));
    json_t *data = page_data("undecided.html");
    CU_ASSERT_STRING_EQUAL(command_text(result_at(data, 0), "verdict"), "undecided");
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(result_at(data, 0), "why"), "--max-states"));
    CU_ASSERT(json_is_null(json_object_get(result_at(data, 0), "evidence")));
    CU_ASSERT(json_is_false(json_object_get(json_object_get(data, "counts"), "complete")));
    json_decref(data);
}

/* A walk can be looked at, too. */
static void test_walk(void) {
    char network[PATH_BYTES], page[PATH_BYTES], trace[PATH_BYTES], script[PATH_BYTES], text[3 * PATH_BYTES];
    snprintf(text, sizeof text, "generate_work\ntrans\nsave %s\nsave %s\n", command_path("walk.html", page),
             command_path("walk.json", trace));
    command_put_file("walk.txt", text);
    command_exits(0, NULL, "simulate", "-q", "--script", command_path("walk.txt", script),
                  command_example("producer/network.exp", network));
    json_t *data = page_data("walk.html"), *walk = json_file("walk.json");
    CU_ASSERT(json_is_null(json_object_get(result_at(data, 0), "property")));
    expect_trace(json_object_get(result_at(data, 0), "evidence"), walk);
    json_decref(data);
    json_decref(walk);
}

/* data.html and data.json: a PRISM model, a trace with variables, a witness of a formula, a livelock. */
static void make_data(void) {
    char model[PATH_BYTES], page[PATH_BYTES], trace[PATH_BYTES];
    command_put_file("data.prism",
                     "mdp\nconst int N;\n// <b>&</script>\nmodule m\n  x : [-2..N] init -1;\n"
                     "  b : bool;\n  [] true -> 0.5:(x'=3) + 0.5:true;\n"
                     "  [go] x<0 -> (x'=-2)&(b'=true);\n  [stop] b & x=3 -> (x'=1);\nendmodule\n"
                     "module n\n  y : [0..4];\n  [go] y<4 -> (y'=y+1);\n"
                     "  [stop] true -> (y'=0);\n  [bad] y=4 -> true;\nendmodule\n");
    command_exits(1, NULL, "check", "-q", command_path("data.prism", model), "--const", "N=3", "--never",
                  "stop", "-f", "[true*] <true* . \"stop\"> true", "--livelock", "--deadlock", "--report",
                  command_path("data.html", page));
    command_exits(1, NULL, "check", "-q", model, "--const", "N=3", "--never", "stop", "--trace",
                  command_path("data.json", trace));
}

/* A page has local states of variables, and says what they stand for. */
static void test_data(void) {
    make_data();
    json_t *data = page_data("data.html"), *trace = json_file("data.json");
    json_t *variables = json_loads("[{\"lowest\": -2, \"states\": 6, \"bool\": false},"
                                   " {\"lowest\": 0, \"states\": 2, \"bool\": true},"
                                   " {\"lowest\": 0, \"states\": 5, \"bool\": false}]",
                                   0, NULL);
    const json_t *evidence = json_object_get(result_at(data, 0), "evidence");
    json_t *state = json_deep_copy(json_object_get(evidence, "initial"));
    CU_ASSERT(json_equal(json_object_get(data, "variables"), variables));
    CU_ASSERT_EQUAL(strncmp(command_text(data, "source"), "mdp\nconst int N;\n// <b>&</script>\n", 34), 0);
    CU_ASSERT_EQUAL(command_number(json_object_get(data, "network"), "labels"), 4);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(evidence, "steps")), 3);
    static const int lines[][2] = {{8, 13}, {7, 0}, {9, 14}}; /* of commands */
    for (size_t k = 0; k < 3; k++) {
        const json_t *step_lines =
            json_object_get(json_array_get(json_object_get(evidence, "steps"), k), "lines");
        CU_ASSERT_EQUAL(json_array_size(step_lines), lines[k][1] == 0 ? 1u : 2u);
        CU_ASSERT_EQUAL(json_integer_value(json_array_get(step_lines, 0)), lines[k][0]);
        CU_ASSERT_EQUAL(json_integer_value(json_array_get(step_lines, 1)), lines[k][1]);
        const json_t *to = json_object_get(json_array_get(json_object_get(trace, "steps"), k), "to");
        move_on(state, json_object_get(json_array_get(json_object_get(evidence, "steps"), k), "moves"));
        CU_ASSERT_EQUAL((uint64_t)json_integer_value(json_array_get(state, 0)) - 2, command_number(to, "x"));
        CU_ASSERT_EQUAL(json_integer_value(json_array_get(state, 1)), json_is_true(json_object_get(to, "b")));
        CU_ASSERT_EQUAL((uint64_t)json_integer_value(json_array_get(state, 2)), command_number(to, "y"));
    }
    json_decref(state);
    json_decref(variables);
    json_decref(trace);
    json_decref(data);
}

/* Only the first nodes of a large strategy are drawn. */
static void test_large_strategy(void) {
    json_t *data =
        formula_page("large.html", "<true*> [true*] <true* . \"nothing\"> true", "filter-4/filter.exp", 1);
    const json_t *evidence = json_object_get(result_at(data, 0), "evidence");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(evidence, "strategy")), 2000);
    CU_ASSERT(command_number(evidence, "nodes") > 2000);
    json_decref(data);
}

/* The files that were read, each once, with the digits that sha256sum prints; the command line as it was. */
static void test_inputs(void) {
    char network[PATH_BYTES], page[PATH_BYTES];
    command_put_file("abc.aut", "des (0, 1, 1)\n(0, a, 0)\n");
    command_put_file("abc.exp", "\"abc.aut\" ||| \"abc.aut\"\n");
    command_exits(0, NULL, "check", "-q", "--deadlock", "--report", command_path("abc.html", page),
                  command_path("abc.exp", network));
    json_t *data = page_data("abc.html");
    const json_t *files = json_object_get(data, "files"), *command = json_object_get(data, "command");
    CU_ASSERT_EQUAL_FATAL(json_array_size(files), 2);
    CU_ASSERT_STRING_EQUAL(command_text(json_array_get(files, 0), "sha256"),
                           "8cf404a61e461409e320fea5bae42b58a8857f053832c7c35b4e382aad7a4136");
    CU_ASSERT_STRING_EQUAL(command_text(json_array_get(files, 1), "sha256"),
                           "25feddd550da110128352efc6bcee8a5dc6f841338a721384a8c792abe8243ae");
    CU_ASSERT_EQUAL(command_number(json_array_get(files, 0), "bytes"), 24);
    CU_ASSERT_STRING_EQUAL(command_text(json_array_get(files, 1), "name"), network);
    CU_ASSERT_EQUAL_FATAL(json_array_size(command), 6);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(command, 0)), "check");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(command, 5)), network);
    CU_ASSERT_EQUAL(strlen(command_text(data, "date")), strlen("2026-01-31 23:59 UTC"));
    json_decref(data);
}

/* Writes base.json, the output of an earlier run, and changed.html, the page of a later one. */
static void make_changed(void) {
    char network[PATH_BYTES], base[PATH_BYTES], page[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", network);
    command_run_to(command_path("base.json", base), &process, "check", "--json", "--deadlock", "--never",
                   "nothing", "--never", "done_1", "--never", "work_1", network, (const char *)NULL);
    CU_ASSERT_EQUAL(process.code, 1);
    process_free(&process);
    char *text = page_text("base.json"), *steps = strstr(text, "\"states\": 8");
    CU_ASSERT_PTR_NOT_NULL_FATAL(steps);
    steps[strlen("\"states\": ")] = '5';
    char *verdict = strstr(strstr(text, "never done_1"), "\"violated\"");
    memcpy(verdict, "\"holds\"   ", strlen("\"violated\""));
    command_put_file("base.json", text);
    free(text);
    command_exits(1, NULL, "check", "-q", "--deadlock", "--never", "done_1", "--never", "work_1", "--never",
                  "trans", "-k", "--report-base", command_path("base.json", base), "--report",
                  command_path("changed.html", page), network);
}

/* The page keeps of the earlier run what it compares, and no traces. */
static void test_base(void) {
    make_changed();
    json_t *data = page_data("changed.html");
    const json_t *base = json_object_get(data, "base"), *properties = json_object_get(base, "properties");
    json_t *expected = json_loads("{\"name\": \"never work_1\", \"kind\": \"never\","
                                  " \"verdict\": \"violated\", \"steps\": 3}",
                                  0, NULL);
    CU_ASSERT_EQUAL(json_array_size(properties), 4);
    CU_ASSERT(json_equal(json_array_get(properties, 3), expected));
    CU_ASSERT_EQUAL(command_number(json_object_get(base, "counts"), "states"), 5);
    json_decref(expected);
    json_decref(data);
}

/* atoms.html and atoms.txt: a fair lasso and the run that ends, of formulas of linear time. */
static json_t *make_atoms(void) {
    char model[PATH_BYTES], page[PATH_BYTES];
    command_put_file("one.aut", "des (0, 3, 3)\n(0, go, 1)\n(1, i, 2)\n(2, back, 1)\n");
    command_put_file("two.aut", "des (0, 2, 2)\n(0, tick, 1)\n(1, \"</script>\", 0)\n");
    command_put_file("fair.exp", "\"one.aut\" ||| \"two.aut\"\n");
    command_put_file("end.prism", "mdp module m x : [0..2]; [up] x<2 -> (x'=x+1); endmodule\n");
    command_exits(1, NULL, "check", "-q", "--ltl", "F (go && X deadlock) || G F \"</script>\" && F G !back",
                  "--fairness", "weak", "--report", command_path("fair.html", page),
                  command_path("fair.exp", model));
    return command_json_of(1, NULL, "check", "--json", "--ltl", "G F {x<2}", "--never", "up", "--report",
                           command_path("end.html", page), command_path("end.prism", model));
}

/* What atoms say, as --json has it; and why a cycle is fair. */
static void test_atoms(void) {
    json_t *told = make_atoms(), *end = page_data("end.html"), *fair = page_data("fair.html");
    const json_t *evidence = json_object_get(result_at(end, 0), "evidence");
    json_t *atoms = json_loads("{\"texts\": [\"{x<2}\"], \"values\": [[1], [1], [0]]}", 0, NULL);
    CU_ASSERT(json_equal(json_object_get(evidence, "atoms"), atoms));
    CU_ASSERT(json_equal(json_object_get(command_property(told, 0), "atoms"), atoms));
    CU_ASSERT(json_is_true(json_object_get(evidence, "ends")));
    CU_ASSERT_PTR_NULL(json_object_get(json_object_get(result_at(end, 1), "evidence"), "atoms"));
    evidence = json_object_get(result_at(fair, 0), "evidence");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(json_object_get(evidence, "atoms"), "texts")), 4);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(json_object_get(evidence, "atoms"), "values")),
                    json_array_size(json_object_get(evidence, "steps")));
    CU_ASSERT(json_is_false(json_object_get(evidence, "ends")));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(evidence, "fair")), 1);
    CU_ASSERT_EQUAL(strncmp(json_string_value(json_array_get(json_object_get(evidence, "fair"), 0)),
                            "taken: one (step ", 17),
                    0);
    json_decref(atoms);
    json_decref(told);
    json_decref(end);
    json_decref(fair);
}

static void test_base_errors(void) {
    static const struct {
        const char *text, *in_stderr;
    } cases[] = {{"", ":1:1: "},
                 {"{\n \"command\": 7,\n oops}", ":3:"},
                 {"[]", "this is no result of heddle check"},
                 {"{\"command\": \"scc\", \"properties\": []}", "this is no result of heddle check"},
                 {"{\"command\": \"check\"}", "this is no result of heddle check"},
                 {"{\"command\": \"check\", \"properties\": [], \"properties\": []}", "duplicate"},
                 {"{\"command\": \"check\", \"properties\": [{\"name\": \"x\"}]}",
                  "property 1 has no name, kind and verdict"}};
    char network[PATH_BYTES], base[PATH_BYTES], page[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", network);
    command_path("bad.json", base);
    command_path("none.html", page);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        command_put_file("bad.json", cases[k].text);
        command_run(&process, "check", "--deadlock", "--report", page, "--report-base", base, network);
        command_expect(&process, 2, cases[k].in_stderr);
        CU_ASSERT(!command_has_file("none.html"));
        process_free(&process);
    }
    command_exits(2, "give --report, too", "check", "--deadlock", "--report-base", base, network);
    command_exits(2, "/nowhere.json: cannot open", "check", "--deadlock", "--report", page, "--report-base",
                  "/nowhere.json", network);
}

/* "-" is standard output, which then has the page and no rows. */
static void test_stdout(void) {
    char network[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    command_run_to(command_path("out.html", out), &process, "check", "--deadlock", "--report", "-",
                   command_example("producer/network.exp", network), (const char *)NULL);
    command_expect(&process, 0, "no deadlock  holds");
    json_decref(page_data("out.html"));
    process_free(&process);
}

/* Errors are reported before the work, and no file is left. */
static void test_errors(void) {
    char network[PATH_BYTES], path[PATH_BYTES], mdp[PATH_BYTES];
    static const struct {
        const char *report, *trace, *in_stderr;
    } cases[] = {{"/nowhere/at/all.html", "t.json", "/nowhere/at/all.html: cannot be written"},
                 {"/", "t.json", "cannot be written"},
                 {"-", "-", "--trace and --report name the same file"}};
    command_example("producer/network.exp", network);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        struct process process;
        const char *trace = cases[k].trace[0] == '-' ? "-" : command_path(cases[k].trace, path);
        command_run(&process, "check", "--never", "trans", "--report", cases[k].report, "--trace", trace,
                    network);
        command_expect(&process, 2, cases[k].in_stderr);
        CU_ASSERT_EQUAL(process.out_size, 0);
        CU_ASSERT(!command_has_file("t.json"));
        process_free(&process);
    }
    command_put_file("own.aut", "des (0, 0, 1)\n");
    command_path("own.aut", path);
    command_exits(2, "does not end in .html", "check", "--deadlock", "--report", path, path);
    command_put_file("m.tra", "STATES 1\nTRANSITIONS 0\n");
    command_exits(2, "--report is for networks", "check", "--almost-surely", "a", "--report",
                  command_path("m.html", path), command_path("m.tra", mdp));
}

/* --- in a browser --- */

static int has_browser(void) {
    const char *path = getenv("PATH");
    char file[PATH_BYTES];
    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/chromium", (int)length, path);
        if (length + 16 < sizeof file && access(file, X_OK) == 0) {
            return 1;
        }
        path += length + (path[length] == ':');
    }
    return 0;
}

/* The results of the page's test of itself (report/selftest.js), in a window that is `width` pixels wide. */
static json_t *browse_wide(const char *name, unsigned width) {
    char path[PATH_BYTES], address[2 * PATH_BYTES], profile[2 * PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES];
    char window[64];
    struct process process;
    snprintf(window, sizeof window, "--window-size=%u,1000", width);
    snprintf(address, sizeof address, "file://%s#selftest", command_path(name, path));
    snprintf(profile, sizeof profile, "--user-data-dir=%s", command_path("profile", path));
    const char *argv[] = {"/usr/bin/env",
                          "timeout",
                          "200",
                          "chromium",
                          "--headless",
                          "--no-sandbox",
                          "--disable-gpu",
                          "--disable-dev-shm-usage",
                          "--enable-logging=stderr",
                          "--virtual-time-budget=10000",
                          window,
                          profile,
                          "--dump-dom",
                          address,
                          NULL};
    pid_t pid = process_start(argv, command_path("dom", out), command_path("log", err));
    process_finish(pid, out, err, &process);
    CU_ASSERT_EQUAL_FATAL(process.code, 0);
    if (strstr(process.err, ":CONSOLE") != NULL) {
        printf("\n%s\n", process.err);
        CU_FAIL("the browser has something to say about the page");
    }
    /* Browsers write text in elements with these three as entities. */
    static const struct {
        const char *entity;
        char byte;
    } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}};
    char *text = strstr(process.out, "<pre id=\"selftest\">");
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    char *end = strstr(text, "</pre>");
    CU_ASSERT_PTR_NOT_NULL_FATAL(end);
    *end = '\0';
    text = strchr(text, '>') + 1;
    char *to = text;
    for (const char *from = text; *from != '\0'; to++) {
        size_t skip = 1;
        *to = *from;
        for (size_t k = 0; k < 3; k++) {
            if (strncmp(from, entities[k].entity, strlen(entities[k].entity)) == 0) {
                *to = entities[k].byte;
                skip = strlen(entities[k].entity);
            }
        }
        from += skip;
    }
    *to = '\0';
    json_t *seen = json_loads(text, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(seen);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(seen, "failures")), 0);
    CU_ASSERT(json_is_false(json_object_get(seen, "wide")));
    process_free(&process);
    return seen;
}

static json_t *browse(const char *name) {
    return browse_wide(name, 1300);
}

static const json_t *view_at(const json_t *seen, size_t index) {
    return json_array_get(json_object_get(seen, "views"), index);
}

/* The text that the page shows for a label in JSON, whose bytes need not be UTF-8; the caller frees it. */
static char *text_as_shown(const json_t *label) {
    const char *text =
        json_is_string(label) ? json_string_value(label) : HOSTILE_BYTES("\xef\xbf\xbd\xef\xbf\xbd");
    char *shown;
    size_t size;
    FILE *stream = open_memstream(&shown, &size);
    text_print(text, 0, stream);
    fclose(stream);
    return shown;
}

/* How many processes change their state between two tuples. */
static size_t count_changes(const json_t *before, const json_t *after) {
    size_t changes = 0;
    for (size_t k = 0; k < json_array_size(after); k++) {
        changes += !json_equal(json_array_get(before, k), json_array_get(after, k));
    }
    return changes;
}

/* The text that the page shows for a step that begins in a state: the label, then the own labels of the
 * processes, one if all that take part have the same. In these traces, they all change their state. The
 * caller frees it. */
static char *step_as_shown(const json_t *before, const json_t *step) {
    char *label = text_as_shown(json_object_get(step, "label")), *shown;
    const json_t *local = json_object_get(step, "local"), *first = json_array_get(local, 0), *own;
    size_t size, index;
    int equal = json_array_size(local) >= count_changes(before, json_object_get(step, "to"));
    FILE *stream = open_memstream(&shown, &size);
    fprintf(stream, "%s%s", label, local == NULL ? "" : " (");
    json_array_foreach(local, index, own) {
        equal &= json_equal(json_object_get(own, "label"), json_object_get(first, "label"));
    }
    json_array_foreach(local, index, own) {
        if (equal) {
            fputs(index == 0 ? command_text(own, "label") : "", stream);
        } else {
            fprintf(stream, "%s%s: %s", index == 0 ? "" : ", ", command_text(own, "process"),
                    command_text(own, "label"));
        }
    }
    fputs(local == NULL ? "" : ")", stream);
    fclose(stream);
    free(label);
    return shown;
}

/* What the page would save begins with the trace. */
static void expect_saved(const json_t *view, const json_t *trace) {
    const char *saved = command_text(view, "saved");
    json_t *object = json_loads(saved != NULL ? saved : "", JSON_DISABLE_EOF_CHECK, NULL);
    CU_ASSERT(object != NULL && json_equal(object, trace));
    json_decref(object);
}

/* The labels drawn beside the steps are those of the trace, in order, and the trace that would be saved is
 * the same. */
static void expect_view(const json_t *view, const json_t *trace) {
    const json_t *labels = json_object_get(view, "labels"), *steps = json_object_get(trace, "steps");
    CU_ASSERT_EQUAL(json_array_size(labels), json_array_size(steps));
    for (size_t k = 0; k < json_array_size(steps); k++) {
        const char *shown = json_string_value(json_array_get(labels, k));
        const json_t *before =
            k == 0 ? json_object_get(trace, "initial") : json_object_get(json_array_get(steps, k - 1), "to");
        char *expected = step_as_shown(before, json_array_get(steps, k));
        CU_ASSERT_STRING_EQUAL(shown != NULL ? shown : "nothing", expected);
        free(expected);
    }
    CU_ASSERT_EQUAL(command_number(view, "open_rows"), json_array_size(steps) + 1);
    expect_saved(view, trace);
}

static void test_browse_hostile(void) {
    make_hostile();
    json_t *seen = browse("hostile.html"), *trace = json_file("hostile.json");
    const json_t *view = view_at(seen, 0);
    expect_view(view, trace);
    CU_ASSERT_EQUAL(command_number(view, "folded_rows"),
                    7); /* 9 steps, of which 3 and 2 are folded, and the start */
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(view, "fold_labels"), 2)),
                           "3 internal steps");
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(view, "status"), "deadlock"));
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(view, "heads"), 0)), "<b>&'\"");
    CU_ASSERT_EQUAL(command_number(json_object_get(view, "found"), "matches"), 1);
    CU_ASSERT_EQUAL(command_number(json_object_get(view, "found"), "at"), 9);
    json_decref(seen);
    json_decref(trace);
}

/* A row of the page's table of changes: its cells, joined. */
static int has_change(const json_t *seen, const char *expected) {
    size_t index;
    const json_t *row, *changes = json_object_get(seen, "changes");
    json_array_foreach(changes, index, row) {
        char text[512] = "";
        for (size_t k = 0; k < json_array_size(row); k++) {
            size_t length = strlen(text);
            snprintf(text + length, sizeof text - length, "%s%s", k == 0 ? "" : "|",
                     json_string_value(json_array_get(row, k)));
        }
        if (strcmp(text, expected) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Verdicts, properties and counts that changed; what did not change has no row. */
static void test_browse_changes(void) {
    make_changed();
    json_t *seen = browse("changed.html");
    CU_ASSERT(has_change(seen, "never done_1|holds, 3 steps|violated, 3 steps|"));
    CU_ASSERT(has_change(seen, "never trans|—|violated, 2 steps|new"));
    CU_ASSERT(has_change(seen, "never nothing|holds|—|no longer checked"));
    CU_ASSERT(has_change(seen, "states|5|8|+3"));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(seen, "changes")), 6); /* and two times */
    json_decref(seen);
}

/* Long names are shortened so that they still differ, and nothing is cut off in a narrow window. */
static void test_browse_narrow(void) {
    char network[PATH_BYTES], page[PATH_BYTES];
    command_put_file("a_channel_that_loses_every_message.aut", "des (0, 1, 2)\n(0, lose, 1)\n");
    command_put_file("twins.exp", "\"a_channel_that_loses_every_message.aut\" ||\n"
                                  "\"a_channel_that_loses_every_message.aut\"\n");
    command_exits(1, NULL, "check", "-q", "--never", "lose", "--deadlock", "--report",
                  command_path("twins.html", page), command_path("twins.exp", network));
    json_t *seen = browse_wide("twins.html", 600);
    const json_t *written = json_object_get(json_object_get(seen, "network"), "written");
    const char *second = json_string_value(json_array_get(written, 1));
    CU_ASSERT_EQUAL(json_array_size(written), 2);
    CU_ASSERT(second != NULL && strstr(second, "\xe2\x80\xa6") != NULL);
    CU_ASSERT(second != NULL && strcmp(second + strlen(second) - 2, "#2") == 0);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(view_at(seen, 0), "heads"), 1)),
                           "a_channel_that_loses_every_message#2");
    json_decref(seen);
}

/* A ring of many processes: all names cannot be written, more of them fit when a part is enlarged; and a
 * process is found by its name. */
static void test_browse_zoom(void) {
    char network[PATH_BYTES], page[PATH_BYTES], name[64], text[128];
    char *exp;
    size_t size;
    FILE *stream = open_memstream(&exp, &size);
    fputs("par\n", stream);
    for (unsigned k = 0; k < 300; k++) {
        snprintf(name, sizeof name, "ring%u.aut", k);
        snprintf(text, sizeof text, "des (0, 2, 2)\n(%u, t%u, %u)\n(%u, t%u, %u)\n", k == 0, k, k != 0,
                 k != 0, (k + 1) % 300, k == 0);
        command_put_file(name, text);
        fprintf(stream, "%st%u, t%u -> \"%s\"\n", k == 0 ? "" : "|| ", k, (k + 1) % 300, name);
    }
    fputs("end par\n", stream);
    fclose(stream);
    command_put_file("ring.exp", exp);
    free(exp);
    command_exits(1, NULL, "check", "-q", "--never", "t7", "--report", command_path("ring.html", page),
                  command_path("ring.exp", network));
    json_t *seen = browse("ring.html");
    const json_t *seen_network = json_object_get(seen, "network");
    size_t named = json_array_size(json_object_get(seen_network, "named"));
    CU_ASSERT(named >= 30 && named <= 120);
    CU_ASSERT_STRING_EQUAL(command_text(seen_network, "whole"), "0 0 760 760");
    CU_ASSERT_STRING_NOT_EQUAL(command_text(seen_network, "zoomed"), command_text(seen_network, "whole"));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(seen_network, "found")), 1);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(seen_network, "found"), 0)),
                           "ring299");
    json_decref(seen);
}

static void test_browse_walk(void) {
    test_walk();
    json_t *seen = browse("walk.html"), *walk = json_file("walk.json");
    expect_view(view_at(seen, 0), walk);
    json_decref(seen);
    json_decref(walk);
}

/* Own labels: in step 1 one of two processes has one, in step 2 both have the same. */
static void test_browse_own(void) {
    char network[PATH_BYTES], page[PATH_BYTES];
    command_put_file("own_x.aut", "des (0, 2, 3)\n(0, put, 1)\n(1, stay, 2)\n");
    command_put_file("own_y.aut", "des (0, 2, 3)\n(0, get, 1)\n(1, stay, 2)\n");
    command_put_file("own.exp",
                     "hide stay in par using put * get -> get, stay * stay -> stay in own_x.aut || "
                     "own_y.aut end par end hide\n");
    command_exits(1, NULL, "check", "-q", "--never", "i", "--report", command_path("own.html", page),
                  command_path("own.exp", network));
    json_t *seen = browse("own.html"), *labels = json_object_get(view_at(seen, 0), "labels");
    CU_ASSERT_EQUAL_FATAL(json_array_size(labels), 2);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(labels, 0)), "get (own_x: put)");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(labels, 1)), "i (stay)");
    json_decref(seen);
}

/* Why the search did not see all. */
static void test_browse_undecided(void) {
    test_undecided();
    json_t *seen = browse("undecided.html");
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(seen, "head"), "; the search was stopped by a limit"));
    json_decref(seen);
}

/* Formulas of files keep their lines, so that a comment does not hide what follows it. */
static void test_browse_formulas(void) {
    static const char first[] = "% a comment\n[true*]\n\t<true> true", second[] = "[\"<b>\x1b\"] false\r\n";
    char network[PATH_BYTES], page[PATH_BYTES], one[PATH_BYTES], two[PATH_BYTES];
    command_put_file("first.mcl", first);
    command_put_file("second.mcl", second);
    command_exits(0, NULL, "check", "-q", "--property", command_path("first.mcl", one), "--property",
                  command_path("second.mcl", two), "--report", command_path("formulas.html", page),
                  command_example("producer/network.exp", network));
    json_t *seen = browse("formulas.html"), *formulas = json_object_get(seen, "formulas");
    CU_ASSERT_EQUAL_FATAL(json_array_size(formulas), 2);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(formulas, 0)), first);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(formulas, 1)), "[\"<b>\\x1b\"] false");
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(seen, "head"), "2 hold8 states"));
    json_decref(seen);
}

static void test_browse_several(void) {
    json_t *told = make_several(), *seen = browse("several.html");
    unsigned view = 0, strategies = 0;
    for (size_t k = 0; k < 4; k++) {
        const json_t *one = command_property(told, k);
        CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(seen, "verdicts"), k)),
                               command_text(one, "verdict"));
        if (strcmp(command_text(one, "verdict"), "holds") == 0) {
            continue;
        }
        const json_t *shown = view_at(seen, view++);
        if (strcmp(command_text(shown, "kind"), "parity") == 0) {
            strategies++;
            const json_t *strategy = json_object_get(shown, "strategy"); /* after the path */
            CU_ASSERT(command_number(strategy, "open_rows") > command_number(strategy, "folded_rows"));
            CU_ASSERT_EQUAL(command_number(shown, "open_rows"), 2);
            const json_t *also = json_object_get(json_object_get(one, "explanation"), "also");
            CU_ASSERT_EQUAL(json_array_size(json_object_get(shown, "explanation")),
                            1 + json_array_size(also));
            CU_ASSERT_STRING_EQUAL(command_text(shown, "back"), "");
        } else {
            json_t *trace = json_load_file(command_text(one, "trace_file"), 0, NULL);
            expect_view(shown, trace);
            CU_ASSERT_PTR_NOT_NULL(strstr(
                command_text(shown, "status"),
                json_is_null(json_object_get(trace, "lasso")) ? "must not occur" : "and back to the state"));
            json_decref(trace);
        }
    }
    CU_ASSERT_EQUAL(strategies, 1);
    CU_ASSERT_EQUAL(command_number(seen, "printed"), 3);
    CU_ASSERT_EQUAL(command_number(json_object_get(seen, "network"), "components"), 3);
    CU_ASSERT_EQUAL(command_number(json_object_get(seen, "network"), "partners"), 2);
    json_decref(told);
    json_decref(seen);
}

/* Asserts that `heddle verify` confirms what a view of a page saves. */
static void expect_confirmed(const json_t *view) {
    char saved[PATH_BYTES];
    const char *text = command_text(view, "saved");
    command_put_file("saved.json", text != NULL ? text : "");
    command_exits(0, NULL, "verify", command_path("saved.json", saved));
}

/* What the page saves is evidence: a lasso of a game, a strategy that branches, a lasso without a game. */
static void test_browse_saved(void) {
    char network[PATH_BYTES], page[PATH_BYTES];
    unsigned strategies = 0;
    command_exits(1, NULL, "check", "-q", "--formula", "mu X . <true> true and [not \"work_1\"] X",
                  "--formula", "[true*] <true* . \"nothing\"> true", "--starvation", "work_1", "--report",
                  command_path("saved.html", page), command_example("producer/network.exp", network));
    json_t *seen = browse("saved.html");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(seen, "views")), 3);
    for (size_t k = 0; k < 3; k++) {
        const json_t *strategy = json_object_get(view_at(seen, k), "strategy"); /* below a path */
        expect_confirmed(view_at(seen, k));
        if (!json_is_null(strategy)) {
            expect_confirmed(strategy);
            strategies++;
        }
    }
    CU_ASSERT_EQUAL(strategies, 2);
    /* From the start on `nothing` cannot happen in the eight states that are reachable. */
    const json_t *view = view_at(seen, 1), *regions = json_object_get(view, "regions");
    CU_ASSERT_EQUAL(json_array_size(regions), 1);
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(regions, 0)), 8);
    CU_ASSERT_PTR_NOT_NULL(strstr(json_string_value(json_array_get(json_object_get(view, "explanation"), 0)),
                                  "8 states remain"));
    json_decref(seen);
}

/* Values of variables, in lanes, words and what is saved. */
static void test_browse_data(void) {
    make_data();
    json_t *seen = browse("data.html");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(seen, "views")), 3);
    for (size_t k = 0; k < 3; k++) {
        expect_confirmed(view_at(seen, k));
    }
    const json_t *trace = view_at(seen, 0), *x = json_array_get(json_object_get(seen, "variables"), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(trace, "status"), "stop · x 3 → 1, y 1 → 0"));
    CU_ASSERT_STRING_EQUAL(command_text(trace, "summary"), "A trace of 3 steps. All variables change.");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(x, 1)), "-2 to 3");
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(seen, "source"), " 3  // <b>&</script>\n"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(json_string_value(json_array_get(json_object_get(view_at(seen, 1), "explanation"), 0)),
               "x 3, b false, y 0"));
    json_decref(seen);
}

/* A monitor has a lane of its own, the first. */
static void test_browse_monitor(void) {
    char network[PATH_BYTES], page[PATH_BYTES], monitor[PATH_BYTES];
    command_put_file("watch.aut", "des (0, 3, 3)\n(0, trans, 1)\n(1, done_1, 2)\n(2, ERROR, 2)\n");
    command_exits(1, NULL, "check", "-q", "--monitor", command_path("watch.aut", monitor), "--report",
                  command_path("monitor.html", page), command_example("producer/network.exp", network));
    json_t *seen = browse("monitor.html");
    const json_t *view = view_at(seen, 0), *heads = json_object_get(view, "heads");
    CU_ASSERT_EQUAL(json_array_size(heads), 3); /* and two processes */
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(heads, 0)), "monitor");
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(view, "status"), "monitor 1 \xe2\x86\x92 2"));
    json_decref(seen);
}

/* The atoms that are true at each step, in the words of the status, and the cell that is marked: those of the
 * page's data, after each step by a key. */
static void expect_cells(const json_t *timing, const json_t *evidence) {
    const json_t *atoms = json_object_get(evidence, "atoms"), *texts = json_object_get(atoms, "texts");
    const json_t *values = json_object_get(atoms, "values"), *cells = json_object_get(timing, "cells");
    const json_t *lasso = json_object_get(evidence, "lasso");
    const size_t steps = json_array_size(json_object_get(evidence, "steps"));
    CU_ASSERT_EQUAL(json_array_size(cells), steps + 1);
    for (size_t k = 0; k <= steps; k++) {
        const size_t cell = k == steps && json_is_integer(lasso) ? (size_t)json_integer_value(lasso) : k;
        const json_t *seen = json_array_get(cells, k), *held = json_array_get(values, cell);
        char number[32], expected[512] = "";
        snprintf(number, sizeof number, "%zu", cell);
        for (size_t a = 0; a < json_array_size(texts); a++) {
            if (json_integer_value(json_array_get(held, a)) == 1) {
                text_append(expected, sizeof expected, "%s%s", *expected == '\0' ? " · true: " : ", ",
                            json_string_value(json_array_get(texts, a)));
            }
        }
        const char *marked = json_string_value(json_array_get(seen, 0));
        CU_ASSERT_STRING_EQUAL(marked != NULL ? marked : "none", number);
        CU_ASSERT_EQUAL((size_t)json_integer_value(json_array_get(seen, 1)), k);
        const char *status = json_string_value(json_array_get(seen, 2));
        const char *from = strstr(status, *expected == '\0' ? " · no atom is true" : " · true: ");
        CU_ASSERT(from != NULL && (*expected == '\0' || strcmp(from, expected) == 0));
    }
}

/* A diagram of atoms below the steps, which both keys of the steps and its own move. */
static void test_browse_atoms(void) {
    json_decref(make_atoms());
    json_t *seen = browse("end.html"), *data = page_data("end.html");
    const json_t *timing = json_object_get(view_at(seen, 0), "timing");
    expect_cells(timing, json_object_get(result_at(data, 0), "evidence"));
    CU_ASSERT(json_is_null(json_object_get(view_at(seen, 1), "timing")));
    CU_ASSERT(json_is_null(json_object_get(timing, "loop")));
    CU_ASSERT_EQUAL(command_number(timing, "highs"), 2);
    CU_ASSERT_EQUAL(command_number(timing, "clicked"), 1);
    CU_ASSERT_EQUAL(command_number(timing, "strips"), 1);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(timing, "heads"), 2)), "end");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(timing, "waves"), 0)),
                           "M0 30H28H56V44H84");
    json_decref(seen);
    json_decref(data);
    seen = browse("fair.html");
    data = page_data("fair.html");
    const json_t *evidence = json_object_get(result_at(data, 0), "evidence");
    const size_t steps = json_array_size(json_object_get(evidence, "steps"));
    const json_int_t lasso = json_integer_value(json_object_get(evidence, "lasso"));
    timing = json_object_get(view_at(seen, 0), "timing");
    expect_cells(timing, evidence);
    CU_ASSERT(json_equal(json_object_get(timing, "atoms"),
                         json_object_get(json_object_get(evidence, "atoms"), "texts")));
    CU_ASSERT(json_equal(json_object_get(view_at(seen, 0), "fair"), json_object_get(evidence, "fair")));
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(json_object_get(timing, "loop"), 0)), lasso);
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(json_object_get(timing, "loop"), 1)),
                    (json_int_t)steps - lasso);
    json_decref(seen);
    json_decref(data);
}

/* The verdicts that a suite expects. */
static void test_expected(void) {
    char network[PATH_BYTES], page[PATH_BYTES], suite[PATH_BYTES];
    command_put_file("suite.mcl", "property one: deadlock expect holds;\n"
                                  "property two: never \"trans\" expect violated;\n"
                                  "property three: never \"nothing\";\n");
    command_exits(0, NULL, "check", "-q", "--property", command_path("suite.mcl", suite), "--report",
                  command_path("suite.html", page), command_example("producer/network.exp", network));
    json_t *data = page_data("suite.html");
    CU_ASSERT_STRING_EQUAL(command_text(result_at(data, 0), "expected"), "holds");
    CU_ASSERT_STRING_EQUAL(command_text(result_at(data, 1), "expected"), "violated");
    CU_ASSERT(json_is_null(json_object_get(result_at(data, 2), "expected")));
    json_decref(data);
}

static void test_browse_expected(void) {
    test_expected();
    json_t *seen = browse("suite.html");
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(seen, "head"), "all as expected"));
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(json_object_get(seen, "verdicts"), 1)),
                           "violatedas expected");
    json_decref(seen);
}

#define WIDE_COMPONENTS 200u
#define WIDE_STEPS 4000u

/* Many processes that take turns with a process that counts; one process never moves. */
static void put_wide(void) {
    size_t bytes = (size_t)WIDE_STEPS * 160, at = 0;
    char *text = malloc(bytes), name[64];
    at += (size_t)snprintf(text, bytes, "par\n");
    for (unsigned k = 0; k < WIDE_COMPONENTS; k++) {
        at += (size_t)snprintf(text + at, bytes - at, "T%u -> \"c%u.aut\" ||\n", k, k);
    }
    for (unsigned k = 0; k < WIDE_COMPONENTS; k++) {
        at += (size_t)snprintf(text + at, bytes - at, "%sT%u", k == 0 ? "" : ", ", k);
    }
    snprintf(text + at, bytes - at, " -> \"counter.aut\" || \"still.aut\" end par\n");
    command_put_file("wide.exp", text);
    at = (size_t)snprintf(text, bytes, "des (0, %u, %u)\n", WIDE_STEPS, WIDE_STEPS + 1);
    for (unsigned k = 0; k < WIDE_STEPS; k++) {
        at += (size_t)snprintf(text + at, bytes - at, "(%u, \"T%u !%u\", %u)\n", k, k % WIDE_COMPONENTS, k,
                               k + 1);
    }
    command_put_file("counter.aut", text);
    command_put_file("still.aut", "des (0, 0, 1)\n");
    for (unsigned c = 0; c < WIDE_COMPONENTS; c++) {
        unsigned rounds = WIDE_STEPS / WIDE_COMPONENTS;
        at = (size_t)snprintf(text, bytes, "des (0, %u, 2)\n", 2 * rounds);
        for (unsigned k = c; k < WIDE_STEPS; k += WIDE_COMPONENTS) {
            at += (size_t)snprintf(text + at, bytes - at, "(0, \"T%u !%u\", 1)\n(1, \"T%u !%u\", 0)\n", c, k,
                                   c, k);
        }
        snprintf(name, sizeof name, "c%u.aut", c);
        command_put_file(name, text);
    }
    free(text);
}

/* With 200 processes and 4,000 steps, only the part that fits the window is drawn. */
static void test_browse_wide(void) {
    char network[PATH_BYTES], page[PATH_BYTES];
    put_wide();
    command_exits(1, NULL, "check", "-q", "--deadlock", "--report", command_path("wide.html", page),
                  command_path("wide.exp", network));
    json_t *seen = browse("wide.html");
    const json_t *view = view_at(seen, 0);
    CU_ASSERT_EQUAL(command_number(view, "open_rows"), WIDE_STEPS + 1);
    CU_ASSERT(command_number(view, "most_drawn") < 1000);
    CU_ASSERT(command_number(view, "lanes") < 30);
    CU_ASSERT_EQUAL(command_number(json_object_get(view, "found"), "at"), WIDE_STEPS);
    CU_ASSERT_STRING_EQUAL(command_text(view, "last"), "T199 !3999");
    CU_ASSERT_EQUAL(command_number(json_object_get(seen, "network"), "components"), WIDE_COMPONENTS + 2);
    const json_t *labels = json_object_get(view, "labels");
    CU_ASSERT(json_array_size(labels) >= 100);
    for (size_t k = 0; k < json_array_size(labels); k++) {
        char expected[32];
        const char *shown = json_string_value(json_array_get(labels, k));
        snprintf(expected, sizeof expected, "T%zu !%zu", k % WIDE_COMPONENTS, k);
        CU_ASSERT_STRING_EQUAL(shown != NULL ? shown : "nothing", expected);
    }
    json_decref(seen);
}

void suite_report(void) {
    CU_pSuite suite = command_suite(
        "report", "labels that are markup stay labels", test_hostile,
        "several properties, as --json and --trace tell them", test_several,
        "components and their synchronisation", test_network, "a witness", test_witness, "what is undecided",
        test_undecided, "a walk", test_walk, "a model with variables", test_data, "a large strategy",
        test_large_strategy, "files and command line", test_inputs, "expected verdicts", test_expected,
        "atoms of linear time", test_atoms, "an earlier run", test_base, "what is no earlier run",
        test_base_errors, "to standard output", test_stdout, "errors", test_errors, NULL);
    if (suite == NULL) {
        return;
    }
    if (!has_browser()) {
        test_skip("report in a browser", "there is no chromium");
        return;
    }
    CU_add_test(suite, "in a browser: labels that are markup, folds, search", test_browse_hostile);
    CU_add_test(suite, "in a browser: lasso, label, strategy", test_browse_several);
    CU_add_test(suite, "in a browser: formulas of several lines", test_browse_formulas);
    CU_add_test(suite, "in a browser: a walk", test_browse_walk);
    CU_add_test(suite, "in a browser: own labels", test_browse_own);
    CU_add_test(suite, "in a browser: long names, a narrow window", test_browse_narrow);
    CU_add_test(suite, "in a browser: a ring of 300 processes", test_browse_zoom);
    CU_add_test(suite, "in a browser: saved evidence is confirmed", test_browse_saved);
    CU_add_test(suite, "in a browser: a model with variables", test_browse_data);
    CU_add_test(suite, "in a browser: a monitor's lane", test_browse_monitor);
    CU_add_test(suite, "in a browser: atoms of linear time", test_browse_atoms);
    CU_add_test(suite, "in a browser: expected verdicts", test_browse_expected);
    CU_add_test(suite, "in a browser: what changed since an earlier run", test_browse_changes);
    CU_add_test(suite, "in a browser: a search that was stopped", test_browse_undecided);
    CU_add_test(suite, "in a browser: 200 components, 4,000 steps", test_browse_wide);
}
