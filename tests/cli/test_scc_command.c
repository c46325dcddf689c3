/* `heddle scc`: times that add up, and a graph that is too large. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* The seconds in a row; 0 where it is not there. */
static double seconds_in_row(const char *rows, const char *name) {
    const char *row = strstr(rows, name);
    return row == NULL ? 0 : strtod(row + strlen(name), NULL);
}

/* Every part of the total time has a row. Each is rounded to a millisecond. */
static void test_times_add_up(void) {
    static const char *const parts[] = {"\nsearch time ", "\ngraph time ", "\ndecomposition time ",
                                        "\nwriting time ", "\nother time "};
    char evidence[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    double sum = 0;
    command_run(&process, "scc", "examples/locks/locks.exp", "-o", command_path("times.txt", out),
                "--evidence", command_path("times.json", evidence));
    command_expect(&process, 0, NULL);
    for (size_t k = 0; k < LENGTH(parts); k++) {
        command_prints(&process, parts[k]);
        sum += seconds_in_row(process.out, parts[k]);
    }
    CU_ASSERT_DOUBLE_EQUAL(sum, seconds_in_row(process.out, "\ntotal time "), 0.001 * LENGTH(parts));
    process_free(&process);
}

/* The search ended and the graph did not fit: the counts are complete. */
static void test_graph_too_large(void) {
    char net[PATH_BYTES], memory[32];
    unsigned seen = 0;
    command_example("ring-7/ring.exp", net);
    for (unsigned kibibytes = 600; kibibytes < 2000 && seen == 0; kibibytes += 100) {
        struct process process;
        snprintf(memory, sizeof memory, "--memory=%uK", kibibytes);
        command_run(&process, "scc", net, "--device=cpu", memory);
        if (strstr(process.err, "not enough memory for the graph") != NULL) {
            seen++;
            command_expect(&process, 3, "raise --memory");
            command_prints(&process, "10 206");
            CU_ASSERT_PTR_NULL(strstr(process.out, "at least"));
        }
        process_free(&process);
    }
    CU_ASSERT_EQUAL(seen, 1);
}

void suite_scc_command(void) {
    command_suite("heddle scc", "times add up", test_times_add_up, "a graph too large", test_graph_too_large,
                  NULL);
}
