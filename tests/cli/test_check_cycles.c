/*
 * `heddle check --livelock --starvation --never-cycle` as a user sees it: verdicts, lassos in every form and
 * the commands that read them, limits, and errors. $HEDDLE is the binary, $EXAMPLES the folder of models.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define check(process, ...) command_run(process, "check", __VA_ARGS__)

/* The content of a file in the folder; the caller frees it. */
static char *content(const char *name) {
    char path[PATH_BYTES], *text = calloc(1, 65536);
    FILE *file = fopen(command_path(name, path), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    text[fread(text, 1, 65535, file)] = '\0';
    fclose(file);
    return text;
}

static void put_spinning(void) {
    command_put_file(
        "spin.aut",
        "des (0, 6, 5)\n(0, go, 1)\n(1, tau, 2)\n(2, i, 1)\n(1, on, 3)\n(3, \"a,b\", 3)\n(3, off, 4)\n");
}

static void test_verdicts(void) {
    static const struct {
        const char *kind, *name, *verdict;
        size_t length;
        int lasso; /* -1: null */
    } expected[] = {
        {"deadlock", "deadlock", "violated", 3, -1},
        {"never", "never off", "violated", 3, -1},
        {"livelock", "livelock", "violated", 3, 1},
        {"starvation", "starvation go", "violated", 3, 1},
        {"starvation", "starvation 'i'", "violated", 3, 2},
        {"never-cycle", "never-cycle a,b", "violated", 3, 2},
        {"never-cycle", "never-cycle 'a.*', i", "holds", 0, -1},
        {"never-cycle", "never-cycle go", "holds", 0, -1},
    };
    char net[PATH_BYTES];
    struct process process;
    put_spinning();
    for (int threads = 1; threads <= 3; threads += 2) {
        check(&process, command_path("spin.aut", net), "--json", threads == 1 ? "--threads=1" : "--threads=3",
              "--deadlock", "--never=off", "--livelock", "--starvation=go", "--starvation='i'",
              "--never-cycle=\"a,b\"", "--never-cycle= 'a.*' , tau ", "--never-cycle", "go");
        command_expect(&process, 1, NULL);
        json_t *object = command_json(process.out);
        CU_ASSERT(json_is_true(json_object_get(object, "complete")));
        CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "properties")), 8);
        for (size_t i = 0; i < 8; i++) {
            const json_t *lasso = json_object_get(command_property(object, i), "lasso");
            CU_ASSERT_STRING_EQUAL(command_text(command_property(object, i), "kind"), expected[i].kind);
            CU_ASSERT_STRING_EQUAL(command_text(command_property(object, i), "name"), expected[i].name);
            CU_ASSERT_STRING_EQUAL(command_text(command_property(object, i), "verdict"), expected[i].verdict);
            CU_ASSERT_EQUAL(json_array_size(json_object_get(command_property(object, i), "trace")),
                            expected[i].length);
            CU_ASSERT(expected[i].lasso < 0
                          ? json_is_null(lasso)
                          : json_is_integer(lasso) && json_integer_value(lasso) == expected[i].lasso);
        }
        CU_ASSERT_EQUAL(command_number(command_property(object, 2), "cycle_length"), 2);
        CU_ASSERT_PTR_NULL(json_object_get(command_property(object, 0), "cycle_length"));
        json_decref(object);
        process_free(&process);
    }
}

static void test_rows(void) {
    char net[PATH_BYTES];
    struct process process;
    put_spinning();
    check(&process, command_path("spin.aut", net), "--livelock", "--starvation=i");
    command_expect(&process, 1, NULL);
    command_prints(&process, "and back to the state after step 1, for ever\n",
                   "no livelock   violated by a cycle of 2 steps after 1 step\n",
                   "starvation i  violated by a cycle of 1 step after 2 steps\n");
    process_free(&process);
    check(&process, command_example("locks/ordered.exp", net), "--starvation=work_1");
    command_expect(&process, 1, NULL);
    command_prints(&process, "violated by a cycle of 5 steps in the initial state\n");
    process_free(&process);
}

/* Without internal actions, or with a label that no transition has, the verdict needs no search. */
static void test_vacuous(void) {
    char net[PATH_BYTES];
    struct process process;
    check(&process, command_example("producer/network.exp", net), "--livelock",
          "--never-cycle=trans,nothing");
    command_expect(&process, 0,
                   "never-cycle trans, nothing: 'nothing': no transition of the network has such a label\n");
    command_prints(&process, "holds vacuously: there is no internal action\n",
                   "holds vacuously: no transition is ever labelled 'nothing'");
    CU_ASSERT_PTR_NULL(strstr(process.out, "states"));
    process_free(&process);
    check(&process, net, "--starvation='.*'");
    command_expect(&process, 0, NULL);
    command_prints(&process, "holds vacuously: there is no other label\n");
    process_free(&process);
    check(&process, net, "--starvation=nothing");
    command_ends(&process, 1, "starvation nothing: no transition of the network has such a label");
}

/* Each form of a lasso is read by other commands. */
static void test_traces(void) {
    char net[PATH_BYTES], trace[PATH_BYTES], second[PATH_BYTES];
    struct process process;
    put_spinning();
    check(&process, command_path("spin.aut", net), "--livelock", "--never-cycle=\"a,b\"", "--trace",
          command_path("lasso.json", trace));
    command_ends(&process, 1, NULL);
    for (int i = 0; i < 2; i++) {
        command_confirms(i == 0 ? trace : command_path("lasso-2.json", second), "confirmed");
    }
    command_run(&process, "simulate", net, "--trace", trace);
    command_ends(&process, 0, NULL);
    check(&process, net, "--quiet", "--livelock", "--trace", command_path("lasso.aut", trace));
    command_ends(&process, 1, NULL);
    char *text = content("lasso.aut");
    CU_ASSERT_STRING_EQUAL(text, "des (0, 3, 3)\n(0,\"go\",1)\n(1,i,2)\n(2,i,1)\n");
    free(text);
    command_run(&process, "verify", trace, net);
    command_ends(&process, 2, "a lasso can be verified only as JSON");
}

/* Evidence of cycles by hand: confirmed, refuted, or of the wrong form. */
static void test_evidence(void) {
    static const struct {
        const char *property, *lasso;
        int code;
        const char *text;
    } cases[] = {
        {"{\"kind\": \"livelock\"}", "1", 0, "which violates: livelock"},
        {"{\"kind\": \"livelock\"}", "null", 1, "does not return to any of its states"},
        {"{\"kind\": \"livelock\"}", "0", 1, "step 1, on the cycle, is \\\"go\\\""},
        {"{\"kind\": \"livelock\"}", "3", 1, "the lasso has no step"},
        {"{\"kind\": \"starvation\", \"label\": \"go\"}", "1", 0, "starvation go"},
        {"{\"kind\": \"starvation\", \"pattern\": \".\"}", "1", 1, "step 2, on the cycle"},
        {"{\"kind\": \"starvation\"}", "1", 2, "either a label or a pattern"},
        {"{\"kind\": \"starvation\", \"pattern\": \"[\"}", "1", 2, "the pattern"},
        {"{\"kind\": \"never-cycle\", \"labels\": [{\"label\": \"i\"}, {\"pattern\": \"i*\"}]}", "1", 0,
         "never-cycle i, 'i*'"},
        {"{\"kind\": \"fair-cycle\", \"labels\": [{\"label\": \"i\"}, {\"pattern\": \"i*\"}]}", "1", 0,
         "never-cycle i, 'i*'"},
        {"{\"kind\": \"never-cycle\", \"labels\": [{\"label\": \"i\"}, {\"label\": \"go\"}]}", "1", 1,
         "there is no \\\"go\\\" on the cycle"},
        {"{\"kind\": \"never-cycle\", \"labels\": []}", "1", 2, "a list of labels"},
        {"{\"kind\": \"never-cycle\", \"labels\": [{}]}", "1", 2, "either a label or a pattern"},
        {"{\"kind\": \"never-cycle\", \"labels\": [1]}", "1", 2, "either a label or a pattern"},
        {"{\"kind\": \"never-cycle\"}", "1", 2, "a list of labels"},
    };
    char net[PATH_BYTES], path[PATH_BYTES], text[4096];
    put_spinning();
    command_path("spin.aut", net);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        snprintf(text, sizeof text,
                 "{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"%s\"}, "
                 "\"components\": [\"spin\"], \"property\": %s, \"initial\": [0], \"steps\": [{\"label\": "
                 "\"go\", \"to\": [1]}, {\"label\": \"i\", \"to\": [2]}, {\"label\": \"i\", \"to\": [1]}], "
                 "\"lasso\": %s}\n",
                 net, cases[i].property, cases[i].lasso);
        command_put_file("made.json", text);
        command_run(&process, "verify", command_path("made.json", path), "--json");
        command_expect(&process, cases[i].code, cases[i].code == 2 ? cases[i].text : NULL);
        if (cases[i].code != 2 && strstr(process.out, cases[i].text) == NULL) {
            printf("\n  %s\n  %s", cases[i].property, process.out);
            CU_FAIL("another reason");
        }
        process_free(&process);
    }
    struct process process;
    snprintf(text, sizeof text,
             "{\"heddle_evidence\": 1, \"kind\": \"certificate\", \"inputs\": {\"network\": \"%s\"}, "
             "\"components\": [\"spin\"], \"properties\": [{\"kind\": \"livelock\"}], \"states\": 0}\n",
             net);
    command_put_file("made.json", text);
    command_run(&process, "verify", path);
    command_ends(&process, 2, "deadlock freedom and labels");
}

/* If a limit is reached, cycles are undecided, even if other properties are decided. */
static void test_limits(void) {
    static const char *const limits[] = {"--max-states=20", "--max-depth=3", "--memory=750K"};
    char net[PATH_BYTES], none[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(limits); i++) {
        check(&process, command_example("alternating_bit-3/alternating_bit.exp", net), "--device=cpu",
              limits[i], "--starvation='deliver.*'", "--json");
        command_expect(&process, 3, NULL);
        json_t *object = command_json(process.out);
        command_decides(object, 0, "undecided");
        json_decref(object);
        process_free(&process);
    }
    check(&process, net, "--max-depth=3", "--starvation='deliver.*'", "--never='put.*'");
    command_expect(&process, 1, NULL);
    command_prints(&process, "starvation 'deliver.*'  undecided\n");
    process_free(&process);
    check(&process, net, "--livelock", "--certificate", command_path("none.json", none));
    command_expect(&process, 2, "not of cycles");
    CU_ASSERT_FALSE(command_has_file("none.json"));
    process_free(&process);
}

static void test_refused(void) {
    static const struct {
        const char *option, *text;
    } cases[] = {
        {"--starvation=", "the label is empty (write '\"\"'"},
        {"--never-cycle=", "the label is empty (write"},
        {"--never-cycle=,a", "the label is empty (write"},
        {"--never-cycle=a, ,b", "the label after 'a,' is empty"},
        {"--never-cycle=a,\"b,\",", "the label after '\"b,\",' is empty"},
        {"--never-cycle='a,b", "is not closed"},
        {"--never-cycle=\"", "is not closed"},
        {"--never-cycle='[',b", "--never-cycle '[',b: "},
        {"--starvation='['", "--starvation '[': "},
    };
    char net[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", net);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        check(&process, net, cases[i].option);
        command_expect(&process, 2, cases[i].text);
        CU_ASSERT_STRING_EQUAL(process.out, "");
        process_free(&process);
    }
}

void suite_check_cycles(void) {
    command_suite("heddle check of cycles", "verdicts", test_verdicts, "rows", test_rows,
                  "what needs no search", test_vacuous, "traces", test_traces, "evidence", test_evidence,
                  "limits", test_limits, "what is refused", test_refused, NULL);
}
