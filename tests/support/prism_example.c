/* The PRISM models of examples/prism at the sizes of expected.tsv. */
#include "tests/support/prism_example.h"

#include <CUnit/CUnit.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/folder.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

unsigned prism_example_each(uint64_t most, void (*visit)(const struct prism_example *example, void *context),
                            void *context) {
    char line[500], processes[16], components[24], inside[24];
    unsigned visited = 0;
    FILE *table = fopen("examples/prism/expected.tsv", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fgets(line, sizeof line, table));
    while (fgets(line, sizeof line, table) != NULL) {
        struct prism_example row;
        int fields = sscanf(line,
                            "%63[^\t]\t%15[^\t]\t%127[^\t]\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64
                            "\t%" SCNu64 "\t%23[^\t]\t%23[^\t\n]",
                            row.model, processes, row.constants, &row.states, &row.choices, &row.transitions,
                            &row.deadlocks, &row.initial, components, inside);
        CU_ASSERT_EQUAL_FATAL(fields, 10);
        row.processes = (unsigned)strtoul(processes, NULL, 10);
        row.is_mdp = *components != '-';
        row.components = strtoull(components, NULL, 10);
        row.inside = strtoull(inside, NULL, 10);
        if (strcmp(row.constants, "-") == 0) {
            row.constants[0] = '\0';
        }
        if (row.states <= most) {
            visit(&row, context);
            visited++;
        }
    }
    fclose(table);
    return visited;
}

char *prism_example_text(const struct prism_example *example, struct test_folder *folder) {
    char path[100], processes[16], out[600], err[600];
    struct process process;
    snprintf(path, sizeof path, "examples/prism/%s.prism", example->model);
    if (example->processes == 0) {
        size_t size;
        return test_present(process_read_file(path, &size));
    }
    snprintf(processes, sizeof processes, "%u", example->processes);
    snprintf(out, sizeof out, "%s", test_folder_path(folder, "resized"));
    snprintf(err, sizeof err, "%s", test_folder_path(folder, "resize.err"));
    const char *const arguments[] = {"/bin/sh", "examples/prism/resize.sh", path, processes, NULL};
    process_finish(process_start(arguments, out, err), out, err, &process);
    CU_ASSERT_EQUAL_FATAL(process.code, 0);
    CU_ASSERT_STRING_EQUAL(process.err, "");
    char *text = process.out;
    process.out = NULL;
    process_free(&process);
    return text;
}
