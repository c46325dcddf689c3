#ifndef HEDDLE_TESTS_PARALLEL_H
#define HEDDLE_TESTS_PARALLEL_H

/* What a suite came to. */
struct suite_counts {
    unsigned run, failed, skipped; /* tests */
};

/*
 * Runs suites 0 .. count - 1 as processes of their own, at most `jobs` at a time, in this order. Prints a
 * line for each when it ends, all of its output if it failed, and then a summary. `run` runs one suite in the
 * child. Returns the exit status: 0 all passed, 1 some failed, 2 none could run.
 */
int parallel_suites(const char *const *names, unsigned count, unsigned jobs,
                    void (*run)(const char *name, struct suite_counts *counts));

#endif
