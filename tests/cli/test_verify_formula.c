/*
 * heddle verify on strategies, as a command: evidence that `heddle check` wrote is confirmed, and with one
 * text of it replaced refuted with what is wrong, or refused with a position.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define TEXT_BYTES 8192

struct change {
    const char *from, *to; /* NULL: nothing is changed; the end of the file: "" */
    int code;
    const char *expected; /* in the reason (0, 1) or in standard error */
};

/* Evidence of a formula on a network with the components fork.aut (0 -a-> 1, 0 -b-> 2, 2 -c-> 2). */
static void write_evidence(const char *formula, const char *option, int code) {
    char network[PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    command_put_file("fork.aut", "des (0, 3, 3)\n(0, a, 1)\n(0, b, 2)\n(2, c, 2)\n");
    command_put_file("fork.exp", "\"fork.aut\"");
    command_path("fork.exp", network);
    command_path("evidence.json", evidence);
    command_run(&process, "check", network, "-f", formula, option, evidence);
    command_expect(&process, code, NULL);
    process_free(&process);
}

static void read_evidence(char *text) {
    char path[PATH_BYTES];
    FILE *file = fopen(command_path("evidence.json", path), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    text[fread(text, 1, TEXT_BYTES - 1, file)] = '\0';
    fclose(file);
}

/* Puts the text with its change into changed.json; 0 when it does not have what is to be replaced. */
static int put_changed(const char *text, const struct change *change) {
    char changed[2 * TEXT_BYTES];
    const char *at =
        change->from == NULL || change->from[0] == '\0' ? text + strlen(text) : strstr(text, change->from);
    if (at == NULL) {
        return 0;
    }
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text,
             change->from == NULL ? "" : change->to, at + (change->from == NULL ? 0 : strlen(change->from)));
    command_put_file("changed.json", changed);
    return 1;
}

static void verify(const struct change *change) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "verify", "--json", command_path("changed.json", path));
    if (change->code > 1) {
        command_expect(&process, change->code, change->expected);
    } else {
        command_expect(&process, change->code, NULL);
        json_t *object = command_json(process.out);
        const char *reason = json_string_value(json_object_get(object, "reason"));
        if (reason == NULL || strstr(reason, change->expected) == NULL) {
            printf("\n  '%s' was expected in: %s\n", change->expected, reason != NULL ? reason : "nothing");
            CU_FAIL("a wrong reason");
        }
        json_decref(object);
    }
    process_free(&process);
}

static void verify_all(const struct change *changes, size_t count) {
    static char text[TEXT_BYTES];
    read_evidence(text);
    for (size_t k = 0; k < count; k++) {
        if (!put_changed(text, &changes[k])) {
            printf("\n  there is no %s in\n%s", changes[k].from, text);
            CU_FAIL("other evidence");
        } else {
            verify(&changes[k]);
        }
    }
}

static void test_graph(void) {
    static const struct change changes[] = {
        {NULL, NULL, 0, "the formula is violated: a strategy of 3 nodes and 2 moves refutes it"},
        /* moves */
        {"[[0,1],[1,2]]", "[[0,1]]", 1,
         "node 0 (fork 0), subformula 0, nu X . <true> <a> X: \"b\" to node 2 is missing"},
        {"[[0,1],[1,2]]", "[[1,2],[0,1]]", 1, "is missing, or not in order"},
        {"[[0,1],[1,2]]", "[[0,1],[0,1],[1,2]]", 1, "is not a move, or occurs twice, or is not in order"},
        {"[[0,1],[1,2]]", "[[0,1],[1,3]]", 1, "\"b\" to node 2 is missing"},
        {"[[0,1],[1,2]]", "[[0,1],[1,2],[2,7]]", 1, "\"c\" to node 7 is not a move"},
        {"[[0,1],[1,2]]", "[[null,1],[1,2]]", 1, "\"a\" to node 1 is missing"},
        /* nodes */
        {"[[2],1,", "[[1],1,", 1, "occurs twice"},
        {"[[2],1,", "[[7],1,", 1, "fork has no state 7: its states are 0 to 2 (line 9)"},
        {"[[2],1,", "[[2],9,", 1, "there is no subformula 9"},
        {"[[0],0,0,", "[[0],0,1,", 1,
         "belongs to Even, with priority 0, and not to player 1, with priority 0"},
        {"[[0],0,0,0,", "[[0],0,0,2,", 1, "and not to player 0, with priority 2"},
        {"[[0],0,0,0,", "[[0],1,0,0,", 1, ""},
        /* heads */
        {"\"holds\": false", "\"holds\": true", 1, ""},
        {"\"holds\": false", "\"holds\": 0", 2, "changed.json:1:1: holds: expected true or false"},
        {"[\"a\",\"b\",\"c\"]", "[\"a\",\"b\",\"x\"]", 1,
         "label 2 of the evidence is \"x\", of the network \"c\""},
        {"[\"a\",\"b\",\"c\"]", "[\"a\",\"b\",{\"hex\":\"63\"}]", 0, "is violated"},
        {"[\"a\",\"b\",\"c\"]", "[\"a\",\"b\",{\"hex\":\"6\"}]", 2,
         "changed.json:1:1: labels: expected a string, or an object with bytes as hexadecimal digits"},
        {"[\"a\",\"b\",\"c\"]", "[\"a\"]", 2, "there is no label of this number"},
        {"\"subformulas\": [", "\"subformulas\": [\"true\",", 1, "the evidence "},
        {"\"subformulas\": [\"nu X", "\"subformulas\": [\"nu Y", 1,
         "subformula 0 is nu X . <true> <a> X, not nu Y"},
        {"\"formula\":\"nu X . <true> <\\\"a", "\"formula\":\"nu X . <true> <\\\"c", 1,
         "subformula 0 is nu X . <true> <c> X"},
        {"\"formula\":\"nu X . <true> <\\\"a", "\"formula\":\"nu X . <true> >\\\"a", 2, "formula:1:15:"},
        {"\"dialect\":\"mcl\"", "\"dialect\":\"mco\"", 2, "property.dialect: expected"},
        {"\"kind\":\"formula\"", "\"kind\":\"deadlock\"", 2, "property: expected a formula"},
        {"\"components\": [\"fork\"]", "\"components\": [\"spoon\"]", 1, "process 1 is 'spoon'"},
        {"\"nodes\": 3", "\"nodes\": 4", 2, "announces 4 nodes, but has 3"},
        {"\"nodes\": 3", "\"nodes\": 2", 2, "a node more than the 2 that the evidence announces"},
        {"\"nodes\": 3", "\"nodes\": -3", 2, "nodes: expected a natural number"},
        {"\"nodes\": 3", "\"nodes\": 3, \"nodes\": 3", 2, "changed.json:"},
        {"\"kind\": \"parity\"", "\"kind\": \"trace\"", 2, "steps: expected a list of steps"},
        {"", "[[0],0,0,0,[]]\n", 2, "changed.json:10:1: a node more than the 3"},
        {"[[1],1,0,0,", "[[1],1,0,null,", 2, "changed.json:8:"},
    };
    write_evidence("nu X . <true> <\"a\"> X", "--trace", 1);
    verify_all(changes, sizeof changes / sizeof *changes);
}

static void test_lasso(void) {
    static const struct change changes[] = {
        {NULL, NULL, 0, "a strategy of 2 nodes and 2 moves refutes it along this path of 2 steps"},
        {"[[1,1]]", "[[0,1]]", 1, "\"a\" to node 1 is not a move"},
        {"[[1,1]]", "[]", 1, "belongs to the winner, but has 0 moves instead of one"},
        {"[[1,1]]", "[[1,0]]", 1, "\"b\" to node 0 is not a move"},
        {"{\"label\": \"b\"", "{\"label\": \"a\"", 1,
         "step 1 of the trace is \"a\", and the strategy leads on by \"b\""},
        {"\"to\": [2]},", "\"to\": [1]},", 1,
         "state 1 of the trace is (fork 1), and the strategy leads to (fork 2)"},
        {"\"lasso\": 1", "\"lasso\": 0", 1, "to another state"},
        {"\"lasso\": 1", "\"lasso\": null", 1, "the trace has 2 steps, the strategy's path 2 and returns"},
        {"\"lasso\": 1", "\"lasso\": 3", 2, "lasso: expected the number of a state of the trace"},
        {",\n  {\"label\": \"c\", \"to\": [2]}", "", 1, "the trace has 1 steps and returns"},
        {"\"holds\": false", "\"holds\": true", 1, ", has the highest priority 1: Odd wins it"},
        {"\"kind\": \"trace\"", "\"kind\": \"parity\"", 0, "is violated"},
        {"", "{}", 2, "heddle_evidence: expected the number 1"},
    };
    write_evidence("mu X . [not \"a\"] X", "--trace", 1);
    verify_all(changes, sizeof changes / sizeof *changes);
}

/*
 * Evidence that holds of a network which ends after b, made up to be of one that goes on for ever with b: a
 * cycle that Odd wins is below one that Even wins, and is seen when that one's highest priority is gone.
 */
static void test_cycle_below(void) {
    static const struct change changes[] = {
        {"[[1],1,1,1,[]]", "[[0],1,1,1,[[0,0],[1,1]]]", 1, ", has the highest priority 1: Odd wins it"},
    };
    char network[PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    command_put_file("again.aut", "des (0, 2, 2)\n(0, a, 0)\n(0, b, 1)\n");
    command_put_file("again.exp", "\"again.aut\"");
    command_path("again.exp", network);
    command_path("evidence.json", evidence);
    command_run(&process, "check", network, "-f", "nu X . mu Y . ([a] X and [b] Y)", "--certificate",
                evidence);
    command_expect(&process, 0, NULL);
    process_free(&process);
    command_put_file("again.aut", "des (0, 2, 1)\n(0, a, 0)\n(0, b, 0)\n");
    verify_all(changes, 1);
}

/*
 * Evidence that a formula holds of loop.exp, made up to be of turn.exp, of which it does not hold: a strategy
 * in the game of the formula and other labels than the network has.
 */
static void test_labels(void) {
    static const struct change changes[] = {
        {NULL, NULL, 0, "the formula holds"},
        {"[\"b\"]", "[\"b\",\"c\"]", 1, "label 1 of the evidence is \"c\", of the network none"},
        {"[\"b\"]", "[\"b\",\"b\"]", 1, "label 1 of the evidence is \"b\", of the network none"},
        {"loop.exp", "turn.exp", 1, "label 0 of the evidence is \"b\", of the network \"i\""},
    };
    static const struct change forged[] = {
        {"[\"b\"]", "[]", 1, "label 0 of the evidence is none, of the network \"i\""},
        {"[\"b\"]", "[\"i\"]", 1, "\"i\" to node 0 is missing"},
        {"[\"b\"]", "[\"tau\"]", 1, "label 0 of the evidence is \"tau\", of the network \"i\""},
        {"[\"b\"]", "[\"i\",\"tau\"]", 1, "label 1 of the evidence is \"tau\", of the network none"},
    };
    char network[PATH_BYTES], evidence[PATH_BYTES];
    static char text[TEXT_BYTES];
    struct process process;
    command_put_file("step.aut", "des (0, 1, 1)\n(0, b, 0)\n");
    command_put_file("loop.exp", "\"step.aut\"");
    command_put_file("turn.exp", "total rename \"b\" -> i in \"step.aut\" end rename");
    command_path("loop.exp", network);
    command_path("evidence.json", evidence);
    command_run(&process, "check", network, "-f", "[i] -|", "--certificate", evidence);
    command_expect(&process, 0, NULL);
    process_free(&process);
    verify_all(changes, sizeof changes / sizeof *changes);
    read_evidence(text);
    char *name = strstr(text, "loop.exp"), *node = strstr(text, "[[0],0,1,0,");
    CU_ASSERT_TRUE_FATAL(name != NULL && node != NULL);
    memcpy(name, "turn.exp", strlen("turn.exp"));
    memcpy(node, "[[0],0,1,1,", strlen("[[0],0,1,1,")); /* its priority where the action can happen */
    for (size_t k = 0; k < sizeof forged / sizeof *forged; k++) {
        CU_ASSERT_TRUE(put_changed(text, &forged[k]));
        verify(&forged[k]);
    }
}

/* Cycles are judged by their highest priority: what wins forever `nu` loses forever `mu`. */
static void test_cycles(void) {
    static const struct change changes[] = {
        {NULL, NULL, 0, "the formula holds: a strategy of "},
        {"\"holds\": true", "\"holds\": false", 1, ""},
        {"\"formula\":\"<b> nu Y . mu", "\"formula\":\"<b> mu Y . mu", 1,
         "the formula has 2 subformulas, the evidence 4"},
    };
    write_evidence("<b> nu Y . mu Z . <c> (Y or Z)", "--certificate", 0);
    verify_all(changes, sizeof changes / sizeof *changes);
}

void suite_verify_formula(void) {
    command_suite("verify_formula", "strategies that branch", test_graph, "lassos", test_lasso,
                  "a cycle below another", test_cycle_below, "labels", test_labels, "cycles", test_cycles,
                  NULL);
}
