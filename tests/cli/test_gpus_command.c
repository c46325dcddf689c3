/*
 * The command on several GPUs, which are several times GPU 0: counts, verdicts, traces, checkpoints,
 * refusals. And `auto` on two GPUs.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/search_part.h"
#include "tests/support/testing.h"

static void expect_same(const char *path, const char *device, const char *exchange, const char *memory) {
    static const char *const keys[] = {"states", "transitions", "levels", "deadlocks"};
    struct process process;
    json_t *expected = command_explore(path, "--device=cpu", 0);
    setenv("HEDDLE_EXCHANGE", exchange, 1);
    command_run(&process, "explore", "--json", device, memory, path);
    unsetenv("HEDDLE_EXCHANGE");
    command_expect(&process, 0, NULL);
    json_t *found = command_json(process.out);
    for (size_t i = 0; i < LENGTH(keys); i++) {
        CU_ASSERT_EQUAL(command_number(found, keys[i]), command_number(expected, keys[i]));
    }
    CU_ASSERT_TRUE(command_number(found, "gpus") >= 2);
    CU_ASSERT_TRUE(command_number(found, "bytes_exchanged") > 0);
    json_decref(found);
    json_decref(expected);
    process_free(&process);
}

/* Tables, queues and host memory: little of each, so that all of them grow and levels leave the GPU. */
static void test_examples(void) {
    char path[PATH_BYTES];
    if (!search_has_device()) {
        return;
    }
    command_example("ring-11/ring.exp", path);
    expect_same(path, "--device=cuda:0,0", "direct", "--memory=2G");
    expect_same(path, "--device=cuda:0,0,0", "copy", "--memory=300M");
    expect_same(path, "--device=cuda:0,0", "copy", "--memory=120M");
}

/* Stopped on several GPUs, and continued by the CPU, by one GPU and by more. */
static void test_checkpoints(void) {
    static const char *const devices[] = {"--device=cpu", "--device=cuda:0", "--device=cuda:0,0,0"};
    char path[PATH_BYTES], saved[PATH_BYTES];
    struct process process;
    if (!search_has_device()) {
        return;
    }
    command_example("ring-11/ring.exp", path);
    command_path("saved", saved);
    command_exits(3, "to continue, run the same command with --resume", "explore", "--device=cuda:0,0",
                  "--checkpoint", saved, "--max-states=400000", path);
    json_t *expected = command_explore(path, "--device=cpu", 0);
    for (size_t i = 0; i < LENGTH(devices); i++) {
        command_run(&process, "explore", "--json", devices[i], "--resume", saved, path);
        command_expect(&process, 0, "continued from ");
        json_t *found = command_json(process.out);
        CU_ASSERT_EQUAL(command_number(found, "states"), command_number(expected, "states"));
        CU_ASSERT_EQUAL(command_number(found, "transitions"), command_number(expected, "transitions"));
        CU_ASSERT_EQUAL(command_number(found, "levels"), command_number(expected, "levels"));
        CU_ASSERT_TRUE(command_number(found, "resumed_states") > 400000);
        json_decref(found);
        process_free(&process);
    }
    json_decref(expected);
}

/* `auto` where the memory of one GPU is too little for 2^26 states: two search, from wherever it pays. Needs
 * two GPUs. */
static void test_full(void) {
    enum { COUNTERS = 26 };
    char path[PATH_BYTES], text[32 * COUNTERS] = "par\n   counter.aut\n";
    struct process process;
    if (!search_has_device()) {
        return;
    }
    for (unsigned i = 1; i < COUNTERS; i++) {
        strcat(text, "|| counter.aut\n");
    }
    strcat(text, "end par\n");
    command_put_file("counter.aut", "des (0, 1, 2)\n(0, \"up\", 1)\n");
    command_put_file("counters.exp", text);
    command_path("counters.exp", path);
    command_run(&process, "explore", "--device=cuda:0-1", "--max-states=1000", path);
    const int alone = process.code != 3;
    process_free(&process);
    if (alone) {
        test_skip("a GPU that is full", "this machine has one GPU");
        return;
    }
    command_run(&process, "explore", "--json", "--threads=1", "--memory=360M", path);
    command_expect(&process, 0, NULL);
    json_t *found = command_json(process.out);
    CU_ASSERT_EQUAL(command_number(found, "states"), (uint64_t)1 << COUNTERS);
    CU_ASSERT_EQUAL(command_number(found, "transitions"), (uint64_t)COUNTERS << (COUNTERS - 1));
    CU_ASSERT_EQUAL(command_number(found, "levels"), COUNTERS + 1);
    CU_ASSERT_TRUE(command_number(found, "gpus") >= 2);
    json_decref(found);
    process_free(&process);
}

/* The properties of a check as JSON, without times; its exit status is *code. */
static json_t *properties_of(const char *device, const char *path, const char *option, const char *value,
                             int *code) {
    struct process process;
    command_run(&process, "check", "--json", device, path, option, value);
    json_t *object = command_json(process.out);
    json_t *properties = command_properties(object);
    *code = process.code;
    json_decref(object);
    process_free(&process);
    return properties;
}

/* What a command says of its property; sizes of searches differ where a GPU follows an observer, and the CPU
 * tests states. */
static int same_answer(const json_t *expected, const json_t *found) {
    static const char *const keys[] = {"name",   "verdict",      "vacuous", "trace",  "lasso",
                                       "length", "cycle_length", "atoms",   "reason", "automaton_states"};
    int same = json_array_size(expected) == 1 && json_array_size(found) == 1;
    for (size_t k = 0; k < LENGTH(keys) && same; k++) {
        const json_t *one = json_object_get(json_array_get(expected, 0), keys[k]),
                     *other = json_object_get(json_array_get(found, 0), keys[k]);
        same = one == other || json_equal(one, other);
    }
    return same;
}

/* Verdicts and traces, also of searches with an observer. */
static void test_verdicts(void) {
    static const char *const cases[][3] = {
        {"gas_station-5/gas_station.exp", "--deadlock", NULL},
        {"gas_station_refuse-5/gas_station.exp", "--deadlock", NULL},
        {"ring-11/ring.exp", "--never", "pass_3"},
        {"ring-11/ring.exp", "--never", "no such label"},
        {"gas_station-5/gas_station.exp", "--formula", "[true*] <true> true"},
        {"ring-11/ring.exp", "--formula", "[true* . a_1 . (not b_1)* . pass_2] false"},
        {"ring-11/ring.exp", "--formula", "<true* . c_2 . true* . c_1> true"},
        {"prism/mutual.prism", "--ltl", "G !({p1=7} && {p2=7})"},
        {"prism/mutual.prism", "--ltl", "F {p1=7}"},
        {"prism/philosophers.prism", "--ltl=G F {p1=0}", "--fairness=strong"},
        {"prism/test_and_set.prism", "--deadlock", NULL},
        {"prism/mutual.prism", "--formula", "[true*] {p1!=7 | p2!=7}"},
        {"prism/mutual.prism", "--formula", "mu X . {p1=7} or [true] X"},
        {"prism/philosophers.prism", "--formula", "<true*> {p1=p2 & p2=3}"},
        {"prism/philosophers.prism", "--state-label", "--almost-surely={p1=8}"},
        {"prism/mutual.prism", "--almost-surely-ltl", "G F {p1=7} -> F {p2=7}"},
    };
    char path[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(cases) && search_has_device(); i++) {
        int codes[2];
        command_example(cases[i][0], path);
        json_t *expected = properties_of("--device=cpu", path, cases[i][1], cases[i][2], &codes[0]);
        json_t *found = properties_of("--device=cuda:0,0", path, cases[i][1], cases[i][2], &codes[1]);
        CU_ASSERT_EQUAL(codes[0], codes[1]);
        if (!same_answer(expected, found)) {
            json_dumpf(expected, stderr, JSON_INDENT(2));
            json_dumpf(found, stderr, JSON_INDENT(2));
            CU_FAIL("another answer");
        }
        json_decref(expected);
        json_decref(found);
    }
}

static void test_refusals(void) {
    static const char *const refused[][4] = {
        {"explore", "--device=cuda:0-1-2", NULL,
         "--device: 'cuda:0-1-2' is not one of auto, cpu, cuda, cuda:K, "
         "or several GPUs as cuda:0-3, cuda:0,2, cuda:all"},
        {"explore", "--device=gpu", NULL,
         "--device: 'gpu' is not one of auto, cpu, cuda, cuda:K, or several GPUs as cuda:0-3, cuda:0,2, "
         "cuda:all"},
        {"explore", "--device=cuda:0-16", NULL, "--device: at most 16 GPUs search together"},
        {"check", "--device=cuda:0,4294967296", "--deadlock", "--device: no machine has a GPU 0,4294967296"},
    };
    static const char *const with_gpu[][4] = {
        {"solve", "--device=cuda:0,0", NULL,
         "--device cuda:0,0: this command uses one GPU: name one, as in --device cuda:0"},
        {"explore", "--device=cuda:0,0", "--partial-order",
         "several GPUs cannot do this: --partial-order; use one, as in --device cuda:0"},
    };
    char path[PATH_BYTES];
    command_example("producer/network.exp", path);
    for (size_t i = 0; i < LENGTH(refused); i++) {
        command_exits(2, refused[i][3], refused[i][0], refused[i][1], path, refused[i][2]);
    }
    for (size_t i = 0; i < LENGTH(with_gpu) && search_has_device(); i++) {
        command_exits(2, with_gpu[i][3], with_gpu[i][0], with_gpu[i][1], path, with_gpu[i][2]);
    }
}

void suite_gpus_command(void) {
    suite_add("gpus_command", command_open, command_close, "refusals", test_refusals, "examples",
              test_examples, "checkpoints", test_checkpoints, "a GPU that is full", test_full, "verdicts",
              test_verdicts, NULL);
}
