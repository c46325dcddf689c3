/*
 * heddle with several GPUs where it makes a graph of what they have found: files, certificates and evidence
 * are, byte for byte, those of the CPU. The GPUs are two to four parts of GPU 0. Suite `gpus_graph` has the
 * random cases.
 */
#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/testing.h"

static int can_run(void) {
    static int told;
    const struct backend *backend = backend_find("cuda");
    if (backend == NULL && !told) {
        told = 1;
        test_skip("files of several GPUs", "this build has no cuda backend");
    }
    return backend != NULL && backend_is_testable(backend);
}

static const char *const parts[] = {"--device=cuda:0,0", "--device=cuda:0,0,0", "--device=cuda:0,0,0,0"};

static void expect_same_files(const char *first, const char *second) {
    size_t sizes[2] = {0, 0};
    char *one = process_read_file(first, &sizes[0]), *other = process_read_file(second, &sizes[1]);
    CU_ASSERT_PTR_NOT_NULL_FATAL(one);
    CU_ASSERT_PTR_NOT_NULL_FATAL(other);
    CU_ASSERT_TRUE(sizes[0] == sizes[1] && memcmp(one, other, sizes[0]) == 0);
    free(one);
    free(other);
}

/* `heddle COMMAND DEVICE OPTIONS MODEL`, of which the last option gets the path of a file; exits with `code`.
 */
static void write_file(const char *command, const char *device, const char *const *options, const char *file,
                       int code) {
    char model[PATH_BYTES], path[PATH_BYTES], output[2 * PATH_BYTES];
    snprintf(output, sizeof output, "%s%s", options[1], command_path(file, path));
    command_exits(code, NULL, command, device, "--threads=2", output, command_example(options[0], model),
                  options[2], options[2] != NULL ? options[3] : NULL);
}

/* Files of every kind are, byte for byte, those of the CPU. */
static void test_files(void) {
    static const struct {
        const char *command, *options[5], *name;
        int code;
    } cases[] = {
        {"explore", {"ring-8/ring.exp", "--output="}, "ring.aut", 0},
        {"explore", {"gas_station-3/gas_station.exp", "--output="}, "gas.aut.zst", 0},
        {"explore", {"philosophers-4/philosophers.exp", "--output="}, "philosophers.dot", 0},
        {"explore", {"philosophers-4/philosophers.exp", "--output="}, "philosophers.tra", 0},
        {"explore", {"gas_station-3/gas_station.exp", "--output=", "--minimise=strong"}, "small.aut", 0},
        {"minimise", {"gas_station-3/gas_station.exp", "--output="}, "smaller.aut", 0},
        {"scc", {"gas_station-3/gas_station.exp", "--output="}, "components.txt", 0},
        {"mec", {"gas_station-3/gas_station.exp", "--output="}, "ends.txt", 0},
        {"check",
         {"alternating_bit-3/alternating_bit.exp", "--certificate=", "--deadlock"},
         "certificate.json",
         0},
        {"check", {"philosophers-4/philosophers.exp", "--trace=", "--deadlock"}, "trace.json", 1},
        {"explore", {"prism/mutual.prism", "--output="}, "mutual.tra", 0},
        {"explore", {"prism/leader.prism", "--output="}, "leader.drn", 0},
        {"mec", {"prism/philosophers.prism", "--output="}, "philosophers.txt", 0},
        {"check", {"prism/mutual.prism", "--trace=", "--ltl", "G ({p1=1} -> F {p1=7})"}, "mutual.json", 1},
        {"check", {"cadp/system.exp", "--trace=", "--livelock"}, "live.json", 1},
        {"check",
         {"alternating_bit-3/alternating_bit.exp", "--trace=", "--starvation", "acknowledged !1"},
         "starved.json",
         1},
        {"check",
         {"alternating_bit-3/alternating_bit.exp", "--trace=", "--never-cycle", "acknowledged !0,timeout"},
         "fair.json",
         1},
        {"check",
         {"alternating_bit-3/alternating_bit.exp", "--trace=", "--formula",
          "nu X . mu Y . ([\"acknowledged !1\"] X and [not \"acknowledged !1\"] Y)"},
         "game.json",
         1},
    };
    for (size_t i = 0; i < LENGTH(cases) && can_run(); i++) {
        char names[2][64], first[PATH_BYTES], second[PATH_BYTES];
        snprintf(names[0], sizeof names[0], "cpu_%s", cases[i].name);
        snprintf(names[1], sizeof names[1], "gpu_%s", cases[i].name);
        write_file(cases[i].command, "--device=cpu", cases[i].options, names[0], cases[i].code);
        write_file(cases[i].command, parts[i % LENGTH(parts)], cases[i].options, names[1], cases[i].code);
        expect_same_files(command_path(names[0], first), command_path(names[1], second));
    }
}

static void test_commands(void) {
    char model[PATH_BYTES];
    if (!can_run()) {
        return;
    }
    command_example("ring-11/ring.exp", model);
    command_exits(0, NULL, "compare", "--device=cuda:0,0", model, model);
    command_exits(2, "this command uses one GPU: name one, as in --device cuda:0", "solve",
                  "--device=cuda:0,0", model);
    command_exits(2, "several GPUs cannot do this: --partial-order; use one, as in --device cuda:0",
                  "explore", "--device=cuda:0,0", "--partial-order", model);
}

void suite_gpus_files(void) {
    command_suite("files of several GPUs", "files", test_files, "other commands", test_commands, NULL);
}
