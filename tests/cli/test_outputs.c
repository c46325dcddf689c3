/* No signal leaves a temporary file. */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

/* A preloaded library under which the file system has no O_TMPFILE. */
static const char *make_shim(char *path) {
    char source[PATH_BYTES], line[3 * PATH_BYTES];
    command_put_file("shim.c",
                     "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <errno.h>\n"
                     "int open(const char *path, int flags, int mode) {\n"
                     "    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, \"open\");\n"
                     "    if ((flags & 020200000) == 020200000) { errno = EOPNOTSUPP; return -1; }\n"
                     "    return real(path, flags, mode);\n}\n");
    snprintf(line, sizeof line, "${CC:-cc} -w -shared -fPIC -U_FORTIFY_SOURCE -o %s %s -ldl",
             command_path("shim.so", path), command_path("shim.c", source));
    return system(line) == 0 ? path : NULL;
}

/* Whether the signals (the second 0 for none) end the command while it writes, leaving nothing. */
static void end_with(int first, int second, int named) {
    char net[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], graph[PATH_BYTES];
    struct process process;
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "explore", "-q",
                              command_example("ring-10/ring.exp", net), "-o",
                              command_path("ended.aut.gz", graph), (const char *)NULL);
    command_await_temporary(pid);
    CU_ASSERT_EQUAL(command_temporaries(0), named ? 1 : 0);
    kill(pid, first);
    if (second != 0) {
        usleep(1000);
        kill(pid, second);
    }
    process_finish(pid, out, err, &process);
    /* Of two that wait for a busy processor, either may come last. */
    CU_ASSERT(process.signal == first || (second != 0 && (process.signal == second || process.code == 3)));
    CU_ASSERT_EQUAL(command_temporaries(1), 0);
    CU_ASSERT_FALSE(command_has_file("ended.aut.gz"));
    remove(graph);
    process_free(&process);
}

static void end_with_all(int named) {
    static const int fatal[] = {SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGUSR1, SIGALRM, SIGABRT};
    for (size_t i = 0; i < LENGTH(fatal); i++) {
        end_with(fatal[i], 0, named);
    }
    end_with(SIGRTMIN, 0, named);
#ifndef HEDDLE_SANITIZED /* the sanitizers handle this signal */
    end_with(SIGSEGV, 0, named);
#endif
    end_with(SIGINT, SIGINT, named);
    end_with(SIGTERM, SIGINT, named);
}

static void test_signals(void) {
    end_with_all(0);
#ifndef HEDDLE_SANITIZED /* its own library must be loaded first */
    char shim[PATH_BYTES];
    CU_ASSERT_PTR_NOT_NULL_FATAL(make_shim(shim));
    setenv("LD_PRELOAD", shim, 1);
    end_with_all(1);
    char net[PATH_BYTES], graph[PATH_BYTES];
    command_exits(0, NULL, "explore", "-q", command_example("ring-3/ring.exp", net), "-o",
                  command_path("named.aut", graph));
    unsetenv("LD_PRELOAD");
    CU_ASSERT(command_has_file("named.aut"));
#else
    (void)make_shim;
#endif
}

void suite_outputs(void) {
    command_suite("outputs", "signals", test_signals, NULL);
}
