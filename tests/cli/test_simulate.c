/*
 * `heddle simulate` from outside: scripts, what they print and how they fail, random walks, traces written
 * and read back, and sessions on a terminal.
 */
#include <CUnit/CUnit.h>
#include <errno.h>
#include <jansson.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static char producer[PATH_BYTES];

/* Runs the script on a network; the caller frees the process with process_free. */
static void run_script(struct process *process, const char *network, const char *script, const char *option) {
    char path[PATH_BYTES];
    command_put_file("commands", script);
    command_run(process, "simulate", network, "--script", command_path("commands", path), option);
}

static json_t *script_json(const char *network, const char *script) {
    struct process process;
    run_script(&process, network, script, "--json");
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    process_free(&process);
    return object;
}

/* The labels of an array, joined by blanks. */
static const char *join(const json_t *object, const char *key, char *buffer, size_t size) {
    size_t index, length = 0;
    json_t *value;
    buffer[0] = '\0';
    json_array_foreach(json_object_get(object, key), index, value) {
        length += (size_t)snprintf(buffer + length, size - length, "%s%s", index > 0 ? " " : "",
                                   json_string_value(value));
    }
    return buffer;
}

static void expect_walk(const char *network, const char *script, const char *trace, const char *enabled) {
    char text[4096];
    json_t *object = script_json(network, script);
    CU_ASSERT_STRING_EQUAL(join(object, "trace", text, sizeof text), trace);
    CU_ASSERT_STRING_EQUAL(join(object, "enabled", text, sizeof text), enabled);
    CU_ASSERT_EQUAL(command_number(object, "steps"), json_array_size(json_object_get(object, "trace")));
    json_decref(object);
}

/* A script that ends in an error in this line. */
static void expect_error(const char *network, const char *script, unsigned line, const char *message) {
    char path[PATH_BYTES], position[PATH_BYTES + 32];
    struct process process;
    run_script(&process, network, script, NULL);
    snprintf(position, sizeof position, "heddle: %s:%u: ", command_path("commands", path), line);
    command_expect(&process, 2, position);
    command_expect(&process, 2, message);
    process_free(&process);
}

/* --- scripts --- */

static void test_script(void) {
    struct process process;
    run_script(&process, producer,
               "# by number, by label, by target\n\n  1\t\r\ntrans #2\n  # the state stays\nwork_1\n2\n",
               NULL);
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(
        process.out, "step 1: generate_work  producer 0 -> 1\n"
                     "step 2: trans (producer: send, consumer: rec)  producer 1 -> 0, consumer 0 -> 1\n"
                     "step 3: work_1 (work)  (the state stays)\n"
                     "step 4: generate_work  producer 0 -> 1\n"
                     "state  producer 1, consumer 1, consumer#2 0\n"
                     "  1  done_1 (done)                            consumer 1 -> 0\n"
                     "  2  trans (producer: send, consumer#2: rec)  producer 1 -> 0, consumer#2 0 -> 1\n"
                     "  3  work_1 (work)                            consumer 1 -> 1\n");
    CU_ASSERT_STRING_EQUAL(process.err, "");
    process_free(&process);
    run_script(&process, producer, "1\ntrans\ndone_2", "--quiet"); /* no end of line */
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
}

static void test_json(void) {
    char text[256];
    json_t *object = script_json(producer, "generate_work\ntrans #2\ngenerate_work\n");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "command")), "simulate");
    CU_ASSERT_STRING_EQUAL(json_string_value(json_object_get(object, "input")), producer);
    CU_ASSERT_EQUAL(command_number(object, "steps"), 3);
    CU_ASSERT_STRING_EQUAL(join(object, "trace", text, sizeof text), "generate_work trans generate_work");
    CU_ASSERT_STRING_EQUAL(join(object, "enabled", text, sizeof text), "done_1 trans work_1");
    json_t *state = json_object_get(object, "state"), *local = json_object_get(object, "local");
    CU_ASSERT_EQUAL(json_array_size(local), 3);
    CU_ASSERT(json_is_null(json_array_get(local, 0)));
    CU_ASSERT_STRING_EQUAL(command_text(json_array_get(json_array_get(local, 1), 1), "process"), "consumer");
    CU_ASSERT_STRING_EQUAL(command_text(json_array_get(json_array_get(local, 1), 1), "label"), "rec");
    CU_ASSERT_EQUAL(json_object_size(state), 3);
    CU_ASSERT_EQUAL(command_number(state, "producer"), 1);
    CU_ASSERT_EQUAL(command_number(state, "consumer"), 1);
    CU_ASSERT_EQUAL(command_number(state, "consumer#2"), 0);
    CU_ASSERT(json_is_false(json_object_get(object, "deadlock")));
    CU_ASSERT_PTR_NULL(json_object_get(object, "seed"));
    json_decref(object);
}

static void test_deadlocks(void) {
    char path[PATH_BYTES];
    struct process process;
    command_example("philosophers-3/philosophers.exp", path);
    json_t *object = script_json(path, "take_left_0\ntake_left_1\ntake_left_2\n");
    CU_ASSERT(json_is_true(json_object_get(object, "deadlock")));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(object, "enabled")), 0);
    json_decref(object);
    run_script(&process, path, "take_left_0\ntake_left_1\ntake_left_2\n", NULL);
    command_expect(&process, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "\ndeadlock: no transition is possible here\n"));
    process_free(&process);
    expect_error(path, "take_left_0\ntake_left_1\ntake_left_2\n1\n", 4, "it is a deadlock");
    /* The operator waits for a pump that waits for the operator (examples/README.md). */
    expect_walk(command_example("gas_station-2/gas_station.exp", path),
                "choose_1_1\nprepay_1_1\nrecord_1_1\nlimit_1_1\nactivate_1_1\ngo_1_1\npump_1_1\n"
                "choose_2_1\nprepay_2_1\nrecord_2_1\nlimit_2_1\n",
                "choose_1_1 prepay_1_1 record_1_1 limit_1_1 activate_1_1 go_1_1 pump_1_1 choose_2_1 "
                "prepay_2_1 record_2_1 limit_2_1",
                "");
}

static void test_back_and_forth(void) {
    expect_walk(producer, "1\ntrans\ndone_2\nundo\n", "generate_work trans", "done_2 generate_work work_2");
    expect_walk(producer, "1\ntrans\nundo 2\n", "", "generate_work");
    expect_walk(producer, "1\ntrans\nundo 2\nredo\n", "generate_work", "trans");
    expect_walk(producer, "1\ntrans\ndone_2\ngoto 0\nnext 2\n", "generate_work trans",
                "done_2 generate_work work_2");
    expect_walk(producer, "1\ntrans\ndone_2\ng 1\nn\nn 1\n", "generate_work trans done_2", "generate_work");
    /* The same choice keeps what lies beyond, another one forgets it. */
    expect_walk(producer, "1\ntrans\ndone_2\ngoto 1\ntrans\nnext\n", "generate_work trans done_2",
                "generate_work");
    expect_error(producer, "1\ntrans\ndone_2\ngoto 1\ntrans #2\nnext\n", 6, "no step is known after step 2");
    expect_error(producer, "1\nundo 2\n", 2, "cannot go 2 steps back: this is after step 1");
    expect_error(producer, "undo\n", 1, "nothing to undo");
    expect_error(producer, "1\ntrans\nu\nnext 2\n", 4, "cannot go 2 steps on: the last step known is step 2");
    expect_error(producer, "1\ngoto 2\n", 2, "there is no step 2: the last step known is step 1");
}

static void test_impossible(void) {
    expect_error(producer, "1\ngenerate_work\n", 2,
                 "no transition after step 1 has the label 'generate_work'; possible: trans\n");
    expect_error(producer, "1\ntrans\n4\n", 3,
                 "no transition 4 after step 2, but 3 in all; possible: done_2, generate_work, work_2\n");
    expect_error(producer, "0\n", 1, "no transition 0 after step 0, but 1 in all; possible: generate_work\n");
    expect_error(producer, "99999999999999999999999\n", 1, "possible: generate_work\n");
    expect_error(producer, "1\ntrans #3\n", 2, "'trans' names 2 transitions after step 1, not 3");
    expect_error(producer, "goto\n", 1, "the command is written `goto K`");
    expect_error(producer, "undo all\n", 1, "the command is written `undo [N]`");
    expect_error(producer, "\"1\"\n", 1, "has the label '1'; possible: generate_work\n");
    struct process process;
    run_script(&process, producer, "1\nsave /nowhere/at/all.txt\n", NULL);
    command_expect(&process, 2, "heddle: /nowhere/at/all.txt: cannot create");
    process_free(&process);
}

/* The beginning of a label is enough where one label begins so; if several do, they are listed. */
static void test_beginnings(void) {
    char network[PATH_BYTES];
    command_put_file("gates.aut", "des (0, 6, 7)\n(0, toA !PREP, 1)\n(0, toA !PREP, 2)\n(0, toB !1, 3)\n"
                                  "(0, toB !2, 4)\n(0, toBC, 5)\n(0, x, 6)\n");
    command_path("gates.aut", network);
    expect_walk(network, "toA\n", "toA !PREP", "");
    expect_walk(network, "toA !P\n", "toA !PREP", "");
    expect_walk(network, "toA #2\n", "toA !PREP", "");
    expect_walk(network, "toBC\n", "toBC", "");
    expect_walk(network, "toB !2\n", "toB !2", "");
    expect_error(network, "to\n", 1,
                 "several labels after step 0 begin with 'to': toA !PREP, toB !1, toB !2, toBC\n");
    expect_error(network, "toB\n", 1, "begin with 'toB': toB !1, toB !2\n");
    expect_error(network, "\"toA !P\"\n", 1, "no transition after step 0 has the label 'toA !P'");
    expect_error(network, "\"\"\n", 1, "no transition after step 0 has the label ''");
    expect_error(network, "TOA\n", 1, "no transition after step 0 has the label 'TOA'");
}

/* The shortest way to a label, and random steps up to one. */
/* Own labels name transitions that the network's labels do not name; each has a row of its own. */
static void test_own(void) {
    char net[PATH_BYTES];
    struct process process;
    command_put_file("own.aut", "des (0, 4, 2)\n(0, crash, 1)\n(0, recover, 1)\n(1, \"go !1\", 0)\n"
                                "(1, \"go !2\", 0)\n");
    command_put_file("own.exp", "hide crash, recover, go in own.aut end hide\n");
    run_script(&process, command_path("own.exp", net), "recover\ngo !2\ncr\n\"go !1\"\ni #2\ntrace\n", NULL);
    command_expect(&process, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out,
                                  "step 1: i (recover)  own 0 -> 1\nstep 2: i (go !2)  own 1 -> 0\n"
                                  "step 3: i (crash)  own 0 -> 1\nstep 4: i (go !1)  own 1 -> 0\n"
                                  "step 5: i (recover)  own 0 -> 1\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "   4  i (go !1)    own         1     0\n"
                                               "   5  i (recover)  own         0     1\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "  1  i (go !1)  own 1 -> 0\n  2  i (go !2)  own 1 -> 0\n"));
    process_free(&process);
    expect_error(net, "crash\ngo\n", 2, "several labels after step 1 begin with 'go': go !1, go !2");
    expect_error(net, "crash #2\n", 1, "'crash' names 1 transition after step 0, not 2");
}

static void test_reach(void) {
    char path[PATH_BYTES], text[4096];
    expect_walk(producer, "goto done_2\n", "generate_work trans done_2", "generate_work");
    expect_walk(producer, "1\ntrans #2\ng 'done_[12]'\n", "generate_work trans done_1", "generate_work");
    expect_walk(producer, "1\ngoto \"trans\"\n", "generate_work trans", "done_2 generate_work work_2");
    command_example("philosophers-3/philosophers.exp", path);
    expect_walk(path, "goto deadlock\n", "take_left_2 take_left_1 take_left_0", "");
    expect_walk(path, "take_left_0\ntake_right_0\ngoto take_left_2\nundo\nredo\n",
                "take_left_0 take_right_0 take_left_2", "drop_left_0");
    expect_error(producer, "1\ngoto deadlock\n", 2, "deadlock cannot be reached from here");
    expect_error(producer, "goto do\n", 1,
                 "no transition of the network ever has the label do; a pattern is written 'PATTERN'; labels "
                 "that begin so: done_1, done_2\n");
    expect_error(producer, "until deadlock\n", 1, "ever has the label deadlock\n");
    expect_error(producer, "goto '['\n", 1, "Invalid regular expression");
    command_put_file("once.aut", "des (0, 3, 3)\n(0, a, 1)\n(1, b, 1)\n(0, deadlock, 2)\n");
    command_path("once.aut", path);
    expect_walk(path, "goto deadlock\n", "deadlock", "");
    expect_error(path, "\"a\"\ngoto \"deadlock\"\n", 2, "\"deadlock\" cannot be reached from here");
    struct process process;
    run_script(&process, path, "\"a\"\nuntil deadlock\n", NULL);
    command_expect(&process, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "\n100000 random steps, and none with this label\n"));
    process_free(&process);
    json_t *object = script_json(producer, "until 'done_.*'\n");
    join(object, "trace", text, sizeof text);
    const char *done = strstr(text, "done_");
    CU_ASSERT(done != NULL && done[strlen("done_1")] == '\0'); /* the last step, and the only one */
    CU_ASSERT_EQUAL(command_number(object, "seed"), 1);
    json_decref(object);
}

/* A lasso is walked around, as often as one likes. */
static void test_loop(void) {
    char network[PATH_BYTES], trace[PATH_BYTES], script[PATH_BYTES];
    static const char *const cases[][2] = {
        {"next 4\n", "c"},
        {"next 3\nnext\n", "c"},
        {"next 7\n", "b"},
        {"next 100000000000000\n", "c"},
        {"next 100000000000001\n", "b"},
    };
    struct process process;
    command_put_file("loop.aut", "des (0, 3, 3)\n(0, a, 1)\n(1, b, 2)\n(2, c, 1)\n");
    command_path("loop.aut", network);
    command_run(&process, "check", network, "--livelock", "--starvation", "a", "--trace",
                command_path("loop.json", trace));
    command_expect(&process, 1, NULL);
    process_free(&process);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_put_file("commands", cases[i][0]);
        command_run(&process, "simulate", network, "--trace", trace, "--script",
                    command_path("commands", script));
        command_expect(&process, 0, NULL);
        const char *possible = strstr(process.out, "\n  1  ");
        CU_ASSERT(possible != NULL && possible[strlen("\n  1  ")] == cases[i][1][0]);
        CU_ASSERT_PTR_NOT_NULL(
            strstr(process.out, "\n-- the loop begins here, in the state after step 1 --\nstep 2: b  "));
        process_free(&process);
    }
}

/* At the end of the path that a strategy forces, what comes then. */
static void test_explanation(void) {
    static const char *const cases[] = {"next\n", "next\nundo\nredo\n", "take_left_0\n"};
    char network[PATH_BYTES], trace[PATH_BYTES], script[PATH_BYTES];
    struct process process;
    command_example("philosophers-3/philosophers.exp", network);
    command_run(&process, "check", network, "-f", "[true] <true> [true] <\"nothing\"> true", "--trace",
                command_path("forced.json", trace));
    command_expect(&process, 1, NULL);
    process_free(&process);
    for (size_t i = 0; i < LENGTH(cases) + 2; i++) {
        int is_end = i < LENGTH(cases); /* not before, nor at the end of another path */
        command_put_file("commands", is_end ? cases[i] : i % 2 == 0 ? "next\nundo\n" : "take_left_1\n");
        command_run(&process, "simulate", network, "--trace", trace, "--script",
                    command_path("commands", script));
        command_expect(&process, 0, NULL);
        CU_ASSERT_EQUAL(strstr(process.out, "\nhere the path divides: ") != NULL, is_end);
        process_free(&process);
    }
}

/* Labels that look like commands, numbers, comments or quotes. */
static void test_quotes(void) {
    char network[PATH_BYTES];
    struct process process;
    command_put_file("words.aut",
                     "des (0, 8, 9)\n(0, 2, 1)\n(0, undo, 2)\n(0, a, 3)\n(0, \"say \"no\"\", 4)\n"
                     "(0, # x, 5)\n(0, \"go #2\", 6)\n(0, s !1, 7)\n(0, tau, 8)\n");
    command_path("words.aut", network);
    static const char *const scripts[][2] = {
        {"\"2\"\n", "2"},
        {"\"undo\"\n", "undo"},
        {"\"undo\" #1\n", "undo"},
        {"\"a\"\n", "a"},
        {"say \"no\"\n", "say \"no\""},
        {"\"say \"no\"\"\n", "say \"no\""},
        {"\"# x\"\n", "# x"},
        {"go #2\n", "go #2"},
        {"\"go #2\" #1\n", "go #2"},
        {"s !1\n", "s !1"},
        {"\"s\"\n", "s !1"},
        {"i\n", "i"},
        {"tau\n", "i"},
        {"\"i\" #1\n", "i"},
    };
    for (size_t i = 0; i < LENGTH(scripts); i++) {
        expect_walk(network, scripts[i][0], scripts[i][1], "");
    }
    run_script(&process, network, "a\n", NULL); /* all transitions, with a note about the label */
    command_expect(&process, 0, "`a` is taken as a command; the label is written \"a\"");
    process_free(&process);
    expect_error(network, "SAY\n", 1, "has the label 'SAY'");
    run_script(&process, network, "\"UNDO\"\nstate\n", "--ignore-case");
    command_expect(&process, 0, NULL);
    process_free(&process);
}

static void test_input(void) {
    char in[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES];
    struct process process;
    command_put_file("in", "1\nquit\nnothing of this is read\n");
    command_path("in", in);
    command_path("stdout", out);
    command_path("stderr", err);
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    process_finish(process_start_reading(in, argv, out, err), out, err, &process);
    command_expect(&process, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "step 1: generate_work"));
    process_free(&process);
    command_put_file("in", "1\nfoo");
    process_finish(process_start_reading(in, argv, out, err), out, err, &process);
    command_expect(&process, 2, "heddle: <stdin>:2: no transition");
    process_free(&process);
    command_run(&process, "simulate", producer, "--script", command_folder());
    command_expect(&process, 2, "cannot read");
    process_free(&process);
    command_run(&process, "simulate", producer, "--script", "/dev/zero");
    command_expect(&process, 2, "/dev/zero:1: the line is too long");
    process_free(&process);
    command_run(&process, "simulate", producer, "--trace", "x.aut", "--random", "1");
    command_expect(&process, 2, "give one of them");
    process_free(&process);
}

/* The flat network has more rules than there may be; walking needs none of them. */
static void test_too_many_rules(void) {
    char path[PATH_BYTES], text[512] = "par c#20 in y";
    struct process process;
    for (int i = 1; i < 40; i++) {
        strcat(text, " || y");
    }
    strcat(text, " end par");
    command_put_file("y.aut", "des (0, 2, 2)\n(0, a, 1)\n(1, c, 0)\n");
    command_put_file("rules.exp", text);
    command_path("rules.exp", path);
    command_run(&process, "explore", path);
    command_expect(&process, 3, "more than 10000000 rules");
    process_free(&process);
    expect_walk(path, "1\n", "a", "a");
}

/* --- random walks --- */

static void test_random(void) {
    char path[PATH_BYTES];
    struct process one, two, other;
    command_example("gas_station-3/gas_station.exp", path);
    command_run(&one, "simulate", path, "--random=40", "--seed=7");
    command_run(&two, "simulate", path, "--random=40", "--seed=7");
    command_expect(&one, 0, NULL);
    CU_ASSERT_STRING_EQUAL(one.out, two.out);
    CU_ASSERT_PTR_NOT_NULL(strstr(one.out, "seed 7\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(one.out, "step 1: "));
    process_free(&one);
    process_free(&two);
    /* The traces alone: the texts differ by the seed in any case. */
    char first[4096], second[4096];
    command_run(&one, "simulate", path, "--random=40", "--seed=7", "--json");
    command_run(&other, "simulate", path, "--random=40", "--seed=8", "--json");
    json_t *walks[] = {command_json(one.out), command_json(other.out)};
    CU_ASSERT(command_number(walks[0], "steps") > 5);
    CU_ASSERT_STRING_NOT_EQUAL(join(walks[0], "trace", first, sizeof first),
                               join(walks[1], "trace", second, sizeof second));
    json_decref(walks[0]);
    json_decref(walks[1]);
    process_free(&one);
    process_free(&other);
    run_script(&one, path, "random 10\nrandom\n", "--json");
    run_script(&two, path, "r 11\n", "--json");
    CU_ASSERT_STRING_EQUAL(one.out, two.out);
    json_t *object = command_json(one.out);
    CU_ASSERT_EQUAL(command_number(object, "seed"), 1);
    CU_ASSERT_EQUAL(command_number(object, "steps"), 11);
    json_decref(object);
    process_free(&one);
    process_free(&two);
    /* Philosophers starve sooner or later; a script goes on where the random steps end. */
    command_example("philosophers-2/philosophers.exp", path);
    command_run(&one, "simulate", path, "--random=100000");
    command_expect(&one, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(one.out, "\ndeadlock after step "));
    process_free(&one);
    command_put_file("commands", "undo\n");
    char script[PATH_BYTES];
    command_run(&one, "simulate", path, "-r", "100000", "--json", "-s", command_path("commands", script));
    command_expect(&one, 0, NULL);
    object = command_json(one.out);
    CU_ASSERT(json_is_false(json_object_get(object, "deadlock")));
    json_decref(object);
    process_free(&one);
}

static void test_limits(void) {
    struct process process;
    command_run(&process, "simulate", producer, "--random=100000000000", "--timeout=0.2", "--json");
    command_expect(&process, 3, "stopped by --timeout");
    process_free(&process);
    command_run(&process, "simulate", producer, "--random=100000000000", "--memory=4M", "--json");
    command_expect(&process, 3, "raise --memory");
    process_free(&process);
}

/* --- traces --- */

static void test_save_and_load(void) {
    char network[PATH_BYTES], file[PATH_BYTES], script[2 * PATH_BYTES], text[4096], again[4096];
    struct process process;
    command_example("gas_station-2/gas_station.exp", network);
    static const char *const names[] = {"walk.json.zst", "walk.json", "walk.aut", "walk.aut.gz"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        command_path(names[i], file);
        snprintf(script, sizeof script, "random 8\nsave %s\nrandom 3\nundo 3\n", file);
        json_t *saved = script_json(network, script);
        command_put_file("commands", "next 8\n");
        command_run(&process, "simulate", network, "--json", "--trace", file, "--script",
                    command_path("commands", script));
        command_expect(&process, 0, NULL);
        json_t *loaded = command_json(process.out);
        CU_ASSERT_STRING_EQUAL(join(saved, "trace", text, sizeof text),
                               join(loaded, "trace", again, sizeof again));
        CU_ASSERT_EQUAL(command_number(saved, "steps"), 8);
        json_decref(saved);
        json_decref(loaded);
        process_free(&process);
    }
    command_run(&process, "verify", command_path("walk.json.zst", script));
    command_expect(&process, 0, NULL);
    process_free(&process);
    /* The same by --output, as a table. */
    command_run(&process, "simulate", network, "--random=8", "--quiet", "--output", "-");
    command_expect(&process, 0, NULL);
    CU_ASSERT_EQUAL(strncmp(process.out, "step  label", 11), 0);
    process_free(&process);
    command_run(&process, "simulate", producer, "--trace", file);
    command_expect(&process, 2, "walk.aut.gz: step 1, ");
    process_free(&process);
    command_run(&process, "simulate", producer, "--trace", command_path("nothing.aut", file));
    command_expect(&process, 2, "nothing.aut: ");
    process_free(&process);
}

/* Traces of other networks, with wrong states, and files that are no traces. */
static void test_load_errors(void) {
    static const char head[] =
        "{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"x\"}, "
        "\"components\": [\"producer\", \"consumer\", \"consumer#2\"], \"property\": null, \"initial\": [0, "
        "0, 0], ";
    static const char *const cases[][2] = {
        {"\"steps\": [{\"label\": \"generate_work\", \"to\": [1, 0, 0]}], \"lasso\": null}", NULL},
        {"\"steps\": [{\"label\": \"generate_work\", \"to\": [0, 0, 0]}], \"lasso\": null}",
         "step 1, 'generate_work'"},
        {"\"steps\": [{\"label\": \"trans\", \"to\": [1, 0, 0]}], \"lasso\": null}", "step 1, 'trans'"},
        {"\"steps\": [{\"label\": \"generate_work\", \"to\": [1, 0, 0]}], \"lasso\": 0}", "lead back"},
        {"\"steps\": [{\"label\": \"generate_work\", \"to\": [1, 0]}], \"lasso\": null}", "steps[0].to"},
        {"\"steps\": 7}", "steps"},
    };
    char path[PATH_BYTES], text[1024];
    struct process process;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        snprintf(text, sizeof text, "%s%s", head, cases[i][0]);
        command_put_file("trace.json", text);
        command_run(&process, "simulate", producer, "--trace", command_path("trace.json", path));
        command_expect(&process, cases[i][1] == NULL ? 0 : 2, cases[i][1]);
        CU_ASSERT(cases[i][1] == NULL || strstr(process.err, "trace.json:") != NULL);
        process_free(&process);
    }
    command_put_file("trace.json",
                     "{\"heddle_evidence\": 1, \"kind\": \"trace\", \"inputs\": {\"network\": \"x\"}, "
                     "\"components\": [\"a\", \"b\", \"c\"], \"initial\": [0, 0, 0], \"steps\": []}");
    command_run(&process, "simulate", producer, "--trace", path);
    command_expect(&process, 2, "trace.json: process 1 is 'a' in the evidence and 'producer' in the network");
    process_free(&process);
    command_put_file("trace.json",
                     "{\"heddle_evidence\": 1, \"kind\": \"certificate\", \"inputs\": {\"network\": "
                     "\"x\"}, \"properties\": [], \"components\": [], \"states\": 1}\n[]\n");
    command_run(&process, "simulate", producer, "--trace", path);
    command_expect(&process, 2, "trace.json: this is evidence of the kind certificate, not a trace");
    process_free(&process);
}

/* A label that is not UTF-8 is another text in JSON, and the same label nevertheless. */
static void test_bytes(void) {
    char network[PATH_BYTES], file[PATH_BYTES], script[2 * PATH_BYTES];
    struct process process;
    command_put_file("bytes.aut", "des (0, 2, 3)\n(0, caf\xe9, 1)\n(0, cafe, 2)\n");
    command_path("bytes.aut", network);
    snprintf(script, sizeof script, "caf\xe9\nsave %s\n", command_path("bytes.json", file));
    json_decref(script_json(network, script));
    command_put_file("commands", "next\n");
    command_run(&process, "simulate", network, "--trace", file, "--script", command_path("commands", script));
    command_expect(&process, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "step 1: caf\\xe9  bytes 0 -> 1\n"));
    process_free(&process);
}

/* --- large networks --- */

/* 40 components of which each has three ways to move; names, states and choices are cut down. */
static void test_many(void) {
    char path[PATH_BYTES], text[1024] = "w.aut";
    struct process process;
    command_put_file("w.aut", "des (0, 3, 4)\n(0, a, 1)\n(0, b, 2)\n(0, c, 3)\n");
    for (int i = 1; i < 40; i++) {
        strcat(text, " ||| w.aut");
    }
    command_put_file("many.exp", text);
    run_script(&process, command_path("many.exp", path), "100\n", NULL);
    command_expect(&process, 0, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "\n  30  "));
    CU_ASSERT_PTR_NULL(strstr(process.out, "\n  31  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "\n  ... and 87 more (`all` lists them)\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "w#40 0"));
    process_free(&process);
    run_script(&process, path, "all\n", NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "\n  120  "));
    process_free(&process);
    expect_error(path, "d\n", 1, "; possible: a, b, c\n");
}

/* --- terminals --- */

/* Whether the program waits for a command, or works on one that takes forever. */
static int wants_key(const char *screen) {
    const char *line = strrchr(screen, '\n');
    line = line == NULL ? screen : line + 1;
    size_t digits = strspn(line, "0123456789"), length = strlen(screen);
    return (digits > 0 && strcmp(line + digits, "> ") == 0) ||
           (length > 8 && strcmp(screen + length - 8, "seed 1\r\n") == 0);
}

/*
 * Types the keys at a terminal of the kind; its output, NUL-terminated, in `screen`. Returns the exit code.
 * On a "dumb" one there is no line editing.
 */
static int type_at(const char *terminal_kind, const char *const *argv, const char *keys, char *screen,
                   size_t size) {
    int terminal, status;
    fflush(NULL);
    pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
    if (pid == 0) {
        setenv("NO_COLOR", "1", 1);
        setenv("TERM", terminal_kind, 1);
        setenv("XDG_STATE_HOME", command_folder(), 1);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    CU_ASSERT_FATAL(pid > 0);
    size_t length = 0;
    for (ssize_t got; length + 1 < size && (got = read(terminal, screen + length, size - length - 1)) > 0;) {
        length += (size_t)got;
        screen[length] = '\0';
        /* A line at a time, or one of Ctrl-C and Ctrl-D. */
        if (*keys != '\0' && wants_key(screen)) {
            size_t line = strcspn(keys, "\n\003\004") + 1;
            CU_ASSERT_EQUAL(write(terminal, keys, line), (ssize_t)line);
            keys += line;
        }
    }
    screen[length] = '\0';
    close(terminal);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    CU_ASSERT_EQUAL(*keys, '\0');
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int type(const char *const *argv, const char *keys, char *screen, size_t size) {
    return type_at("dumb", argv, keys, screen, size);
}

/* Erasing, going back in the line, earlier lines, bytes that are not ASCII, Ctrl-D, Ctrl-C. */
static void test_line_editing(void) {
    char screen[16384];
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    CU_ASSERT_EQUAL(type_at("xterm", argv,
                            "enerate_wrok\177\177\177ork\001g\n\033[A\025trans\n"
                            "\033[A\033[A\n\303\251\nq\n",
                            screen, sizeof screen),
                    0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 1: generate_work  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 2: trans (producer: send"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 3: generate_work  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "has the label '\303\251'"));
    CU_ASSERT_EQUAL(type_at("xterm", argv, "1\n\004", screen, sizeof screen), 0);
    CU_ASSERT_EQUAL(type_at("xterm", argv, "1\n\003", screen, sizeof screen), 0);
    const char *const timed[] = {argv[0], "simulate", "--timeout=0.3", producer, NULL};
    CU_ASSERT_EQUAL(type_at("xterm", timed, "", screen, sizeof screen), 3);
}

static void test_terminal(void) {
    char screen[16384];
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    CU_ASSERT_EQUAL(type(argv, "1\nnonsense\ntrans\nundo\n\ntrace\nhelp\nquit\n", screen, sizeof screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "3 processes; `help` lists the commands\r\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\n0> 1\r\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen,
                                  "\r\nno transition after step 1 has the label 'nonsense'; possible: "
                                  "trans\r\n1> "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\ntrans names 2 transitions; this is #1:\r\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\nnext: trans (step 2 of 2)\r\n1> "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\nstep  label "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "  quit         end"));
    /* The end of input, and Ctrl-C at the prompt, end a session like quit. */
    CU_ASSERT_EQUAL(type(argv, "1\n\004", screen, sizeof screen), 0);
    CU_ASSERT_EQUAL(type(argv, "1\n\003", screen, sizeof screen), 0);
    /* Ctrl-C ends a long command, not the session. */
    CU_ASSERT_EQUAL(type(argv, "random 100000000000\n\003undo\nfoo\nq\n", screen, sizeof screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "interrupted\r\nstate  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "after step "));
    const char *const timed[] = {argv[0], "simulate", "--timeout=0.3", producer, NULL};
    CU_ASSERT_EQUAL(type(timed, "", screen, sizeof screen), 3);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "stopped by --timeout"));
}

/* The tab key completes commands, labels and files; lines are kept for later sessions, where Ctrl-R finds
 * them. */
static void test_completion(void) {
    char screen[16384], path[PATH_BYTES], keys[2 * PATH_BYTES], lines[2 * PATH_BYTES];
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    command_put_file("caf\303\251.txt", "");
    CU_ASSERT(unlink(command_path("heddle/simulate_history", path)) == 0 || errno == ENOENT);
    snprintf(keys, sizeof keys, "gen\t\ntra\tn\t #2\ngot\tdo\t1\nsa\t%s/ca\t\nq\n", command_folder());
    CU_ASSERT_EQUAL(type_at("xterm", argv, keys, screen, sizeof screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 1: generate_work  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "\r\ntrace  trans\r\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 2: trans (producer: send, consumer: rec)  producer 1 -> 0"));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 3: done_1 (done)  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "caf\303\251.txt: written, 3 steps"));
    char *history = process_read_file(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(history);
    snprintf(lines, sizeof lines, "generate_work\ntrans #2\ngoto done_1\nsave %s/caf\303\251.txt\nq\n",
             command_folder());
    CU_ASSERT_STRING_EQUAL(history, lines);
    free(history);
    CU_ASSERT_EQUAL(type_at("xterm", argv, "\022rate\n\022done\n\004", screen, sizeof screen), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 1: generate_work  "));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "step 3: done_1 (done)  "));
}

/* A long history keeps its last lines; without a place for it, there is none. */
static void test_history(void) {
    char screen[16384], path[PATH_BYTES], line[32];
    const char *const argv[] = {getenv("HEDDLE"), "simulate", producer, NULL};
    FILE *file = fopen(command_path("heddle/simulate_history", path), "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (unsigned i = 0; i < 40000; i++) {
        fprintf(file, "line %u%c", i, i == 39990 ? '\0' : '\n');
    }
    fclose(file);
    CU_ASSERT_EQUAL(type_at("xterm", argv, "1\n\004", screen, sizeof screen), 0);
    size_t size;
    char *history = process_read_file(path, &size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(history);
    CU_ASSERT(size > 60000 && size < 70000);
    snprintf(line, sizeof line, "\nline 39999\n1\n");
    CU_ASSERT_STRING_EQUAL(history + size - strlen(line), line);
    CU_ASSERT_EQUAL(strncmp(history, "line ", 5), 0);
    free(history);
    unlink(path);
    CU_ASSERT_EQUAL(mkdir(path, 0700), 0);
    CU_ASSERT_EQUAL(type_at("xterm", argv, "1\n\004", screen, sizeof screen), 0);
    CU_ASSERT_EQUAL(rmdir(path), 0);
}

/* A state in which the model has an error is shown with it, and can be left. */
static void test_model_error(void) {
    static const char error[] = "the value 2 of x+1 is not in the range 0..1 of the variable 'x'";
    char path[PATH_BYTES], screen[16384];
    struct process process;
    command_put_file("over.prism", "dtmc module m x : [0..1]; [up] true -> (x'=x+1); endmodule\n");
    command_path("over.prism", path);
    run_script(&process, path, "up\nstate\nall\nundo\nrandom 7\nundo\nrandom 1\nrandom 7\nundo\n", NULL);
    command_expect(&process, 0, NULL);
    unsigned shown = 0;
    for (const char *at = process.out; (at = strstr(at, error)) != NULL; at++) {
        shown++;
    }
    CU_ASSERT_EQUAL(shown, 4);
    CU_ASSERT_PTR_NOT_NULL(strstr(process.out, "step 1: up  x 0 -> 1\nstate  x=1\n"));
    process_free(&process);
    /* Where it ends there, this is an error. */
    run_script(&process, path, "up\n", NULL);
    command_expect(&process, 2, error);
    process_free(&process);
    run_script(&process, path, "up\nup\n", NULL);
    command_expect(&process, 2, error);
    process_free(&process);
    command_put_file("over.prism", "mdp module m x : [0..1]; [up] true -> (x'=x+1); endmodule\n"
                                   "init x>=0 endinit\n");
    const char *const argv[] = {getenv("HEDDLE"), "simulate", path, NULL};
    CU_ASSERT_EQUAL(type_at("xterm", argv, "initial 2\nrandom 3\ninitial 1\nquit\n", screen, sizeof screen),
                    0);
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, error));
    CU_ASSERT_PTR_NOT_NULL(strstr(screen, "1  up  choice 1: 1  x 0 -> 1"));
}

void suite_simulate(void) {
    if (!command_available()) {
        test_skip("simulate", "HEDDLE (the command) or EXAMPLES (the models) is not set");
        return;
    }
    command_example("producer/network.exp", producer);
    suite_add("simulate", command_open, command_close, "a script and what it prints", test_script, "JSON",
              test_json, "into deadlocks", test_deadlocks, "undo, redo, next, goto", test_back_and_forth,
              "what is impossible", test_impossible, "labels in quotes", test_quotes, "beginnings of labels",
              test_beginnings, "own labels", test_own, "ways to a label", test_reach, "loops", test_loop,
              "the end of a forced path", test_explanation, "where commands come from", test_input,
              "too many rules for a search", test_too_many_rules, "random walks", test_random, "limits",
              test_limits, "traces saved and loaded", test_save_and_load, "traces of other networks",
              test_load_errors, "labels that are not UTF-8", test_bytes, "many components and choices",
              test_many, "sessions on a terminal", test_terminal, "line editing", test_line_editing,
              "completion", test_completion, "history", test_history, "errors of the model", test_model_error,
              NULL);
}
