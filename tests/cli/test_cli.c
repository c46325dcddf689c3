/*
 * Counts of the binary that $HEDDLE names, on the models in the folder $EXAMPLES (make examples).
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#ifdef HEDDLE_SANITIZED
#define MOST_STATES 50000
#else
#define MOST_STATES 5000000
#endif

static void check_model(const char *name, const char *path, const uint64_t *counts) {
    static const char *const keys[] = {"states", "transitions", "deadlocks"};
    char full[PATH_BYTES];
    json_t *object = command_explore(command_example(path, full), "--threads=2", 0);
    CU_ASSERT(json_is_true(json_object_get(object, "complete")));
    for (unsigned i = 0; i < 3; i++) {
        uint64_t found = command_number(object, keys[i]);
        if (found != counts[i]) {
            printf("\n  %s: %llu %s, not %llu", name, (unsigned long long)found, keys[i],
                   (unsigned long long)counts[i]);
            CU_FAIL("wrong count");
        }
    }
    json_decref(object);
}

static void test_expected_counts(void) {
    char line[1024];
    unsigned checked = 0;
    FILE *table =
        command_table("expected.tsv", "model\tclass\tpath\tcommand\tstates\ttransitions\tdeadlocks\n");
    while (fgets(line, sizeof line, table) != NULL) {
        char model[128], class[16], file[256], command[256];
        unsigned long long states, transitions, deadlocks;
        int fields = sscanf(line, "%127[^\t]\t%15[^\t]\t%255[^\t]\t%255[^\t]\t%llu\t%llu\t%llu", model, class,
                            file, command, &states, &transitions, &deadlocks);
        CU_ASSERT_EQUAL_FATAL(fields, 7);
        if (strcmp(class, "check") == 0 && states <= MOST_STATES) {
            check_model(model, file, (const uint64_t[]){states, transitions, deadlocks});
            checked++;
        }
    }
    fclose(table);
    CU_ASSERT(checked >= 25);
}

void suite_cli(void) {
    command_suite("cli", "every model of examples/expected.tsv", test_expected_counts, NULL);
}
