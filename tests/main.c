/*
 * The test runner: every tests/ROOM/test_NAME.c has a function `void suite_NAME(void)` that adds its CUnit
 * suites. `heddle-tests` runs all, `heddle-tests NAME ...` those files' suites. A suite that cannot run here
 * calls test_skip, which is counted and named in the closing line, never as passed.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core.h"
#include "tests/support/testing.h"

static const struct {
    const char *name;
    void (*add)(void);
} files[] = {
#define SUITE(name) {#name, suite_##name},
#include "tests/suites.inc"
#undef SUITE
};

static unsigned skipped;

void test_skip(const char *name, const char *reason) {
    printf("SKIP %s: %s\n", name, reason);
    skipped++;
}

int test_can_run(const char *name, int (*available)(const char **reason), int *told) {
    const char *reason;
    if (available(&reason)) {
        return 1;
    }
    if (!*told) {
        *told = 1;
        test_skip(name, reason);
    }
    return 0;
}

uint64_t random_next(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15u;
    return core_mix(*state);
}

uint32_t random_draw(uint64_t *state, uint32_t bound) {
    return (uint32_t)(random_next(state) % bound);
}

uint64_t number_from_environment(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static int wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return 1;
        }
    }
    return argc == 1;
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (CU_initialize_registry() != CUE_SUCCESS) {
        fprintf(stderr, "%s\n", CU_get_error_msg());
        return 2;
    }
    unsigned added = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (wanted(files[i].name, argc, argv)) {
            files[i].add();
            added++;
        }
    }
    if (added == 0) {
        fprintf(stderr, "no such suite; there are:");
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
            fprintf(stderr, " %s", files[i].name);
        }
        fprintf(stderr, "\n");
        return 2;
    }
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned run = CU_get_number_of_tests_run();
    unsigned failed = CU_get_number_of_tests_failed();
    CU_cleanup_registry();
    printf("\n%u passed, %u failed, %u skipped\n", run - failed, failed, skipped);
    return failed != 0 || run == 0;
}
