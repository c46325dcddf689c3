/* heddle verify as a command: evidence that was written by hand, with all kinds of faults, and evidence of
 * `heddle check`.
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define TEXT_BYTES 4096
#define PART_BYTES 2048

/* Writes evidence about examples/producer/network.exp to the file evidence.json. */
static void put_evidence(const char *kind, const char *components, const char *rest) {
    char text[TEXT_BYTES], network[PATH_BYTES];
    command_example("producer/network.exp", network);
    snprintf(
        text, sizeof text,
        "{\"heddle_evidence\": 1, \"kind\": \"%s\",\n\"inputs\": {\"network\": \"%s\"},\n\"components\": %s, "
        "%s",
        kind, network, components, rest);
    command_put_file("evidence.json", text);
}

/* Verifies evidence.json: the exit code, and a text in the reason (0, 1) or in standard error. */
static void verify(const char *what, int code, const char *expected) {
    command_verify("evidence.json", code, expected, what);
}

#define COMPONENTS "[\"producer\", \"consumer\", \"consumer#2\"]"
#define WORK "{\"label\": \"generate_work\", \"to\": [1,0,0]}"
#define TRANS "{\"label\": \"trans\", \"to\": [0,0,1]}"

/* --- traces --- */

static void test_traces(void) {
    static const struct {
        const char *rest;
        int code;
        const char *reason;
    } cases[] = {
        {"\"property\": null, \"initial\": [0,0,0], \"steps\": [" WORK "," TRANS "]}", 0, "path of 2 steps"},
        {"\"initial\": [0,0,0], \"steps\": []}", 0, "path of 0 steps"},
        {"\"property\": {\"kind\": \"never\", \"name\": \"\", \"label\": \"trans\"}, \"initial\": [0,0,0], "
         "\"steps\": [" WORK "," TRANS "]}",
         0, "which violates: never trans"},
        {"\"property\": {\"kind\": \"never\", \"pattern\": \"tr.*\"}, \"initial\": [0,0,0], "
         "\"steps\": [" WORK "," TRANS "]}",
         0, "which violates: never 'tr.*'"},
        {"\"property\": {\"kind\": \"never\", \"name\": \"\", \"pattern\": \"tr\"}, \"initial\": [0,0,0], "
         "\"steps\": [" WORK "," TRANS "]}",
         1, "never 'tr' is not violated: the last label is \"trans\""},
        {"\"property\": {\"kind\": \"never\", \"name\": \"\", \"label\": \"generate_work\"}, \"initial\": "
         "[0,0,0], \"steps\": [" WORK "," TRANS "]}",
         1, "never generate_work is not violated: the last label is \"trans\""},
        {"\"property\": {\"kind\": \"never\", \"name\": \"\", \"label\": \"trans\"}, \"initial\": [0,0,0], "
         "\"steps\": []}",
         1, "has no step"},
        {"\"property\": {\"kind\": \"deadlock\", \"name\": \"\"}, \"initial\": [0,0,0], \"steps\": [" WORK
         "," TRANS "]}",
         1,
         "does not end in a deadlock: in (producer 0, consumer 0, consumer#2 1) the network can do "
         "\"done_2\", "
         "\"generate_work\", \"work_2\""},
        {"\"property\": null, \"initial\": [1,0,0], \"steps\": []}", 1, "producer begins in 0, not in 1"},
        {"\"property\": null, \"initial\": [0,0,0], \"steps\": [" WORK ",{\"label\": \"done_1\", \"to\": "
         "[0,0,1]}]}",
         1,
         "step 2, \"done_1\" to (producer 0, consumer 0, consumer#2 1), is not a transition of (producer 1, "
         "consumer 0, consumer#2 0): the network can do \"trans\" there"},
        {"\"property\": null, \"initial\": [0,0,0], \"steps\": [" WORK ",{\"label\": \"trans\", \"to\": "
         "[1,0,1]}]}",
         1, "with this label the network goes to another state"},
        {"\"property\": null, \"initial\": [0,0,0], \"steps\": [{\"label\": \"generate_work\", \"to\": "
         "[7,0,0]}]}",
         1, "step 1, "},
        {"\"initial\": [0,0,0], \"steps\": [" WORK "," TRANS ",{\"label\": \"work_2\", \"to\": [0,0,1]}], "
         "\"lasso\": 2}",
         0, "path of 3 steps"},
        {"\"initial\": [0,0,0], \"steps\": [" WORK "," TRANS ",{\"label\": \"work_2\", \"to\": [0,0,1]}], "
         "\"lasso\": 1}",
         1, "does not return to its state 1"},
        {"\"initial\": [0,0,0], \"steps\": [" WORK "], \"lasso\": 1}", 1, "the lasso has no step"},
    };
    for (size_t k = 0; k < LENGTH(cases); k++) {
        put_evidence("trace", COMPONENTS, cases[k].rest);
        verify(cases[k].rest, cases[k].code, cases[k].reason);
    }
    put_evidence("trace", "[\"producer\", \"consumer\"]", "\"initial\": [0,0], \"steps\": []}");
    verify("components", 1, "the evidence has 2 processes, the network has 3");
    put_evidence("trace", "[\"producer\", \"consumers\", \"consumer#2\"]",
                 "\"initial\": [0,0,0], \"steps\": []}");
    verify("components", 1, "process 2 is 'consumers' in the evidence and 'consumer' in the network");
}

static void test_monitors(void) {
    /* The monitor has two moves on generate_work; only one of them leads to a state that sees trans. */
    command_put_file("monitor.aut", "des (0,4,4)\n(0,generate_work,0)\n(0,generate_work,1)\n(1,trans,2)\n"
                                    "(2,ERROR,2)\n");
    static const struct {
        const char *errors, *steps;
        int code;
        const char *reason;
    } cases[] = {
        {"", WORK "," TRANS, 0, "path of 2 steps, which violates: monitor"},
        {"", WORK, 1, "no run of it along the labels ends in an error state"},
        {", \"error_states\": [1]", WORK, 0, "which violates: monitor (error state 1) /"},
        {", \"error_states\": [3, 2, 1, 3]", WORK, 0, "which violates: monitor (error state 1, 3) /"},
        {", \"error_states\": [2]", WORK "," TRANS, 0, "which violates: monitor /"},
        {", \"error_states\": [3]", WORK, 1, "no run"},
        {", \"error_states\": [4]", WORK, 2, "monitor.aut: there is no error state 4: the states are 0 to 3"},
    };
    for (size_t k = 0; k < LENGTH(cases); k++) {
        char rest[PART_BYTES], path[PATH_BYTES];
        snprintf(rest, sizeof rest,
                 "\"property\": {\"kind\": \"monitor\", \"name\": \"\", \"file\": \"%s\"%s}, \"initial\": "
                 "[0,0,0], \"steps\": [%s]}",
                 command_path("monitor.aut", path), cases[k].errors, cases[k].steps);
        put_evidence("trace", COMPONENTS, rest);
        verify(rest, cases[k].code, cases[k].reason);
    }
    put_evidence(
        "trace", COMPONENTS,
        "\"property\": {\"kind\": \"monitor\", \"name\": \"\", \"file\": \"/none.aut\"}, \"initial\": "
        "[0,0,0], \"steps\": []}");
    verify("monitor", 2, "/none.aut");
}

static void test_malformed(void) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "1:1: expected evidence, a JSON object or an AUT graph, found the end of the file"},
        {"[1]", "1:1: expected evidence"},
        {"\n  {\"a\" 1}", "2:"},
        {"{\"a\": 1, \"a\": 2}", "duplicate"},
        {"{}", "heddle_evidence"},
        {"{\"heddle_evidence\": 3}", "another version"},
        {"{\"heddle_evidence\": 2, \"kind\": \"trace\"}", "only certificates have version 2"},
        {"{\"heddle_evidence\": 1, \"kind\": \"x\"}", "kind: expected \"trace\", \"certificate\""},
        {"{\"heddle_evidence\": 1, \"kind\": \"trace\"}", "inputs: expected an object"},
        {"{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {}}", "inputs: expected a network"},
        {"{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"n\", \"regex\": \"x\"}}",
         "inputs.regex"},
        {"{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"n\", \"independent\": "
         "1}}",
         "inputs.independent"},
        {"{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"n\", \"internal\": [1]}}",
         "inputs.internal"},
        {"{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"n\"}}", "components"},
    };
    static const struct {
        const char *rest, *message;
    } traces[] = {
        {"\"steps\": 1}", "steps: expected a list of steps"},
        {"\"steps\": []}", "initial: expected a list of 3 local states"},
        {"\"initial\": [0,0], \"steps\": []}", "initial: expected a list of 3 local states"},
        {"\"initial\": [0,0,-1], \"steps\": []}", "initial: expected a list of 3 local states"},
        {"\"initial\": [0,0,4294967296], \"steps\": []}", "initial: expected a list of 3 local states"},
        {"\"initial\": [0,0,0.0], \"steps\": []}", "initial: expected a list of 3 local states"},
        {"\"initial\": [0,0,0], \"steps\": [1]}", "steps[0].label"},
        {"\"initial\": [0,0,0], \"steps\": [" WORK ", {\"label\": \"x\"}]}", "steps[1].to"},
        {"\"initial\": [0,0,0], \"steps\": [" WORK "], \"lasso\": 2}", "lasso"},
        {"\"initial\": [0,0,0], \"steps\": [" WORK "], \"lasso\": -1}", "lasso"},
        {"\"initial\": [0,0,0], \"steps\": [" WORK "]} {}", "heddle_evidence: expected the number 1 or 2"},
        {"\"initial\": [0,0,0], \"steps\": [" WORK "]} x", "expected another piece of evidence, found 'x'"},
        {"\"initial\": [0,0,0], \"steps\": [" WORK "]", "3:"},
        {"\"property\": 1, \"steps\": []}", "property: expected an object"},
        {"\"property\": {\"kind\": \"live\", \"name\": \"\"}, \"steps\": []}", "property.kind"},
        {"\"property\": {\"kind\": \"never\", \"name\": \"\"}, \"steps\": []}",
         "either a label or a pattern"},
        {"\"property\": {\"kind\": \"never\", \"name\": \"\", \"label\": \"a\", \"pattern\": \"b\"}, "
         "\"steps\": []}",
         "either a label or a pattern"},
        {"\"property\": {\"kind\": \"never\", \"name\": \"\", \"label\": \"a\\u0000b\"}, \"steps\": []}",
         "3:"},
        {"\"property\": {\"kind\": \"never\", \"name\": \"\", \"pattern\": \"a[\"}, \"initial\": [0,0,0], "
         "\"steps\": []}",
         "the pattern a[ of the evidence: "},
        {"\"property\": {\"kind\": \"monitor\", \"name\": \"\", \"file\": 1}, \"steps\": []}",
         "property.file"},
        {"\"property\": {\"kind\": \"monitor\", \"name\": \"\", \"file\": \"m\", \"error_states\": [-1]}, "
         "\"steps\": []}",
         "property.error_states"},
    };
    for (size_t k = 0; k < LENGTH(cases); k++) {
        command_put_file("evidence.json", cases[k].text);
        verify(cases[k].text, 2, cases[k].message);
    }
    for (size_t k = 0; k < LENGTH(traces); k++) {
        put_evidence("trace", COMPONENTS, traces[k].rest);
        verify(traces[k].rest, 2, traces[k].message);
    }
}

/* --- certificates --- */

/* All eight states. */
#define TUPLES "[0,0,0]\n[1,0,0]\n[0,0,1]\n[0,1,0]\n[1,0,1]\n[1,1,0]\n[0,1,1]\n"
#define LAST "[1,1,1]\n"
#define NOTHING "\"properties\": [], "
#define LIVE "\"properties\": [{\"kind\": \"deadlock\", \"name\": \"\"}], "

static void test_certificates(void) {
    static const struct {
        const char *rest;
        int code;
        const char *message;
    } cases[] = {
        {LIVE "\"states\": 8}\n" TUPLES LAST, 0, "leads out of these 8 states, and none of them violates"},
        {NOTHING "\"states\": 8}" TUPLES " [ 1 , 1 ,\n1 ]", 0, "leads out of these 8 states"},
        {NOTHING "\"states\": 16}\n" TUPLES TUPLES LAST LAST, 0, "leads out of these 8 states"},
        {NOTHING "\"states\": 7}\n" TUPLES, 1,
         "\"generate_work\" leads from (producer 0, consumer 1, consumer#2 1) to (producer 1, consumer 1, "
         "consumer#2 1), which is missing"},
        {NOTHING "\"states\": 1}\n[1,0,0]\n", 1,
         "the initial state (producer 0, consumer 0, consumer#2 0) is missing"},
        {NOTHING "\"states\": 0}\n", 1, "the initial state"},
        {NOTHING "\"states\": 9}\n" TUPLES LAST "[2,0,0]", 1,
         "producer has no state 2: its states are 0 to 1 (line 12)"},
        {"\"properties\": [{\"kind\": \"deadlock\", \"name\": \"\"}, {\"kind\": \"never\", \"name\": \"\", "
         "\"label\": \"trans\"}], \"states\": 8}\n" TUPLES LAST,
         1, "never trans is violated: \"trans\" is possible in (producer 1, consumer 0, consumer#2 0)"},
        {"\"properties\": [{\"kind\": \"never\", \"name\": \"\", \"label\": \"send\"}], \"states\": "
         "8}\n" TUPLES LAST,
         0, "none of them violates: never send"},
        {"\"properties\": [{\"kind\": \"never\", \"name\": \"\", \"pattern\": \"work_.\"}], \"states\": "
         "8}\n" TUPLES LAST,
         1, "never 'work_.' is violated: \"work_2\" is possible in (producer 0, consumer 0, consumer#2 1)"},
        {NOTHING "\"states\": 8}\n" TUPLES, 2, "the certificate announces 8 states, but has 7"},
        {NOTHING "\"states\": 8}\n" TUPLES LAST LAST, 2, "12:1: a state more than the 8"},
        {NOTHING "\"states\": 8}\n" TUPLES "[1,1]\n", 2, "11:5: a tuple of this certificate has 3 numbers"},
        {NOTHING "\"states\": 8}\n" TUPLES "[]\n", 2, "a tuple of this certificate has 3 numbers"},
        {NOTHING "\"states\": 8}\n" TUPLES "[1,1,1,1]\n", 2, "a tuple of this certificate has 3 numbers"},
        {NOTHING "\"states\": 8}\n" TUPLES "[1,1,4294967296]\n", 2, "beyond 4294967295"},
        {NOTHING "\"states\": 8}\n" TUPLES "[1,1,01]\n", 2, "a leading zero"},
        {NOTHING "\"states\": 8}\n" TUPLES "[1,1,-1]\n", 2,
         "expected the number of a local state, found '-'"},
        {NOTHING "\"states\": 8}\n" TUPLES "[1 1]\n", 2, "expected ',' or ']', found '1'"},
        {NOTHING "\"states\": 8}\n" TUPLES "[1,1,1}\n", 2, "expected ']', found '}'"},
        {NOTHING "\"states\": 8}\n" TUPLES "x\n", 2, "expected a tuple, found 'x'"},
        {NOTHING "\"states\": 8}\n" TUPLES "[1,1", 2, "found the end of the file"},
        {NOTHING "\"states\": 8}\n" TUPLES LAST "x", 2, "expected another piece of evidence, found 'x'"},
        {NOTHING "\"states\": -1}\n", 2, "states: expected a natural number"},
        {"\"states\": 8}\n", 2, "properties: expected a list"},
        {"\"properties\": [{\"kind\": \"monitor\", \"name\": \"\", \"file\": \"m\"}, {\"kind\": "
         "\"deadlock\", "
         "\"name\": \"\"}], \"states\": 8}\n",
         2, "one monitor, or"},
    };
    for (size_t k = 0; k < LENGTH(cases); k++) {
        put_evidence("certificate", COMPONENTS, cases[k].rest);
        verify(cases[k].rest, cases[k].code, cases[k].message);
    }
}

/* Writes a certificate of a single process to evidence.json. */
static void put_single(const char *network, const char *properties, const char *tuples, unsigned states) {
    char text[TEXT_BYTES], path[PATH_BYTES], monitor[PATH_BYTES];
    char before[PART_BYTES];
    snprintf(before, sizeof before, properties, command_path("monitor.aut", monitor));
    snprintf(text, sizeof text,
             "{\"heddle_evidence\": 1, \"kind\": \"certificate\", \"inputs\": {\"network\": \"%s\"}, "
             "\"components\": [\"x\"], \"properties\": [%s], \"states\": %u}\n%s",
             command_path(network, path), before, states, tuples);
    command_put_file("evidence.json", text);
}

static void test_certificates_with_monitor(void) {
    static const char monitor[] = "{\"kind\": \"monitor\", \"name\": \"\", \"file\": \"%s\"}";
    command_put_file("x.aut", "des (0,2,2)\n(0,a,1)\n(1,b,1)\n");
    put_single("x.aut", "{\"kind\": \"deadlock\", \"name\": \"\"}", "[0]\n[1]\n", 2);
    verify("no deadlock", 0, "2 states");
    command_put_file("monitor.aut", "des (0,4,4)\n(0,a,1)\n(0,a,2)\n(2,c,3)\n(3,ERROR,3)\n");
    put_single("x.aut", monitor, "[0,0]\n[1,1]\n[1,2]\n", 3);
    verify("holds", 0, "3 states");
    put_single("x.aut", monitor, "[0,0]\n[1,1]\n", 2);
    verify("a run is missing", 1,
           "\"a\" leads from (x 0) with the monitor in 0 to (x 1) with the monitor in 2");
    put_single("x.aut", monitor, "[0,0]\n[1,1]\n[1,2]\n[1,3]\n", 4);
    verify("an error", 1, "is violated in (x 1) with the monitor in 3");
    put_single("x.aut", monitor, "[0,0]\n[1,4]\n", 2);
    verify("range", 1, "the monitor has no state 4: its states are 0 to 3 (line 3)");
    put_single("x.aut", monitor, "[0]\n[1]\n", 2);
    verify("length", 2, "a tuple of this certificate has 2 numbers");
    put_single("x.aut", monitor, "[0,1]\n[1,1]\n[1,2]\n", 3);
    verify("initial", 1, "the initial state (x 0) with the monitor in 0 is missing");

    command_put_file("x.aut", "des (0,1,2)\n(0,a,1)\n");
    put_single("x.aut", "{\"kind\": \"deadlock\", \"name\": \"\"}", "[0]\n[1]\n", 2);
    verify("a deadlock", 1, "deadlock is violated in (x 1)");
}

/* --- several pieces --- */

#define GOOD "des (0,1,1)\n(0,a,0)\n"
#define BAD "des (0,1,2)\n(0,b,1)\n"
#define GOOD_CERTIFICATE                                                                                     \
    "{\"heddle_evidence\": 1, \"kind\": \"certificate\", \"inputs\": {\"network\": \"good.aut\", "           \
    "\"independent\": true}, \"components\": [\"good\"], \"properties\": [{\"kind\": \"never\", "            \
    "\"label\": \"error\"}], \"states\": 1}\n[0]\n"
#define BAD_TRACE                                                                                            \
    "{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"bad.aut\"}, \"components\": " \
    "[\"bad\"], \"property\": {\"kind\": \"deadlock\"}, \"initial\": [0], \"steps\": [{\"label\": \"b\", "   \
    "\"to\": [1]}]}\n"
/* Its processes are not those of the network; so its lines are never read. */
#define OTHER_CERTIFICATE                                                                                    \
    "{\"heddle_evidence\": 1, \"kind\": \"certificate\", \"inputs\": {\"network\": \"bad.aut\"}, "           \
    "\"components\": [\"good\"], \"properties\": [], \"states\": 2}\n[0]\n[1]\n"
#define GRAPH_SCC                                                                                            \
    "{\"heddle_evidence\": 1, \"kind\": \"scc\", \"inputs\": {\"graph\": \"good.aut\"}, \"states\": 1}\n"    \
    "[0,0,0,0,0,0,0]\n"

/* The texts of a piece; NULL: absent. */
struct expected_piece {
    const char *network, *reading, *kind, *property, *verdict, *reason;
};

static const struct expected_piece of_good = {
    "good.aut",    "--independent",
    "certificate", "never error",
    "confirmed",   "no transition leads out of these 1 states, and none of them violates: never error"};
static const struct expected_piece of_bad = {
    "bad.aut",  NULL,        "trace",
    "deadlock", "confirmed", "the network has this path of 1 step, which violates: deadlock"};
static const struct expected_piece of_other = {
    "bad.aut", NULL,      "certificate",
    NULL,      "refuted", "process 1 is 'good' in the evidence and 'bad' in the network"};
static const struct expected_piece of_graph = {"good.aut",
                                               NULL,
                                               "scc",
                                               NULL,
                                               "confirmed",
                                               "1 of 1 states are in 1 strongly connected component: 1 of "
                                               "one state, 1 that nothing leaves, the largest of "
                                               "1 state"};

static int is_text(const json_t *object, const char *key, const char *text) {
    const json_t *value = json_object_get(object, key);
    return text == NULL ? value == NULL
                        : json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

/* Checks the JSON: each of `count` pieces is reported by itself and as expected. */
static void expect_pieces(const char *text, const struct expected_piece *const *expected, size_t count) {
    json_t *object = command_json(text);
    const json_t *pieces = json_object_get(object, "pieces");
    CU_ASSERT_EQUAL_FATAL(json_array_size(pieces), count);
    for (size_t k = 0; k < count; k++) {
        const json_t *piece = json_array_get(pieces, k);
        CU_ASSERT(is_text(piece, "network", expected[k]->network));
        CU_ASSERT(is_text(piece, "reading", expected[k]->reading));
        CU_ASSERT(is_text(piece, "kind", expected[k]->kind));
        CU_ASSERT(is_text(piece, "property", expected[k]->property));
        CU_ASSERT(is_text(piece, "verdict", expected[k]->verdict));
        CU_ASSERT(is_text(piece, "reason", expected[k]->reason));
        int is_trace = strcmp(expected[k]->kind, "trace") == 0; /* counts belong to the kind */
        CU_ASSERT((json_object_get(piece, "steps") != NULL) == is_trace);
        CU_ASSERT(!is_trace || json_object_get(piece, "states") == NULL);
    }
    /* With several pieces, the whole has no network. */
    CU_ASSERT((json_object_get(object, "network") == NULL) == (count > 1));
    json_decref(object);
}

/* How often a text occurs in another. */
static unsigned occurrences(const char *text, const char *in) {
    unsigned count = 0;
    for (const char *at = strstr(in, text); at != NULL; at = strstr(at + 1, text)) {
        count++;
    }
    return count;
}

/* Runs in the suite's folder: the paths of the pieces are relative. */
static void run_there(struct process *process, const char *arguments) {
    char command[4 * PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES];
    snprintf(command, sizeof command, "cd %s && exec %s verify %s", command_folder(), getenv("HEDDLE"),
             arguments);
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    command_path("there.out", out);
    command_path("there.err", err);
    process_finish(process_start(argv, out, err), out, err, process);
}

static void test_several_pieces(void) {
    static const struct {
        const char *first, *second, *third;
        const char *arguments;
        int code;
        const struct expected_piece *pieces[4];
    } cases[] = {
        {GOOD_CERTIFICATE BAD_TRACE, "", "", "1.json", 0, {&of_good, &of_bad}},
        {BAD_TRACE GOOD_CERTIFICATE BAD_TRACE, "", "", "1.json", 0, {&of_bad, &of_good, &of_bad}},
        {GOOD_CERTIFICATE, BAD_TRACE, "", "1.json 2.json", 0, {&of_good, &of_bad}},
        {BAD_TRACE GRAPH_SCC, GOOD_CERTIFICATE, "", "1.json 2.json", 0, {&of_bad, &of_graph, &of_good}},
        {GRAPH_SCC OTHER_CERTIFICATE GOOD_CERTIFICATE,
         BAD_TRACE,
         "",
         "1.json 2.json",
         1,
         {&of_graph, &of_other, &of_good, &of_bad}},
        {OTHER_CERTIFICATE, "", "", "1.json", 1, {&of_other}},
        {GOOD_CERTIFICATE,
         GOOD_CERTIFICATE,
         GOOD_CERTIFICATE,
         "certificate 1.json 2.json 3.json",
         0,
         {&of_good, &of_good, &of_good}},
    };
    command_put_file("good.aut", GOOD);
    command_put_file("bad.aut", BAD);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        char arguments[PATH_BYTES];
        struct process process;
        size_t count = 0;
        while (count < 4 && cases[k].pieces[count] != NULL) {
            count++;
        }
        command_put_file("1.json", cases[k].first);
        command_put_file("2.json", cases[k].second);
        command_put_file("3.json", cases[k].third);
        snprintf(arguments, sizeof arguments, "--json %s", cases[k].arguments);
        run_there(&process, arguments);
        command_expect(&process, cases[k].code, NULL);
        expect_pieces(process.out, cases[k].pieces, count);
        process_free(&process);
        run_there(&process, cases[k].arguments);
        command_expect(&process, cases[k].code, NULL);
        for (size_t i = 0; i < count; i++) {
            command_prints(&process, cases[k].pieces[i]->reason);
        }
        CU_ASSERT_EQUAL(occurrences("\nverdict  ", process.out), count);
        CU_ASSERT_EQUAL(occurrences("pieces of evidence: ", process.out), count > 1);
        process_free(&process);
    }
}

/* Errors in one of several pieces, and NET with several pieces. */
static void test_several_errors(void) {
    static const struct {
        const char *first, *arguments;
        int code;
        const char *message;
    } cases[] = {
        {GOOD_CERTIFICATE BAD_TRACE, "1.json good.aut", 2,
         "1.json:3: this piece is about bad.aut, an earlier one about good.aut: verify them separately"},
        {GOOD_CERTIFICATE GOOD_CERTIFICATE, "1.json ./good.aut", 0, NULL},
        {GOOD_CERTIFICATE BAD_TRACE, "certificate 1.json", 2, "1.json:3: this is a trace, not a certificate"},
        {OTHER_CERTIFICATE "[2]\n" GOOD_CERTIFICATE, "1.json", 2, "1.json:4:1: a state more than the 2"},
        {OTHER_CERTIFICATE "x", "1.json", 2, "expected another piece of evidence, found 'x'"},
        {BAD_TRACE "[0]\n", "1.json", 2, "a node more than the 0 that the trace announces"},
        {GOOD_CERTIFICATE, "1.json none.json", 2, "none.json"},
        {GOOD_CERTIFICATE, "1.json good.aut 1.json", 2, "unexpected argument '1.json' after 'good.aut'"},
        {GOOD_CERTIFICATE, "1.json good.aut bad.aut", 2, "unexpected argument 'bad.aut' after 'good.aut'"},
        {GOOD_CERTIFICATE, "1.json none.json good.aut", 2, "none.json: cannot open: No such file"},
        {GOOD_CERTIFICATE, "trase 1.json", 2, "'trase' is neither a file nor a kind of evidence"},
    };
    command_put_file("good.aut", GOOD);
    command_put_file("bad.aut", BAD);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        struct process process;
        command_put_file("1.json", cases[k].first);
        run_there(&process, cases[k].arguments);
        command_ends(&process, cases[k].code, cases[k].message);
    }
    /* A piece of wrong form has no verdict, even if its head alone refutes it. */
    struct process process;
    command_put_file("1.json", OTHER_CERTIFICATE "[2]\n");
    run_there(&process, "1.json");
    command_expect(&process, 2, "a state more than the 2 that the certificate announces");
    CU_ASSERT_PTR_NULL(strstr(process.out, "verdict"));
    process_free(&process);
    /* A second certificate that is wrong is not hidden by the first. */
    command_put_file("1.json", GOOD_CERTIFICATE GOOD_CERTIFICATE);
    char path[PATH_BYTES], *text = process_read_file(command_path("1.json", path), NULL);
    strrchr(text, '[')[1] = '7';
    command_put_file("1.json", text);
    free(text);
    run_there(&process, "1.json");
    command_expect(&process, 1, NULL);
    command_prints(&process, "good has no state 7",
                   "2 pieces of evidence: 1 confirmed, 1 refuted, 0 undecided");
    process_free(&process);
}

/* --- traces of labels --- */

static void test_labels(void) {
    static const struct {
        const char *trace, *option, *value;
        int code;
        const char *text;
    } cases[] = {
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", NULL, NULL, 0, "path of 2 steps"},
        {"des (1,2,3)\n(1,generate_work,0)\n(0,trans,2)\n", "--never", "trans", 0, "violates: never trans"},
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", "--never", "'t.*'", 0, "violates: never 't.*'"},
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", "--never", "work_1", 1, "the last label is"},
        {"des (0,3,4)\n(0,generate_work,1)\n(1,trans,2)\n(2,work_1,3)\n", "--never", "work_1", 0, "3 steps"},
        {"des (0,3,4)\n(0,generate_work,1)\n(1,trans,2)\n(2,trans,3)\n", NULL, NULL, 1,
         "step 3, \"trans\", is not possible in any of the 2 states"},
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", "--deadlock", NULL, 1, "not end in a deadlock"},
        {"des (0,0,1)\n", NULL, NULL, 0, "path of 0 steps"},
        {"des (0,0,1)\n", "--never", "trans", 1, "no step"},
        {"des (0,2,3)\n(0,generate_work,1)\n(0,trans,2)\n", NULL, NULL, 2, "its state 0 has 2 transitions"},
        {"des (0,2,2)\n(0,generate_work,1)\n(1,trans,0)\n", NULL, NULL, 2, "it returns to a state"},
        {"des (0,2,4)\n(0,generate_work,1)\n(2,trans,3)\n", NULL, NULL, 2, "transitions besides the path"},
        {"des (0,2,4)\n(0,generate_work,1)\n", NULL, NULL, 2, "trace.aut:"},
        {"des (0,0,1)\n", "--never", "'['", 2, "--never '['"},
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", "--formula", "[true* . trans] false", 0,
         "violates: [true* . trans] false"},
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", "-f", "% never\n[true* . trans]\n  false", 0,
         "violates: [true* . trans] false"},
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", "-f", "<true . trans> true", 0, "that it holds"},
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", "-f", "<work_1> true", 1,
         "does not show whether <work_1> true"},
        {"des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n", "-f", "<trans true", 2, "formula:1:8"},
        {"des (0,0,1)\n", "--dialect", "mcf", 2, "give a --formula"},
        {"des (0,0,1)\n", "--error-state", "1", 2, "give one"},
    };
    char network[PATH_BYTES], trace[PATH_BYTES];
    command_example("producer/network.exp", network);
    command_path("trace.aut", trace);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        struct process process;
        command_put_file("trace.aut", cases[k].trace);
        command_run(&process, "verify", "trace", trace, network, cases[k].option, cases[k].value);
        command_expect(&process, cases[k].code, cases[k].code == 2 ? cases[k].text : NULL);
        if (cases[k].code < 2 && strstr(process.out, cases[k].text) == NULL) {
            printf("\n  '%s' was expected in: %s", cases[k].text, process.out);
            CU_FAIL("a wrong reason");
        }
        process_free(&process);
    }
    struct process process;
    char monitor[PATH_BYTES];
    command_put_file("monitor.aut", "des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n");
    command_put_file("trace.aut", cases[0].trace);
    command_run(&process, "verify", trace, network, "--monitor", command_path("monitor.aut", monitor),
                "--error-state=2");
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", trace, network, "--monitor", monitor);
    command_ends(&process, 1, NULL);
    command_run(&process, "verify", trace, network, "--monitor", monitor, "--error-state=x");
    command_ends(&process, 2, "not a number");
    command_run(&process, "verify", trace, network, "--deadlock", "--never=a");
    command_ends(&process, 2, "one property");
    command_put_file("never.MCF", "% choice is + here\n[true* . (none + trans)] false\n");
    command_run(&process, "verify", trace, network, "--property", command_path("never.MCF", monitor));
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", trace, "-", "--property=-");
    command_ends(&process, 2, "cannot be both");
    command_run(&process, "verify", trace);
    command_ends(&process, 2, "give NET");
    command_run(&process, "verify", "certificate", trace, network);
    command_ends(&process, 2, "this is a trace, not a certificate");
}

/* The messages about a wrong property are the same for both commands. */
static void test_same_messages(void) {
    static const struct {
        const char *option, *more, *text;
    } cases[] = {
        {"--never='x", NULL, "--never 'x: the opening quote is not closed"},
        {"--never='['", NULL, "--never '[': "},
        {"--never=", NULL, "--never : the label is empty"},
        {"--deadlock", "--error-state=1", "--error-state names a state of a --monitor"},
        {"--monitor", "--error-state=3", "monitor.aut: there is no error state 3: the states are 0 to 2"},
        {"--monitor", "--error-state=x", "--error-state: 'x' is not a number"},
    };
    char network[PATH_BYTES], trace[PATH_BYTES], monitor[PATH_BYTES + 16];
    command_example("producer/network.exp", network);
    command_put_file("monitor.aut", "des (0,2,3)\n(0,generate_work,1)\n(1,trans,2)\n");
    command_put_file("trace.aut", "des (0,0,1)\n");
    command_path("trace.aut", trace);
    snprintf(monitor, sizeof monitor, "--monitor=%s/monitor.aut", command_folder());
    for (size_t k = 0; k < LENGTH(cases); k++) {
        struct process check, verify;
        const char *option = strcmp(cases[k].option, "--monitor") == 0 ? monitor : cases[k].option;
        command_run(&check, "check", network, option, cases[k].more);
        command_run(&verify, "verify", trace, network, option, cases[k].more);
        command_expect(&check, 2, cases[k].text);
        command_expect(&verify, 2, cases[k].text);
        const char *of_check = strchr(check.err, ':'), *of_verify = strchr(verify.err, ':');
        CU_ASSERT_FATAL(of_check != NULL && of_verify != NULL);
        size_t length = strcspn(of_check, "\n");
        CU_ASSERT(length == strcspn(of_verify, "\n") && strncmp(of_check, of_verify, length) == 0);
        process_free(&check);
        process_free(&verify);
    }
}

/* --- the command line --- */

static void test_command_line(void) {
    char path[PATH_BYTES], network[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", network);
    put_evidence("trace", COMPONENTS, "\"initial\": [0,0,0], \"steps\": [" WORK "]}");
    command_confirms(command_path("evidence.json", path), "verdict          confirmed");
    command_run(&process, "verify", "certificate", path);
    command_ends(&process, 2, "this is a trace, not a certificate");
    command_run(&process, "verify", "trace", path, network, "more");
    command_ends(&process, 2, "unexpected argument 'more' after '");
    command_run(&process, "verify", path, network, "more");
    command_ends(&process, 2, "unexpected argument 'more' after '");
    command_run(&process, "verify", "proof", path, path);
    command_ends(&process, 2, "'proof' is neither a file nor a kind of evidence");
    command_run(&process, "verify", path, "--deadlock");
    command_ends(&process, 2, "names its property");
    command_run(&process, "verify", path, command_example("ring-3/ring.exp", network));
    command_expect(&process, 1, NULL);
    command_prints(&process, "verdict          refuted");
    process_free(&process);
    command_put_file(
        "evidence.json",
        "{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"/none.exp\"}, "
        "\"components\": " COMPONENTS ", \"initial\": [0,0,0], \"steps\": []}");
    command_run(&process, "verify", path);
    command_ends(&process, 2, "give its new path: heddle verify EVIDENCE NET");
    command_run(&process, "verify", path, command_example("producer/network.exp", network));
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", "/none.json");
    command_ends(&process, 2, "/none.json");
}

/* Long names are reported in full. */
static void test_long_names(void) {
    char network[PATH_BYTES], copy[4 * PATH_BYTES], label[900], text[TEXT_BYTES];
    struct process process;
    command_put_file("long.aut", "des (0,1,2)\n(0,a,1)\n");
    snprintf(copy, sizeof copy, "%s", command_folder());
    for (size_t length = strlen(copy); length < 1000; length += 2) { /* a path may be long */
        memcpy(copy + length, "/.", 3);
    }
    strcat(copy, "/long.aut");
    memset(label, 'b', sizeof label);
    label[sizeof label - 1] = '\0';
    snprintf(text, sizeof text,
             "{\"heddle_evidence\": 1, \"kind\": \"certificate\", \"inputs\": {\"network\": \"%s\", "
             "\"internal\": [\"%s\"]}, \"components\": [\"long\"], \"properties\": [{\"kind\": \"never\", "
             "\"label\": \"%s!\"}], \"states\": 2}\n[0]\n[1]\n",
             copy, label, label);
    command_put_file("evidence.json", text);
    command_run(&process, "verify", "--json", command_path("evidence.json", network));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "network")), copy);
    snprintf(text, sizeof text, "never %s!", label);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "property")), text);
    snprintf(text, sizeof text, "--internal=%s", label);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "reading")), text);
    json_decref(object);
    process_free(&process);
}

/* Too little memory or time: no verdict. */
static void test_undecided(void) {
    char network[PATH_BYTES], path[PATH_BYTES], memory[32];
    struct process process;
    command_run(&process, "check", "--deadlock", command_example("ring-8/ring.exp", network), "--certificate",
                command_path("ring.json.zst", path));
    command_ends(&process, 0, NULL);
    for (unsigned kib = 64; kib < 900; kib += 60) {
        snprintf(memory, sizeof memory, "--memory=%uK", kib);
        command_run(&process, "verify", "--json", path, memory);
        command_expect(&process, 3, "--memory");
        json_t *object = command_json(process.out);
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "verdict")), "undecided");
        json_decref(object);
        process_free(&process);
    }
    command_run(&process, "verify", "--memory=8M", path);
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", "--timeout=0", path);
    command_ends(&process, 3, "--timeout");
}

/* --- evidence of heddle check --- */

/* The evidence that `heddle check` writes to FILE (its ending selects the format) with an option is
 * confirmed; `more`: arguments of `heddle verify`. */
static void confirm(const char *network, const char *option, const char *file, int code) {
    char path[PATH_BYTES], written[PATH_BYTES];
    struct process process;
    int aut = strstr(file, ".aut") != NULL;
    command_run(&process, "check", command_example(network, path), option,
                code == 0 ? "--certificate" : "--trace", command_path(file, written));
    command_ends(&process, code, NULL);
    command_run(&process, "verify", code == 0 ? "certificate" : "trace", written, aut ? path : NULL,
                aut ? option : NULL);
    command_ends(&process, 0, NULL);
}

static void test_check(void) {
    confirm("philosophers-3/philosophers.exp", "--deadlock", "t.json", 1);
    confirm("philosophers-3/philosophers.exp", "--deadlock", "t.json.gz", 1);
    confirm("philosophers-3/philosophers.exp", "--deadlock", "t.aut.zst", 1);
    confirm("gas_station-3/gas_station.exp", "--deadlock", "t.json.zst", 1);
    confirm("multilevel/system.exp", "--never='.*'", "t.json", 1);
    confirm("multilevel/system.exp", "--never='.*'", "t.aut", 1);
    confirm("multilevel/system.exp", "--never=none", "c.json", 0);
    confirm("ring-5/ring.exp", "--deadlock", "c.json.zst", 0);
    confirm("producer/network.exp", "--never='done_[12]'", "t.aut.gz", 1);
    confirm("producer/network.exp", "--formula=[true* . trans] false", "t.aut", 1);
    confirm("producer/network.exp", "--formula=[true* . trans] false", "t.json.gz", 1);
}

/* A formula from a file is shown in one line, without its comments. */
static void test_formula_name(void) {
    char path[PATH_BYTES], file[PATH_BYTES], network[PATH_BYTES];
    struct process process;
    command_put_file("never.mcl", "% it is (* never *) sent\n[true*\n  . \"trans\"] (* here *) false\n");
    command_run(&process, "check", command_example("producer/network.exp", network), "--property",
                command_path("never.mcl", file), "--trace", command_path("t.json", path));
    command_ends(&process, 1, NULL);
    command_run(&process, "verify", "--json", path);
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_STRING_EQUAL(command_text(object, "property"), "[true* . \"trans\"] false");
    json_decref(object);
    process_free(&process);
    /* An error in the formula has its position in the evidence. */
    char *text = process_read_file(path, NULL);
    char *at = strstr(text, ". \\\"trans");
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    *at = ')';
    command_put_file("t.json", text);
    free(text);
    command_run(&process, "verify", path);
    command_ends(&process, 2, "t.json: formula:3:3: unexpected ')'");
}

/* Labels that are not UTF-8, and options for reading the network. */
static void test_bytes_and_reading(void) {
    char network[PATH_BYTES], path[PATH_BYTES], monitor[PATH_BYTES];
    struct process process;
    command_put_file("bytes.aut", "des (0,2,3)\n(0,\"a \xff!\",1)\n(1,\"b \xc3\xa4\",2)\n");
    command_path("bytes.aut", network);
    command_path("bytes.json", path);
    command_run(&process, "check", network, "--never=a \xff!", "--trace", path);
    command_ends(&process, 1, NULL);
    command_run(&process, "verify", path);
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", path, "--json", command_example("producer/network.exp", monitor));
    command_expect(&process, 1, NULL);
    json_decref(command_json(process.out));
    process_free(&process);
    command_put_file("monitor.aut", "des (0,2,3)\n(0,\"a \xff!\",1)\n(1,\"b \xc3\xa4\",2)\n");
    command_run(&process, "check", network, "--monitor", command_path("monitor.aut", monitor),
                "--error-state=2", "--trace", path);
    command_ends(&process, 1, NULL);
    command_run(&process, "verify", path);
    command_ends(&process, 0, NULL);

    command_put_file("fold.aut", "des (0,2,3)\n(0,\"Send\",1)\n(1,\"hidden\",2)\n");
    command_run(&process, "check", command_path("fold.aut", network), "--ignore-case", "--internal=HIDDEN",
                "--never=i", "--trace", path);
    command_ends(&process, 1, NULL);
    command_confirms(path, "read with        --ignore-case --internal=HIDDEN");
    command_put_file("trace.aut", "des (0,2,3)\n(0,SEND,1)\n(1,tau,2)\n");
    command_run(&process, "verify", command_path("trace.aut", path), network, "--ignore-case",
                "--internal=Hidden", "--never=HIDDEN");
    command_ends(&process, 0, NULL);
    command_run(&process, "verify", path, network);
    command_ends(&process, 1, NULL);
}

/* Replaces a text in a file by one of the same length. */
static void change_file(const char *name, const char *from, const char *to) {
    char path[PATH_BYTES], *text = process_read_file(command_path(name, path), NULL);
    char *at = text == NULL ? NULL : strstr(text, from);
    CU_ASSERT(at != NULL && strlen(from) == strlen(to));
    if (at != NULL) {
        memcpy(at, to, strlen(to));
        command_put_file(name, text);
    }
    free(text);
}

/* Labels that differ in bytes that are not UTF-8: evidence of one label is confirmed, and refuted if it names
 * the other.
 */
static void test_bytes_exactly(void) {
    static const struct {
        const char *command, *option, *output;
        int code;
        const char *from, *to; /* the change of the evidence; NULL: no change */
    } cases[] = {
        {"check", "--never=a \xfe!", "--trace", 1, "\"label\":{\"hex\":\"6120fe21\"}",
         "\"label\":{\"hex\":\"6120ff21\"}"},
        {"check", "--never=a \xfe!", "--trace", 1, "\"label\": {\"hex\":\"6120fe21\"}",
         "\"label\": {\"hex\":\"6120ff21\"}"},
        {"check", "--never=a \xef\xbf\xbd!", "--certificate", 0, NULL, NULL},
        {"check", "--never=a \xfc!", "--certificate", 0, "6120fc21", "6120ff21"},
        {"check", "--starvation=a \xff!", "--trace", 1, "\"label\":{\"hex\":\"6120ff21\"}",
         "\"label\":{\"hex\":\"6120fd21\"}"},
        {"check", "--never-cycle=a \xfd!,b", "--trace", 1, "6120fd21", "6120ff21"},
        {"check", "--formula=[true* . \"a \xfe!\"] false", "--trace", 1, NULL, NULL},
        {"check", "--formula=[true*] <true* . \"b\"> true", "--certificate", 0, "6120fe21", "6120fc21"},
        {"check", "--almost-surely=a \xfe!", "--scheduler", 0, "\"goal\": {\"label\":{\"hex\":\"6120fe21\"}",
         "\"goal\": {\"label\":{\"hex\":\"6120fc21\"}"},
        {"mec", "--threads=1", "--evidence", 0, "6120fd21", "6120fc21"},
        {"check", "--deadlock", "--certificate", 0, "\"components\": [{\"hex\":\"6eff\"}]",
         "\"components\": [{\"hex\":\"6efe\"}]"},
    };
    char network[PATH_BYTES], path[PATH_BYTES];
    command_put_file("n\xff.aut", "des (0,5,3)\n(0,\"a \xff!\",1)\n(1,\"a \xfe!\",2)\n(2,\"a "
                                  "\xfd!\",2)\n(2,b,2)\n(0,c,2)\n");
    command_path("n\xff.aut", network);
    command_path("exact.json", path);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        struct process process;
        remove(path);
        command_run(&process, cases[k].command, network, cases[k].option, cases[k].output, path);
        command_ends(&process, cases[k].code, NULL);
        command_run(&process, "verify", path);
        command_ends(&process, 0, NULL);
        if (cases[k].from != NULL) {
            change_file("exact.json", cases[k].from, cases[k].to);
            command_run(&process, "verify", path);
            if (process.code != 1) { /* which one */
                printf("\n  %s", cases[k].option);
            }
            command_ends(&process, 1, NULL);
        }
    }
}

/* --- components and schedulers --- */

/* Writes evidence about a file in the suite's folder; input: its key. The rows follow the head, one in each
 * line. */
static void put_stored(const char *kind, const char *input, const char *name, const char *rest) {
    char text[TEXT_BYTES], path[PATH_BYTES];
    snprintf(text, sizeof text, "{\"heddle_evidence\": 1, \"kind\": \"%s\", \"inputs\": {\"%s\": \"%s\"}%s",
             kind, input, command_path(name, path), rest);
    command_put_file("evidence.json", text);
}

struct stored_case {
    const char *rest;
    int code;
    const char *reason;
};

static void verify_stored(const char *kind, const char *input, const char *name,
                          const struct stored_case *cases, size_t count) {
    for (size_t k = 0; k < count; k++) {
        put_stored(kind, input, name, cases[k].rest);
        verify(cases[k].rest, cases[k].code, cases[k].reason);
    }
}

/* A pipe is evidence, and can be read only once. */
static void test_pipe(void) {
    char line[2048], out[PATH_BYTES], err[PATH_BYTES], net[PATH_BYTES];
    struct process process;
    const char *const argv[] = {"/bin/sh", "-c", line, NULL};
    snprintf(line, sizeof line,
             "cd %s && ${HEDDLE:?} check -q -D -C a.json %s; cat a.json | ${HEDDLE:?} verify -q a.json "
             "/dev/stdin && "
             "cat a.json | ${HEDDLE:?} verify -q /dev/stdin",
             command_folder(), command_example("ring-3/ring.exp", net));
    process_finish(process_start(argv, command_path("stdout", out), command_path("stderr", err)), out, err,
                   &process);
    command_ends(&process, 0, NULL);
}

/* States 0 and 1 reach each other; 2 and 3 come after them. */
static void test_sccs(void) {
#define THREE ", \"states\": 4}\n[0,0,2,0,0,0,0]\n[1,0,2,0,1,0,1]\n"
    static const struct stored_case cases[] = {
        {THREE "[2,2,1,2,0,2,0]\n[3,3,0,3,0,3,0]\n", 0,
         "4 of 4 states are in 3 strongly connected components"},
        {THREE "[2,2,0,2,0,2,0]\n[3,3,0,3,0,3,0]\n", 1,
         "ranks do not decrease along the edge from state 2, of component 2 and rank 0, to state 3"},
        {THREE "[2,2,1,2,0,2,0]\n[3,2,1,2,1,2,1]\n", 1,
         "the backward tree has an edge from state 3 to state 2: there is none"},
        {THREE "[2,2,1,2,0,2,0]\n[3,3,0,3,0,3,1]\n", 1,
         "its backward parent, state 3, should be the state itself"},
        {THREE "[2,2,1,2,0,2,0]\n[3,2,1,4,1,2,1]\n", 1, "a parent is state 4, which does not exist"},
        {THREE "[2,2,1,2,0,2,0]\n[2,3,0,3,0,3,0]\n", 1, "expected state 3 of 4 next, found 2 (line 5)"},
        {", \"states\": 3}\n[0,0,2,0,0,0,0]\n[1,0,2,0,1,0,1]\n[2,2,1,2,0,2,0]\n", 1,
         "there are 4 states, and the evidence has 3 of them"},
        {THREE "[2,2,1,2,0,2,0]\n", 2, "evidence.json:5:1: the evidence announces 4 states, but has 3"},
        {THREE "[2,2,1,2,0,2,0]\n[3,3,0,3,0,3,0]\n[4", 2,
         "evidence.json:6:1: a state more than the 4 that the evidence announces"},
        {THREE "[2,2,1,2,0,2]\n", 2, "evidence.json:4:13: expected ',', found ']'"},
        {THREE "[2,2,1,2,0,2,0,0]\n", 2, "evidence.json:4:15: expected the end of the state, ']', found ','"},
        {THREE "[2,null,1,2,0,2,0]\n", 2, "evidence.json:4:4: expected the component, found 'n'"},
        {THREE "[2,2,1,2,0,2,4294967295]\n", 2, "evidence.json:4:24: a number beyond 4294967294"},
        {THREE "[2,2,1,2,0,2,00]\n", 2, "evidence.json:4:16: a number with a leading zero"},
        {THREE "[[2],2,1,2,0,2,0]\n", 2, "evidence.json:4:2: expected the number of a state, found '['"},
        {", \"states\": -1}\n", 2, "states: expected a natural number"},
    };
    command_put_file("graph.aut", "des (0,4,4)\n(0,a,1)\n(1,b,0)\n(1,a,2)\n(2,c,3)\n");
    verify_stored("scc", "graph", "graph.aut", cases, LENGTH(cases));
    put_stored("scc", "graph", "none.aut", cases[0].rest);
    verify("no file", 2, "none.aut");
    verify("no file", 2, "give its new path: heddle verify EVIDENCE FILE");
    put_stored("scc", "file", "graph.aut", cases[0].rest);
    verify("input", 2, "inputs: expected one of network, graph and mdp");
    put_stored("trace", "graph", "graph.aut", cases[0].rest);
    verify("input", 2, "inputs: expected a network");
    put_evidence("scc", COMPONENTS, "\"states\": 1}\n[[0,0,0],0,0,0,0,0,0]\n");
    verify("a network", 1,
           "\"generate_work\" leads from state 0 (producer 0, consumer 0, consumer#2 0) to (producer 1, "
           "consumer 0, consumer#2 0), which is missing");
    put_evidence("scc", COMPONENTS, "\"states\": 1}\n[[0,1,0],0,0,0,0,0,0]\n");
    verify("a network", 1, "the initial state (producer 0, consumer 0, consumer#2 0) is not the first one");
    put_evidence("scc", COMPONENTS, "\"states\": 1}\n[[0,0],0,0,0,0,0,0]\n");
    verify("a network", 2, ":4:6: a tuple of this evidence has 3 numbers");
}

/* From state 0, a coin leads to 1 or 2; state 1 has a loop, and 2 leads back. */
#define MDP "3 4 5\n0 0 1 0.5 toss\n0 0 2 0.5 toss\n1 0 1 1 stay\n2 0 0 1 back\n2 1 2 1 stay\n"
#define MDP_LABELS ", \"labels\": [\"back\", \"stay\", \"toss\"]"

static void test_mecs(void) {
#define LOOPS MDP_LABELS ", \"states\": 3}\n"
    static const struct stored_case cases[] = {
        {LOOPS "[0,null,1,2]\n[1,1,0,0,1,0,1,0,[[1,1]]]\n[2,2,2,3,2,0,2,0,[[1,2]]]\n", 0,
         "2 of 3 states are in 2 maximal end components: 2 of one state, 1 that nothing leaves, the largest "
         "of 1 state"},
        {LOOPS "[0,null,2,2]\n[1,1,0,0,1,0,1,0,[[1,1]]]\n[2,2,1,3,2,0,2,0,[[1,2]]]\n", 1,
         "state 2: the choice \"back\" to state 0 is not internal, and has no target of smaller rank"},
        {LOOPS "[0,null,1,3]\n[1,1,0,0,1,0,1,0,[[1,1]]]\n[2,2,2,3,2,0,2,0,[[1,2]]]\n", 1,
         "state 0: the choice \"toss\" to state 1, 2 is not internal, and is not separated from a state of "
         "smaller rank before"},
        {LOOPS "[0,null,1,2]\n[1,1,0,0,1,0,1,0,[[1,1]]]\n[2,2,1,3,2,0,2,0,[[1,2]]]\n", 1,
         "state 2 has the rank 1 of state 0"},
        {LOOPS "[0,null,1,2]\n[1,1,0,0,1,0,1,0,[[1,1]]]\n[2,2,2,3,2,0,2,0,[]]\n", 1,
         "state 2: the choice \"stay\" to state 2 is internal, but not listed"},
        {LOOPS "[0,null,1,2]\n[1,1,0,0,1,0,1,0,[[1,1]]]\n[2,2,2,3,2,0,2,0,[[1,2],[null,2]]]\n", 1,
         "without a label to state 2 is listed, but is not an internal choice of the state"},
        {LOOPS "[0,null,1,2]\n[1,null,0,0]\n[2,2,2,3,2,0,2,0,[[1,2]]]\n", 1,
         "state 1: the choice \"stay\" to state 1 is not internal, and has no target of smaller rank"},
        {LOOPS "[0,null,3,2]\n[1,null,0,0]\n[2,null,1,1]\n", 1, "the rank 3 of state 0 is not below"},
        {LOOPS "[0,0,1,2,0,0,0,0,[]]\n[1,1,0,0,1,0,1,0,[[1,1]]]\n[2,2,2,3,2,0,2,0,[[1,2]]]\n", 1,
         "state 0 has no choice that stays in its component, 0"},
        {LOOPS "[0,null,1,2]\n[1,1,0,0,1,0,1,0,[[3,1]]]\n", 2,
         "evidence.json:3:21: there is no label of this number"},
        {LOOPS "[0,null,1,2]\n[1,1,0,0,1,0,1,0,[[1]]]\n", 2, "evidence.json:3:21: expected ',', found ']'"},
        {LOOPS "[0,nul,1,2]\n", 2, "evidence.json:2:7: expected null, found ','"},
        {", \"states\": 3}\n", 2, "labels: expected a list of strings"},
    };
    command_put_file("mdp.tra", MDP);
    verify_stored("mec", "mdp", "mdp.tra", cases, LENGTH(cases));
    /* The named labels are read at their old path, even if the model has moved. */
    char path[PATH_BYTES], model[PATH_BYTES];
    struct process process;
    command_put_file("labels.json",
                     "{\"heddle_evidence\": 1, \"kind\": \"mec\", \"inputs\": {\"mdp\": \"old.tra\", "
                     "\"labels\": \"old.lab\"}" LOOPS);
    command_run(&process, "verify", command_path("labels.json", path), command_path("mdp.tra", model));
    command_ends(&process, 2, "the evidence names the labels old.lab: run heddle verify in a folder");
}

static void test_schedulers(void) {
#define GOAL(goal) MDP_LABELS ", \"goal\": {" goal "}, \"states\": 3}\n"
#define BACK GOAL("\"label\": \"back\"")
    static const struct stored_case cases[] = {
        {BACK "[0,null,1]\n[1,null,1]\n[2,0,[0,0]]\n", 1,
         "state 0: the choice \"toss\" to state 1, 2 leads to no state with a smaller time"},
        {BACK "[0,null,2]\n[1,null,1]\n[2,0,[0,0]]\n", 0,
         "from 1 of 3 states the scheduler almost surely reaches \"back\", and no scheduler does from any "
         "other state; "
         "the initial state is not among them"},
        {BACK "[0,1,[2,1,2]]\n[1,null,1]\n[2,0,[0,0]]\n", 1, "can lead to a state without a rank"},
        {BACK "[0,null,2]\n[1,null,1]\n[2,null,2]\n", 1,
         "state 2: the choice \"back\" to state 0 is a goal, but the state has no rank"},
        {BACK "[0,null,2]\n[1,null,1]\n[2,0,[1,2]]\n", 1,
         "state 2: the choice \"stay\" to state 2 leads to no smaller rank"},
        {BACK "[0,null,2]\n[1,null,1]\n[2,0,[0,1]]\n", 1,
         "state 2: the choice \"back\" to state 1 is not one of the state's choices"},
        {BACK "[0,null,2]\n[1,null,1]\n[2,0,[0,7]]\n", 1, "a choice leads to state 7, which does not exist"},
        {BACK "[0,null,2]\n[1,null,1]\n[2,0,null]\n", 1, "state 2 has no choice and is not a goal"},
        {GOAL("\"label\": \"back\", \"repeatedly\": true") "[0,null,2]\n[1,null,1]\n[2,0,[0,0]]\n", 1,
         "can lead to a state without a rank"},
        {GOAL("\"label\": \"back\", \"repeatedly\": true") "[0,null,2]\n[1,null,1]\n[2,null,3]\n", 0,
         "from 0 of 3 states"},
        {GOAL("\"pattern\": \"st.*\"") "[0,1,[2,1,2]]\n[1,0,[1,1]]\n[2,0,[1,2]]\n", 0, "from 3 of 3 states"},
        {GOAL("\"state_label\": \"won\"") "[0,1,[2,1,2]]\n[1,0,null]\n[2,2,[0,0]]\n", 0,
         "reaches states with the label \"won\", and no scheduler does from any other state; the initial "
         "state is one"},
        {GOAL("\"state_label\": \"won\"") "[0,1,[2,1,2]]\n[1,null,1]\n[2,2,[0,0]]\n", 1,
         "state 0: the choice \"toss\" to state 1, 2 can lead to a state"},
        {GOAL("\"state_label\": \"lost\"") "[0,null,1]\n[1,null,1]\n[2,null,1]\n", 0, "from 0 of 3 states"},
        {GOAL("\"state_label\": \"won\", \"repeatedly\": true"), 2, "goal: expected a label or pattern"},
        {GOAL("\"label\": \"a\", \"pattern\": \"a\""), 2, "goal: expected an object with one of"},
        {GOAL("\"pattern\": \"a[\"") "[0,null,1]\n[1,null,1]\n[2,null,1]\n", 2,
         "the pattern a[ of the evidence"},
        {BACK "[0,null]\n", 2, "evidence.json:2:8: expected ',', found ']'"},
    };
    command_put_file("mdp.tra", MDP);
    command_put_file("mdp.lab", "0=\"init\" 1=\"won\"\n0: 0\n1: 1\n");
    verify_stored("scheduler", "mdp", "mdp.tra", cases, LENGTH(cases));
}

void suite_verify_command(void) {
    command_suite("heddle verify", "traces", test_traces, "monitors", test_monitors, "malformed evidence",
                  test_malformed, "certificates", test_certificates, "certificates with a monitor",
                  test_certificates_with_monitor, "several pieces", test_several_pieces,
                  "several pieces that are wrong", test_several_errors, "labels alone", test_labels,
                  "check and verify say the same of options", test_same_messages, "command line",
                  test_command_line, "long names", test_long_names, "undecided", test_undecided,
                  "evidence of heddle check", test_check, "a formula in one line", test_formula_name,
                  "bytes that are not UTF-8 are told apart", test_bytes_exactly, "evidence from a pipe",
                  test_pipe, "bytes, and how a network is read", test_bytes_and_reading,
                  "strongly connected components", test_sccs, "maximal end components", test_mecs,
                  "schedulers", test_schedulers, NULL);
}
