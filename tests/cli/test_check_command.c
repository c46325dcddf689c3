/*
 * `heddle check` as a user sees it: verdicts and exit codes, JSON, limits, wrong properties.
 * $HEDDLE is the binary, $EXAMPLES the folder of models.
 */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define VERDICTS 6

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

/* `heddle check --json` with the options; its JSON, to be released. */
#define check_json(code, ...) check_json_of(code, (const char *[]){__VA_ARGS__, NULL})

static json_t *check_json_of(int code, const char *const *options) {
    const char *o[8] = {NULL};
    struct process process;
    for (int i = 0; i < 8 && options[i] != NULL; i++) {
        o[i] = options[i];
    }
    command_run(&process, "check", "--json", o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7]);
    command_expect(&process, code, NULL);
    json_t *object = command_json(process.out);
    process_free(&process);
    return object;
}

static const char *verdict(const json_t *object, size_t index) {
    return command_text(command_property(object, index), "verdict");
}

static int is_complete(const json_t *object) {
    return json_is_true(json_object_get(object, "complete"));
}

/* The exit code and message of a check that fails before it begins: nothing on standard output, no files. */
static void refused(const char *in_stderr, const char *const *options) {
    char net[PATH_BYTES], trace[PATH_BYTES];
    const char *o[4] = {NULL};
    struct process process;
    for (int i = 0; i < 4 && options[i] != NULL; i++) {
        o[i] = options[i];
    }
    command_run(&process, "check", command_example("producer/network.exp", net), "--trace",
                command_path("refused.json", trace), o[0], o[1], o[2], o[3]);
    command_expect(&process, 2, in_stderr);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    CU_ASSERT(strlen(process.err) < 4096);
    CU_ASSERT_FALSE(command_has_file("refused.json"));
    process_free(&process);
}

#define REFUSED(in_stderr, ...) refused(in_stderr, (const char *[]){__VA_ARGS__, NULL})

/* A message of a check that goes on. */
static void warned(int code, const char *in_stderr, const char *const *options) {
    char net[PATH_BYTES];
    const char *o[4] = {NULL};
    struct process process;
    for (int i = 0; i < 4 && options[i] != NULL; i++) {
        o[i] = options[i];
    }
    command_run(&process, "check", command_example("producer/network.exp", net), o[0], o[1], o[2], o[3]);
    command_expect(&process, code, in_stderr);
    if (in_stderr == NULL) {
        CU_ASSERT_STRING_EQUAL(process.err, "");
    }
    process_free(&process);
}

#define WARNED(code, in_stderr, ...) warned(code, in_stderr, (const char *[]){__VA_ARGS__, NULL})

/* --- verdicts --- */

static void test_verdicts(void) {
    char net[PATH_BYTES], monitor[PATH_BYTES];
    command_put_file("twice.aut", "des (0, 3, 3)\n(0, trans, 1)\n(1, trans, 2)\n(2, ERROR, 0)\n");
    json_t *object = check_json(1, command_example("producer/network.exp", net), "--deadlock",
                                "--never=trans", "--never='work_.*'", "--never=\"done_1\"", "--never=nothing",
                                "--monitor", command_path("twice.aut", monitor));
    static const char *const names[VERDICTS] = {"deadlock",     "never trans",   "never 'work_.*'",
                                                "never done_1", "never nothing", NULL};
    static const char *const verdicts[VERDICTS] = {"holds",    "violated", "violated",
                                                   "violated", "holds",    "violated"};
    static const char *const kinds[VERDICTS] = {"deadlock", "never", "never", "never", "never", "monitor"};
    static const size_t lengths[VERDICTS] = {0, 2, 3, 3, 0, 4};
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "properties")), VERDICTS);
    for (size_t i = 0; i < VERDICTS; i++) {
        const json_t *trace = json_object_get(command_property(object, i), "trace");
        CU_ASSERT(names[i] == NULL ||
                  strcmp(command_text(command_property(object, i), "name"), names[i]) == 0);
        CU_ASSERT_STRING_EQUAL(command_text(command_property(object, i), "kind"), kinds[i]);
        CU_ASSERT_STRING_EQUAL(verdict(object, i), verdicts[i]);
        CU_ASSERT(json_is_null(json_object_get(command_property(object, i), "lasso")));
        CU_ASSERT(lengths[i] == 0 ? !json_is_array(trace) || json_array_size(trace) == 0
                                  : json_array_size(trace) == lengths[i]);
    }
    const json_t *trace = json_object_get(command_property(object, 1), "trace");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(trace, 0)), "generate_work");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(trace, 1)), "trans");
    json_decref(object);
}

static void test_json_keys(void) {
    char net[PATH_BYTES];
    json_t *object = check_json(0, command_example("producer/network.exp", net), "--deadlock", "--threads=2");
    static const char *const numbers[] = {"seconds", "total_seconds", "table_load"};
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        CU_ASSERT(json_is_real(json_object_get(object, numbers[i])));
    }
    CU_ASSERT_STRING_EQUAL(command_text(object, "command"), "check");
    CU_ASSERT_STRING_EQUAL(command_text(object, "input"), net);
    CU_ASSERT_STRING_EQUAL(command_text(object, "device"), "cpu");
    CU_ASSERT(is_complete(object));
    CU_ASSERT_EQUAL(command_number(object, "threads"), 2);
    CU_ASSERT_EQUAL(command_number(object, "states"), 8);
    CU_ASSERT_EQUAL(command_number(object, "transitions"), 24);
    CU_ASSERT_EQUAL(command_number(object, "levels"), 6);
    CU_ASSERT_EQUAL(command_number(object, "deadlocks"), 0);
    CU_ASSERT(command_number(object, "memory_bytes") > 0);
    json_decref(object);
}

/* The same trace for any number of threads and layout; a check stops when all is decided, unless --keep-going
 * is given. */
static void test_keep_going(void) {
    static const char *const options[] = {"--threads=1", "--threads=4", "--words=2",
                                          "--words=4",   "--words=5",   "--bucket=4"};
    char net[PATH_BYTES];
    command_example("gas_station-5/gas_station.exp", net);
    json_t *first = check_json(1, net, "--deadlock");
    const json_t *trace = json_object_get(command_property(first, 0), "trace");
    CU_ASSERT(command_number(first, "states") < 38313);
    CU_ASSERT_FALSE(is_complete(first));
    CU_ASSERT(json_array_size(trace) > 5);
    json_t *alone = check_json(1, net, "--deadlock", "--keep-going");
    CU_ASSERT(is_complete(alone));
    json_decref(alone);
    for (size_t i = 0; i < LENGTH(options); i++) {
        json_t *object = check_json(1, net, "--deadlock", options[i], "--keep-going", "--never=nothing");
        CU_ASSERT(is_complete(object));
        CU_ASSERT_EQUAL(command_number(object, "states"), 38313);
        CU_ASSERT_EQUAL(command_number(object, "transitions"), 136890);
        CU_ASSERT_EQUAL(command_number(object, "deadlocks"), 800);
        CU_ASSERT(json_equal(json_object_get(command_property(object, 0), "trace"), trace));
        CU_ASSERT_STRING_EQUAL(verdict(object, 1), "holds");
        json_decref(object);
    }
    json_decref(first);
}

static void test_at_once(void) {
    char net[PATH_BYTES], monitor[PATH_BYTES];
    struct process process;
    command_put_file("dead.aut", "des (0, 0, 1)\n");
    command_put_file("ends.aut", "des (0, 1, 2)\n(0, ERROR, 1)\n");
    json_t *object = check_json(1, command_path("dead.aut", net), "--deadlock", "--never=i");
    CU_ASSERT_STRING_EQUAL(verdict(object, 0), "violated");
    CU_ASSERT_STRING_EQUAL(verdict(object, 1), "holds");
    CU_ASSERT_EQUAL(json_array_size(json_object_get(command_property(object, 0), "trace")), 0);
    CU_ASSERT(json_is_array(json_object_get(command_property(object, 0), "trace")));
    json_decref(object);
    command_run(&process, "check", net, "--monitor", command_path("ends.aut", monitor));
    command_expect(&process, 1, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "initial state"));
    process_free(&process);
}

static void test_internal(void) {
    char net[PATH_BYTES], monitor[PATH_BYTES];
    command_put_file("steps.aut", "des (0, 3, 3)\n(0, tau, 1)\n(1, Work, 2)\n(2, skip, 0)\n");
    command_put_file("empty.aut", "des (0, 1, 2)\n(0, \"\", 1)\n");
    command_put_file("two.aut", "des (0, 2, 3)\n(0, i, 1)\n(1, work, 2)\n");
    command_path("steps.aut", net);
    static const struct {
        const char *option, *other;
        int code;
    } cases[] = {
        {"--never=i", "--quiet", 1},           {"--never=tau", "--quiet", 1},
        {"--never='i'", "--quiet", 1},         {"--never='tau'", "--quiet", 0},
        {"--never=\"tau\"", "--quiet", 1},     {"--never=skip", "--internal=skip", 1},
        {"--never=WORK", "--quiet", 0},        {"--never=WORK", "--ignore-case", 1},
        {"--never='w.*'", "--ignore-case", 1}, {"--never='Wo'", "--quiet", 0},
        {"--never='W(o|i)rk'", "--quiet", 0},  {"--never='W(o|i)rk'", "--regex=extended", 1},
        {"--never='[A-Z].*'", "--quiet", 1},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        command_run(&process, "check", net, cases[i].option, cases[i].other);
        command_expect(&process, cases[i].code, NULL);
        if (strcmp(cases[i].other, "--quiet") == 0) {
            CU_ASSERT_STRING_EQUAL(process.out, "");
            /* A label that no transition has may be mistyped: --quiet does not hide this warning. */
            CU_ASSERT_EQUAL(strstr(process.err, "no transition of the network has such a label") != NULL,
                            cases[i].code == 0);
            CU_ASSERT((process.err[0] == '\0') == (cases[i].code == 1));
        }
        process_free(&process);
    }
    struct process quiet;
    command_put_file("typo.aut", "des (0, 2, 3)\n(0, Wrok, 1)\n(1, ERROR, 2)\n");
    command_run(&quiet, "check", "-q", net, "--monitor", command_path("typo.aut", monitor));
    command_expect(&quiet, 0, "no transition of the network has the label 'Wrok'; did you mean 'Work'?");
    CU_ASSERT_STRING_EQUAL(quiet.out, "");
    process_free(&quiet);
    for (int quote = 0; quote < 2; quote++) { /* the empty label is one like any other */
        struct process process;
        command_run(&process, "check", command_path("empty.aut", monitor),
                    quote ? "--never=''" : "--never=\"\"");
        command_expect(&process, 1, NULL);
        process_free(&process);
    }
    for (int ignores = 0; ignores < 2; ignores++) {
        struct process process;
        command_run(&process, "check", net, "--error-state=2", "--monitor", command_path("two.aut", monitor),
                    ignores ? "--ignore-case" : NULL);
        command_expect(&process, ignores, ignores ? NULL : "did you mean 'Work'");
        process_free(&process);
    }
}

/* --- limits --- */

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

/* A violation decides the exit code although another property is undecided: 1 wins over 3. */
static void test_violated_and_undecided(void) {
    char net[PATH_BYTES], monitor[PATH_BYTES];
    command_put_file("never.aut", "des (0, 2, 2)\n(0, \"no such label\", 1)\n(1, ERROR, 1)\n");
    json_t *object =
        check_json(1, command_example("counters-8-10/counters.exp", net), "--deadlock", "--never='.*'",
                   "--monitor", command_path("never.aut", monitor), "--max-states=3000");
    CU_ASSERT_STRING_EQUAL(verdict(object, 0), "undecided");
    CU_ASSERT_STRING_EQUAL(verdict(object, 1), "violated");
    CU_ASSERT_STRING_EQUAL(verdict(object, 2), "holds"); /* the labels decide it */
    CU_ASSERT_EQUAL(json_array_size(json_object_get(command_property(object, 1), "trace")), 1);
    json_decref(object);
    /* A property that holds without a search does not change the exit code. */
    object = check_json(3, net, "--deadlock", "--never=nothing", "--max-depth=3");
    CU_ASSERT_STRING_EQUAL(verdict(object, 0), "undecided");
    json_decref(object);
    object = check_json(0, net, "--never=nothing", "--max-depth=3");
    CU_ASSERT_STRING_EQUAL(verdict(object, 0), "holds");
    json_decref(object);
}

/* The least depth at which the violation is seen, and one less. */
static void test_depth(void) {
    char net[PATH_BYTES], option[32], monitor[PATH_BYTES];
    command_example("gas_station-3/gas_station.exp", net);
    command_put_file("goes.aut",
                     "des (0, 3, 3)\n(0, \"choose_1_1\", 1)\n(1, \"prepay_1_1\", 2)\n(2, ERROR, 2)\n");
    command_path("goes.aut", monitor);
    json_t *object = check_json(1, net, "--deadlock", "--never=go_1_1", "--monitor", monitor);
    for (size_t i = 0; i < 3; i++) {
        size_t length = json_array_size(json_object_get(command_property(object, i), "trace"));
        const char *name = i == 0 ? "--deadlock" : i == 1 ? "--never=go_1_1" : "--monitor=goes.aut";
        char found[2 * PATH_BYTES];
        snprintf(found, sizeof found, i == 2 ? "--monitor=%s" : "%s", i == 2 ? monitor : name);
        CU_ASSERT_FATAL(length >= 2);
        /* Whether a state is a deadlock is seen when it is expanded. */
        for (size_t depth = length - 1; depth <= length + 1; depth++) {
            int seen = depth >= length + (i == 0);
            snprintf(option, sizeof option, "--max-depth=%zu", depth);
            json_t *limited = check_json(seen ? 1 : 3, net, found, option);
            CU_ASSERT_STRING_EQUAL(verdict(limited, 0), seen ? "violated" : "undecided");
            json_decref(limited);
        }
    }
    json_decref(object);
}

/* --- wrong input --- */

static void test_usage(void) {
    char bad[PATH_BYTES], folder[PATH_BYTES], unwritable[PATH_BYTES], position[2 * PATH_BYTES];
    struct process process;
    command_put_file("bad.aut", "des (0, 2, 3)\n(0, a, 1)\n(1, b, 3)\n");
    command_put_file("good.aut", "des (0, 1, 3)\n(0, trans, 2)\n");
    command_path("bad.aut", bad);
    REFUSED("nothing to check", NULL);
    REFUSED("--error-state", "--deadlock", "--error-state=1");
    REFUSED("missing.aut", "--monitor=missing.aut");
    snprintf(position, sizeof position, "%s:3:8: ", bad);
    REFUSED(position, "--monitor", bad);
    REFUSED("directory", "--monitor", command_folder());
    command_path("good.aut", bad);
    REFUSED("0 to 2", "--monitor", bad, "--error-state=3");
    REFUSED("--error-state", "--monitor", bad, "--error-state=two");
    REFUSED("--error-state", "--monitor", bad, "--error-state=-1");
    REFUSED("--error-state", "--monitor", bad, "--error-state=18446744073709551616");
    REFUSED("no error state 4294967296", "--monitor", bad, "--error-state=4294967296");
    REFUSED("--never", "--never='a\\(b'");
    REFUSED("--never", "--never='[a'");
    REFUSED("the label is empty", "--never=");
    REFUSED("quote", "--never='");
    REFUSED("quote", "--never='a");
    REFUSED("quote", "--never=\"a'");
    REFUSED("--max-depth", "--deadlock", "--max-depth=x");
    REFUSED("--nonsense", "--deadlock", "--nonsense");
    REFUSED("directory", "--deadlock", "--certificate=/nonexistent/folder/c.json");
    command_run(&process, "check", "--deadlock");
    command_expect(&process, 2, "NET");
    process_free(&process);
    command_run(&process, "check", "--deadlock", command_path("none.exp", bad));
    command_expect(&process, 2, "none.exp");
    process_free(&process);
    /* The same file for both; a folder; one that cannot be written. */
    command_example("producer/network.exp", bad);
    command_path("both.json", folder);
    command_run(&process, "check", "--deadlock", bad, "--trace", folder, "--certificate", folder);
    command_expect(&process, 2, "same file");
    process_free(&process);
    command_run(&process, "check", "--never=trans", bad, "--write-game", command_folder(), "-f", "true");
    command_expect(&process, 2, "directory");
    process_free(&process);
    command_run(&process, "check", "--never=trans", bad, "--trace", command_folder(), "--certificate",
                command_folder());
    command_expect(&process, 2, "same file");
    process_free(&process);
    command_path("missing/trace.json", unwritable);
    command_run(&process, "check", "--never=trans", bad, "--trace", unwritable);
    command_expect(&process, 2, "missing");
    process_free(&process);
    command_run(&process, "check", "--never=trans", bad, "--trace", "/dev/full");
    command_expect(&process, 2, "No space left");
    process_free(&process);
    command_run_to("/dev/full", &process, "check", "--never=trans", bad, (const char *)NULL);
    command_expect(&process, 2, "standard output");
    process_free(&process);
}

/* --monitor=PATH of a file in the folder; the buffer has PATH_BYTES. */
static const char *monitor_option(const char *name, char *buffer) {
    snprintf(buffer, PATH_BYTES, "--monitor=%s/%s", command_folder(), name);
    return buffer;
}

/* Labels that only processes have: the network hides or renames them. */
static void test_origin(void) {
    static const char hidden[] =
        "process device has it, and the network hides it: check a network that leaves "
        "it visible",
                      renamed[] =
                          "process device has 'fix !1', which the network renames to 'mend !1': write "
                          "'mend !1'";
    char net[PATH_BYTES], text[PATH_BYTES + 512], monitor[PATH_BYTES];
    command_put_file("device.aut", "des (0, 2, 2)\n(0, crash, 1)\n(1, \"fix !1\", 0)\n");
    command_put_file("device.exp", "rename fix -> mend in hide crash in device.aut end hide end rename\n");
    command_put_file("watch.aut", "des (0, 2, 2)\n(0, crash, 1)\n(1, ERROR, 1)\n");
    json_t *object = check_json(1, command_path("device.exp", net), "--never=crash", "--never='fi.*'",
                                "--formula=[true* . fix] false", "--starvation=crash", "--monitor",
                                command_path("watch.aut", monitor));
    static const char *const hints[] = {hidden, renamed, renamed, hidden, hidden};
    for (size_t k = 0; k < LENGTH(hints); k++) {
        const json_t *labels = json_object_get(command_property(object, k), "absent_labels");
        CU_ASSERT_STRING_EQUAL(command_text(json_array_get(labels, 0), "hint"), hints[k]);
    }
    json_decref(object);
    struct process process;
    command_run(&process, "check", net, "--never=crash", "--starvation=crash");
    snprintf(text, sizeof text, "never crash: no transition of the network has such a label; %s\n", hidden);
    command_expect(&process, 1, text);
    snprintf(text, sizeof text, "holds vacuously: no transition is ever labelled 'crash'; %s\n", hidden);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, text));
    snprintf(text, sizeof text, "(no transition is ever labelled 'crash'; %s)\n", hidden);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, text));
    process_free(&process);
}

/* A property that holds because no such label occurs, and the hint at a similar label. */
static void hinted(const char *net, const char *option, const char *hint) {
    struct process process;
    command_run(&process, "check", net, option);
    command_expect(&process, 0, hint);
    process_free(&process);
}

static void test_warnings(void) {
    char gates[PATH_BYTES], option[PATH_BYTES], errorless[PATH_BYTES], other[PATH_BYTES],
        unreached[PATH_BYTES];
    command_put_file("errorless.aut", "des (0, 1, 2)\n(0, trans, 1)\n");
    command_put_file("other.aut", "des (0, 2, 2)\n(0, Trans, 1)\n(1, ERROR, 1)\n");
    command_put_file("unreached.aut", "des (0, 1, 2)\n(0, trans, 1)\n");
    WARNED(0, NULL, "--deadlock");
    WARNED(0, "nothing", "--never=nothing");
    WARNED(0, "did you mean 'trans'", "--never=TRANS");
    WARNED(1, NULL, "--never=trans");
    WARNED(0, "x.*", "--never='x.*'");
    WARNED(0, "no error state", "--monitor", command_path("errorless.aut", errorless));
    WARNED(0, "did you mean 'trans'", "--monitor", command_path("other.aut", other));
    /* Hints at what the user meant: a gate, a regular expression; many labels are not all listed. */
    command_put_file("gates.aut", "des (0, 1, 2)\n(0, \"send !1\", 1)\n");
    command_path("gates.aut", gates);
    hinted(gates, "--never=send", "expression \"'send.*'\" matches them");
    hinted(gates, "--never=send.*",
           "never send.*: no transition of the network has such a label; it is read as the text of a "
           "label: a regular expression needs single quotes of its own: \"'send.*'\"\n");
    hinted(gates, "--never=receive.*", "needs single quotes of its own: \"'receive.*'\"\n");
    hinted(gates, "--never=receive", "never receive: no transition of the network has such a label\n");
    hinted(gates, "--never=Send", "did you mean 'send !1', or \"'send.*'\" for all labels of this gate?\n");
    hinted(gates, "--never=SEND !1", "did you mean 'send !1'?\n");
    hinted(gates, "--formula=[ true* . \"send.*\" ] false", "needs single quotes of its own: 'send.*'\n");
    hinted(gates, "--formula=[true* . SEND] false",
           "did you mean 'send !1', or 'send.*' for all labels of this gate?\n");
    hinted(gates, "--never='!1'", "a pattern must match the whole label: \"'.*!1.*'\"\n");
    hinted(gates, "--never='!.*'", "a pattern must match the whole label: \"'.*!.*'\"\n");
    hinted(gates, "--never='.*!'", "a pattern must match the whole label: \"'.*!.*'\"\n");
    hinted(gates, "--never='end\\.*'", "a pattern must match the whole label: \"'.*end\\.*.*'\"\n");
    command_put_file("gate.aut", "des (0, 2, 3)\n(0, send, 1)\n(1, ERROR, 2)\n");
    hinted(gates, monitor_option("gate.aut", option), "'send': it is the gate of labels with parameters");
    command_put_file("many.aut", "des (0, 7, 2)\n(0, b, 1)\n(0, c, 1)\n(0, d, 1)\n(0, e, 1)\n(0, f, 1)\n"
                                 "(0, g, 1)\n(1, ERROR, 1)\n");
    hinted(gates, monitor_option("many.aut", option), "the labels 'b', 'c', 'd', 'e', 'f', ...\n");
    command_put_file("five.aut", "des (0, 6, 2)\n(0, b, 1)\n(0, c, 1)\n(0, d, 1)\n(0, e, 1)\n(0, f, 1)\n"
                                 "(1, ERROR, 1)\n");
    hinted(gates, monitor_option("five.aut", option), "the labels 'b', 'c', 'd', 'e', 'f'\n");
    WARNED(1, NULL, "--monitor", command_path("unreached.aut", unreached), "--error-state=1");
    /* When many labels do not occur, the first few are looked at closely. */
    char text[2048], *at = text + sprintf(text, "des (0, 42, 2)\n(0, trans, 1)\n(0, Trans, 1)\n");
    for (unsigned i = 0; i < 39; i++) {
        at += sprintf(at, "(0, missing_%u, 1)\n", i);
    }
    sprintf(at, "(0, TRANS, 1)\n");
    command_put_file("many.aut", text);
    WARNED(1, "did you mean 'trans'", "--monitor", command_path("many.aut", other), "--error-state=1");
    WARNED(1, "the labels 'missing_0', 'missing_1', 'missing_2', 'missing_3', 'missing_4', ..", "--monitor",
           other, "--error-state=1");
}

void suite_check_command(void) {
    command_suite("check_command", "verdicts and traces in JSON", test_verdicts, "the order of verdicts",
                  test_order, "JSON keys", test_json_keys, "--keep-going; the same whatever the layout",
                  test_keep_going, "violated at once", test_at_once, "internal actions, patterns, letters",
                  test_internal, "limits", test_limits, "little memory", test_little_memory,
                  "spilled to files", test_spill_folder, "1 wins over 3", test_violated_and_undecided,
                  "--max-depth, just enough", test_depth, "usage and input errors", test_usage, "warnings",
                  test_warnings, "labels that only processes have", test_origin, NULL);
}
