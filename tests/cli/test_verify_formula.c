/*
 * heddle verify on strategies, as a command: evidence that `heddle check` wrote is confirmed. With one text
 * replaced, it is refuted with a reason, or refused with a position.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define TEXT_BYTES 8192
#define TABLE "tests/cli/verify_formula.txt"
#define MOST_LINE 512

struct change {
    const char *from, *to; /* from: NULL: nothing is changed; "": the end of the file */
    int code;
    const char *expected; /* in the reason (0, 1) or in standard error */
};

/* Writes the evidence of a formula on a network to evidence.json; the option selects the verdict. */
static void write_evidence(const char *network, const char *formula, const char *option, int code) {
    char path[PATH_BYTES], evidence[PATH_BYTES];
    struct process process;
    command_path(network, path);
    command_path("evidence.json", evidence);
    command_run(&process, "check", path, "-f", formula, option, evidence);
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

/* Writes the text with its change into changed.json, which is verified. */
static void verify_changed(const char *text, const struct change *change) {
    char changed[2 * TEXT_BYTES];
    const char *from = change->from == NULL ? "" : change->from;
    const char *at = from[0] == '\0' ? text + strlen(text) : strstr(text, from);
    if (at == NULL) {
        printf("\n  there is no %s in\n%s", from, text);
        CU_FAIL("other evidence");
        return;
    }
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text,
             change->from == NULL ? "" : change->to, at + strlen(from));
    command_put_file("changed.json", changed);
    command_verify("changed.json", change->code, change->expected, from);
}

static void verify_all(const struct change *changes, size_t count) {
    static char text[TEXT_BYTES];
    read_evidence(text);
    for (size_t k = 0; k < count; k++) {
        verify_changed(text, &changes[k]);
    }
}

/* Replaces \n and \\ by the bytes that they stand for. */
static void unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        int escaped = *from == '\\';
        from += escaped;
        *to++ = escaped && *from == 'n' ? '\n' : *from;
    }
    *to = '\0';
}

/* Splits a line at its tabs; missing columns are NULL. */
static void split(char *line, char *columns[4]) {
    line[strcspn(line, "\n")] = '\0';
    for (int k = 0; k < 4; k++) {
        columns[k] = strsep(&line, "\t");
        if (columns[k] != NULL) {
            unescape(columns[k]);
        }
    }
}

/* Runs the rows of the table. */
static void test_table(void) {
    static char text[TEXT_BYTES];
    char line[MOST_LINE], *columns[4];
    unsigned rows = 0;
    FILE *file = fopen(TABLE, "r");
    if (file == NULL) {
        test_skip("verify_formula", "not in the source tree");
        return;
    }
    command_put_file("fork.aut", "des (0, 3, 3)\n(0, a, 1)\n(0, b, 2)\n(2, c, 2)\n");
    command_put_file("fork.exp", "\"fork.aut\"");
    while (fgets(line, sizeof line, file) != NULL) {
        if (*line == '#' || *line == '\n') {
            continue;
        }
        split(line, columns);
        if (strcmp(columns[0], "evidence") == 0) {
            write_evidence("fork.exp", columns[1], columns[2], atoi(columns[3]));
            read_evidence(text);
        } else {
            verify_changed(text, &(struct change){columns[2], columns[3], atoi(columns[0]), columns[1]});
            rows++;
        }
    }
    fclose(file);
    CU_ASSERT(rows >= 49);
}

/*
 * Evidence of a network that ends after b is changed to be about one that can do b for ever. Then a cycle
 * that Odd wins lies inside a component in which Even wins another one: it is found after the nodes of that
 * component's highest priority have been removed.
 */
static void test_cycle_below(void) {
    static const struct change changes[] = {
        {"[[1],1,1,1,[]]", "[[0],1,1,1,[[0,0],[1,1]]]", 1, ", has the highest priority 1: Odd wins it"},
    };
    command_put_file("again.aut", "des (0, 2, 2)\n(0, a, 0)\n(0, b, 1)\n");
    command_put_file("again.exp", "\"again.aut\"");
    write_evidence("again.exp", "nu X . mu Y . ([a] X and [b] Y)", "--certificate", 0);
    command_put_file("again.aut", "des (0, 2, 1)\n(0, a, 0)\n(0, b, 0)\n");
    verify_all(changes, 1);
}

/*
 * Evidence that a formula holds for loop.exp is changed to be about turn.exp, for which it does not hold: a
 * strategy in the game of the formula and labels that the network does not have.
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
    static char text[TEXT_BYTES];
    command_put_file("step.aut", "des (0, 1, 1)\n(0, b, 0)\n");
    command_put_file("loop.exp", "\"step.aut\"");
    command_put_file("turn.exp", "total rename \"b\" -> i in \"step.aut\" end rename");
    write_evidence("loop.exp", "[i] -|", "--certificate", 0);
    verify_all(changes, LENGTH(changes));
    read_evidence(text);
    char *name = strstr(text, "loop.exp"), *node = strstr(text, "[[0],0,1,0,");
    CU_ASSERT_TRUE_FATAL(name != NULL && node != NULL);
    memcpy(name, "turn.exp", strlen("turn.exp"));
    memcpy(node, "[[0],0,1,1,", strlen("[[0],0,1,1,")); /* its priority if the action can happen */
    for (size_t k = 0; k < LENGTH(forged); k++) {
        verify_changed(text, &forged[k]);
    }
}

/* A formula with a label that is not UTF-8: evidence has its exact bytes. */
static void test_bytes(void) {
    static const struct change changes[] = {
        {NULL, NULL, 0, "the formula holds"},
        {"{\"hex\":\"61ff\"}", "{\"hex\":\"61fe\"}", 1, "step 1 of the trace is"},
        {"61ff22", "61fe22", 1, ""},
    };
    command_put_file("bytes.aut", "des (0, 2, 2)\n(0, \"a\xff\", 1)\n(1, b, 0)\n");
    command_put_file("bytes.exp", "\"bytes.aut\"");
    write_evidence("bytes.exp", "nu X . <\"a\xff\"> <\"b\"> X", "--certificate", 0);
    verify_all(changes, LENGTH(changes));
}

void suite_verify_formula(void) {
    command_suite("verify_formula", "a table of changes", test_table, "a cycle below another",
                  test_cycle_below, "labels", test_labels, "bytes that are not UTF-8", test_bytes, NULL);
}
