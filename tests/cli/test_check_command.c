/*
 * `heddle check` with properties in any order, and with too little time and memory.
 * $HEDDLE is the binary, $EXAMPLES the folder of models.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* `heddle check` with options in an order drawn at random: verdicts are listed in that order, as rows and in
 * JSON and the report; a flag that is given twice counts where it is first. */
static void test_order(void) {
    enum { PROPERTIES = 9 };
    char net[PATH_BYTES], page[PATH_BYTES];
    const char *given[][2] = {{"--deadlock", "deadlock"},
                              {"--never=nothing", "never nothing"},
                              {"--livelock", "livelock"},
                              {"--never=trans", "never trans"},
                              {"--starvation=trans", "starvation trans"},
                              {"--never-cycle=done_1", "never-cycle done_1"},
                              {"--almost-surely=trans", "almost-surely trans"},
                              {"--formula=[false] true", "[false] true"},
                              {"-f[true] false", "[true] false"}};
    uint64_t state = number_from_environment("HEDDLE_SEED", 1);
    command_example("producer/network.exp", net);
    command_path("order.html", page);
    for (int round = 0; round < 20; round++) {
        for (size_t k = PROPERTIES - 1; k > 0; k--) {
            size_t other = random_next(&state) % (k + 1);
            const char *pair[] = {given[k][0], given[k][1]};
            memcpy(given[k], given[other], sizeof pair);
            memcpy(given[other], pair, sizeof pair);
        }
        for (int json = 0; json < 2; json++) {
            struct process process;
            command_run(&process, "check", net, given[0][0], given[1][0], given[2][0], given[3][0],
                        given[4][0], given[5][0], given[6][0], given[7][0], given[8][0], "-DL", "--report",
                        page, json ? "--json" : NULL);
            command_expect(&process, 1, NULL);
            char *report = process_read_file(page, NULL);
            CU_ASSERT_PTR_NOT_NULL_FATAL(report);
            const char *row = process.out, *result = strstr(report, "\"results\"");
            json_t *object = json ? command_json(process.out) : NULL;
            for (size_t k = 0; k < PROPERTIES; k++) {
                char line[64], name[64];
                const char *absence = strcmp(given[k][1], "deadlock") == 0   ? "no deadlock"
                                      : strcmp(given[k][1], "livelock") == 0 ? "no livelock"
                                                                             : given[k][1];
                snprintf(line, sizeof line, "\n%-19s  ", absence);
                snprintf(name, sizeof name, "\"name\":\"%s\"", given[k][1]);
                row = json || row == NULL ? row : strstr(row, line);
                result = result == NULL ? NULL : strstr(result, name);
                CU_ASSERT_PTR_NOT_NULL(row);
                CU_ASSERT_PTR_NOT_NULL(result);
                if (json) {
                    CU_ASSERT_STRING_EQUAL(command_text(command_property(object, k), "name"), given[k][1]);
                }
            }
            CU_ASSERT_TRUE(!json || json_array_size(json_object_get(object, "properties")) == PROPERTIES);
            json_decref(object);
            free(report);
            process_free(&process);
        }
    }
}

static const char *verdict(const json_t *object, size_t index) {
    return command_text(command_property(object, index), "verdict");
}

static int is_complete(const json_t *object) {
    return json_is_true(json_object_get(object, "complete"));
}

/* A search that cannot end in time leaves no files, and reports its counts so far. */
static void limited(const char *limit, const char *message) {
    char net[PATH_BYTES], trace[PATH_BYTES], certificate[PATH_BYTES];
    struct process process;
    command_example("counters-8-10/counters.exp", net);
    command_put_file("limited.aut", "what was there before\n");
    for (int json = 0; json < 2; json++) {
        command_run(&process, "check", net, "--deadlock", "--memory=1G", limit, "--trace",
                    command_path("limited.aut", trace), "--certificate",
                    command_path("limited.json", certificate), json ? "--json" : NULL);
        command_expect(&process, 3, message);
        CU_ASSERT_FALSE(command_has_file("limited.json"));
        char *text = process_read_file(trace, NULL);
        CU_ASSERT(text != NULL && strcmp(text, "what was there before\n") == 0);
        free(text);
        CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "undecided"));
        if (json) {
            json_t *object = command_json(process.out);
            CU_ASSERT_FALSE(is_complete(object));
            CU_ASSERT_STRING_EQUAL(verdict(object, 0), "undecided");
            CU_ASSERT(json_is_null(json_object_get(command_property(object, 0), "trace")));
            CU_ASSERT(command_number(object, "states") >= 1 && command_number(object, "states") < 100000000);
            CU_ASSERT(command_number(object, "levels") >= 1);
            json_decref(object);
        } else {
            CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "at least "));
        }
        process_free(&process);
    }
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

static void test_limits(void) {
    limited("--max-states=5000", "--max-states 5000");
    limited("--max-depth=7", "--max-depth 7");
    limited("--timeout=0.3", "--timeout");
    limited("--memory=2M", "--memory");
    limited("--memory=40M", "--memory");
}

/* With any too small amount of memory, the exit code is 3, and no verdict is printed that was not reached. */
static void test_little_memory(void) {
    static const char *const budgets[] = {"64K",  "128K", "256K", "400K", "512K", "600K", "700K",
                                          "800K", "1M",   "1.2M", "1.5M", "2M",   "3M"};
    char net[PATH_BYTES], trace[PATH_BYTES], monitor[PATH_BYTES];
    command_put_file("far.aut", "des (0, 2, 3)\n(0, nowhere, 1)\n(1, ERROR, 2)\n");
    for (size_t i = 0; i < LENGTH(budgets); i++) {
        struct process process;
        command_run(&process, "check", "--memory", budgets[i], "--deadlock", "--monitor",
                    command_path("far.aut", monitor), command_example("ring-11/ring.exp", net),
                    "--certificate", command_path("little.json", trace));
        command_expect(&process, 3, NULL);
        CU_ASSERT_PTR_NULL(strstr(process.out, "holds"));
        CU_ASSERT_PTR_NULL(strstr(process.out, "violated"));
        CU_ASSERT_PTR_NOT_NULL(strstr(process.err, "memory"));
        CU_ASSERT_FALSE(command_has_file("little.json"));
        process_free(&process);
    }
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

/*
 * Levels for a trace are spilled to files, which leave nothing in the folder. How much memory is too little
 * without them varies a little with the threads: one of these amounts is, and suffices with them.
 */
static void test_spill_folder(void) {
    char net[PATH_BYTES], folder[PATH_BYTES], trace[PATH_BYTES], memory[32];
    struct process process;
    unsigned spilled = 0;
    command_example("ring-9/ring.exp", net);
    CU_ASSERT_EQUAL(mkdir(command_path("spill", folder), 0700), 0);
    command_path("trace.json", trace);
    for (unsigned kilobytes = 1700; kilobytes <= 2500; kilobytes += 100) {
        snprintf(memory, sizeof memory, "--memory=%u", kilobytes * 1000);
        command_run(&process, "check", "--never", "pass_7", net, "--threads=2", memory, "--spill=0");
        const int lacks = strstr(process.err, "--memory") != NULL; /* no trace, and perhaps no verdict */
        process_free(&process);
        command_run(&process, "check", "--never", "pass_7", net, "--threads=2", memory, "--spill-dir", folder,
                    "--trace", trace);
        const int suffices = process.code == 1 && strstr(process.err, "--memory") == NULL;
        process_free(&process);
        if (suffices) {
            command_run(&process, "verify", trace);
            command_ends(&process, 0, NULL);
            spilled += lacks;
        }
    }
    CU_ASSERT(spilled != 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0); /* it is empty */
    command_run(&process, "check", "--deadlock", net, "--spill-dir", folder);
    command_ends(&process, 2, "--spill-dir: no files can be made there: No such file or directory");
}

void suite_check_command(void) {
    command_suite("check_command", "the order of verdicts", test_order, "limits", test_limits,
                  "little memory", test_little_memory, "spilled to files", test_spill_folder, NULL);
}
