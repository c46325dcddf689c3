/*
 * The verdicts of examples/formulas.tsv, on the models in the folder $EXAMPLES (make examples): worked out
 * from the definition where the naive explorer can, and by the command that $HEDDLE names, whose evidence
 * `heddle verify` confirms.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "specs/syntax/formula.h"
#include "tests/support/command.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_formula.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define MOST_STATES 400
#ifdef HEDDLE_SANITIZED
#define MOST_STATES_OF_COMMAND 5000
#else
#define MOST_STATES_OF_COMMAND 200000
#endif

struct row {
    char model[128], formula[128], length[16], path[256];
    uint64_t states; /* states of the model */
    int holds;
};

/* Calls `check` for every row whose model has at most `most` states. Returns the number of these rows. */
static unsigned for_each_row(uint64_t most, void (*check)(const struct row *row)) {
    char line[1024], verdict[16];
    unsigned checked = 0;
    FILE *table = command_table("formulas.tsv", "model\tformula\tverdict\tlength\n");
    while (fgets(line, sizeof line, table) != NULL) {
        struct row row;
        CU_ASSERT_EQUAL_FATAL(sscanf(line, "%127[^\t]\t%127[^\t]\t%15[^\t]\t%15[^\n]", row.model, row.formula,
                                     verdict, row.length),
                              4);
        row.holds = strcmp(verdict, "holds") == 0;
        CU_ASSERT_TRUE(row.holds || strcmp(verdict, "violated") == 0);
        row.states = command_model(row.model, row.path);
        if (row.states <= most) {
            check(&row);
            checked++;
        }
    }
    fclose(table);
    return checked;
}

static void check_naively(const struct row *row) {
    char path[PATH_BYTES], name[PATH_BYTES], file[PATH_BYTES];
    struct exp_options options = {0};
    struct formula_options dialect = {.dialect = FORMULA_DIALECT_AUTO};
    struct memory memory;
    struct error error, warning;
    memory_init(&memory, UINT64_MAX);
    struct run run = {.memory = &memory, .threads = 1};
    exp_tree *tree = exp_tree_read(command_example(row->path, path), &options, &run, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(tree);
    snprintf(name, sizeof name, "formulas/%s", row->formula);
    formula_text *text = formula_read((struct formula_source){.name = command_example(name, file)}, &dialect,
                                      &run, &warning, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL(warning.code, ERROR_NONE);
    struct oracle_graph *graph = oracle_explore(tree, MOST_STATES);
    CU_ASSERT_EQUAL_FATAL(graph->outcome, ORACLE_DONE);
    struct oracle_lts lts = {(uint32_t)graph->states, graph->offsets, graph->edge_label, graph->edge_target};
    uint8_t *holds = calloc(graph->states, 1);
    oracle_formula_evaluate(formula_root(text), &lts, holds);
    if (holds[0] != row->holds) {
        printf("\n  %s: %s %s", row->model, row->formula, holds[0] ? "holds" : "is violated");
        CU_FAIL("another verdict than in the table");
    }
    free(holds);
    oracle_free(graph);
    formula_text_free(text);
    exp_tree_free(tree);
    CU_ASSERT_EQUAL(memory_used(&memory), 0);
}

static void test_naively(void) {
    CU_ASSERT(for_each_row(MOST_STATES, check_naively) >= 25);
}

/* Checks the verdict with its length, and the evidence of violated formulas. */
static void check_by_command(const struct row *row) {
    char path[PATH_BYTES], name[PATH_BYTES], file[PATH_BYTES], trace[PATH_BYTES], told[64];
    struct process process;
    snprintf(name, sizeof name, "formulas/%s", row->formula);
    remove(command_path("trace.json", trace));
    command_run(&process, "check", command_example(row->path, path), "-p", command_example(name, file),
                "--trace", trace);
    if (strcmp(row->length, "-") == 0) {
        strcpy(told, row->holds ? "holds" : "violated");
    } else {
        snprintf(told, sizeof told, "violated after %s step", row->length);
    }
    if (process.code != !row->holds || strstr(process.out, told) == NULL) {
        printf("\n  %s: %s is not %s: %s%s", row->model, row->formula, told, process.out, process.err);
        CU_FAIL("another verdict than in the table");
    }
    process_free(&process);
    if (command_has_file("trace.json")) {
        command_exits(0, NULL, "verify", trace);
    }
}

static void test_by_command(void) {
    CU_ASSERT(for_each_row(MOST_STATES_OF_COMMAND, check_by_command) >= 35);
}

void suite_formula_examples(void) {
    command_suite("formulas of the examples", "examples/formulas.tsv from the definition", test_naively,
                  "examples/formulas.tsv by heddle check", test_by_command, NULL);
}
