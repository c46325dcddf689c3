/* What heddle-bench-results makes of tables: tests/bench/results.py has the tests. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define PROGRAM "heddle-bench-results"
#define PLOT "build/plot/bin/python" /* has matplotlib, if `make build/plot.done` could install it */

/* Runs Python with the words, up to NULL. Returns whether it succeeded, and prints what it said if it must.
 */
static int succeeds(const char *const *words, int must) {
    char out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    process_finish(process_start(words, command_path("stdout", out), command_path("stderr", err)), out, err,
                   &process);
    int failed = process.code != 0;
    if (failed && must) {
        printf("\n%s", process.err);
    }
    process_free(&process);
    return !failed;
}

/* Runs the tests of these classes, up to NULL. */
static void run_classes(const char *python, const char *const *classes) {
    char folder[PATH_BYTES];
    const char *words[16] = {"/usr/bin/env", python, "-B", "-W", "ignore", "tests/bench/results.py", folder};
    const char *heddle = getenv("HEDDLE"), *name = strrchr(heddle, '/');
    snprintf(folder, sizeof folder, "%.*s" PROGRAM, name == NULL ? 0 : (int)(name + 1 - heddle), heddle);
    for (unsigned i = 0; classes[i] != NULL; i++) {
        words[7 + i] = classes[i];
    }
    CU_ASSERT(succeeds(words, 1));
}

static void test_tables(void) {
    const char *const words[] = {"/usr/bin/env", "python3", "-c", "", NULL};
    const char *const classes[] = {"Tables", "Conclusions", "Published", "Earlier", "Pages", "Figures", NULL};
    if (succeeds(words, 0)) {
        run_classes("python3", classes);
    } else {
        test_skip("tables and pages of heddle bench", "there is no python3");
    }
}

static void test_drawings(void) {
    const char *const classes[] = {"Drawings", NULL};
    const char *python = access(PLOT, X_OK) == 0 ? PLOT : "python3";
    const char *const words[] = {"/usr/bin/env", python, "-c", "import matplotlib", NULL};
    if (!succeeds(words, 0)) {
        test_skip("figures of heddle bench", "there is no matplotlib (make build/plot.done)");
        return;
    }
    run_classes(python, classes);
}

void suite_bench_results(void) {
    if (access("tests/bench/results.py", R_OK) != 0 || !command_available()) {
        test_skip("heddle-bench-results", "not in the source tree");
        return;
    }
    command_suite("heddle-bench-results", "tables and pages", test_tables, "figures", test_drawings, NULL);
}
