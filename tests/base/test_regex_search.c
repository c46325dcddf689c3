/*
 * Patterns when memory runs out while glibc matches: the command must be undecided, never sure that nothing
 * matches. A library that is loaded before libc lets every allocation within regexec fail from the n-th on.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/testing.h"

#define MOST_ALLOCATIONS 2000

static const char source[] =
    "#define _GNU_SOURCE\n"
    "#include <dlfcn.h>\n"
    "#include <errno.h>\n"
    "#include <regex.h>\n"
    "#include <stdlib.h>\n"
    "#include <unistd.h>\n"
    "static __thread int inside;\n"
    "static long left = -1;\n"
    "extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);\n"
    "static int fails(void) {\n"
    "    if (!inside || --left > 0) return 0;\n"
    "    if (left == 0) write(2, \"memory spent\\n\", 13);\n"
    "    errno = ENOMEM;\n"
    "    return 1;\n"
    "}\n"
    "void *malloc(size_t n) { return fails() ? NULL : __libc_malloc(n); }\n"
    "void *calloc(size_t n, size_t m) { return fails() ? NULL : __libc_calloc(n, m); }\n"
    "void *realloc(void *p, size_t n) { return fails() ? NULL : __libc_realloc(p, n); }\n"
    "int regexec(const regex_t *r, const char *t, size_t n, regmatch_t m[], int f) {\n"
    "    static int (*real)(const regex_t *, const char *, size_t, regmatch_t *, int);\n"
    "    if (real == NULL) { *(void **)&real = dlsym(RTLD_NEXT, \"regexec\"); left = "
    "atol(getenv(\"FAIL_AT\")); }\n"
    "    inside = 1;\n"
    "    int status = real(r, t, n, m, f);\n"
    "    inside = 0;\n"
    "    return status;\n"
    "}\n";

static char library[PATH_BYTES];

static int build_library(void) {
    char path[PATH_BYTES], command[4 * PATH_BYTES];
    command_put_file("spent.c", source);
    command_path("spent.so", library);
    snprintf(command, sizeof command, "%s -w -shared -fPIC -o %s %s -ldl", getenv("CC"), library,
             command_path("spent.c", path));
    return system(command);
}

/* Runs heddle with two arguments with memory until the n-th allocation. */
static void run_until(long n, const char *file, const char *option, const char *value,
                      struct process *process) {
    char number[24];
    snprintf(number, sizeof number, "%ld", n);
    setenv("FAIL_AT", number, 1);
    setenv("LD_PRELOAD", library, 1);
    command_run(process, "check", "-q", "--threads", "1", file, option, value);
    unsetenv("LD_PRELOAD");
    unsetenv("FAIL_AT");
}

/* Wherever memory runs out, a violation is still found or the check is undecided. */
static void check_violated(const char *file, const char *option, const char *value) {
    unsigned undecided = 0;
    int spent = 1;
    for (long n = 1; spent && n < MOST_ALLOCATIONS; n += 1 + n / 16) {
        struct process process;
        run_until(n, file, option, value, &process);
        spent = strstr(process.err, "memory spent") != NULL;
        CU_ASSERT_EQUAL(process.signal, 0);
        CU_ASSERT(process.code == 1 || process.code == 3);
        CU_ASSERT(spent || process.code == 1);
        undecided += process.code == 3;
        process_free(&process);
    }
    CU_ASSERT(!spent && undecided > 3);
}

static void test_spent_memory(void) {
    char graph[PATH_BYTES], network[PATH_BYTES];
    if (build_library() != 0) {
        test_skip("matching without memory", "CC builds no library that replaces malloc");
        return;
    }
    command_put_file("a.aut", "des (0, 3, 3)\n(0, \"SEND !1 abcabc\", 1)\n(1, \"SEND !2 aabbcc\", 2)\n"
                              "(2, LAST, 0)\n");
    command_put_file("cut.exp", "total cut \"S[^2]*2[a-c ]*\" in \"a.aut\" end cut\n");
    command_path("a.aut", graph);
    check_violated(graph, "--never", "'S.*2.*'");
    check_violated(graph, "--never", "'SEND .*[bc]*c'");
    check_violated(graph, "--formula", "[true* . 'S.*\\(a\\|b\\)*cc'] false");
    command_path("cut.exp", network);
    check_violated(network, "--formula", "<true* . LAST> true");
}

void suite_regex_search(void) {
#ifdef HEDDLE_SANITIZED
    (void)test_spent_memory;
    int can_replace_malloc = 0; /* sanitizers replace it themselves */
#else
    int can_replace_malloc = 1;
#endif
    if (!can_replace_malloc || !command_available() || getenv("CC") == NULL) {
        test_skip("regex_search", can_replace_malloc ? "HEDDLE (the command), EXAMPLES or CC is not set"
                                                     : "sanitizers replace malloc themselves");
        return;
    }
    suite_add("regex_search", command_open, command_close, "memory that ends while a pattern is matched",
              test_spent_memory, NULL);
}
