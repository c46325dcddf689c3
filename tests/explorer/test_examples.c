/* The counts of examples/expected.tsv against the naive explorer, in the folder $EXAMPLES (make examples). */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "frontend/exp/syntax/exp_tree.h"
#include "tests/oracle/oracle.h"
#include "tests/support/testing.h"
#include "tests/support/workplace.h"

#define MOST_STATES 10000

struct row {
    char model[128], class[16], path[256], command[256];
    unsigned long long states, transitions, deadlocks;
};

static void check(const struct row *row) {
    char path[1024], text[2048];
    struct exp_options options = {0};
    snprintf(path, sizeof path, "%s/%s", getenv("EXAMPLES"), row->path);
    exp_tree *tree = exp_tree_read(path, &options, &place.run, &place.error);
    if (tree == NULL) {
        printf("\n  %s", error_describe(&place.error, text, sizeof text));
        CU_FAIL("not read");
        return;
    }
    struct oracle_graph *graph = oracle_explore(tree, MOST_STATES);
    CU_ASSERT_EQUAL(graph->outcome, ORACLE_DONE);
    if (graph->states != row->states || graph->transitions != row->transitions ||
        graph->deadlocks != row->deadlocks) {
        printf("\n  %s: %llu states, %llu transitions, %llu deadlocks", row->model,
               (unsigned long long)graph->states, (unsigned long long)graph->transitions,
               (unsigned long long)graph->deadlocks);
        CU_FAIL("other counts than in the table");
    }
    oracle_free(graph);
    exp_tree_free(tree);
}

static void test_table(void) {
    char path[1024], line[1024];
    unsigned checked = 0;
    snprintf(path, sizeof path, "%s/expected.tsv", getenv("EXAMPLES"));
    FILE *table = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof line, table));
    while (fgets(line, sizeof line, table) != NULL) {
        struct row row;
        int fields = sscanf(line, "%127[^\t]\t%15[^\t]\t%255[^\t]\t%255[^\t]\t%llu\t%llu\t%llu", row.model,
                            row.class, row.path, row.command, &row.states, &row.transitions, &row.deadlocks);
        CU_ASSERT_EQUAL_FATAL(fields, 7);
        if (row.states <= MOST_STATES) {
            check(&row);
            checked++;
        }
    }
    fclose(table);
    CU_ASSERT(checked >= 25);
}

void suite_examples(void) {
    if (getenv("EXAMPLES") == NULL) {
        test_skip("examples", "EXAMPLES (the models) is not set");
        return;
    }
    suite_add("examples", workplace_open, workplace_close, "the table against the naive explorer", test_table,
              NULL);
}
