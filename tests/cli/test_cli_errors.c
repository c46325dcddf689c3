/* A disk that is full, and a system that has no room for threads. tests/transcripts/cli_errors.md has the
 * rest. */
#include <CUnit/CUnit.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static void test_small_disk(void) {
    char folder[PATH_BYTES], model[PATH_BYTES], small[PATH_BYTES];
    struct process process;
    CU_ASSERT_EQUAL(mkdir(command_path("disk", folder), 0755), 0);
    if (mount("heddle-test", folder, "tmpfs", 0, "size=64k") != 0) {
        test_skip("cli_errors: a small disk", strerror(errno));
        CU_ASSERT_EQUAL(rmdir(folder), 0);
        return;
    }
    static const char *const names[] = {"disk/g.aut", "disk/g.aut.gz", "disk/g.aut.zst", "disk/g.dot"};
    command_example("gas_station-5/gas_station.exp", model);
    command_example("ring-5/ring.exp", small);
    for (unsigned i = 0; i < 4; i++) {
        char path[PATH_BYTES];
        const char *net = i < 3 ? model : small; /* few enough states to be drawn, but too many bytes */
        command_run(&process, "explore", net, "-o", command_path(names[i], path));
        command_expect(&process, 2, "No space left on device");
        CU_ASSERT_FALSE(command_has_file(names[i]));
        process_free(&process);
    }
    /* The old file stays, and no temporary file remains. */
    char path[PATH_BYTES];
    command_put_file("disk/g.aut", "what was there before\n");
    command_exits(2, "No space left on device", "explore", model, "-o", command_path("disk/g.aut", path));
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, "what was there before\n");
    free(text);
    CU_ASSERT_EQUAL(remove(path), 0);
    CU_ASSERT_EQUAL(umount(folder), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

/* When threads cannot start, the message does not suggest --memory. */
static void test_threads(void) {
#ifndef HEDDLE_SANITIZED /* sanitizers need more addresses than are left */
    char model[PATH_BYTES], command[3 * PATH_BYTES];
    command_example("ring-4/ring.exp", model);
    snprintf(command, sizeof command,
             "ulimit -v 2000000; exec \"$HEDDLE\" explore -j 1024 -d cpu '%s' >/dev/null 2>'%s/message'",
             model, command_folder());
    int status = system(command);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    char *text = process_read_file(command_path("message", model), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, "heddle: could not start 1024 threads: try fewer\n");
    free(text);
#endif
}

void suite_cli_errors(void) {
    command_suite("cli_errors", "a disk that is too small", test_small_disk, "too many threads", test_threads,
                  NULL);
}
