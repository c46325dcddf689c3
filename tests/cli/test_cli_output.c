/*
 * The traces that the command leaves: limits, signals and output files, of the binary that $HEDDLE names, on
 * the models in the folder $EXAMPLES (make examples).
 */
#include <CUnit/CUnit.h>
#include <jansson.h>
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
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* --- limits --- */

/* The JSON of a command that a limit stopped. Frees the process. */
static json_t *take_incomplete(struct process *process, const char *in_stderr) {
    json_t *object = command_json(process->out);
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    command_ends(process, 3, in_stderr);
    return object;
}

static void test_max_states(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    command_run(&process, "explore", "--json", "--max-states", "1000",
                command_example("ring-10/ring.exp", path));
    json_t *object = take_incomplete(&process, "--max-states");
    CU_ASSERT(command_number(object, "states") >= 1000);
    CU_ASSERT(command_number(object, "states") < 393660);
    json_decref(object);

    command_run(&process, "explore", "--max-states=1000", path, "-o", command_path("limited.aut", out));
    command_expect(&process, 3, "not written");
    command_prints(&process, "at least ");
    CU_ASSERT(!command_has_file("limited.aut"));
    process_free(&process);

    object = command_explore(path, "--max-states=393661", 0);
    CU_ASSERT(json_is_true(json_object_get(object, "complete")));
    json_decref(object);
}

static void test_max_depth(void) {
    /* States of the ring with 3 nodes within a distance. */
    static const uint64_t within[] = {1, 4, 9, 14, 18};
    char path[PATH_BYTES], option[32];
    struct process process;
    command_example("ring-3/ring.exp", path);
    for (unsigned depth = 0; depth < LENGTH(within); depth++) {
        snprintf(option, sizeof option, "--max-depth=%u", depth);
        json_t *object = command_explore(path, option, 3);
        CU_ASSERT(json_is_false(json_object_get(object, "complete")));
        CU_ASSERT_EQUAL(command_number(object, "states"), within[depth]);
        CU_ASSERT_EQUAL(command_number(object, "levels"), depth + 1);
        json_decref(object);
    }
    command_run(&process, "explore", "--max-depth=2", path);
    command_ends(&process, 3, "--max-depth 2");
    json_t *object = command_explore(path, "--max-depth=100", 0);
    CU_ASSERT_EQUAL(command_number(object, "states"), 54);
    CU_ASSERT_EQUAL(command_number(object, "levels"), 14);
    json_decref(object);
}

static void test_timeout(void) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "explore", "--json", "--memory=2G", "--timeout=0.3",
                command_example("counters-8-10/counters.exp", path));
    json_t *object = take_incomplete(&process, "--timeout");
    json_decref(object);
}

/* JSON output has an object even if reading was stopped. */
static void test_limit_while_reading(void) {
    char path[PATH_BYTES];
    struct process process;
    command_run(&process, "explore", "--json", "--timeout=0", command_example("ring-5/ring.exp", path));
    json_t *object = take_incomplete(&process, "--timeout");
    CU_ASSERT_PTR_NULL(json_object_get(object, "states"));
    json_decref(object);
}

static void test_memory(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    static const char *const budgets[] = {"64K", "256K", "1M", "3M", "8M"};
    for (size_t i = 0; i < LENGTH(budgets); i++) {
        command_run(&process, "explore", "--memory", budgets[i], command_example("ring-11/ring.exp", path),
                    "-o", command_path("small.aut", out));
        command_expect(&process, 3, "--memory");
        CU_ASSERT(!command_has_file("small.aut"));
        process_free(&process);
    }
}

/* --- signals --- */

static void interrupt_with(int signal_number) {
    char path[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], graph[PATH_BYTES];
    struct process process;
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "explore", "--json",
                              "--memory=2G", command_example("counters-8-10/counters.exp", path), "-o",
                              command_path("interrupted.aut", graph), (const char *)NULL);
    CU_ASSERT_EQUAL(process_await_memory(pid, 100), 0); /* in the midst of its search */
    kill(pid, signal_number);
    process_finish(pid, out, err, &process);
    command_expect(&process, 3, "interrupted");
    json_t *object = command_json(process.out);
    CU_ASSERT(json_is_false(json_object_get(object, "complete")));
    CU_ASSERT(command_number(object, "states") >= 1);
    CU_ASSERT(!command_has_file("interrupted.aut"));
    json_decref(object);
    process_free(&process);
}

static void test_interrupt(void) {
    interrupt_with(SIGINT);
    interrupt_with(SIGTERM);
}

/* A FIFO that nobody writes to, or reads from: one signal, or the deadline, ends the wait. */
static void wait_at_fifo(int signal_number, const char *timeout, const char *input, const char *output) {
    char out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "explore",
                              "--device=cpu", timeout, input, "-o", output, (const char *)NULL);
    if (signal_number != 0) {
        CU_ASSERT_EQUAL(process_await_handler(pid), 0);
        usleep(200 * 1000);
        kill(pid, signal_number);
    }
    process_finish(pid, out, err, &process);
    command_ends(&process, 3, NULL);
}

static void test_fifo(void) {
    char fifo[PATH_BYTES], model[PATH_BYTES], graph[PATH_BYTES];
    CU_ASSERT_EQUAL_FATAL(mkfifo(command_path("waiting.aut", fifo), 0600), 0);
    command_example("ring-3/ring.exp", model);
    command_path("graph.aut", graph);
    wait_at_fifo(SIGINT, "--timeout=100", fifo, graph);
    wait_at_fifo(SIGTERM, "--timeout=100", model, fifo);
    wait_at_fifo(0, "--timeout=0.3", fifo, graph);
    wait_at_fifo(0, "--timeout=0.3", model, fifo);
    CU_ASSERT(!command_has_file("graph.aut"));
}

static void check_whole(const char *text, size_t size) {
    unsigned long long edges = 0, lines = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL(sscanf(text, "des (0, %llu, 118098)", &edges), 1);
    CU_ASSERT_EQUAL(edges, 708588);
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    CU_ASSERT_EQUAL(lines, edges + 1);
}

/*
 * Kills the writing of a graph `delay` milliseconds after it has begun. Under its name is what was there
 * before (NULL for nothing) or, where the killing came late, a whole file. Returns whether it came in time.
 */
static int kill_writing(const char *name, unsigned delay, const char *before) {
    char path[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], graph[PATH_BYTES];
    struct process process;
    command_temporaries(1);
    remove(command_path(name, graph));
    if (before != NULL) {
        command_put_file(name, before);
    }
    pid_t pid = command_start(command_path("stdout", out), command_path("stderr", err), "explore", "--json",
                              command_example("ring-9/ring.exp", path), "-o", graph, (const char *)NULL);
    command_await_temporary(pid);
    usleep(delay * 1000);
    kill(pid, SIGKILL);
    process_finish(pid, out, err, &process);
    size_t size = 0;
    char *text = process_read_file(graph, &size);
    int same = before == NULL ? text == NULL : text != NULL && strcmp(text, before) == 0;
    if (!same) {
        check_whole(text, size);
    }
    CU_ASSERT(same ? process.signal == SIGKILL : 1);
    free(text);
    process_free(&process);
    return same;
}

static void test_kill(void) {
    unsigned killed = 0;
    for (unsigned delay = 0; delay < 20; delay += 4) {
        killed += kill_writing("fresh.aut", delay, NULL);
        killed += kill_writing("old.aut", delay, "what was there before\n");
    }
    CU_ASSERT(killed > 0);
    command_temporaries(1);
}

/* --- output --- */

/* Removes quotes and blanks from AUT text: this test is not about quotes. */
static void strip(char *text) {
    char *to = text;
    for (; *text != '\0'; text++) {
        if (*text != '"' && *text != ' ') {
            *to++ = *text;
        }
    }
    *to = '\0';
}

static void test_canonical_aut(void) {
    static const char producer[] =
        "des(0,24,8)\n"
        "(0,generate_work,1)\n(1,trans,2)\n(1,trans,3)\n(2,done_2,0)\n"
        "(2,generate_work,4)\n(2,work_2,2)\n(3,done_1,0)\n(3,generate_work,5)\n"
        "(3,work_1,3)\n(4,done_2,1)\n(4,trans,6)\n(4,work_2,4)\n(5,done_1,1)\n"
        "(5,trans,6)\n(5,work_1,5)\n(6,done_1,2)\n(6,done_2,3)\n(6,generate_work,7)\n"
        "(6,work_1,6)\n(6,work_2,6)\n(7,done_1,4)\n(7,done_2,5)\n(7,work_1,7)\n"
        "(7,work_2,7)\n";
    static const char bus[] = "des(0,10,7)\n"
                              "(0,put_a!high,2)\n(0,put_a!low,1)\n(0,put_b!high,4)\n(0,put_b!low,3)\n"
                              "(1,get!a!low,5)\n(2,get!a!high,5)\n(3,get!b!low,6)\n(4,get!b!high,6)\n"
                              "(5,ack_a,0)\n(6,ack_b,0)\n";
    static const struct {
        const char *path, *text;
    } cases[] = {{"producer/network.exp", producer}, {"multilevel/bus.exp", bus}};
    for (unsigned i = 0; i < 2; i++) {
        char path[PATH_BYTES];
        struct process process;
        command_run(&process, "explore", command_example(cases[i].path, path), "-o", "-");
        command_expect(&process, 0, "states");
        strip(process.out);
        CU_ASSERT_STRING_EQUAL(process.out, cases[i].text);
        process_free(&process);
    }
}

static char *read_gz(const char *path, size_t *size) {
    char *text = malloc(1 << 24);
    gzFile file = gzopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    int got = gzread(file, text, 1 << 24);
    CU_ASSERT_EQUAL(gzclose(file), Z_OK);
    *size = got > 0 ? (size_t)got : 0;
    return text;
}

static char *read_zst(const char *path, size_t *size) {
    size_t packed_size;
    char *packed = process_read_file(path, &packed_size), *text = malloc(1 << 24);
    CU_ASSERT_PTR_NOT_NULL_FATAL(packed);
    ZSTD_DStream *stream = ZSTD_createDStream();
    ZSTD_inBuffer in = {packed, packed_size, 0};
    ZSTD_outBuffer out = {text, 1 << 24, 0};
    size_t result = 1;
    while (in.pos < in.size && !ZSTD_isError(result)) {
        result = ZSTD_decompressStream(stream, &out, &in);
    }
    CU_ASSERT_EQUAL(result, 0);
    ZSTD_freeDStream(stream);
    free(packed);
    *size = out.pos;
    return text;
}

/* Transitions count each time that they are fired, edges once; the header of the file counts its edges. */
static void test_counts(void) {
    char out[PATH_BYTES], path[PATH_BYTES];
    struct process process;
    command_put_file("doubled.aut", "des (0,2,2)\n(0,a,1)\n(0,b,1)\n");
    command_put_file("twice.exp", "hide a, b in doubled end hide");
    command_run(&process, "explore", "--json", command_path("twice.exp", path), "-o",
                command_path("counts.aut", out));
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    CU_ASSERT_EQUAL(command_number(object, "transitions"), 2);
    CU_ASSERT_EQUAL(command_number(object, "edges"), 1);
    json_decref(object);
    process_free(&process);
    char *text = process_read_file(out, NULL);
    CU_ASSERT_STRING_EQUAL(text == NULL ? "" : text, "des (0, 1, 2)\n(0,i,1)\n");
    free(text);

    /* Two distributions that share a state: the edges to it differ in their choice alone. */
    command_put_file("choices.aut", "des (0,2,4)\n(0,\"a\",1 1/2 2)\n(0,\"a\",1 1/2 3)\n");
    command_run(&process, "explore", "--quiet", command_path("choices.aut", path), "-o", "-");
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "des (0, 3, 4)\n(0,\"a\",1)\n(0,\"a\",2)\n(0,\"a\",3)\n");
    process_free(&process);
}

static void test_output_formats(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process to_stdout, process;
    command_run(&to_stdout, "explore", "--quiet", command_example("gas_station-4/gas_station.exp", path),
                "-o", "-");
    command_expect(&to_stdout, 0, NULL);
    CU_ASSERT_EQUAL(strncmp(to_stdout.out, "des (0, 21240, 7209)\n", 21), 0);
    static const char *const names[] = {"g.aut", "g.aut.gz", "g.aut.zst"};
    for (unsigned i = 0; i < 3; i++) {
        command_run(&process, "explore", "--json", path, "-o", command_path(names[i], out));
        command_expect(&process, 0, NULL);
        json_t *object = command_json(process.out);
        CU_ASSERT_EQUAL(command_number(object, "edges"), 21240);
        CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "output")), out);
        json_decref(object);
        process_free(&process);
        size_t size;
        char *text = i == 0   ? process_read_file(out, &size)
                     : i == 1 ? read_gz(out, &size)
                              : read_zst(out, &size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        CU_ASSERT_EQUAL(size, to_stdout.out_size);
        CU_ASSERT(size == to_stdout.out_size && memcmp(text, to_stdout.out, size) == 0);
        free(text);
        /* What was written can be read: the same state space again. */
        object = command_explore(out, "--threads=1", 0);
        CU_ASSERT_EQUAL(command_number(object, "states"), 7209);
        CU_ASSERT_EQUAL(command_number(object, "transitions"), 21240);
        CU_ASSERT_EQUAL(command_number(object, "deadlocks"), 192);
        json_decref(object);
    }
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
    process_free(&to_stdout);

    command_run(&process, "explore", "--quiet", command_example("producer/network.exp", path), "-o",
                command_path("p.dot", out));
    command_expect(&process, 0, NULL);
    char *text = process_read_file(out, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_EQUAL(strncmp(text, "digraph", 7), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "trans"));
    free(text);
    process_free(&process);
}

static void test_same_bytes(void) {
    static const char *const options[] = {"--threads=2", "--threads=4", "--words=1",  "--words=2",
                                          "--words=4",   "--words=5",   "--bucket=4", "--bucket=8",
                                          "--bucket=16", "--bucket=32", "--threads=1"};
    static const char *const models[] = {"gas_station-4/gas_station.exp", "multilevel/system.exp",
                                         "ring-7/ring.exp"};
    for (unsigned model = 0; model < 3; model++) {
        char path[PATH_BYTES];
        struct process first, process;
        command_run(&first, "explore", "--quiet", "--threads=1", command_example(models[model], path), "-o",
                    "-");
        command_expect(&first, 0, NULL);
        CU_ASSERT(first.out_size > 1000);
        for (unsigned i = 0; i < LENGTH(options); i++) {
            command_run(&process, "explore", "--quiet", options[i], path, "-o", "-");
            command_expect(&process, 0, NULL);
            if (process.out_size != first.out_size || memcmp(process.out, first.out, first.out_size) != 0) {
                printf("\n  %s differs with %s", models[model], options[i]);
                CU_FAIL("output differs");
            }
            process_free(&process);
        }
        process_free(&first);
    }
}

static void test_output_errors(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    command_example("producer/network.exp", path);
    command_run(&process, "explore", path, "-o", command_path("nowhere/a.aut", out));
    command_ends(&process, 2, out);

    CU_ASSERT_EQUAL(mkdir(command_path("folder.aut", out), 0755), 0);
    command_run(&process, "explore", path, "-o", out);
    command_ends(&process, 2, out);

    /* This error is known before the search: a search of 10^8 states would take long. */
    char large[PATH_BYTES];
    command_run(&process, "explore", command_example("counters-8-10/counters.exp", large), "-o",
                command_path("nowhere/a.aut", out));
    command_ends(&process, 2, out);

    if (access("/dev/full", W_OK) != 0) {
        test_skip("cli: a full disk", "there is no /dev/full");
        return;
    }
    const char *full = "No space left";
    command_run_to("/dev/full", &process, "explore", path, (const char *)NULL);
    command_ends(&process, 2, full);
    command_run_to("/dev/full", &process, "explore", "--json", path, (const char *)NULL);
    command_ends(&process, 2, full);
    command_run_to("/dev/full", &process, "explore", path, "-o", "-", (const char *)NULL);
    command_ends(&process, 2, full);
    CU_ASSERT_EQUAL(symlink("/dev/full", command_path("full.aut", out)), 0);
    command_run(&process, "explore", path, "-o", out);
    command_ends(&process, 2, full);
    command_run_to("/dev/full", &process, "--man", (const char *)NULL);
    command_ends(&process, 2, full);
    command_run(&process, "explore", path, "-o", "/dev/null");
    command_ends(&process, 0, NULL);
}

void suite_cli_output(void) {
    command_suite("cli_output", "--max-states", test_max_states, "--max-depth", test_max_depth, "--timeout",
                  test_timeout, "a limit while reading", test_limit_while_reading, "--memory too small",
                  test_memory, "interrupted", test_interrupt, "waiting at a FIFO", test_fifo,
                  "killed while writing", test_kill, "canonical AUT", test_canonical_aut,
                  "counts of transitions and edges", test_counts, "formats of the output",
                  test_output_formats, "the same bytes whatever the threads and the layout", test_same_bytes,
                  "output errors", test_output_errors, NULL);
}
