/*
 * `heddle mec` as a user sees it: counts, files, limits, errors. $HEDDLE is the binary, $EXAMPLES the
 * folder of models.
 */
#include <CUnit/CUnit.h>
#include <string.h>

#include "base/array.h"
#include "tests/support/command.h"
#include "tests/support/decompose_command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

/* In 0 a choice to 0 and one to 1 or 2; in 1 and 2 one to 0 and 2. {0, 1} is no end component. */
static const char small_aut[] =
    "des (0, 5, 3)\n(0, a, 0)\n(0, \"b; prob 1/2\", 1)\n(0, \"b; prob 1/2\", 2)\n(1, a, 0)\n(2, a, 2)\n";
static const char small_tra[] = "3 4 5\n0 0 0 1\n0 1 1 0.5\n0 1 2 0.5\n1 0 0 1\n2 0 2 1\n";
static const char small_components[] = "0 0\n1 -\n2 2\n";

static const struct {
    const char *path;
    uint64_t components, trivial, largest, states;
} models[] = {
    {"lehmann_rabin-3/philosophers.exp", 1, 0, 270, 270},
    {"lehmann_rabin-4/philosophers.exp", 1, 0, 1746, 1746},
    {"shared_coin-2-1/coin.exp", 8, 8, 1, 8},
    {"itai_rodeh-3/leader.exp", 3, 3, 1, 3},
    {"test_and_set-2/test_and_set.exp", 4, 1, 39, 48},
    {"test_and_set-4/test_and_set.exp", 16, 1, 2079, 3518},
    {"zeroconf-2-2/zeroconf.exp", 0, 0, 0, 0},
    {"producer/network.exp", 1, 0, 8, 8},
};

static void expect(const json_t *object, size_t model) {
    CU_ASSERT_EQUAL(command_number(object, "components"), models[model].components);
    CU_ASSERT_EQUAL(command_number(object, "trivial"), models[model].trivial);
    CU_ASSERT_EQUAL(command_number(object, "largest"), models[model].largest);
    CU_ASSERT_EQUAL(command_number(object, "states_in_components"), models[model].states);
}

static void test_networks(void) {
    char path[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(models); i++) {
        command_example(models[i].path, path);
        json_t *first = decompose_json("mec", 0, path, "--device=cpu");
        expect(first, i);
        for (size_t k = 0; k < DECOMPOSE_ALGORITHMS; k++) {
            json_t *object = decompose_json("mec", 0, path, decompose_algorithms[k], "--device=cpu",
                                            k % 2 ? "--threads=1" : "--threads=3");
            json_t *from_j =
                decompose_json("mec", 0, path, decompose_algorithms[k], "--device=cpu", "--pivots-from-j");
            decompose_expect_same(object, first);
            decompose_expect_same(from_j, first);
            json_decref(object);
            json_decref(from_j);
        }
        json_decref(first);
    }
}

static void test_files(void) {
    static const char *const names[] = {"small.aut", "small.tra"};
    char path[PATH_BYTES], out[PATH_BYTES];
    command_put_file("small.aut", small_aut);
    command_put_file("small.tra", small_tra);
    command_path("small.txt", out);
    for (size_t i = 0; i < LENGTH(names); i++) {
        json_t *object = decompose_json("mec", 0, command_path(names[i], path), "-o", out);
        CU_ASSERT_EQUAL(command_number(object, "states"), 3);
        CU_ASSERT_EQUAL(command_number(object, "choices"), 4);
        CU_ASSERT_EQUAL(command_number(object, "edges"), 5);
        decompose_expect(object, 2, 2, 1, 1, 2);
        decompose_expect_text("small.txt", small_components);
        json_decref(object);
        /* As a graph it has one component more, and no choices count. */
        object = decompose_json("scc", 0, path, "-o", out);
        decompose_expect(object, 2, 1, 2, 1, 3);
        decompose_expect_text("small.txt", "0 0\n1 0\n2 2\n");
        json_decref(object);
    }
}

/* The same as a network of two components, one of which does nothing. */
static void test_small_network(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    command_put_file("small.aut", small_aut);
    command_put_file("nothing.aut", "des (0, 0, 1)\n");
    command_put_file("small.exp", "small.aut ||| nothing.aut\n");
    json_t *object = decompose_json("mec", 0, command_path("small.exp", path), "-o",
                                    command_path("small.txt", out), "--device=cpu");
    decompose_expect(object, 2, 2, 1, 1, 2);
    decompose_expect_text("small.txt", small_components);
    json_decref(object);
}

/* While something internal can happen, time does not pass. */
static void test_maximal_progress(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    command_put_file("race.exp", "race.aut ||| nothing.aut\n");
    command_put_file("nothing.aut", "des (0, 0, 1)\n");
    command_put_file("race.aut", "des (0, 3, 2)\n(0, i, 0)\n(0, rate 2, 1)\n(1, rate 1, 0)\n");
    json_t *object = decompose_json("mec", 0, command_path("race.exp", path), "-o",
                                    command_path("race.txt", out), "--device=cpu");
    CU_ASSERT_EQUAL(command_number(object, "states"), 2);
    decompose_expect_text("race.txt", "0 0\n1 -\n");
    json_decref(object);
    object = decompose_json("mec", 0, path, "-o", out, "--device=cpu", "--no-maximal-progress");
    decompose_expect_text("race.txt", "0 0\n1 0\n");
    json_decref(object);
}

/* A stored graph is no network: options that would change the MDP of a network are refused. */
static void test_options_of_networks(void) {
    static const char *const refused[] = {"--no-maximal-progress", "--internal=t", "--ignore-case"};
    char path[PATH_BYTES];
    struct process process;
    command_put_file("race.aut", "des (0, 3, 2)\n(0, i, 0)\n(0, rate 2, 1)\n(1, rate 1, 0)\n");
    command_put_file("small.tra", small_tra);
    for (size_t i = 0; i < LENGTH(refused); i++) {
        command_run(&process, "mec", command_path("race.aut", path), refused[i]);
        command_ends(&process, 2, "is read as a stored graph: give a .exp file that names it");
        command_run(&process, "mec", command_path("small.tra", path), refused[i]);
        command_ends(&process, 2, "small.tra is read as a stored graph\n");
    }
    command_run(&process, "mec", path, "--max-states=1");
    command_ends(&process, 0, "warning: --max-states does nothing here");
}

static void test_labels(void) {
    char path[PATH_BYTES], labels[PATH_BYTES];
    struct process process;
    command_put_file("labelled.tra", small_tra);
    command_put_file("good.lab", "0=\"init\" 1=\"goal\"\n0: 0\n2: 1\n");
    command_put_file("bad.lab", "0=\"init\"\n7: 0\n");
    command_run(&process, "mec", command_path("labelled.tra", path), "--labels",
                command_path("good.lab", labels));
    command_ends(&process, 0, NULL);
    command_run(&process, "mec", path, "--labels", command_path("bad.lab", labels));
    command_ends(&process, 2, "bad.lab:2");
    command_run(&process, "mec", command_example("producer/network.exp", path), "--labels", labels);
    command_ends(&process, 2, "--labels");
}

static void test_evidence(void) {
    char path[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(models); i++) {
        command_example(models[i].path, path);
        decompose_expect_confirmed("mec", path, i % 2 ? "--algorithm=ecl" : "--pivots-from-j");
    }
    command_put_file("small.tra", small_tra);
    decompose_expect_confirmed("mec", command_path("small.tra", path), "-afbt");
    command_put_file("race.exp", "race.aut ||| nothing.aut\n");
    command_put_file("nothing.aut", "des (0, 0, 1)\n");
    command_put_file("race.aut", "des (0, 3, 2)\n(0, i, 0)\n(0, rate 2, 1)\n(1, rate 1, 0)\n");
    decompose_expect_confirmed("mec", command_path("race.exp", path), "-afbt");
    decompose_expect_confirmed("mec", path, "--no-maximal-progress");
}

static void test_limits(void) {
    static const char *const limits[] = {"--max-states=100", "--max-depth=3", "--timeout=0", "--memory=64K"};
    char net[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(limits); i++) {
        command_run(&process, "mec", command_example("test_and_set-4/test_and_set.exp", net), "--device=cpu",
                    limits[i], "-o", command_path("cut.txt", out));
        command_expect(&process, 3, "heddle: ");
        CU_ASSERT_FALSE(command_has_file("cut.txt"));
        process_free(&process);
    }
    CU_ASSERT_EQUAL(command_temporaries(0), 0);
}

static void test_refusals(void) {
    char path[PATH_BYTES];
    struct process process;
    command_put_file("sum.aut", "des (0, 2, 2)\n(0, prob 0.5, 0)\n(0, prob 0.4, 1)\n");
    command_run(&process, "mec", command_path("sum.aut", path));
    command_expect(&process, 2, "0.9");
    CU_ASSERT_STRING_EQUAL(process.out, "");
    process_free(&process);
    command_put_file("sum.exp", "sum.aut ||| sum.aut\n");
    command_run(&process, "mec", command_path("sum.exp", path), "--device=cpu");
    command_ends(&process, 2, "0.9");
    command_put_file("broken.tra", "3 4\n");
    command_run(&process, "mec", command_path("broken.tra", path));
    command_ends(&process, 2, "broken.tra:");
    /* Options that apply to a network of an .aut file, but not to the file alone. */
    command_put_file("late.aut", "des (0, 2, 3)\n(0, go, 0)\n(0, \"rate 2\", 2)\n");
    static const char *const reading[] = {"--no-maximal-progress", "--internal=go", "--ignore-case"};
    for (size_t i = 0; i < LENGTH(reading); i++) {
        command_run(&process, "mec", command_path("late.aut", path), reading[i]);
        command_ends(&process, 2, "is for networks");
    }
    command_run(&process, "mec", command_path("missing.drn", path));
    command_ends(&process, 2, "missing.drn");
}

static void test_gpu(void) {
    static const char *const options[] = {"--pivots-from-j", "--out-degree-bound=7", "--single-pivots", NULL};
    for (size_t i = 0; i < LENGTH(models) && decompose_has_gpu(); i++) {
        decompose_expect_gpu("mec", models[i].path, options);
    }
}

void suite_mec_command(void) {
    command_suite("heddle mec", "end components of networks", test_networks, "end components of files",
                  test_files, "a network of one component and nothing", test_small_network,
                  "maximal progress", test_maximal_progress, "options of networks", test_options_of_networks,
                  "labels of states", test_labels, "evidence", test_evidence, "limits", test_limits,
                  "refusals", test_refusals, "on a GPU", test_gpu, NULL);
}
