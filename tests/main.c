/*
 * The test runner: every tests/ROOM/test_NAME.c has a function `void suite_NAME(void)` that adds its CUnit
 * suites, and tests/transcripts/NAME.md is one. `heddle-tests NAME ...` runs the suites of these names,
 * `heddle-tests -j N NAME ...` N of them at a time, in this order; without names, those of all C files. A
 * suite that cannot run here calls test_skip, which is counted and named in the closing line, never as
 * passed.
 */
#include <CUnit/Basic.h>
#include <stdarg.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core.h"
#include "tests/parallel.h"
#include "tests/support/command.h"
#include "tests/support/folder.h"
#include "tests/support/testing.h"
#include "tests/support/transcript.h"

#define LONG_FACTOR 5 /* times as many cases */

static const struct {
    const char *name;
    void (*add)(void);
} files[] = {
#define SUITE(name) {#name, suite_##name},
#include "base/array.h"
#include "tests/suites.inc"
#undef SUITE
};
#define FILES LENGTH(files)

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

static CU_pSuite add_suite_with_tests(const char *name, CU_InitializeFunc open, CU_CleanupFunc close,
                                      va_list tests) {
    CU_pSuite suite = CU_add_suite(name, open, close);
    const char *title;
    while ((title = va_arg(tests, const char *)) != NULL) {
        CU_add_test(suite, title, va_arg(tests, CU_TestFunc));
    }
    return suite;
}

CU_pSuite suite_add(const char *name, CU_InitializeFunc open, CU_CleanupFunc close, ...) {
    va_list tests;
    va_start(tests, close);
    CU_pSuite suite = add_suite_with_tests(name, open, close, tests);
    va_end(tests);
    return suite;
}

CU_pSuite command_suite(const char *name, ...) {
    if (!command_available()) {
        test_skip(name, "HEDDLE (the command) or EXAMPLES (the models) is not set");
        return NULL;
    }
    va_list tests;
    va_start(tests, name);
    CU_pSuite suite = add_suite_with_tests(name, command_open, command_close, tests);
    va_end(tests);
    return suite;
}

uint64_t random_next(uint64_t *state) {
    *state += 0x9e3779b97f4a7c15u;
    return core_mix(*state);
}

uint32_t random_draw(uint64_t *state, uint32_t bound) {
    return (uint32_t)(random_next(state) % bound);
}

void random_shuffle(uint64_t *state, uint32_t *items, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = random_draw(state, count), moved = items[i];
        items[i] = items[other];
        items[other] = moved;
    }
}

uint64_t number_from_environment(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

uint64_t judge_seeds(uint64_t cases, uint64_t seed, void (*judge)(uint64_t seed, void *context),
                     void *context, const uint64_t *mismatches) {
    cases = number_of_cases(cases);
    seed = number_from_environment("HEDDLE_SEED", seed);
    for (uint64_t i = 0; i < cases && *mismatches < 10; i++) {
        judge(seed + i, context);
    }
    CU_ASSERT_EQUAL(*mismatches, 0);
    return *mismatches == 0 ? cases : 0;
}

uint64_t judge_in_folder(struct test_folder *folder, uint64_t cases, uint64_t seed,
                         void (*judge)(uint64_t seed, void *context), void *context,
                         const uint64_t *mismatches) {
    test_folder_create(folder);
    cases = judge_seeds(cases, seed, judge, context, mismatches);
    test_folder_remove(folder);
    return cases;
}

uint64_t number_of_cases(uint64_t otherwise) {
    return number_from_environment("HEDDLE_CASES", test_is_long() ? LONG_FACTOR * otherwise : otherwise);
}

int test_is_long(void) {
    return getenv("HEDDLE_LONG") != NULL;
}

int test_is_short(void) {
    return number_from_environment("HEDDLE_CASES", SHORT_CASES) < SHORT_CASES;
}

void report_counts(const char *text, ...) {
    va_list counts;
    va_start(counts, text);
    printf("\n   ");
    while (text != NULL) {
        printf(" %s %llu", text, (unsigned long long)va_arg(counts, uint64_t));
        text = va_arg(counts, const char *);
    }
    printf(" ");
    va_end(counts);
}

void *test_present(void *block) {
    if (block == NULL) {
        abort();
    }
    return block;
}

void *test_allocate(uint64_t count, uint64_t size) {
    return test_present(calloc(count + 1, size));
}

void text_append(char *text, size_t size, const char *format, ...) {
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
    if (written < 0 || used + (size_t)written >= size) {
        abort();
    }
}

char *text_repeated(const char *head, const char *part, size_t times, const char *tail) {
    size_t length = strlen(part);
    char *text = malloc(strlen(head) + length * times + strlen(tail) + 1);
    char *at = stpcpy(text, head);
    for (size_t i = 0; i < times; i++) {
        memcpy(at, part, length);
        at += length;
    }
    strcpy(at, tail);
    return text;
}

static int add_suite(const char *name) {
    int found = transcript_exists(name);
    if (found) {
        transcript_add(name);
    }
    for (size_t i = 0; i < FILES; i++) {
        if (strcmp(files[i].name, name) == 0) {
            files[i].add();
            found = 1;
        }
    }
    if (found) {
        return 0;
    }
    fprintf(stderr, "there is no suite '%s'; there are those of tests/transcripts, and:", name);
    for (size_t i = 0; i < FILES; i++) {
        fprintf(stderr, " %s", files[i].name);
    }
    fprintf(stderr, "\n");
    return -1;
}

/* Runs suites one after the other, here. */
static int run_suites(const char *const *names, unsigned count, struct suite_counts *counts) {
    if (CU_initialize_registry() != CUE_SUCCESS) {
        fprintf(stderr, "%s\n", CU_get_error_msg());
        return 2;
    }
    for (unsigned i = 0; i < count; i++) {
        if (add_suite(names[i]) != 0) {
            return 2;
        }
    }
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    /* A suite that cannot be opened or closed counts as one more test, which failed. */
    const unsigned broken = CU_get_number_of_suites_failed();
    *counts = (struct suite_counts){CU_get_number_of_tests_run() + broken,
                                    CU_get_number_of_tests_failed() + broken, skipped};
    CU_cleanup_registry();
    return counts->failed != 0 || counts->run + counts->skipped == 0;
}

static void run_suite(const char *name, struct suite_counts *counts) {
    run_suites(&name, 1, counts);
}

/* Signals that nohup, or a shell for commands in the background, has had ignored: programs that tests run
 * would ignore them, too. */
static void take_signals(void) {
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        signal(signals[i], SIG_DFL);
    }
}

int main(int argc, char **argv) {
    take_signals();
    const char *all[FILES];
    for (size_t i = 0; i < FILES; i++) {
        all[i] = files[i].name;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    int jobs = 0, arguments = 1;
    if (argc > 2 && strcmp(argv[1], "-j") == 0) {
        jobs = atoi(argv[2]);
        arguments = 3;
    }
    const char *const *names = arguments < argc ? (const char *const *)argv + arguments : all;
    unsigned count = arguments < argc ? (unsigned)(argc - arguments) : (unsigned)FILES;
    if (jobs > 0) {
        return parallel_suites(names, count, (unsigned)jobs, run_suite);
    }
    struct suite_counts counts;
    int status = run_suites(names, count, &counts);
    if (status != 2) {
        printf("\n%u passed, %u failed, %u skipped\n", counts.run - counts.failed, counts.failed,
               counts.skipped);
    }
    return status;
}
