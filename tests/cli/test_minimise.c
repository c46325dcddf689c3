/*
 * `heddle minimise` as a user sees it: sizes that other tools and a naive program agree on, files, limits,
 * errors. $HEDDLE is the binary, $EXAMPLES the folder of models.
 */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "explorer/backend.h"
#include "tests/support/backend_test.h"
#include "tests/support/command.h"
#include "tests/support/process.h"
#include "tests/support/testing.h"

static const char *const equivalences[] = {"strong", "branching", "divbranching"};

/* States and transitions, by equivalence. */
static const struct {
    const char *path, *visible;
    uint64_t sizes[LENGTH(equivalences)][2];
} models[] = {
    {"ring-8/ring.exp", "'pass_.'", {{23328, 116640}, {8, 8}, {8, 8}}},
    {"gas_station-4/gas_station.exp", "'prepay_1_.',change_1", {{904, 2657}, {6, 12}, {7, 21}}},
    {"gas_station_refuse-4/gas_station.exp", "'prepay_1_.',change_1", {{1330, 4004}, {6, 11}, {7, 16}}},
    {"philosophers-8/philosophers.exp", "take_left_0,drop_right_0", {{6560, 34984}, {4, 5}, {5, 12}}},
    {"peterson/peterson.exp", "'enter.*','leave.*'", {{44, 88}, {18, 32}, {24, 48}}},
    {"peterson/late.exp", "'enter.*','leave.*'", {{65, 131}, {22, 40}, {33, 67}}},
    {"filter-3/filter.exp", "'enter.*','leave.*'", {{1126, 3378}, {238, 597}, {245, 744}}},
    {"alternating_bit_no_bit-3/alternating_bit.exp",
     "'put.*','deliver.*'",
     {{3696, 23012}, {353, 1686}, {353, 1788}}},
    {"alternating_bit_patient-3/alternating_bit.exp", "'put.*','deliver.*'", {{22, 35}, {3, 4}, {6, 10}}},
    {"mesi_race-4/mesi.exp", "'store.*',conflict", {{1678, 7563}, {1, 5}, {1, 6}}},
    {"locks/locks.exp", NULL, {{13, 22}, {3, 4}, {3, 5}}},
    {"locks/ordered.exp", NULL, {{7, 8}, {3, 4}, {3, 4}}},
    {"order/order.exp", "order,cancel,thank,apologise,keep_both", {{126, 230}, {58, 119}, {58, 119}}},
};

static json_t *minimise(const char *path, const char *equivalence, const char *visible, const char *option) {
    struct process process;
    if (visible != NULL) {
        command_run(&process, "minimise", "--json", path, "-e", equivalence, "--hide-all-but", visible,
                    option);
    } else {
        command_run(&process, "minimise", "--json", path, "-e", equivalence, option);
    }
    command_expect(&process, 0, NULL);
    json_t *object = command_json(process.out);
    process_free(&process);
    return object;
}

static void test_sizes(void) {
    char path[PATH_BYTES];
    for (size_t i = 0; i < LENGTH(models); i++) {
        command_example(models[i].path, path);
        for (size_t k = 0; k < LENGTH(equivalences); k++) {
            json_t *object =
                minimise(path, equivalences[k], models[i].visible, k % 2 ? "--threads=1" : "--threads=3");
            CU_ASSERT_EQUAL(command_number(object, "minimised_states"), models[i].sizes[k][0]);
            CU_ASSERT_EQUAL(command_number(object, "minimised_transitions"), models[i].sizes[k][1]);
            json_decref(object);
        }
    }
}

/* 3 is not reached; 0 and 1 are branching equivalent, for the step from 0 to 1 is inert; 2 has a livelock. */
static const char small_aut[] = "des (1, 8, 5)\n(0, a, 2)\n(1, tau, 0)\n(1, a, 2)\n(2, i, 2)\n(2, hide, "
                                "4)\n(4, i, 2)\n(3, b, 0)\n(4, hide, 4)\n";

static const char small_warning[] = "small.aut: the initial state does not reach 1 state, which is left out";

static void expect_file(const char *name, const char *text) {
    char path[PATH_BYTES];
    size_t size;
    char *found = process_read_file(command_path(name, path), &size);
    CU_ASSERT(size == strlen(text) && memcmp(found, text, size) == 0);
    free(found);
}

/* What is written, for each equivalence. */
static void test_files(void) {
    static const struct {
        const char *equivalence, *graph, *classes;
        uint64_t divergent;
    } cases[] = {
        {"strong", "des (1, 5, 3)\n(0,\"a\",2)\n(1,\"a\",2)\n(1,i,0)\n(2,\"hide\",2)\n(2,i,2)\n",
         "0 0\n1 1\n2 2\n3 -\n4 2\n", 0},
        {"branching", "des (0, 2, 2)\n(0,\"a\",1)\n(1,\"hide\",1)\n", "0 0\n1 0\n2 1\n3 -\n4 1\n", 0},
        {"weak", "des (0, 2, 2)\n(0,\"a\",1)\n(1,\"hide\",1)\n", "0 0\n1 0\n2 1\n3 -\n4 1\n", 0},
        {"divbranching", "des (0, 3, 2)\n(0,\"a\",1)\n(1,\"hide\",1)\n(1,i,1)\n", "0 0\n1 0\n2 1\n3 -\n4 1\n",
         1},
    };
    char path[PATH_BYTES], out[PATH_BYTES], classes[PATH_BYTES];
    struct process process;
    command_put_file("small.aut", small_aut);
    command_path("small.aut", path);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        command_run(&process, "minimise", "--json", "-e", cases[i].equivalence, path, "-o",
                    command_path("out.aut", out), "--classes", command_path("classes.txt", classes));
        command_expect(&process, 0, small_warning);
        json_t *object = command_json(process.out);
        CU_ASSERT_EQUAL(command_number(object, "states"), 5);
        CU_ASSERT_EQUAL(command_number(object, "edges"), 7);
        if (cases[i].divergent > 0) {
            CU_ASSERT_EQUAL(command_number(object, "divergent"), cases[i].divergent);
        }
        json_decref(object);
        process_free(&process);
        expect_file("out.aut", cases[i].graph);
        expect_file("classes.txt", cases[i].classes);
    }
    command_run(&process, "minimise", "-q", path, "-e", "branching", "--hide", "hide,'a.*'", "-o", "-");
    command_expect(&process, 0, small_warning);
    CU_ASSERT_STRING_EQUAL(process.out, "des (0, 0, 1)\n");
    process_free(&process);
    command_run(&process, "minimise", "-q", path, "-e", "trace", "-o", "-");
    command_expect(&process, 0, small_warning);
    CU_ASSERT_STRING_EQUAL(process.out,
                           "des (0, 5, 3)\n(0,\"a\",1)\n(0,i,2)\n(1,\"hide\",1)\n(1,i,1)\n(2,\"a\",1)\n");
    process_free(&process);
    command_run(&process, "minimise", "-q", path, "-e", "weaktrace", "-o", "-");
    command_expect(&process, 0, small_warning);
    CU_ASSERT_STRING_EQUAL(process.out, "des (0, 2, 2)\n(0,\"a\",1)\n(1,\"hide\",1)\n");
    process_free(&process);
    command_run(&process, "minimise", "-q", path, "-o", command_path("out.dot", out));
    command_ends(&process, 0, NULL);
    CU_ASSERT(command_has_file("out.dot"));
}

/* A result is its own result, byte by byte, on any number of threads. */
static void test_twice(void) {
    char path[PATH_BYTES], once[PATH_BYTES], twice[PATH_BYTES];
    struct process process;
    command_example("filter-3/filter.exp", path);
    for (size_t i = 0; i < LENGTH(equivalences); i++) {
        command_run(&process, "minimise", "-q", path, "-e", equivalences[i], "--hide-all-but",
                    "'enter.*','leave.*'", "-j", "4", "-o", command_path("once.aut", once));
        command_ends(&process, 0, NULL);
        command_run(&process, "minimise", "-q", once, "-e", equivalences[i], "-j", "1", "-o",
                    command_path("twice.aut", twice));
        command_ends(&process, 0, NULL);
        size_t size;
        char *first = process_read_file(once, &size);
        expect_file("twice.aut", first);
        free(first);
    }
}

/* `heddle explore --minimise` writes what `heddle minimise` does. */
static void test_explore(void) {
    char path[PATH_BYTES], once[PATH_BYTES], again[PATH_BYTES];
    struct process process;
    command_example("locks/locks.exp", path);
    for (size_t i = 0; i < LENGTH(equivalences); i++) {
        command_run(&process, "minimise", "-q", path, "-e", equivalences[i], "-o",
                    command_path("once.aut", once));
        command_ends(&process, 0, NULL);
        command_run(&process, "explore", "-q", path, "--minimise", equivalences[i], "-o",
                    command_path("again.aut", again));
        command_ends(&process, 0, NULL);
        size_t size;
        char *text = process_read_file(once, &size);
        expect_file("again.aut", text);
        free(text);
    }
    command_run(&process, "explore", path, "--minimise", "strong");
    command_ends(&process, 2, "--minimise needs --output");
    command_run(&process, "explore", command_example("itai_rodeh-3/leader.exp", path), "--minimise", "strong",
                "-q", "-o", command_path("x.aut", once));
    command_ends(&process, 0, "probabilities and rates are not added");
    command_example("locks/locks.exp", path);
    command_run(&process, "explore", path, "--minimise", "strong", "-o", command_path("x.drn", once));
    command_ends(&process, 2, "--minimise writes only .aut and .dot");
}

/* --- on a GPU --- */

/* Minimises on both, and compares graph, classes and counts. */
static void compare_devices(const char *device, const char *input, const char *equivalence,
                            const char *option, const char *hide) {
    static const char *const keys[] = {"states",           "transitions",           "edges",
                                       "minimised_states", "minimised_transitions", NULL};
    static const char *const names[] = {"cpu.aut", "cpu.txt", "gpu.aut", "gpu.txt"};
    char path[LENGTH(names)][PATH_BYTES];
    json_t *counts[2];
    for (size_t i = 0; i < LENGTH(names); i++) {
        command_path(names[i], path[i]);
    }
    for (size_t side = 0; side < 2; side++) {
        struct process process;
        command_run(&process, "minimise", "--json", input, "-e", equivalence, option, "-o", path[2 * side],
                    "--classes", path[2 * side + 1], side == 0 ? "--device=cpu" : device, hide);
        command_expect(&process, 0, NULL);
        counts[side] = command_json(process.out);
        process_free(&process);
    }
    for (size_t i = 0; keys[i] != NULL; i++) {
        CU_ASSERT_EQUAL(command_number(counts[0], keys[i]), command_number(counts[1], keys[i]));
    }
    CU_ASSERT_EQUAL(json_number_value(json_object_get(counts[0], "divergent")),
                    json_number_value(json_object_get(counts[1], "divergent")));
    CU_ASSERT_PTR_NOT_NULL(strstr(command_text(counts[1], "device"), "cuda"));
    for (size_t i = 0; i < 2; i++) {
        size_t size;
        char *text = process_read_file(path[i], &size);
        expect_file(names[2 + i], text);
        free(text);
        json_decref(counts[i]);
    }
}

/* A GPU writes the same files, of networks and of graphs. */
static void test_gpu(void) {
    static const char *const nets[][2] = {
        {"filter-3/filter.exp", "--hide-all-but='enter.*','leave.*'"},
        {"gas_station-4/gas_station.exp", "--hide-all-but='prepay_1_.',change_1"},
        {"alternating_bit-2/alternating_bit.exp", "--hide-all-but='put.*','deliver.*'"},
        {"locks/locks.exp", NULL},
        {"ring-8/ring.exp", "--hide=pass_0"},
    };
    char path[PATH_BYTES], once[PATH_BYTES], again[PATH_BYTES];
    struct process process;
    const struct backend *cuda = backend_find("cuda");
    if (cuda == NULL || !backend_is_testable(cuda)) {
        return;
    }
    for (size_t i = 0; i < LENGTH(nets); i++) {
        for (size_t k = 0; k < LENGTH(equivalences); k++) {
            command_example(nets[i][0], path);
            compare_devices("--device=cuda", path, equivalences[k], i % 2 ? "--canonical" : "--strict",
                            nets[i][1]);
            command_run(&process, "explore", "-q", path, "-o", command_path("net.aut", once));
            command_ends(&process, 0, NULL);
            compare_devices("--device=cuda", once, equivalences[k], "--strict", nets[i][1]);
            command_run(&process, "explore", "-q", path, "--minimise", equivalences[k], "-o",
                        command_path("once.aut", once));
            command_ends(&process, 0, NULL);
            command_run(&process, "explore", "-q", path, "--minimise", equivalences[k], "-o",
                        command_path("again.aut", again), "--device=cuda");
            command_ends(&process, 0, NULL);
            size_t size;
            char *text = process_read_file(once, &size);
            expect_file("again.aut", text);
            free(text);
        }
    }
}

/* Models are lumped on a GPU as on the CPU; so are networks with labels that have numbers. */
static void test_gpu_numbers(void) {
    static const char *const inputs[][2] = {{"prism/herman.prism", NULL},
                                            {"prism/kanban.prism", "--const=t=2"},
                                            {"prism/coin.prism", "--const=K=8"},
                                            {"prism/philosophers.prism", "--hide='.*'"},
                                            {"prism/itai_rodeh.prism", "--hide='.*'"}};
    char path[PATH_BYTES], drn[PATH_BYTES], classes[PATH_BYTES];
    const struct backend *cuda = backend_find("cuda");
    if (cuda == NULL || !backend_is_testable(cuda)) {
        return;
    }
    for (size_t i = 0; i < LENGTH(inputs); i++) {
        char *texts[2][2];
        for (int on_device = 0; on_device < 2; on_device++) {
            struct process process;
            size_t size;
            command_run(&process, "minimise", command_example(inputs[i][0], path), "-e", "probabilistic",
                        "-o", command_path("numbers.drn", drn), "--classes",
                        command_path("numbers.txt", classes), on_device ? "--device=cuda" : "--device=cpu",
                        inputs[i][1]);
            command_expect(&process, 0, NULL);
            CU_ASSERT((strstr(process.out, "cuda") != NULL) == on_device);
            process_free(&process);
            texts[on_device][0] = process_read_file(drn, &size);
            texts[on_device][1] = process_read_file(classes, &size);
        }
        for (int file = 0; file < 2; file++) {
            CU_ASSERT_STRING_EQUAL(texts[0][file], texts[1][file]);
            free(texts[0][file]);
            free(texts[1][file]);
        }
        if (inputs[i][1] == NULL ||
            strstr(inputs[i][1], "hide") == NULL) { /* the classes are those of the model */
            struct process process;
            command_run(&process, "compare", "-e", "probabilistic", path, drn, "--device=cuda", "--evidence",
                        command_path("numbers.json", classes), inputs[i][1]);
            CU_ASSERT(strstr(process.out, "cuda") != NULL);
            command_expect(&process, process.code == 0 ? 0 : 1, NULL);
            process_free(&process);
            command_confirms(classes, "probabilistic");
        }
    }
}

static void test_limits(void) {
    char path[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    command_example("filter-3/filter.exp", path);
    command_path("limit.aut", out);
    command_run(&process, "minimise", path, "--max-states=100", "-o", out);
    command_ends(&process, 3, "not written: the state space is incomplete");
    command_run(&process, "minimise", path, "--timeout=0", "-o", out);
    command_ends(&process, 3, NULL);
    command_run(&process, "minimise", path, "--memory=300K", "-o", out);
    command_ends(&process, 3, NULL);
    CU_ASSERT(!command_has_file("limit.aut"));
}

/* JSON names the limit that ends the reduction, the comparison or the composition. */
static void test_outcomes(void) {
    static const struct {
        const char *command, *option, *limit, *outcome;
    } cases[] = {
        {"minimise", "-q", "--memory=1500K", "full"},
        {"minimise", "--compose", "--memory=580K", "full"},
        {"minimise", "--compose", "--timeout=0", "timeout"},
        {"compare", "-q", "--memory=1500K", "full"},
        {"compare", "-q", "--max-states=9", "limit"},
        {"explore", "--compose", "--memory=580K", "full"},
        {"explore", "--output=/dev/null", "--memory=1500K", "full"},
        {"scc", "-q", "--memory=1500K", "full"},
    };
    char path[PATH_BYTES];
    struct process process;
    command_example("ring-8/ring.exp", path);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const int compares = strcmp(cases[i].command, "compare") == 0;
        command_run(&process, cases[i].command, "--json", cases[i].option, cases[i].limit, path,
                    compares ? path : NULL);
        CU_ASSERT_EQUAL(process.code, 3);
        json_t *object = command_json(process.out);
        CU_ASSERT_STRING_EQUAL(command_text(object, "outcome"), cases[i].outcome);
        /* The search for --output is complete: only its file is missing. */
        CU_ASSERT_EQUAL(json_is_true(json_object_get(object, "complete")),
                        strncmp(cases[i].option, "--output", strlen("--output")) == 0);
        json_decref(object);
        process_free(&process);
    }
}

/* Rates to states of a class are added: 1 and 2 to equal states are 3. */
static const char rates_aut[] = "des (0, 7, 5)\n"
                                "(0, \"rate 1\", 1)\n"
                                "(0, \"rate 2\", 2)\n"
                                "(1, \"a; rate 3\", 3)\n"
                                "(2, \"a; rate 1/2\", 3)\n"
                                "(2, \"a; rate 2.5\", 4)\n"
                                "(3, b, 0)\n"
                                "(4, b, 0)\n";

static void test_probabilistic(void) {
    char path[PATH_BYTES], other[PATH_BYTES];
    struct process process;
    command_put_file("rates.aut", rates_aut);
    command_path("rates.aut", path);
    command_run(&process, "minimise", path, "-e", "probabilistic", "-o", "-");
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out,
                           "des (0, 3, 3)\n(0,\"rate 3\",1)\n(1,\"a; rate 3\",2)\n(2,\"b\",0)\n");
    process_free(&process);
    command_put_file("sums.aut", "des (0, 3, 3)\n(0, \"rate 3\", 1)\n(1, \"a; rate 3\", 2)\n(2, b, 0)\n");
    command_run(&process, "compare", path, command_path("sums.aut", other), "-e", "probabilistic");
    command_ends(&process, 0, NULL);
    command_run(&process, "compare", path, other);
    command_ends(&process, 1, NULL);
    command_put_file("sums.aut", "des (0, 3, 3)\n(0, \"rate 3\", 1)\n(1, \"a; rate 4\", 2)\n(2, b, 0)\n");
    command_run(&process, "compare", path, other, "-e", "probabilistic");
    command_expect(&process, 1, NULL);
    command_prints(&process, "<rate> R>=3 [not <rate \"a\"> R>=4 [true]]");
    process_free(&process);
    command_run(&process, "minimise", path, "-e", "probabilistic", "--hide", "'a.*'");
    command_ends(&process, 2, "--hide: 'a; rate 1/2' has a rate, which --equivalence probabilistic keeps");
    command_put_file("half.aut", "des (0, 1, 2)\n(0, \"prob 0.5\", 1)\n");
    command_run(&process, "minimise", command_path("half.aut", path), "-e", "probabilistic");
    command_ends(&process, 2, "the probabilities sum to 0.5, not to 1");
}

/* Models with data become the graphs that `explore` writes of them. */
static void test_models(void) {
    static const char *const models[][2] = {{"prism/zeroconf.prism", "--const=N=20,K=2,reset=true,second=1"},
                                            {"prism/brp.prism", "--const=N=16,MAX=2"},
                                            {"prism/tandem.prism", "--const=c=5"}};
    char path[PATH_BYTES], file[PATH_BYTES];
    struct process process;
    command_path("model.aut", file);
    for (size_t i = 0; i < LENGTH(models); i++) {
        command_example(models[i][0], path);
        command_run(&process, "explore", "-q", path, models[i][1], "-o", file);
        command_ends(&process, 0, NULL);
        for (size_t k = 0; k < LENGTH(equivalences); k++) {
            json_t *of_file = minimise(file, equivalences[k], NULL, "-q");
            json_t *of_model = minimise(path, equivalences[k], NULL, models[i][1]);
            CU_ASSERT_EQUAL(command_number(of_file, "minimised_states"),
                            command_number(of_model, "minimised_states"));
            CU_ASSERT_EQUAL(command_number(of_file, "minimised_transitions"),
                            command_number(of_model, "minimised_transitions"));
            json_decref(of_file);
            json_decref(of_model);
        }
        command_run(&process, "explore", "-q", path, models[i][1], "--minimise=divbranching", "-o", file);
        command_ends(&process, 0, "the probabilities and rates of the model are ignored");
        command_run(&process, "compare", "-q", path, file, models[i][1], "-e", "divbranching");
        command_ends(&process, 0, NULL);
    }
}

static const char two_prism[] =
    "mdp module m x : [0..4];\n[a] x=0 -> 0.5:(x'=1) + 0.5:(x'=2); [b] x=1 -> (x'=0);"
    "\n[c] x=2 -> (x'=3); [] x=4 -> (x'=1); endmodule\n";

/* Several initial states. */
static void test_several(void) {
    static const char both[] = "init x=0 | x=4 endinit\n", twins[] = "init x=0 | x=1 endinit\n";
    char text[1024], two[PATH_BYTES], one[PATH_BYTES], out[PATH_BYTES];
    struct process process;
    snprintf(text, sizeof text, "%s%s", two_prism, both);
    command_put_file("two.prism", text);
    command_put_file("one.prism", two_prism);
    command_path("two.prism", two);
    command_path("one.prism", one);
    command_run(&process, "minimise", two, "-e", "strong", "-o", command_path("two.aut", out));
    command_ends(&process, 2, "there are 2 initial states: a file in AUT has one; write a picture (.dot)");
    command_run(&process, "minimise", two, "-e", "strong", "--canonical");
    command_ends(&process, 2, "there are 2 initial states: --canonical takes inputs with one");
    command_run(&process, "minimise", two, "-e", "strong", "-o", "-", "--format=dot");
    command_expect(&process, 0, NULL);
    command_prints(&process, "-> 0;", "-> 1;");
    process_free(&process);
    command_run(&process, "explore", "-q", two, "--minimise=branching", "-o", "-", "--format=dot");
    command_expect(&process, 0, NULL);
    command_prints(&process, "-> 0;", "-> 1;");
    process_free(&process);
    command_run(&process, "minimise", two, "-e", "weaktrace", "-o", "-");
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "des (0, 5, 4)\n(0,\"a\",1)\n(0,\"b\",2)\n(1,\"b\",2)\n(1,\"c\",3)"
                                        "\n(2,\"a\",1)\n");
    process_free(&process);
    command_run(&process, "compare", two, one, "-e", "branching");
    command_expect(&process, 1, NULL);
    command_prints(&process, "trace, of the first alone", "not <i* . \"b\"> true", "on both inputs");
    process_free(&process);
    command_run(&process, "compare", two, two, "-e", "strong");
    command_ends(&process, 0, NULL);
    snprintf(text, sizeof text, "%s%s", two_prism, twins);
    command_put_file("one.prism", text);
    command_run(&process, "compare", two, one, "-e", "branching");
    command_ends(&process, 0, NULL); /* the internal step is inert */
    command_run(&process, "compare", one, two, "--preorder", "simulation");
    command_ends(&process, 1, NULL);
}

/* `heddle info --estimate` counts what the commands count. */
static void test_estimates(void) {
    static const char *const paths[] = {"gas_station-4/gas_station.exp", "multilevel/system.exp",
                                        "ring-11/ring.exp"};
    char path[PATH_BYTES];
    struct process process;
    for (size_t i = 0; i < LENGTH(paths); i++) {
        command_example(paths[i], path);
        command_run(&process, "info", "--json", "--estimate", path);
        command_expect(&process, 0, NULL);
        json_t *info = command_json(process.out), *way;
        process_free(&process);
        size_t k;
        const json_t *list = json_object_get(info, "estimates");
        const uint64_t all = command_number(json_array_get(list, 0), "states");
        CU_ASSERT(json_array_size(list) >= 3);
        json_array_foreach(list, k, way) {
            const char *name = command_text(way, "name");
            const json_t *factor = json_object_get(way, "factor");
            const uint64_t states = command_number(way, "states");
            const int complete = json_is_true(json_object_get(way, "complete"));
            json_t *object = NULL;
            CU_ASSERT_EQUAL(k == 0, strcmp(name, "all") == 0);
            CU_ASSERT_EQUAL(complete, i < 2 || strcmp(name, "partial-order") == 0);
            CU_ASSERT((factor != NULL) == (k > 0 && complete));
            const double wrong = json_number_value(factor) * (double)states / (double)all - 1;
            CU_ASSERT(factor == NULL || (wrong < 1e-6 && wrong > -1e-6));
            if (strcmp(name, "strong") == 0 || strcmp(name, "divbranching") == 0) {
                object = minimise(path, name, NULL, "--threads=1");
                CU_ASSERT_EQUAL(states, command_number(object, "minimised_states"));
                CU_ASSERT(json_number_value(json_object_get(object, "reduction_factor")) ==
                          json_number_value(factor));
            } else if (strcmp(name, "partial-order") == 0) {
                object = command_explore(path, "--partial-order", 0);
                CU_ASSERT_EQUAL(states, command_number(object, "states"));
            } else {
                CU_ASSERT(strcmp(name, "all") == 0 || strcmp(name, "compose") == 0);
            }
            json_decref(object);
        }
        json_decref(info);
    }
}

static const char *storm_python(void) {
    const char *python = getenv("HEDDLE_STORM");
    python = python == NULL ? "build/storm/bin/python" : python;
    return access(python, X_OK) == 0 ? python : NULL;
}

/* Classes of Markov models are those of a naive refinement, with a label for initial states and without; and
 * without it those of Storm, too: of test_and_set it joins such states with others. */
static void test_storm(void) {
    char folder[PATH_BYTES], out[PATH_BYTES], err[PATH_BYTES], name[64];
    struct process process;
    unsigned models = 0, same = 0;
    command_path("", folder);
    const char *const arguments[] = {
        storm_python(), "tests/oracle/lump_storm.py", getenv("HEDDLE"), getenv("EXAMPLES"), folder, NULL};
    command_path("storm.out", out);
    command_path("storm.err", err);
    process_finish(process_start(arguments, out, err), out, err, &process);
    CU_ASSERT_EQUAL(process.code, 0);
    for (const char *at = strstr(process.out, "model "); at != NULL; at = strstr(at + 1, "model ")) {
        unsigned counts[5] = {0, 1, 2, 3, 4};
        CU_ASSERT_EQUAL(sscanf(at, "model %63s %u %u %u %u %u", name, &counts[0], &counts[1], &counts[2],
                               &counts[3], &counts[4]),
                        6);
        CU_ASSERT_EQUAL(counts[0], counts[1]);
        CU_ASSERT_EQUAL(counts[3], counts[4]);
        CU_ASSERT_EQUAL(counts[3], counts[2]);
        models++;
        same += counts[0] == counts[2];
    }
    process_free(&process);
    CU_ASSERT_EQUAL(models, 15);
    CU_ASSERT_EQUAL(same, 14);
}

static void test_errors(void) {
    char path[PATH_BYTES], drn[PATH_BYTES];
    struct process process;
    command_put_file("small.aut", small_aut);
    command_path("small.aut", path);
    command_run(&process, "minimise", path, "--strict");
    command_ends(&process, 2, small_warning);
    command_run(&process, "minimise", path, "--hide", "x");
    command_ends(&process, 0, "--hide: no label matches x");
    command_run(&process, "minimise", path, "--hide", "a", "--hide-all-but", "a");
    command_ends(&process, 2, "--hide and --hide-all-but exclude each other");
    command_run(&process, "minimise", path, "--hide", "'a");
    command_ends(&process, 2, "the opening quote is not closed");
    command_run(&process, "minimise", path, "--hide", "a,");
    command_ends(&process, 2, "--hide has an empty label");
    command_run(&process, "minimise", path, "-e", "stochastic");
    command_ends(&process, 2, "'stochastic' is not one of strong|branching");
    command_run(&process, "minimise", path, "-e", "probabilistic", "--canonical");
    command_ends(&process, 2, "--canonical: not for --equivalence probabilistic");
    command_run(&process, "minimise", path, "-e", "trace", "--classes", "classes.txt");
    command_ends(&process, 2, "--equivalence trace makes are sets of states");
    command_run(&process, "minimise", path, "-e", "weak", "--canonical");
    command_ends(&process, 2, "--canonical: equivalent inputs may have different transitions");
    command_put_file("wrong.aut", "des (0, 1, 1)\n(0, a)\n");
    command_run(&process, "minimise", command_path("wrong.aut", path));
    command_ends(&process, 2, "wrong.aut:2:");
    command_put_file("drawn.aut", "des (0, 1, 2)\n(0, a, 0 1/2 1)\n");
    command_run(&process, "minimise", command_path("drawn.aut", path));
    command_ends(&process, 2, "a graph with distributions");
    command_put_file("rates.aut", "des (0, 2, 2)\n(0, \"rate 2\", 1)\n(0, \"rate 3\", 0)\n");
    command_run(&process, "minimise", command_path("rates.aut", path));
    command_ends(&process, 0, "probabilities and rates are not added");
    command_put_file("coin.prism",
                     "dtmc module coin x : [0..1]; [] x=0 -> 1/2:(x'=1) + 1/2:(x'=0); endmodule\n");
    command_run(&process, "minimise", command_path("coin.prism", path));
    command_ends(&process, 0, "the probabilities and rates of the model are ignored");
    command_run(&process, "minimise", path, "-e", "probabilistic", "-o", "-", "--format", "dot");
    command_ends(&process, 2, "pictures have no probabilities and rates: write .drn, .tra or .aut");
    command_run(&process, "minimise", path, "-o", command_path("coin.drn", drn));
    command_ends(&process, 2, ".drn and .tra are for Markov models with --equivalence probabilistic");
}

/* PRISM models and files that have Markov models. */
static void test_markov(void) {
    struct process process;
    char path[PATH_BYTES], other[PATH_BYTES], drn[PATH_BYTES], hidden[PATH_BYTES];
    static const char three[] =
        "dtmc module die x : [0..3]; [roll] x=0 -> 1/3:(x'=1) + 1/3:(x'=2) + 1/3:(x'=3); "
        "[] x>0 -> (x'=x); endmodule label \"odd\" = mod(x,2)=1;\n";
    static const char two[] = "dtmc module die y : [0..2]; [] y=0 -> 2/3:(y'=1) + 1/3:(y'=2); "
                              "[a] y>0 -> (y'=y); endmodule label \"odd\" = y=1;\n";
    static const char three_quotient[] =
        "@type: DTMC\n@parameters\n\n@reward_models\n\n@nr_states\n3\n@nr_choices"
        "\n3\n@model\nstate 0 init\n\taction 0\n\t\t1 : 0.6666666666666666\n\t\t2 : "
        "0.3333333333333333\nstate 1 odd\n\taction 0\n\t\t1 : 1\nstate 2\n\taction 0\n"
        "\t\t2 : 1\n";
    command_put_file("three.prism", three);
    command_path("three.prism", path);
    command_run(&process, "minimise", path, "-q", "-e", "probabilistic", "-o", "-", "--format", "drn");
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, three_quotient);
    process_free(&process);
    command_put_file("two.prism", two);
    command_path("two.prism", other);
    command_run(&process, "compare", path, other, "-e", "probabilistic");
    command_ends(&process, 0, NULL);
    command_put_file("coin.prism",
                     "dtmc module die y : [0..2]; [] y=0 -> 0.6:(y'=1) + 0.4:(y'=2); [a] y>0 -> (y'=y); "
                     "endmodule label \"odd\" = y=1;\n");
    command_run(&process, "compare", path, command_path("coin.prism", other), "-e", "probabilistic");
    command_ends(&process, 1, NULL);
    command_run(&process, "minimise", path, "-q", "-e", "probabilistic", "-o", command_path("die.drn", drn));
    command_ends(&process, 0, NULL);
    command_run(&process, "compare", path, drn, "-e", "probabilistic");
    command_ends(&process, 0, NULL);
    command_put_file(
        "choose.prism",
        "mdp module m x : [0..2]; [a] x=0 -> (x'=1); [b] x=0 -> (x'=2); [] x>0 -> true; endmodule\n");
    command_run(&process, "explore", "-q", path, "--minimise", "probabilistic", "-o", "-", "--format", "drn");
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, three_quotient);
    process_free(&process);
    command_run(&process, "explore", "-q", path, "--minimise", "probabilistic", "-o", "-", "--format", "aut");
    command_ends(&process, 2, "--minimise probabilistic writes the .drn file of a PRISM model");
    command_put_file("half.aut",
                     "des (0, 3, 4)\n(0, \"a\", 2)\n(1, \"prob 0.5\", 1)\n(2, \"prob 0.5\", 3)\n");
    command_run(&process, "minimise", "-e", "probabilistic", command_path("half.aut", other));
    command_ends(&process, 2, "half.aut: state 2: the probabilities sum to 0.5, not to 1");
    command_run(&process, "compare", "-e", "probabilistic", other, other);
    command_ends(&process, 2, "half.aut: state 2: the probabilities sum to 0.5, not to 1");
    command_run(&process, "compare", command_path("choose.prism", hidden), drn, "-e", "probabilistic");
    command_ends(&process, 2, "only models of the same kind can be compared");
    command_run(&process, "minimise", hidden, "-q", "-e", "probabilistic", "--hide", "a,b", "-o", "-",
                "--format", "aut");
    command_expect(&process, 0, NULL);
    CU_ASSERT_STRING_EQUAL(process.out, "des (0, 1, 1)\n(0,i,0)\n");
    process_free(&process);
}

void suite_minimise(void) {
    command_suite("minimise", "sizes of example networks", test_sizes, "sums of rates", test_probabilistic,
                  "Markov models", test_markov, "files", test_files, "minimising a result changes nothing",
                  test_twice, "explore --minimise", test_explore, "on a GPU", test_gpu, "numbers on a GPU",
                  test_gpu_numbers, "limits", test_limits, "outcomes in JSON", test_outcomes,
                  "info --estimate", test_estimates, "models with data", test_models,
                  "several initial states", test_several, "errors", test_errors, NULL);
    if (storm_python() == NULL) {
        test_skip("lumping beside Storm",
                  "there is no build/storm (make build/storm.done, which needs stormpy)");
    } else {
        CU_add_test(CU_get_suite("minimise"), "lumping beside Storm", test_storm);
    }
}
