/*
 * Damaged input and full disks, through the command: exit 2, a message with the file and, where
 * there is one, the line and column, nothing on standard output and no file. $HEDDLE is the binary.
 */
#include <CUnit/CUnit.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* Exploring the file of that name fails with `message` ("NAME:LINE:COLUMN: .."), and writes nothing. */
static void refused(const char *name, const char *message) {
    char path[PATH_BYTES], out[PATH_BYTES], expected[2 * PATH_BYTES];
    struct process process;
    snprintf(expected, sizeof expected, "heddle: %s/%s", command_folder(), message);
    command_run(&process, "explore", command_path(name, path), "-o", command_path("result.aut", out));
    command_expect(&process, 2, expected);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    CU_ASSERT(strlen(process.err) < 4096);
    CU_ASSERT_FALSE(command_has_file("result.aut"));
    process_free(&process);
    command_run(&process, "info", path);
    command_expect(&process, 2, expected);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

static void put_bytes(const char *name, const void *bytes, size_t size) {
    char path[PATH_BYTES];
    FILE *file = fopen(command_path(name, path), "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_EQUAL(fwrite(bytes, 1, size, file), size);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

static void put_components(void) {
    command_put_file("x.aut", "des (0, 3, 3)\n(0, \"A !1\", 1)\n(1, B, 2)\n(2, i, 0)\n");
}

static void test_truncated(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    static const char *const names[] = {"g.aut", "g.aut.gz", "g.aut.zst"};
    static const char *const messages[] = {"cut.aut:", "cut.aut.gz: damaged gzip data",
                                           "cut.aut.zst: damaged zstd data"};
    for (unsigned i = 0; i < 3; i++) {
        struct process process;
        char name[32];
        command_run(&process, "explore", "--quiet", command_example("multilevel/system.exp", path), "-o",
                    command_path(names[i], out));
        command_ends(&process, 0, NULL);
        size_t size;
        char *bytes = process_read_file(out, &size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
        snprintf(name, sizeof name, "cut%s", names[i] + 1);
        for (unsigned part = 1; part < 8; part++) {
            put_bytes(name, bytes, size * part / 8);
            refused(name, messages[i]);
        }
        free(bytes);
    }
    put_components();
    static const char text[] = "hide A in par B in x.aut || x.aut end par end hide";
    for (size_t size = 0; size < sizeof text - 1; size++) {
        put_bytes("cut.exp", text, size);
        if (strchr(" p", text[size]) != NULL || size < 4) {
            refused("cut.exp", "cut.exp:1:");
        }
    }
}

/* `head`, ten million times `letter`, `tail`; or random bytes where `letter` is 0. */
static void refused_long(const char *name, const char *head, int letter, const char *tail,
                         const char *message) {
    size_t size = 10000000, before = strlen(head), after = strlen(tail);
    char *bytes = malloc(before + size + after);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    memcpy(bytes, head, before);
    memset(bytes + before, letter, size);
    uint64_t random = 12;
    for (size_t i = 0; i < size && letter == 0; i++) {
        bytes[before + i] = (char)random_next(&random);
    }
    memcpy(bytes + before + size, tail, after);
    put_bytes(name, bytes, before + size + after);
    free(bytes);
    refused(name, message);
}

static void test_garbage(void) {
    static const char *const names[] = {"l.aut", "l.exp", "l.aut.gz", "l.aut.zst"};
    put_components();
    for (unsigned i = 0; i < 4; i++) {
        char message[64];
        snprintf(message, sizeof message, "%s:1:", names[i]);
        refused_long(names[i], "", 0, "", message);
    }
    refused_long("l.aut", "\x1f\x8b\x08", 0, "", "l.aut: damaged gzip data");
    refused_long("l.aut", "\x28\xb5\x2f\xfd", 0, "", "l.aut: damaged zstd data");
    refused_long("l.aut", "", 'x', "", "l.aut:1:1: ");
    refused_long("l.aut", "des (0, 1, 2)\n(0, a, ", '9', ")\n", "l.aut:2:8: ");
    refused_long("l.aut", "des (0, 1, 2)\n(0, \"", 'a', "\n", "l.aut:2:");
    refused_long("l.exp", "x ||| ", 'x', "", "l.exp:1:7: there is no");
    refused_long("l.exp", "x ||| \"", 'x', "", "l.exp:1:7: this string does not end");
    refused_long("l.exp", "x (*", '(', "", "l.exp:1:3: this comment does not end");
    refused_long("l.exp", "x ||| ", '(', "", "l.exp:1:2007: nesting");
    refused_long("l.exp", "x ||| ", 1, "", "l.exp:1:7: ");
}

/* --- output --- */

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
    command_run(&process, "explore", model, "-o", command_path("disk/g.aut", path));
    command_ends(&process, 2, "No space left on device");
    char *text = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_STRING_EQUAL(text, "what was there before\n");
    free(text);
    CU_ASSERT_EQUAL(remove(path), 0);
    CU_ASSERT_EQUAL(umount(folder), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

/* A limit on the size of files is an error like a full disk, no death by a signal. */
static void test_file_size(void) {
    char model[PATH_BYTES], out[PATH_BYTES], command[3 * PATH_BYTES];
    command_example("gas_station-5/gas_station.exp", model);
    command_path("limited.aut", out);
    snprintf(command, sizeof command, "ulimit -f 8; exec \"$HEDDLE\" explore -q '%s' -o '%s' 2>'%s/message'",
             model, out, command_folder());
    int status = system(command);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 2);
    CU_ASSERT_FALSE(command_has_file("limited.aut"));
    char *text = process_read_file(command_path("message", model), NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "File too large"));
    free(text);
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
    command_suite("cli_errors", "truncated files", test_truncated, "long lines and garbage", test_garbage,
                  "a disk that is too small", test_small_disk, "a limit on the size of files", test_file_size,
                  "too many threads", test_threads, NULL);
}
