/*
 * The files that `heddle check` writes, and those that it does not: traces in every format and how they are
 * numbered, certificates; interruption and killing at any time; levels that no longer fit into memory.
 */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/packed_tuples.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

#define MOST_TEXT (1 << 20)

/* A file, unpacked if its name says that it is compressed. The caller frees it. */
static char *read_text(const char *path) {
    size_t size = 0, length = strlen(path);
    if (length < 4 || strcmp(path + length - 4, ".zst") != 0) {
        gzFile file = gzopen(path, "rb"); /* reads plain files as they are */
        char *text = calloc(1, MOST_TEXT);
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        CU_ASSERT(gzread(file, text, MOST_TEXT - 1) >= 0);
        CU_ASSERT_EQUAL(gzclose(file), Z_OK);
        return text;
    }
    char *packed = process_read_file(path, &size), *text = calloc(1, MOST_TEXT);
    CU_ASSERT_PTR_NOT_NULL_FATAL(packed);
    size = ZSTD_decompress(text, MOST_TEXT - 1, packed, size);
    CU_ASSERT_FALSE_FATAL(ZSTD_isError(size));
    text[size] = '\0'; /* the file is longer than it was */
    free(packed);
    return text;
}

/* The trace of producer/network.exp to `trans`, which the check must find and write to the file. */
static char *written_trace(const char *name) {
    char net[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_run(&process, "check", command_example("producer/network.exp", net), "--never=trans", "--trace",
                command_path(name, path));
    command_expect(&process, 1, NULL);
    command_prints(&process, path);
    process_free(&process);
    return read_text(path);
}

/* The state of the trace is one local state a component, in order. */
static void expect_state(const json_t *state, int a, int b, int c) {
    CU_ASSERT_EQUAL(json_array_size(state), 3);
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(state, 0)), a);
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(state, 1)), b);
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(state, 2)), c);
}

static void expect_json_trace(const char *text) {
    char net[PATH_BYTES];
    json_t *object = command_json(text);
    const json_t *inputs = json_object_get(object, "inputs"), *steps = json_object_get(object, "steps");
    const json_t *names = json_object_get(object, "components");
    CU_ASSERT_EQUAL(command_number(object, "heddle_evidence"), 1);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "kind")), "trace");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(inputs, "network")),
                           command_example("producer/network.exp", net));
    CU_ASSERT(json_is_false(json_object_get(inputs, "ignore_case")));
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_object_get(object, "property"), "label")),
                           "trans");
    CU_ASSERT_EQUAL(json_array_size(names), 3);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_array_get(names, 2)), "consumer#2");
    expect_state(json_object_get(object, "initial"), 0, 0, 0);
    CU_ASSERT_EQUAL_FATAL(json_array_size(steps), 2);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(steps, 0), "label")),
                           "generate_work");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(steps, 1), "label")), "trans");
    expect_state(json_object_get(json_array_get(steps, 0), "to"), 1, 0, 0);
    /* Two consumers could take the work: the trace has the one that leads to the lesser state. */
    expect_state(json_object_get(json_array_get(steps, 1), "to"), 0, 0, 1);
    CU_ASSERT(json_is_null(json_object_get(object, "lasso")));
    json_decref(object);
}

static void test_formats(void) {
    static const char *const json[] = {"t.json", "t.json.gz", "t.json.zst"};
    static const char *const aut[] = {"t.aut", "t.aut.gz", "t.aut.zst"};
    static const char *const tables[] = {"t.txt", "t.txt.gz", "t.TXT"};
    char path[PATH_BYTES];
    for (int i = 0; i < 3; i++) {
        char *text = written_trace(json[i]);
        expect_json_trace(text);
        free(text);
        text = written_trace(aut[i]);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "generate_work"));
        free(text);
        /* A path: other tools read it, and so does heddle. */
        json_t *object = command_explore(command_path(aut[i], path), "--threads=1", 0);
        CU_ASSERT_EQUAL(command_number(object, "states"), 3);
        CU_ASSERT_EQUAL(command_number(object, "transitions"), 2);
        CU_ASSERT_EQUAL(command_number(object, "deadlocks"), 1);
        json_decref(object);
        text = written_trace(tables[i]);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "generate_work"));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "consumer#2"));
        CU_ASSERT_PTR_NULL(strstr(text, "{"));
        free(text);
    }
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

/* A violation in the initial state: a path of one state. */
static void test_empty_trace(void) {
    char net[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_put_file("dead.aut", "des (4, 1, 5)\n(0, a, 4)\n");
    command_run(&process, "check", "--deadlock", command_path("dead.aut", net), "--trace",
                command_path("empty.aut", path));
    command_ends(&process, 1, NULL);
    json_t *object = command_explore(path, "--threads=1", 0);
    CU_ASSERT_EQUAL(command_number(object, "states"), 1);
    CU_ASSERT_EQUAL(command_number(object, "transitions"), 0);
    json_decref(object);
    command_run(&process, "check", "--deadlock", net, "--trace", command_path("empty.json", path));
    command_ends(&process, 1, NULL);
    char *text = read_text(path);
    object = command_json(text);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "steps")), 0);
    CU_ASSERT_EQUAL(json_integer_value(json_array_get(json_object_get(object, "initial"), 0)), 4);
    json_decref(object);
    free(text);
}

/* The first violation has the name that was given; the next have numbers before the ending. */
static void test_numbers(void) {
    static const struct {
        const char *given, *second, *third;
    } cases[] = {
        {"n.json", "n-2.json", "n-3.json"},
        {"n.aut.gz", "n-2.aut.gz", "n-3.aut.gz"},
        {"n.txt", "n-2.txt", "n-3.txt"},
        {"v1.2/n.TXT", "v1.2/n-2.TXT", "v1.2/n-3.TXT"},
        {"a.b.json.zst", "a.b-2.json.zst", "a.b-3.json.zst"},
        {".hidden.txt", ".hidden-2.txt", ".hidden-3.txt"},
    };
    char net[PATH_BYTES], path[PATH_BYTES];
    CU_ASSERT_EQUAL(mkdir(command_path("v1.2", path), 0755), 0);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct process process;
        command_run(&process, "check", "--json", command_example("producer/network.exp", net),
                    "--never=generate_work", "--deadlock", "--never=nothing", "--never=trans", "--never='.*'",
                    "--trace", command_path(cases[i].given, path));
        command_expect(&process, 1, NULL);
        json_t *object = command_json(process.out), *list = json_object_get(object, "properties");
        const char *const files[] = {cases[i].given, NULL, NULL, cases[i].second, cases[i].third};
        CU_ASSERT_EQUAL(json_array_size(list), 5);
        for (size_t k = 0; k < 5; k++) {
            const char *file = json_string_value(json_object_get(json_array_get(list, k), "trace_file"));
            if (files[k] == NULL) {
                CU_ASSERT_PTR_NULL(file);
            } else {
                CU_ASSERT(file != NULL && strcmp(file, command_path(files[k], path)) == 0);
                CU_ASSERT(command_has_file(files[k]));
            }
        }
        json_decref(object);
        process_free(&process);
    }
    remove(command_path(".hidden.txt", path));
    remove(command_path(".hidden-2.txt", path));
    remove(command_path(".hidden-3.txt", path));
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

/* A trace of an earlier run is named: it says nothing of this one. */
static void test_stale(void) {
    char net[PATH_BYTES], trace[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", net);
    command_put_file("stale.json", "{}");
    command_put_file("stale-2.json", "{}");
    command_path("stale.json", trace);
    command_run(&process, "check", "-q", "--never=nothing", "--never=trans", net, "--trace", trace);
    command_expect(&process, 1, "stale-2.json is from an earlier run");
    CU_ASSERT_PTR_NULL(strstr(process.err, "stale.json is"));
    process_free(&process);
    command_put_file("stale.json", "{}");
    command_run(&process, "check", "-q", "--never=nothing", net, "--trace", trace);
    command_ends(&process, 0, "stale.json is from an earlier run: this run has no trace for it");
}

/* A stream takes several outputs; a file takes only one. */
static void test_same_file(void) {
    static const char *const others[] = {"./same.json", "v1.2/../same.json"};
    char net[PATH_BYTES], monitor[PATH_BYTES], path[PATH_BYTES], other[PATH_BYTES];
    struct process process;
    command_put_file("own.aut", "des (0, 2, 3)\n(0, a, 1)\n(0, b, 2)\n");
    command_put_file("monitor.aut", "des (0, 1, 1)\n(0, a, 0)\n");
    command_path("own.aut", net);
    command_path("monitor.aut", monitor);
    command_run(&process, "check", net, "--deadlock", "--never=a", "--never=b", "--never=c", "--json",
                "--trace", "/dev/null", "--certificate", "/dev/null");
    command_expect(&process, 1, NULL);
    CU_ASSERT_PTR_NULL(strstr(process.out, "/dev/null-2"));
    process_free(&process);
    command_run(&process, "check", net, "--deadlock", "--never=a", "--trace", "/dev/stdout");
    command_expect(&process, 1, "violated after");
    CU_ASSERT_PTR_NULL(strstr(process.out, "violated after"));
    process_free(&process);
    /* Certificates and traces, first without old files, then over old files. */
    for (int there = 0; there < 2; there++) {
        for (size_t i = 0; i < 2; i++) {
            command_run(&process, "check", net, "--deadlock", "--never=c", "--trace",
                        command_path("same.json", path), "--certificate", command_path(others[i], other));
            command_ends(&process, 2, "the same file");
        }
        command_run(&process, "check", net, "--deadlock", "--never=a", "--never=c", "--trace", path,
                    "--certificate", command_path("same-2.json", other));
        command_ends(&process, 2, "the same file");
        command_put_file("same.json", "");
        command_put_file("same-2.json", "");
    }
    /* What is read. */
    command_run(&process, "check", net, "--deadlock", "--trace", command_path("./own.aut", other));
    command_ends(&process, 2, "own.aut");
    command_run(&process, "check", net, "--monitor", monitor, "--certificate",
                command_path("./monitor.aut", other));
    command_ends(&process, 2, "monitor.aut");
}

/* Nothing is violated: no file, and what stood there stays. To standard output: the trace alone. */
static void test_none_and_standard_output(void) {
    char net[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", net);
    command_run(&process, "check", net, "--deadlock", "--never=nothing", "--trace",
                command_path("none.json", path));
    command_expect(&process, 0, NULL);
    CU_ASSERT_FALSE(command_has_file("none.json"));
    process_free(&process);
    command_run(&process, "check", net, "--never=trans", "--trace=-");
    command_expect(&process, 1, "violated");
    command_prints(&process, "generate_work");
    CU_ASSERT_PTR_NULL(strstr(process.out, "violated after"));
    process_free(&process);
}

static void test_certificate(void) {
    char net[PATH_BYTES], monitor[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", net);
    command_put_file("far.aut", "des (0, 3, 4)\n(0, trans, 1)\n(1, generate_work, 2)\n(2, nowhere, 3)\n");
    command_run(&process, "check", net, "--deadlock", "--never=trans", "--monitor",
                command_path("far.aut", monitor), "--error-state=3", "--certificate",
                command_path("c.json", path));
    command_ends(&process, 1, NULL);
    char *text = read_text(path), *line = strtok(text, "\n");
    json_t *head = command_json(line);
    CU_ASSERT_EQUAL(command_number(head, "states"), 8);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(head, "properties")), 1); /* trans is not certified */
    json_decref(head);
    for (int i = 0; i < 8; i++) {
        line = strtok(NULL, "\n");
        CU_ASSERT(line != NULL && line[0] == '[');
    }
    line = strtok(NULL, "\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    head = command_json(line);
    CU_ASSERT(command_number(head, "states") > 8);
    json_decref(head);
    line = strtok(NULL, "\n");
    CU_ASSERT_STRING_EQUAL(line == NULL ? "" : line, "[0,0,0,0]");
    free(text);
    /* A property that does not hold has no certificate. */
    command_run(&process, "check", net, "--never=trans", "--certificate", command_path("no.json", path));
    command_expect(&process, 1, "no.json");
    CU_ASSERT_FALSE(command_has_file("no.json"));
    process_free(&process);
}

/* A violation stays a violation when there is no memory for its files. */
static void test_no_memory_for_files(void) {
    char net[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", net);
    command_run(&process, "check", net, "--memory=1M", "--deadlock", "--never=trans", "--certificate",
                command_path("poor.json", path));
    command_ends(&process, 1, "not enough memory to write the file");
    command_run(&process, "check", net, "--memory=1M", "--never=trans", "--trace", path);
    command_expect(&process, 1, "not enough memory to write the file");
    CU_ASSERT_PTR_NULL(strstr(process.out, "poor.json"));
    process_free(&process);
    command_run(&process, "check", net, "--memory=1M", "--deadlock", "--certificate", path);
    command_ends(&process, 3, "not enough memory to write the file");
    CU_ASSERT_FALSE(command_has_file("poor.json"));
}

/* Without memory for a report the verdicts stand, as for other files, a message says so, and the exit status
 * is that of a violation or else 3. */
static void test_no_memory_for_report(void) {
    char network[PATH_BYTES], page[PATH_BYTES], memory[32];
    static const struct {
        const char *property, *verdict;
        int code;
    } cases[] = {{"--deadlock", "no deadlock  violated", 1}, {"--never=change", "never change  holds", 3}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        unsigned refused = 0;
        for (unsigned kibibytes = 560; kibibytes < 900 && refused == 0; kibibytes += 20) {
            struct process process;
            snprintf(memory, sizeof memory, "--memory=%uK", kibibytes);
            command_run(&process, "check", memory, "--threads=1", "--device=cpu", cases[i].property,
                        "--report", command_path("refused.html", page),
                        command_example("gas_station-3/gas_station.exp", network));
            if (strstr(process.err, "refused.html: the report is not written: not enough memory") != NULL) {
                refused++;
                command_expect(&process, cases[i].code, NULL);
                command_prints(&process, cases[i].verdict);
                CU_ASSERT_PTR_NULL(strstr(process.out, "refused.html"));
            }
            CU_ASSERT_FALSE(command_has_file("refused.html"));
            process_free(&process);
        }
        CU_ASSERT_EQUAL(refused, 1);
    }
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

/* Text that is no UTF-8 needs memory of its own: without it there is no evidence, rather than a part of it.
 */
static void test_no_memory_for_text(void) {
    char net[PATH_BYTES], path[PATH_BYTES], memory[32];
    struct process process;
    unsigned refused = 0, written = 0;
    char *label = malloc(100001);
    memset(label, 0xff, 100000);
    label[100000] = '\0';
    command_example("producer/network.exp", net);
    command_path("bytes.json", path);
    for (unsigned kibibytes = 1300; kibibytes <= 2600; kibibytes += 100) {
        snprintf(memory, sizeof memory, "%uK", kibibytes);
        command_run(&process, "check", net, "--never", label, "--threads=1", "--memory", memory,
                    "--certificate", path);
        CU_ASSERT(process.code == 0 || process.code == 3);
        written += process.code == 0;
        refused += process.code == 3;
        process_free(&process);
        if (command_has_file("bytes.json")) {
            char *text = read_text(path);
            CU_ASSERT_PTR_NULL(strstr(text, "null"));
            free(text);
            remove(path);
        }
    }
    CU_ASSERT(refused > 0 && written > 0);
    free(label);
}

/* Whether a file that was asked for is there: 1, 0 with `reason` in JSON as why not, or -1: it should be. */
static int was_written(const struct process *process, const char *option, const char *file,
                       const char *reason) {
    char path[PATH_BYTES];
    json_t *object = json_loads(process->out, 0, NULL);
    const json_t *list = json_object_get(object, "not_written"), *missing = json_array_get(list, 0);
    int is_there = command_has_file(file);
    /* A check that was stopped before it had a result says that there is none. */
    int is_stopped =
        json_object_get(object, "outcome") != NULL && json_object_get(object, "properties") == NULL;
    CU_ASSERT(!is_stopped ||
              (process->code == 3 && !is_there && list == NULL && json_object_get(object, "error") != NULL));
    /* --trace affects only violations and witnesses. */
    CU_ASSERT(json_array_size(list) == (object != NULL && !is_stopped && !is_there) ||
              strcmp(option, "--trace") == 0);
    CU_ASSERT(!is_there || list == NULL);
    if (!is_there && missing != NULL) {
        CU_ASSERT_STRING_EQUAL(command_text(missing, "option"), option);
        CU_ASSERT_STRING_EQUAL(command_text(missing, "file"), command_path(file, path));
        CU_ASSERT(strstr(command_text(missing, "reason"), reason) != NULL);
    }
    json_decref(object);
    return is_there ? 1 : process->code == 0 ? -1 : 0;
}

/* A file whose name ends as the option wants it. */
static const char *name_for(const char *option) {
    return strcmp(option, "--write-game") == 0 ? "wanted.pg"
           : strcmp(option, "--report") == 0   ? "wanted.html"
                                               : "wanted.json";
}

/*
 * With ever more memory: there is no exit status 0 without the file, JSON says that it is missing where there
 * is JSON, and at the end it is written. What is undecided or cannot be read at all comes first.
 */
static void test_files_and_memory(void) {
    static const struct {
        const char *property, *option;
        int code; /* where the file is written */
    } cases[] = {
        {"--formula=nu X . (<true> X)", "--certificate", 0},
        {"--formula=[true*] <true* . a_0> true", "--certificate", 0},
        {"--never=nothing", "--certificate", 0},
        {"--deadlock", "--certificate", 0},
        {"--formula=<true* . 'a_.*'> true", "--trace", 0},
        {"--formula=nu X . mu Y . (['a_.*'] X and <true> true)", "--write-game", 0},
        {"--almost-surely='a_.*'", "--scheduler", 0},
        {"--deadlock", "--report", 0},
        {"--formula=nu X . ([not 'a_.*'] X and [true] false)", "--trace", 1},
    };
    char net[PATH_BYTES], path[PATH_BYTES], memory[32];
    command_example("ring-5/ring.exp", net);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        unsigned written = 0, missing = 0;
        const char *name = name_for(cases[k].option);
        command_path(name, path);
        for (unsigned kibibytes = 600; kibibytes < 4000; kibibytes += kibibytes / 12) {
            struct process process;
            snprintf(memory, sizeof memory, "--memory=%uK", kibibytes);
            command_run(&process, "check", "--json", "--threads=1", "--device=cpu", memory, net,
                        cases[k].property, cases[k].option, path);
            int is_there = was_written(&process, cases[k].option, name, "");
            CU_ASSERT(is_there >= 0);
            CU_ASSERT(!is_there || process.code == cases[k].code);
            written += is_there == 1;
            missing += is_there == 0;
            process_free(&process);
            remove(path);
        }
        if (written == 0 || missing == 0) {
            printf("\n  %s, %s: %u times written, %u times missing\n", cases[k].property, cases[k].option,
                   written, missing);
            CU_FAIL("the sizes of memory are not worth it");
        }
    }
}

/* A property that holds because the label does not exist needs all states for its certificate: under a limit
 * there is none. */
static void test_files_and_limits(void) {
    static const struct {
        const char *property, *limit, *option;
        int code;
        const char *reason;
    } cases[] = {
        {"--never=nothing", "--max-states=3", "--certificate", 3, "the search reached its limit"},
        {"--never=nothing", "--max-depth=1", "--certificate", 3, "the search reached its limit"},
        {"--never=nothing", "--timeout=0", "--certificate", 3, ""},
        {"--never=trans", "--max-depth=9", "--certificate", 1, "no property was found to hold"},
        {"--deadlock", "--max-states=3", "--certificate", 3, "no property was found to hold"},
        {"--almost-surely=trans", "--max-states=3", "--scheduler", 3, "undecided"},
        {"--formula=nu X . <true> X", "--max-states=3", "--write-game", 3, "could not be made"},
        {"--formula=nu X . <true> X", "--max-states=3", "--certificate", 3, "no property was found to hold"},
    };
    char net[PATH_BYTES], path[PATH_BYTES];
    command_example("producer/network.exp", net);
    for (size_t k = 0; k < LENGTH(cases); k++) {
        struct process process;
        const char *name = name_for(cases[k].option);
        command_path(name, path);
        command_run(&process, "check", "--json", cases[k].limit, net, cases[k].property, cases[k].option,
                    path);
        command_expect(&process, cases[k].code, NULL);
        CU_ASSERT_EQUAL(was_written(&process, cases[k].option, name, cases[k].reason), 0);
        process_free(&process);
    }
    /* A certificate of other properties is written, and lacks the undecided one. */
    char monitor[PATH_BYTES];
    struct process process;
    command_path("limited.json", path);
    command_put_file("stays.aut", "des (0, 1, 2)\n(0, never, 1)\n");
    command_run(&process, "check", "--json", net, "--monitor", command_path("stays.aut", monitor),
                "--never=no", "--max-states=8", "--certificate", path);
    command_expect(&process, 0, NULL);
    CU_ASSERT_EQUAL(was_written(&process, "--certificate", "limited.json", ""), 1);
    process_free(&process);
}

/* Components are read as well as the network that names them. */
static void test_components_spared(void) {
    char net[PATH_BYTES], component[PATH_BYTES], script[PATH_BYTES], text[PATH_BYTES + 16];
    static const char body[] = "des (0,1,2)\n(0,a,1)\n";
    command_put_file("spared.aut", body);
    command_put_file("spared.exp", "spared.aut ||| spared.aut");
    command_path("spared.exp", net);
    command_path("spared.aut", component);
    snprintf(text, sizeof text, "save %s\n", component);
    command_put_file("spared.txt", text);
    struct process process;
    command_run(&process, "explore", net, "-o", component);
    command_ends(&process, 2, "would be replaced, and it is read");
    command_run(&process, "check", "-D", net, "--trace", component);
    command_ends(&process, 2, "would be replaced, and it is read");
    command_run(&process, "check", "--never=b", net, "--certificate", net);
    command_ends(&process, 2, "does not end in .json");
    command_run(&process, "simulate", net, "--script", command_path("spared.txt", script));
    command_ends(&process, 2, "would be replaced, and it is read");
    char *now = process_read_file(component, NULL);
    CU_ASSERT_STRING_EQUAL(now, body);
    free(now);
}

/* --- interrupted and killed --- */

static void interrupt_with(int signal_number, const char *option, int code) {
    char net[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], trace[PATH_BYTES], certificate[PATH_BYTES];
    struct process process;
    pid_t pid =
        command_start(command_path("stdout", out), command_path("stderr", err), "check", "--json",
                      "--memory=2G", command_example("counters-8-10/counters.exp", net), "--deadlock", option,
                      "--keep-going", "--trace", command_path("interrupted.aut", trace), "--certificate",
                      command_path("interrupted.json", certificate), (const char *)NULL);
    CU_ASSERT_EQUAL(process_await_memory(pid, 100), 0); /* in the midst of its search */
    kill(pid, signal_number);
    process_finish(pid, out, err, &process);
    command_expect(&process, code, "interrupted");
    json_t *object = command_json(process.out), *list = json_object_get(object, "properties");
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT(command_number(object, "states") >= 1 && command_number(object, "states") < 100000000);
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(list, 0), "verdict")),
                           "undecided");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(json_array_get(list, 1), "verdict")),
                           code == 1 ? "violated" : "holds"); /* there is no such label */
    CU_ASSERT_FALSE(command_has_file("interrupted.json"));
    CU_ASSERT_FALSE(code == 3 && command_has_file("interrupted.aut"));
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
    json_decref(object);
    process_free(&process);
}

static void test_interrupt(void) {
    interrupt_with(SIGINT, "--never=nothing", 3);
    interrupt_with(SIGTERM, "--never=nothing", 3);
    interrupt_with(SIGINT, "--never='.*'", 1);
}

/*
 * Kills a check that writes a certificate `delay` milliseconds after it has begun to, or (write 0) after it
 * has begun to search. The file must be absent or complete then. Returns whether the kill came in time. */
static int kill_check(int write, unsigned delay) {
    char net[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], certificate[PATH_BYTES];
    struct process process;
    command_temporaries(1);
    remove(command_path("killed.json", certificate));
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "check", "--json",
                              command_example("ring-9/ring.exp", net), "--deadlock", "--certificate",
                              certificate, (const char *)NULL);
    if (write) {
        command_await_temporary(pid);
    } else {
        process_await_handler(pid);
    }
    usleep(delay * 1000);
    kill(pid, SIGKILL);
    process_finish(pid, out, err, &process);
    int killed = access(certificate, F_OK) != 0;
    if (!killed) {
        struct packed_tuples states;
        packed_tuples_read(&states, certificate);
        CU_ASSERT_EQUAL(states.count, 118098);
        free(states.tuple);
    } else {
        CU_ASSERT_EQUAL(process.signal, SIGKILL);
    }
    process_free(&process);
    return killed;
}

static void test_kill(void) {
    int killed = 0;
    for (unsigned delay = 0; delay < 24; delay += 4) {
        killed += kill_check(0, delay) + kill_check(1, delay);
    }
    CU_ASSERT(killed > 0);
    command_temporaries(1);
}

/* --- levels beyond memory --- */

/* Five counters up to 9 that do `goal` together in the end: 10^5 states, a violation after 46 steps. */
static const char *put_far(char *path) {
    char text[1024], *at = text + sprintf(text, "des (0, 10, 10)\n");
    for (unsigned i = 0; i < 9; i++) {
        at += sprintf(at, "(%u, step, %u)\n", i, i + 1);
    }
    sprintf(at, "(9, goal, 0)\n");
    command_put_file("counter.aut", text);
    command_put_file("far.exp", "par goal in counter || counter || counter || counter || counter end par\n");
    return command_path("far.exp", path);
}

static json_t *check_far(const char *net, const char *memory, const char *spill) {
    struct process process;
    command_run(&process, "check", "--json", "--threads=1", "--never=goal", net, "--memory", memory,
                "--spill", spill);
    CU_ASSERT(process.code == 1 || process.code == 3);
    json_t *object = command_json(process.out);
    const json_t *property = json_array_get(json_object_get(object, "properties"), 0);
    const char *verdict = json_string_value(json_object_get(property, "verdict"));
    CU_ASSERT_STRING_EQUAL(verdict, process.code == 1 ? "violated" : "undecided");
    if (process.code == 1) {
        const json_t *trace = json_object_get(property, "trace");
        CU_ASSERT_EQUAL(command_number(property, "length"), 46);
        CU_ASSERT(json_is_null(trace) || json_array_size(trace) == 46);
        CU_ASSERT(!json_is_null(trace) || strstr(process.err, "--spill") != NULL);
    }
    process_free(&process);
    return object;
}

static int has_trace(const json_t *object) {
    return json_is_array(json_object_get(json_array_get(json_object_get(object, "properties"), 0), "trace"));
}

/* Somewhere between hardly any memory and enough, levels no longer fit: then they spill, or are dropped. */
static void test_spill(void) {
    char net[PATH_BYTES], memory[32];
    unsigned dropped = 0, spilled = 0;
    put_far(net);
    for (unsigned long long bytes = 1000000; bytes < 4000000; bytes += bytes / 100) {
        snprintf(memory, sizeof memory, "%llu", bytes);
        json_t *without = check_far(net, memory, "0"), *with = check_far(net, memory, "1G");
        const json_t *verdict =
            json_object_get(json_array_get(json_object_get(with, "properties"), 0), "verdict");
        /* With additional memory, no result is worse. */
        CU_ASSERT(!has_trace(without) || has_trace(with));
        if (strcmp(json_string_value(verdict), "violated") == 0) {
            CU_ASSERT(has_trace(with));
            spilled += json_object_get(with, "spilled_bytes") != NULL;
            dropped += !has_trace(without);
        }
        CU_ASSERT_PTR_NULL(json_object_get(without, "spilled_bytes"));
        json_decref(without);
        json_decref(with);
    }
    CU_ASSERT(spilled > 0 && dropped > 0);
}

void suite_check_files(void) {
    command_suite("check_files", "formats of a trace", test_formats, "a trace without steps",
                  test_empty_trace, "several traces", test_numbers, "traces of an earlier run", test_stale,
                  "streams, and files of the same name", test_same_file, "no trace; standard output",
                  test_none_and_standard_output, "certificates", test_certificate,
                  "violated, without memory for files", test_no_memory_for_files, "no memory for a report",
                  test_no_memory_for_report, "certified, without memory for a text", test_no_memory_for_text,
                  "no success without the file, whatever the memory", test_files_and_memory,
                  "no success without the file, at limits", test_files_and_limits, "components are spared",
                  test_components_spared, "interrupted", test_interrupt, "killed", test_kill,
                  "levels that spill and levels that are dropped", test_spill, NULL);
}
